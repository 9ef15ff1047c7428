import { getLineAccount, linkLineAccount, unlinkLineAccount } from '@sukoyaka/wire/people/line-account'
import { api, mutationEndpoint, queryEndpoint } from '../../api/api.ts'

export const { useGetLineAccountQuery, useLinkLineAccountMutation, useUnlinkLineAccountMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    getLineAccount: queryEndpoint(build, getLineAccount, 'line_accounts'),
    linkLineAccount: mutationEndpoint(build, linkLineAccount),
    unlinkLineAccount: mutationEndpoint(build, unlinkLineAccount),
  }),
})
