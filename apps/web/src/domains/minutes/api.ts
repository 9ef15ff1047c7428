import * as minutes from '@sukoyaka/wire/care/minutes'
import { api, read, write } from '../../api/api.ts'

export const {
  useReadAutoMinutesQuery,
  useChangeAutoMinutesMutation,
  useApproveAutoMinutesMutation,
  useRejectAutoMinutesMutation,
  useBecomeOfActionItemMutation,
  useListUnmatchedMinutesQuery,
  useAssignUnmatchedMinutesMutation,
  useRemoveUnmatchedMinutesMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    readAutoMinutes: read(build, minutes.readAutoMinutes, 'auto_minutes'),
    changeAutoMinutes: write(build, minutes.changeAutoMinutes),
    approveAutoMinutes: write(build, minutes.approveAutoMinutes),
    rejectAutoMinutes: write(build, minutes.rejectAutoMinutes),
    becomeOfActionItem: write(build, minutes.becomeOfActionItem),
    listUnmatchedMinutes: read(build, minutes.listUnmatchedMinutes, 'auto_minutes'),
    assignUnmatchedMinutes: write(build, minutes.assignUnmatchedMinutes),
    removeUnmatchedMinutes: write(build, minutes.removeUnmatchedMinutes),
  }),
})
