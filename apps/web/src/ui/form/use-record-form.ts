import { useState } from 'react'
import { useFormDraft } from '../../api/form-drafts.ts'
import { type Sending, save, type Words } from './save.ts'

type Ways = {
  onLeave: () => void
  /** Reopens the form after the server rejects the request. */
  onRefused: () => void
}

/**
 * State of a `RecordForm`, stored as a form draft such as `tasks/12/new`: it survives the end of the session, is restored if saving fails
 * and deleted once saved or discarded. The form closes before the response, because the update is optimistic.
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
    /** From the first submit on, fields show their errors. */
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
