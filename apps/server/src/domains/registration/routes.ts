import * as invitation from '@sukoyaka/wire/care/invitation'
import * as accountAdmin from '@sukoyaka/wire/people/account-admin'
import * as registration from '@sukoyaka/wire/people/registration'
import { type Limit, recordAttempt } from '../../http/rate-limit.ts'
import { serve } from '../../http/serve.ts'
import { endSessions, sessionsOfUser, unlock, updateRole } from './account-admin-store.ts'
import { completeActivation, exchangeCode, readActivation } from './actions/activate.ts'
import { invite, inviteAgain, makeSheet, revoke } from './actions/invite.ts'
import { deactivateAccount, reactivateAccount } from './deactivation-store.ts'
import { invitationsOf, similarPatients } from './invitation-store.ts'
import { closeRequest, requestsOf, saveRequest } from './store.ts'

const requestLimit: Limit = { kind: 'invite_request', max: 20, minutes: 60 }

export const registrationRoutes = [
  serve(registration.inviteUser, invite),
  serve(registration.repeatInvitation, inviteAgain),
  serve(registration.revokeInvitation, revoke),
  serve(registration.makeActivationSheet, makeSheet, { atomic: false }),
  serve(invitation.listInvitations, ({ scope, input }) => invitationsOf(scope, input)),
  serve(invitation.listSimilarPatients, ({ scope, input }) => similarPatients(scope, input)),
  serve(registration.deactivateUser, ({ scope, input }) => deactivateAccount(scope, input.id)),
  serve(registration.activateUser, ({ scope, input }) => reactivateAccount(scope, input.id)),
  serve(accountAdmin.changeRole, ({ scope, actor, input }) => updateRole(scope, actor, input)),
  serve(accountAdmin.unlockUser, ({ scope, input }) => unlock(scope, input.id)),
  serve(accountAdmin.listSessionsOfUser, ({ scope, actor, input }) => sessionsOfUser(scope, actor, input.id)),
  serve(accountAdmin.endSessionsOfUser, ({ scope, input }) => endSessions(scope, input.id)),
  serve(registration.getActivation, readActivation),
  // counted attempts must survive a rejected call
  serve(registration.openActivation, exchangeCode, { atomic: false }),
  serve(registration.activate, completeActivation, { atomic: false }),
  serve(registration.requestInvitation, async ({ db, input, client }) => {
    await recordAttempt(db, requestLimit, client.ip)
    await saveRequest(db, input)
    return null
  }),
  serve(registration.listInviteRequests, ({ db, input }) => requestsOf(db, input.page)),
  serve(registration.closeInviteRequest, ({ db, input }) => closeRequest(db, input.id)),
]
