import { formDraftOf, saveFormDraft } from '../../../api/form-drafts.ts'

/** Message in the outbox, stored until the server confirms it or the user discards it. */
export type OutboxMessage = {
  /** Also the idempotency key (see `again`), so that a repeated send creates one message. */
  client_id: string
  patient_id: number
  body: string
  mentions: { id: number; last_name: string; first_name: string }[]
  reply_to: { id: number; name: string; body: string } | null
  is_urgent: boolean
  content_type: 'text' | 'image' | 'file'
  files: { name: string; size: number }[]
  /**
   * `stopped`: sending failed and is repeated automatically. `refused`: the server rejected the message for good, or its files are gone. `cancelled`: the user
   * stopped the upload.
   */
  state: 'waiting' | 'stopped' | 'refused' | 'cancelled'
  error: string | null
  /** Number of manual retries after a rejection. If above 0, part of the idempotency key, because the server repeats its response to a known key. */
  again?: number
  at: string
}

export const outboxKeyOf = (user_id: number) => `unsent.messages.${user_id}`

const isList = (value: unknown): value is OutboxMessage[] => Array.isArray(value) && value.every((message) => typeof message?.client_id === 'string')

const parseList = (text: string | null): OutboxMessage[] | undefined => {
  const list: unknown = JSON.parse(text ?? 'null')
  return isList(list) ? list : undefined
}

const storedOutbox = (user_id: number) => {
  try {
    return parseList(localStorage.getItem(outboxKeyOf(user_id)))
  } catch {
    // treat unreadable storage as empty
    return undefined
  }
}

/** Unsent messages, oldest first, from localStorage, which windows share, else from memory: the end of a session clears localStorage only. */
export const readOutbox = (user_id: number): OutboxMessage[] => {
  const stored = storedOutbox(user_id)
  if (stored) return stored
  const inMemory = formDraftOf(user_id, outboxKeyOf(user_id))
  return isList(inMemory) ? inMemory : []
}

/** `isSignedIn`: whether the author is signed in. Otherwise patient data goes to memory only, not to localStorage. */
const writeOutbox = (user_id: number, list: readonly OutboxMessage[], isSignedIn: boolean) => {
  saveFormDraft(user_id, outboxKeyOf(user_id), list.length ? list : undefined)
  if (!isSignedIn) return
  try {
    // store an empty list before removing it, so that other windows can tell a removal of all messages from the end of a session
    localStorage.setItem(outboxKeyOf(user_id), JSON.stringify(list))
    if (!list.length) localStorage.removeItem(outboxKeyOf(user_id))
  } catch {
    // without storage the outbox lasts as long as the page
  }
}

export const editOutbox = (user_id: number, edit: (list: OutboxMessage[]) => OutboxMessage[], isSignedIn: boolean) =>
  writeOutbox(user_id, edit(readOutbox(user_id)), isSignedIn)

/** Applies a storage event of another window to the messages in memory. If `text` is null, the session has ended there, so they stay. */
export const takeStoredOutbox = (user_id: number, text: string | null) => {
  if (text === null) return
  // localStorage may already be newer than the event
  const list = storedOutbox(user_id) ?? parseList(text) ?? []
  saveFormDraft(user_id, outboxKeyOf(user_id), list.length ? list : undefined)
}
