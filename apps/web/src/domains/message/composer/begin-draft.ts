import { emptyDraft, readDraft, writeDraft } from './draft.ts'

/** Starts the user's draft in a conversation with this text, unless the user has already written something there. */
export const beginDraft = (user_id: number, patient_id: number, body: string) => {
  if (!readDraft(user_id, patient_id).body.trim()) writeDraft(user_id, patient_id, { ...emptyDraft, body })
}
