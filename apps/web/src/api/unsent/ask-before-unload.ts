import { areDraftsStored } from '../form-drafts.ts'
import { hasUnstoredInput } from './count.ts'

let owner: number | undefined

const ask = (event: BeforeUnloadEvent) => {
  if (owner !== undefined && !areDraftsStored() && hasUnstoredInput(owner)) event.preventDefault()
}

/** From now on, the browser asks before a reload or the closing of the tab deletes unsaved or unsent input of this user that is only in memory. */
export const askBeforeUnload = (user_id: number) => {
  owner = user_id
  addEventListener('beforeunload', ask)
}
