import * as share from '@sukoyaka/wire/boards/share'
import { getSharedRecord, watchSharedRecord } from '@sukoyaka/wire/boards/shared-record'
import { api, mutationEndpoint, queryEndpoint } from '../../api/api.ts'

export const {
  useListSharesQuery,
  useGetShareQuery,
  useGetShareContentsQuery,
  useGetSharedRecordQuery,
  useWatchSharedRecordQuery,
  useAddShareMutation,
  useChangeShareMutation,
  useRevokeShareMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    listShares: queryEndpoint(build, share.listShares, 'shares'),
    getShare: queryEndpoint(build, share.getShare, 'shares'),
    getShareContents: queryEndpoint(build, share.getShareContents),
    getSharedRecord: queryEndpoint(build, getSharedRecord),
    watchSharedRecord: queryEndpoint(build, watchSharedRecord),
    addShare: mutationEndpoint(build, share.addShare),
    changeShare: mutationEndpoint(build, share.changeShare),
    revokeShare: mutationEndpoint(build, share.revokeShare),
  }),
})
