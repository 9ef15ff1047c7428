import { reportPresence } from '@sukoyaka/wire/care/message-presence'
import { api, mutationEndpoint, reportEndpoint } from '../../../api/api.ts'
import { windowId as client_id } from '../../../api/on-event.ts'
import { typing } from './typing.ts'

export const { useRoomPresencesQuery, useReportPresenceMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    roomPresences: reportEndpoint(
      build,
      reportPresence,
      ({ patient_id }: { patient_id: number }) => ({ patient_id, client_id, is_here: !document.hidden, is_typing: typing.patient_id === patient_id }),
      'room_presences',
    ),
    reportPresence: mutationEndpoint(build, reportPresence),
  }),
})
