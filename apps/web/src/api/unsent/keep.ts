import { allFormDrafts } from '../form-drafts.ts'
import type { Dispatch, Store } from '../store.ts'

/** Takes unsent input into memory before the end of the session clears the storage. `take.ts` is loaded only if there is any. */
export const keepUnsent = async (user_id: number) => {
  if (![localStorage, sessionStorage].some((storage) => Object.keys(storage).some((key) => key.startsWith('unsent.')))) return
  const { takeUnsent } = await import('./take.ts')
  await takeUnsent(user_id)
}

/** Stores unsent input again that is only in memory since a session of this user ended. If the code for it cannot be loaded, it stays in memory. */
export const storeKeptUnsent = (user_id: number) => async (_: Dispatch, getState: Store['getState']) => {
  if (![...allFormDrafts().keys()].some((key) => key.startsWith(`${user_id} unsent.`))) return
  const taking = await import('./take.ts').catch(() => undefined)
  if (getState().session.me?.id === user_id) await taking?.storeUnsent(user_id)
}
