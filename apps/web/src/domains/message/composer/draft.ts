import { formDraftOf, saveFormDraft } from '../../../api/form-drafts.ts'
import type { Waiting } from '../outbox/box.ts'

/** What is being written in a room. */
export type Draft = Pick<Waiting, 'body' | 'mentions' | 'reply_to' | 'is_urgent'>

export const emptyDraft: Draft = { body: '', mentions: [], reply_to: null, is_urgent: false }

export const draftKey = (user_id: number, patient_id: number) => `unsent.draft.${user_id}.${patient_id}`

const isDraft = (value: unknown): value is Draft =>
  typeof (value as Draft | null)?.body === 'string' && Array.isArray((value as Draft).mentions) && typeof (value as Draft).is_urgent === 'boolean'

const isNothing = ({ body, reply_to, is_urgent }: Draft) => !body && !reply_to && !is_urgent

/** The same in all windows. A session that ends takes the storage away, not what this page remembers. */
export const readDraft = (user_id: number, patient_id: number): Draft => {
  const key = draftKey(user_id, patient_id)
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    if (isDraft(kept)) return kept
  } catch {
    // what cannot be read is not there
  }
  const here = formDraftOf(user_id, key)
  return isDraft(here) ? here : emptyDraft
}

/** What another window wrote. A session that ended says nothing. */
export const heardDraft = (user_id: number, patient_id: number, text: string | null): Draft => {
  const key = draftKey(user_id, patient_id)
  if (text === JSON.stringify(emptyDraft)) saveFormDraft(user_id, key, undefined)
  return readDraft(user_id, patient_id)
}

export const writeDraft = (user_id: number, patient_id: number, draft: Draft) => {
  const key = draftKey(user_id, patient_id)
  saveFormDraft(user_id, key, isNothing(draft) ? undefined : draft)
  try {
    // the other windows hear that it was emptied before it goes
    if (isNothing(draft) && localStorage.getItem(key)) localStorage.setItem(key, JSON.stringify(emptyDraft))
    if (isNothing(draft)) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // a browser without storage keeps it as long as the page
  }
}
