import { handOverPatients, listCareTeams } from '@sukoyaka/wire/boards/admin/care-team'
import { listInvitations, listSimilarPatients } from '@sukoyaka/wire/care/invitation'
import { changeRole, endSessionsOfUser, listSessionsOfUser, unlockUser } from '@sukoyaka/wire/people/account-admin'
import {
  activateUser,
  closeInviteRequest,
  deactivateUser,
  inviteUser,
  listInviteRequests,
  makeActivationSheet,
  repeatInvitation,
  revokeInvitation,
} from '@sukoyaka/wire/people/registration'
import { api, mutationEndpoint, queryEndpoint } from '../../api/api.ts'

export const {
  useInviteUserMutation,
  useRepeatInvitationMutation,
  useRevokeInvitationMutation,
  useListInvitationsQuery,
  useListSimilarPatientsQuery,
  useMakeActivationSheetMutation,
  useListInviteRequestsQuery,
  useCloseInviteRequestMutation,
  useDeactivateUserMutation,
  useActivateUserMutation,
  useChangeRoleMutation,
  useUnlockUserMutation,
  useListSessionsOfUserQuery,
  useEndSessionsOfUserMutation,
  useHandOverPatientsMutation,
  useListCareTeamsQuery,
} = api.injectEndpoints({
  endpoints: (build) => ({
    inviteUser: mutationEndpoint(build, inviteUser),
    repeatInvitation: mutationEndpoint(build, repeatInvitation),
    revokeInvitation: mutationEndpoint(build, revokeInvitation),
    listInvitations: queryEndpoint(build, listInvitations, 'invitations', 'users'),
    listSimilarPatients: queryEndpoint(build, listSimilarPatients, 'users'),
    makeActivationSheet: mutationEndpoint(build, makeActivationSheet),
    deactivateUser: mutationEndpoint(build, deactivateUser),
    activateUser: mutationEndpoint(build, activateUser),
    changeRole: mutationEndpoint(build, changeRole),
    unlockUser: mutationEndpoint(build, unlockUser),
    listSessionsOfUser: queryEndpoint(build, listSessionsOfUser, 'sessions'),
    endSessionsOfUser: mutationEndpoint(build, endSessionsOfUser),
    handOverPatients: mutationEndpoint(build, handOverPatients),
    listCareTeams: queryEndpoint(build, listCareTeams, 'users'),
    // an invitation closes requests
    listInviteRequests: queryEndpoint(build, listInviteRequests, 'invitations'),
    closeInviteRequest: mutationEndpoint(build, closeInviteRequest),
  }),
})
