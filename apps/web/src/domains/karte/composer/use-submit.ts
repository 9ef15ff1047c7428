import type { addKarte, changeKarte, Karte, KarteDraft } from '@sukoyaka/wire/care/karte'
import { useState } from 'react'
import type { useUpload } from '../../../api/upload.ts'
import { conflictOf, type Place } from '../place.ts'
import type { Draft } from './use-draft.ts'

type SubmitOptions = {
  place: Place
  karte: Karte | undefined
  draft: Draft
  add: ReturnType<typeof useUpload<typeof addKarte>>['send']
  change: ReturnType<typeof useUpload<typeof changeKarte>>['send']
}
/** `reason` is shown in a toast, `field` below the text; a conflict has neither. */
type Failure = { reason?: string; field?: string }

const noFiles = { 'karte[images][]': [] }
const isKarte = (saved: object): saved is Karte => 'author' in saved

/** Turns the draft into a new note or a change of `karte`. Waits for the saves of the draft first, because the request contains the draft's version. */
export const useSubmit = ({ place, karte, draft, add, change }: SubmitOptions) => {
  const [isSending, setSending] = useState(false)
  const send = async (): Promise<Failure | undefined> => {
    await draft.flush()
    const { memo, version: draft_version, based_on: updated_at } = draft.now()
    const { data, error } = karte
      ? await change({ id: karte.id, karte: { memo, updated_at, draft_version } }, noFiles)
      : await add({ karte: { memo, user_id: place.user_id, interview_id: place.interview_id, draft_version } }, noFiles)
    if (data) {
      draft.clear()
      return undefined
    }
    const saved = error?.versions?.saved
    if (error?.status !== 409 || saved === undefined) {
      const field = Object.values(error?.fields ?? {}).flat()[0]
      return field ? { field } : { reason: error?.error }
    }
    draft.raiseConflict(saved && isKarte(saved) ? { kind: 'karte', theirs: saved.memo, at: saved.updated_at } : conflictOf(saved as KarteDraft | null))
    return {}
  }
  const run = async (): Promise<Failure | undefined> => {
    if (draft.conflict) return {}
    setSending(true)
    return send().finally(() => setSending(false))
  }
  return { isSending, run }
}
