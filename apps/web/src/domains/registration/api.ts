import { activateUser, deactivateUser, inviteUser, listInviteRequests } from '@sukoyaka/wire/people/registration'
import { api, mutationEndpoint, queryEndpoint } from '../../api/api.ts'

export const { useInviteUserMutation, useListInviteRequestsQuery, useDeactivateUserMutation, useActivateUserMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    inviteUser: mutationEndpoint(build, inviteUser),
    deactivateUser: mutationEndpoint(build, deactivateUser),
    activateUser: mutationEndpoint(build, activateUser),
    // an invitation closes the requests of its address
    listInviteRequests: queryEndpoint(build, listInviteRequests, 'users'),
  }),
})
