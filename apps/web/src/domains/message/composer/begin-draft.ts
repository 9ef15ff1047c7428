import { emptyDraft, readDraft, writeDraft } from './draft.ts'

/** Begins the user's message in a conversation with these words. What the user has written there already stays as it is. */
export const beginDraft = (user_id: number, patient_id: number, body: string) => {
  if (!readDraft(user_id, patient_id).body.trim()) writeDraft(user_id, patient_id, { ...emptyDraft, body })
}
