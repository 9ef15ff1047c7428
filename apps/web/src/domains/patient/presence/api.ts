import { reportRecordPresence } from '@sukoyaka/wire/people/record-presence'
import { api, mutationEndpoint, reportEndpoint } from '../../../api/api.ts'
import { windowId as client_id } from '../../../api/on-event.ts'

export const { useRecordPresencesQuery, useReportRecordPresenceMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    recordPresences: reportEndpoint(
      build,
      reportRecordPresence,
      ({ user_id }: { user_id: number }) => ({ user_id, client_id, is_here: !document.hidden }),
      'record_presences',
    ),
    reportRecordPresence: mutationEndpoint(build, reportRecordPresence),
  }),
})
