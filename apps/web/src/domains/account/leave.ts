import { signOut as signOutCall } from '@sukoyaka/wire/people/account'
import { ask } from '../../api/ask.ts'
import { clearResponseCache } from '../../api/etag-cache.ts'
import { saveFormDraftOf, unsentFiles } from '../../api/form-drafts.ts'
import { clearCookies, signedOut } from '../../api/session.ts'
import { type Dispatch, forgotten, wiped } from '../../api/store.ts'

/** Preferences of the device and translations are nobody's record; whatever else was stored goes. */
const stays = (key: string) => key.startsWith('sukoyaka.ui.') || key.startsWith('i18next_res_') || key.startsWith('mantine-')

/** No patient data is left in memory, caches or storage; who was signed in stays known. */
export const forgetPatients = (dispatch: Dispatch) => {
  clearResponseCache()
  sessionStorage.clear()
  for (const key of Object.keys(localStorage)) if (!stays(key)) localStorage.removeItem(key)
  globalThis.indexedDB?.deleteDatabase(unsentFiles)
  dispatch(forgotten())
}

/** This page as if nobody had ever signed in. */
export const wipe = (dispatch: Dispatch) => {
  clearCookies()
  saveFormDraftOf(undefined)
  forgetPatients(dispatch)
  dispatch(wiped())
  dispatch(signedOut({ left: true }))
}

/** The page is wiped whatever the server says; false when it could not be told. */
export const signOut = () => async (dispatch: Dispatch) => {
  const { error } = await dispatch(ask(signOutCall, {}))
  wipe(dispatch)
  tellOtherTabs()
  return error === undefined || error.status === 401
}

let tabs: BroadcastChannel | undefined
/** One for the page: a channel does not hear itself, but it would hear a second one beside it. */
const channel = () => {
  tabs ??= new BroadcastChannel('sukoyaka.session')
  return tabs
}

export const tellOtherTabs = () => channel().postMessage('changed')

/** Whoever signs in or out in one tab does so in all: the others let go of their record and start again from the cookies. */
export const followOtherTabs = (onChange: () => void) => {
  channel().addEventListener('message', onChange)
  return () => channel().removeEventListener('message', onChange)
}
