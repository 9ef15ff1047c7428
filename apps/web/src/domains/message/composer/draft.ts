import { formDraftOf, saveFormDraft } from '../../../api/form-drafts.ts'
import type { OutboxMessage } from '../outbox/outbox-message.ts'

/** Unsent message of a conversation. */
export type Draft = Pick<OutboxMessage, 'body' | 'mentions' | 'reply_to' | 'is_urgent'>

export const emptyDraft: Draft = { body: '', mentions: [], reply_to: null, is_urgent: false }

export const draftKey = (user_id: number, patient_id: number) => `unsent.draft.${user_id}.${patient_id}`

const isDraft = (value: unknown): value is Draft =>
  typeof (value as Draft | null)?.body === 'string' && Array.isArray((value as Draft).mentions) && typeof (value as Draft).is_urgent === 'boolean'

const isEmpty = ({ body, reply_to, is_urgent }: Draft) => !body && !reply_to && !is_urgent

/** Reads the draft from localStorage, which windows share, else from memory: the end of a session clears localStorage only. */
export const readDraft = (user_id: number, patient_id: number): Draft => {
  const key = draftKey(user_id, patient_id)
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    if (isDraft(stored)) return stored
  } catch {
    // treat unreadable storage as empty
  }
  const inMemory = formDraftOf(user_id, key)
  return isDraft(inMemory) ? inMemory : emptyDraft
}

/** Applies a storage event of another window. If `text` is null, the other window's session has ended, so this window's draft stays. */
export const draftFromStorageEvent = (user_id: number, patient_id: number, text: string | null): Draft => {
  const key = draftKey(user_id, patient_id)
  if (text === JSON.stringify(emptyDraft)) saveFormDraft(user_id, key, undefined)
  return readDraft(user_id, patient_id)
}

export const writeDraft = (user_id: number, patient_id: number, draft: Draft) => {
  const key = draftKey(user_id, patient_id)
  saveFormDraft(user_id, key, isEmpty(draft) ? undefined : draft)
  try {
    // an empty draft stays stored, so that other windows can tell an emptied draft from the end of a session, also when they open the conversation later
    localStorage.setItem(key, JSON.stringify(isEmpty(draft) ? emptyDraft : draft))
  } catch {
    // without storage the draft lasts as long as the page
  }
}
