import type { Challenge, Session } from '@sukoyaka/wire/people/account'
import { isUnsentOf } from '../../api/form-drafts.ts'
import { signedIn, writeCookies } from '../../api/session.ts'
import type { Dispatch } from '../../api/store.ts'
import { setPending } from './pending.ts'
import { clearPatientData, forgetOtherUsers, notifyOtherTabs } from './sign-out.ts'

/** Signing in and changing the e-mail address return either a challenge (with `message`) or the session. */
export const isSession = (response: Challenge | Session): response is Session => !('message' in response)

/** Replaces the session after its person changed the password or the e-mail address. */
export const renewSession =
  ({ id, role, first_name, last_name, email, access_token }: Session) =>
  (dispatch: Dispatch) => {
    const credentials = { id, email, access_token }
    writeCookies(credentials)
    dispatch(signedIn({ me: { id, role, first_name, last_name, email }, credentials }))
    notifyOtherTabs()
  }

/** Begins the session of a person who signed in; the password of the first step is forgotten. */
export const startSession =
  ({ id, role, first_name, last_name, email, access_token }: Session) =>
  (dispatch: Dispatch) => {
    const credentials = { id, email, access_token }
    setPending(undefined)
    // their own unsent input is in the storage if an earlier session ended unnoticed, such as with its cookies
    const hasUnsent = [localStorage, sessionStorage].some((storage) => Object.keys(storage).some((key) => isUnsentOf(id, key)))
    clearPatientData(dispatch, hasUnsent ? id : undefined)
    dispatch(forgetOtherUsers(id))
    writeCookies(credentials)
    dispatch(signedIn({ me: { id, role, first_name, last_name, email, icon: null }, credentials }))
    notifyOtherTabs()
  }
