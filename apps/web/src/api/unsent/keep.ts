import { allFormDrafts } from '../form-drafts.ts'

/** Takes unsent input into memory before the end of the session clears the storage. `take.ts` is loaded only if there is any. */
export const keepUnsent = async (user_id: number) => {
  if (![localStorage, sessionStorage].some((storage) => Object.keys(storage).some((key) => key.startsWith('unsent.')))) return
  const { takeUnsent } = await import('./take.ts')
  await takeUnsent(user_id)
}

/** Stores unsent input again that is only in memory since a session of this user ended. */
export const storeKeptUnsent = async (user_id: number, isSignedIn: () => boolean) => {
  if (![...allFormDrafts().keys()].some((key) => key.startsWith(`${user_id} unsent.`))) return
  const { storeUnsent } = await import('./take.ts')
  if (isSignedIn()) await storeUnsent(user_id)
}
