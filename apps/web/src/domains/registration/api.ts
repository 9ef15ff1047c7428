import { inviteUser, listInviteRequests } from '@sukoyaka/wire/people/registration'
import { api, mutationEndpoint, queryEndpoint } from '../../api/api.ts'

export const { useInviteUserMutation, useListInviteRequestsQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    inviteUser: mutationEndpoint(build, inviteUser),
    // an invitation closes the requests of its address
    listInviteRequests: queryEndpoint(build, listInviteRequests, 'users'),
  }),
})
