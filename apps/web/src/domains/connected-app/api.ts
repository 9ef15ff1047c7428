import { answerAppRequest, describeAppRequest, listAppGrants, revokeAppGrant } from '@sukoyaka/wire/people/connected-app'
import { api, mutationEndpoint, queryEndpoint } from '../../api/api.ts'

export const { useDescribeAppRequestQuery, useAnswerAppRequestMutation, useListAppGrantsQuery, useRevokeAppGrantMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    describeAppRequest: queryEndpoint(build, describeAppRequest, 'connected_apps'),
    answerAppRequest: mutationEndpoint(build, answerAppRequest),
    listAppGrants: queryEndpoint(build, listAppGrants, 'app_grants'),
    revokeAppGrant: mutationEndpoint(build, revokeAppGrant),
  }),
})
