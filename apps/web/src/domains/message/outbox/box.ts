import { formDraftOf, saveFormDraft } from '../../../api/form-drafts.ts'

/** Message in the outbox, stored until the server confirms it. */
export type Waiting = {
  /** Also the idempotency key, so that a repeated send creates one message. */
  client_id: string
  patient_id: number
  body: string
  mentions: { id: number; last_name: string; first_name: string }[]
  reply_to: { id: number; name: string; body: string } | null
  is_urgent: boolean
  content_type: 'text' | 'image' | 'file'
  files: { name: string; size: number }[]
  /** `stopped`: the result is unknown and the message is sent again automatically. `refused`: the server rejected it with 4xx. */
  state: 'waiting' | 'stopped' | 'refused'
  error: string | null
  /** Number of manual retries after a rejection. Part of the idempotency key, because the server repeats its response to a known key. */
  again?: number
  at: string
}

export const boxOf = (user_id: number) => `unsent.messages.${user_id}`

const isList = (value: unknown): value is Waiting[] => Array.isArray(value) && value.every((message) => typeof message?.client_id === 'string')

/** Oldest first, shared between windows. The end of a session clears localStorage but not the in-memory copy. */
export const readBox = (user_id: number): Waiting[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(boxOf(user_id)) ?? 'null')
    if (isList(kept)) return kept
  } catch {
    // treat unreadable storage as empty
  }
  const here = formDraftOf(user_id, boxOf(user_id))
  return isList(here) ? here : []
}

/** `isHere`: the author is signed in. Otherwise patient data goes to memory only, not to localStorage. */
const writeBox = (user_id: number, list: readonly Waiting[], isHere: boolean) => {
  saveFormDraft(user_id, boxOf(user_id), list.length ? list : undefined)
  if (!isHere) return
  try {
    if (list.length) localStorage.setItem(boxOf(user_id), JSON.stringify(list))
    else localStorage.removeItem(boxOf(user_id))
  } catch {
    // without storage the outbox lasts as long as the page
  }
}

export const editBox = (user_id: number, edit: (list: Waiting[]) => Waiting[], isHere: boolean) => writeBox(user_id, edit(readBox(user_id)), isHere)
