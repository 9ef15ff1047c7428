import * as share from '@sukoyaka/wire/boards/share'
import { readSharedRecord, watchSharedRecord } from '@sukoyaka/wire/boards/shared-record'
import { api, mutationEndpoint, queryEndpoint } from '../../api/api.ts'

export const {
  useListSharesQuery,
  useReadShareQuery,
  useReadShareContentsQuery,
  useReadSharedRecordQuery,
  useWatchSharedRecordQuery,
  useAddShareMutation,
  useChangeShareMutation,
  useRevokeShareMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    listShares: queryEndpoint(build, share.listShares, 'shares'),
    readShare: queryEndpoint(build, share.readShare, 'shares'),
    readShareContents: queryEndpoint(build, share.readShareContents),
    readSharedRecord: queryEndpoint(build, readSharedRecord),
    watchSharedRecord: queryEndpoint(build, watchSharedRecord),
    addShare: mutationEndpoint(build, share.addShare),
    changeShare: mutationEndpoint(build, share.changeShare),
    revokeShare: mutationEndpoint(build, share.revokeShare),
  }),
})
