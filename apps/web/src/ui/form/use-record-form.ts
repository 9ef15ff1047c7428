import { useState } from 'react'
import { useFormDraft } from '../../api/form-drafts.ts'
import { type Sending, save, type Words } from './save.ts'

type Ways = {
  onLeave: () => void
  /** The way back to the form, for what the server refused. */
  onRefused: () => void
}

/**
 * What a `RecordForm` writes, kept at a place such as `tasks/12/new`: typed text outlives a session that ends, comes back when it could
 * not be saved, and is forgotten once it is saved or given up. The form closes before the answer: the page shows what it foresees.
 */
export const useRecordForm = <Draft extends object>(place: string, first: Draft, { onLeave, onRefused }: Ways) => {
  const { value: draft, set, put, forget } = useFormDraft(place, first)
  const [isChecked, setChecked] = useState(false)
  const leave = () => {
    forget()
    onLeave()
  }
  return {
    draft,
    put,
    frame: { unsaved: JSON.stringify(draft) !== JSON.stringify(first), onClose: leave },
    /** From the first try to save on, fields say what is wrong with them. */
    check: () => setChecked(true),
    shown: (wrong: string | undefined) => (isChecked ? wrong : undefined),
    keep: (send: Sending, words: Words) => {
      leave()
      void save(send, words, { onFailed: () => set(draft), onRefused, onSaved: forget })
    },
    drop: (send: Sending, words: Words) => {
      leave()
      void save(send, words)
    },
  }
}
