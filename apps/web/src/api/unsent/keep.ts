import { allFormDrafts, isUnsentOf, saveFormDraft } from '../form-drafts.ts'
import type { Dispatch, Store } from '../store.ts'

/**
 * Takes what this user has not sent or saved from the storage of the browser into memory, before the end of the session clears the storage. The same user gets
 * it back after signing in. The text is taken without `take.ts`, which cannot be loaded if a new version of the app has been installed.
 */
export const keepUnsent = async (user_id: number) => {
  const own = Object.entries<string>({ ...localStorage, ...sessionStorage }).filter(([key]) => isUnsentOf(user_id, key))
  for (const [key, text] of own) {
    try {
      saveFormDraft(user_id, key, JSON.parse(text))
    } catch {
      // unreadable storage is treated as empty
    }
  }
  if (own.length) await (await import('./take.ts')).takeFiles(user_id)
}

/** Stores unsent input again that is only in memory since a session of this user ended. If the code for it cannot be loaded, it stays in memory. */
export const storeKeptUnsent = (user_id: number) => async (_: Dispatch, getState: Store['getState']) => {
  if (![...allFormDrafts().keys()].some((key) => key.startsWith(`${user_id} unsent.`))) return
  const taking = await import('./take.ts').catch(() => undefined)
  if (getState().session.me?.id === user_id) await taking?.storeUnsent(user_id)
}
