import { formDraftOf, saveFormDraft } from '../../../api/form-drafts.ts'

/** A message on its way, as it is kept until the server has it. */
export type Waiting = {
  /** Also its key: sent twice it is one. */
  client_id: string
  patient_id: number
  body: string
  mentions: { id: number; last_name: string; first_name: string }[]
  reply_to: { id: number; name: string; body: string } | null
  is_urgent: boolean
  content_type: 'text' | 'image' | 'file'
  files: { name: string; size: number }[]
  /** `stopped`: nobody knows whether it arrived; it goes again by itself. `refused`: as it is the server does not take it. */
  state: 'waiting' | 'stopped' | 'refused'
  error: string | null
  /** How often it was refused and sent again as it is: the server answers a key only once. */
  again?: number
  at: string
}

export const boxOf = (user_id: number) => `unsent.messages.${user_id}`

const isList = (value: unknown): value is Waiting[] => Array.isArray(value) && value.every((one) => typeof one?.client_id === 'string')

/** Oldest first, the same for all windows of a person. A session that ends takes the storage away, not what this page remembers. */
export const readBox = (user_id: number): Waiting[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(boxOf(user_id)) ?? 'null')
    if (isList(kept)) return kept
  } catch {
    // what cannot be read is not there
  }
  const here = formDraftOf(user_id, boxOf(user_id))
  return isList(here) ? here : []
}

/** `isHere`: their session is. Without one nothing of a patient is put into the storage, only kept by the page. */
const writeBox = (user_id: number, list: readonly Waiting[], isHere: boolean) => {
  saveFormDraft(user_id, boxOf(user_id), list.length ? list : undefined)
  if (!isHere) return
  try {
    if (list.length) localStorage.setItem(boxOf(user_id), JSON.stringify(list))
    else localStorage.removeItem(boxOf(user_id))
  } catch {
    // a browser without storage keeps it as long as the page
  }
}

export const editBox = (user_id: number, edit: (list: Waiting[]) => Waiting[], isHere: boolean) => writeBox(user_id, edit(readBox(user_id)), isHere)
