import * as minutes from '@sukoyaka/wire/care/minutes'
import { api, mutationEndpoint, queryEndpoint } from '../../api/api.ts'

export const {
  useGetAutoMinutesQuery,
  useChangeAutoMinutesMutation,
  useApproveAutoMinutesMutation,
  useRejectAutoMinutesMutation,
  useConvertMinutesItemMutation,
  useListUnmatchedMinutesQuery,
  useAssignUnmatchedMinutesMutation,
  useRemoveUnmatchedMinutesMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    getAutoMinutes: queryEndpoint(build, minutes.getAutoMinutes, 'auto_minutes', 'interviews'),
    changeAutoMinutes: mutationEndpoint(build, minutes.changeAutoMinutes),
    approveAutoMinutes: mutationEndpoint(build, minutes.approveAutoMinutes),
    rejectAutoMinutes: mutationEndpoint(build, minutes.rejectAutoMinutes),
    convertMinutesItem: mutationEndpoint(build, minutes.convertMinutesItem),
    listUnmatchedMinutes: queryEndpoint(build, minutes.listUnmatchedMinutes, 'auto_minutes', 'interviews'),
    assignUnmatchedMinutes: mutationEndpoint(build, minutes.assignUnmatchedMinutes),
    removeUnmatchedMinutes: mutationEndpoint(build, minutes.removeUnmatchedMinutes),
  }),
})
