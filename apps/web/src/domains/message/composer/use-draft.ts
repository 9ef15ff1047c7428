import { useEffect, useRef, useState } from 'react'
import { type Draft, draftFromStorageEvent, draftKey, emptyDraft, readDraft, writeDraft } from './draft.ts'

/** Draft saved while typing. Changes from another window appear here, except during IME composition. */
export function useDraft(user_id: number, patient_id: number, isComposing: () => boolean) {
  const [draft, setDraft] = useState(() => readDraft(user_id, patient_id))
  const latest = useRef(draft)
  const put = (change: Partial<Draft>) => {
    latest.current = { ...latest.current, ...change }
    setDraft(latest.current)
    writeDraft(user_id, patient_id, latest.current)
  }
  const composing = useRef(isComposing)
  composing.current = isComposing
  useEffect(() => {
    const key = draftKey(user_id, patient_id)
    const onStorage = (event: StorageEvent) => {
      if (event.key !== key || composing.current()) return
      latest.current = draftFromStorageEvent(user_id, patient_id, event.newValue)
      setDraft(latest.current)
    }
    addEventListener('storage', onStorage)
    return () => removeEventListener('storage', onStorage)
  }, [user_id, patient_id])
  return { draft, latest, put, clear: () => put(emptyDraft) }
}
