import { listRecordPresences, reportRecordPresence } from '@sukoyaka/wire/people/record-presence'
import { api, mutationEndpoint, queryEndpoint } from '../../../api/api.ts'

export const { useListRecordPresencesQuery, useReportRecordPresenceMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    listRecordPresences: queryEndpoint(build, listRecordPresences, 'record_presences'),
    reportRecordPresence: mutationEndpoint(build, reportRecordPresence),
  }),
})
