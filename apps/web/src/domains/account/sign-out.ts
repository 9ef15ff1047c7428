import { signOut as signOutCall } from '@sukoyaka/wire/people/account'
import { callEndpoint } from '../../api/call-endpoint.ts'
import { clearCallState } from '../../api/etag-cache.ts'
import { isUnsentOf, outboxDatabaseName, removeOtherUsersDrafts } from '../../api/form-drafts.ts'
import { clearCookies, signedOut } from '../../api/session.ts'
import { apiStateReset, type Dispatch, type Store, storeReset } from '../../api/store.ts'
import { toasts } from '../../ui/overlay/toast.ts'

/** Device preferences and translations contain no patient data; every other localStorage key is deleted on sign-out. */
const isDevicePreference = (key: string) => key.startsWith('sukoyaka.ui.') || key.startsWith('i18next_res_')

/**
 * Clears patient data from memory, caches and storage but keeps the session and, in memory, unsent input. `keptOf`: whose unsent messages, files, notes and
 * answers stay in the storage: those of a user who signed in, here or in another tab, or of everybody while it is unknown who will sign in.
 */
export const clearPatientData = (dispatch: Dispatch, keptOf?: number | 'everybody') => {
  clearCallState()
  const isKept = (key: string) => (keptOf === 'everybody' ? key.startsWith('unsent.') : isUnsentOf(keptOf, key))
  for (const storage of [sessionStorage, localStorage])
    for (const key of Object.keys(storage)) if (!isDevicePreference(key) && !isKept(key)) storage.removeItem(key)
  if (keptOf === undefined) globalThis.indexedDB?.deleteDatabase(outboxDatabaseName)
  dispatch(apiStateReset())
}

/** Deletes unsent input of other users than this one and, if another user was here last, the toasts, which show names and can undo or repeat changes. */
export const forgetOtherUsers = (user_id: number | undefined) => (_: Dispatch, getState: Store['getState']) => {
  removeOtherUsersDrafts(user_id)
  const { me, returnTo } = getState().session
  if ((me?.id ?? returnTo?.user_id) !== user_id) toasts.set([])
}

/** Resets the page to the signed-out state and clears the session cookies. */
export const clearSession = (dispatch: Dispatch) => {
  clearCookies()
  dispatch(forgetOtherUsers(undefined))
  clearPatientData(dispatch)
  dispatch(storeReset())
  dispatch(signedOut({ byUser: true }))
}

/**
 * Clears the session at once, because the request to the server may take a minute on a bad connection. If it fails, the sign-in page says so, unless the
 * session had already ended (401).
 */
export const signOut = () => async (dispatch: Dispatch, getState: Store['getState']) => {
  const request = dispatch(callEndpoint(signOutCall, {}))
  clearSession(dispatch)
  notifyOtherTabs()
  const { error } = await request
  const hasFailed = error !== undefined && error.status !== 401
  if (hasFailed && getState().session.status === 'signed_out') dispatch(signedOut({ byUser: true, hasFailed }))
}

let tabs: BroadcastChannel | undefined
/** One shared instance: a BroadcastChannel does not receive its own messages, but a second instance in the same tab would. */
const channel = () => {
  tabs ??= new BroadcastChannel('sukoyaka.session')
  return tabs
}

export const notifyOtherTabs = () => channel().postMessage('changed')

/** Calls `onChange` after another tab signed in or out or renewed the session. Returns a function that ends the subscription. */
export const subscribeToOtherTabs = (onChange: () => void) => {
  channel().addEventListener('message', onChange)
  return () => channel().removeEventListener('message', onChange)
}
