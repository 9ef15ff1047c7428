import { areDraftsStored } from '../form-drafts.ts'
import { hasUnsavedForms } from './count.ts'

let owner: number | undefined

const ask = (event: BeforeUnloadEvent) => {
  if (owner !== undefined && !areDraftsStored() && hasUnsavedForms(owner)) event.preventDefault()
}

/** From now on, the browser asks before a reload or the closing of the tab deletes unsaved forms of this user, which are only in memory. */
export const askBeforeUnload = (user_id: number) => {
  owner = user_id
  addEventListener('beforeunload', ask)
}
