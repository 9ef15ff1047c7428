import { getUser } from '@sukoyaka/wire/people/account'
import { callEndpoint } from '../../api/call-endpoint.ts'
import { isReported } from '../../api/call-error.ts'
import { report } from '../../api/error-report.ts'
import {
  authenticating,
  authenticationFailed,
  clearCookies,
  policiesChecked,
  profileChanged,
  readCookies,
  sessionEnded,
  signedIn,
  signedOut,
} from '../../api/session.ts'
import type { Dispatch, Store } from '../../api/store.ts'
import { keepUnsent } from '../../api/unsent/keep.ts'
import { clearPatientData, forgetOtherUsers } from './sign-out.ts'

const failureDelayMs = 300
const waitForDelay = () => new Promise((resolve) => setTimeout(resolve, failureDelayMs))

/** Resolves the session from the cookies. A 401 or a missing or malformed cookie clears them; on network or server errors they stay for a retry. */
export const authenticate =
  ({ byUser = false } = {}) =>
  async (dispatch: Dispatch) => {
    const credentials = readCookies()
    dispatch(authenticating(credentials))
    if (!credentials) {
      await waitForDelay()
      clearCookies()
      dispatch(signedOut({ byUser }))
      return
    }
    const { data: me, error: failure } = await dispatch(callEndpoint(getUser, { id: 'me' }))
    if (me) {
      const { id, role, first_name, last_name, email, icon, policies_to_agree } = me
      dispatch(signedIn({ me: { id, role, first_name, last_name, email, icon }, credentials, policiesToAgree: policies_to_agree }))
      return
    }
    const hasEnded = failure.status === 401
    await Promise.all([waitForDelay(), hasEnded && keepUnsent(credentials.id).catch(() => undefined)])
    if (hasEnded) {
      clearCookies()
      dispatch(sessionEnded(location.pathname + location.search))
      clearPatientData(dispatch)
      return
    }
    if (!isReported(failure)) report({ kind: String(failure.status), call: 'GET /api/users/:id' })
    dispatch(authenticationFailed(failure))
  }

/** Resolves the session once the device is online, if that failed before. */
export const retryAuthentication = () => async (dispatch: Dispatch, getState: Store['getState']) => {
  if (getState().session.failure) await dispatch(authenticate())
}

/**
 * Takes over the session of the cookies after another tab changed them. Data of the same person stays: the tabs share the storage, and the other tab
 * only renewed the session.
 */
export const followCookies = () => async (dispatch: Dispatch, getState: Store['getState']) => {
  const credentials = readCookies()
  const { me } = getState().session
  if (me && me.id === credentials?.id) return void dispatch(signedIn({ me: { ...me, email: credentials.email }, credentials }))
  dispatch(forgetOtherUsers(credentials?.id))
  // the other tab has cleared the storage, and has stored again what its user had not sent
  clearPatientData(dispatch, credentials?.id)
  await dispatch(authenticate({ byUser: true }))
}

/**
 * Clears patient data after the session ended. What its user has not sent stays in memory. If the app was opened without a session, such as after its cookies
 * expired, what anybody has not sent stays in the storage until somebody signs in.
 */
export const clearEndedSession = () => async (dispatch: Dispatch, getState: Store['getState']) => {
  const { returnTo, byUser } = getState().session
  if (returnTo) await keepUnsent(returnTo.user_id).catch(() => undefined)
  // somebody may have signed in meanwhile
  if (getState().session.status === 'signed_out') clearPatientData(dispatch, returnTo || byUser ? undefined : 'everybody')
}

/** Loads the icon and the policies to agree to after a sign-in, whose reply lacks them. A failure is not shown: the next start of the app loads them again. */
export const checkPolicies = () => async (dispatch: Dispatch) => {
  const { data: me } = await dispatch(callEndpoint(getUser, { id: 'me' }))
  if (me) dispatch(profileChanged(me))
  dispatch(policiesChecked(me?.policies_to_agree ?? []))
}
