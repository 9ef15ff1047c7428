import { useState } from 'react'
import { useFormDraft } from '../../api/form-drafts.ts'
import { type SaveMessages, type SendRequest, save } from './save.ts'

type RecordFormOptions = {
  onLeave: () => void
  /** Reopens the form after the server rejects the request. */
  onRejected: () => void
}

/**
 * State of a `RecordForm`, stored as a form draft such as `tasks/12/new`: it survives the end of the session, is restored if saving fails
 * and deleted once saved or discarded. The form closes before the response, because the update is optimistic.
 */
export const useRecordForm = <Draft extends object>(formKey: string, initial: Draft, { onLeave, onRejected }: RecordFormOptions) => {
  const { value: draft, set, put, forget } = useFormDraft(formKey, initial)
  const [showsErrors, setShowsErrors] = useState(false)
  const close = () => {
    forget()
    onLeave()
  }
  return {
    draft,
    put,
    dialogProps: { unsaved: JSON.stringify(draft) !== JSON.stringify(initial), onClose: close },
    /** Called on the first submit; from then on, fields show their errors. */
    showErrors: () => setShowsErrors(true),
    shownError: (error: string | undefined) => (showsErrors ? error : undefined),
    submitChange: (send: SendRequest, messages: SaveMessages) => {
      close()
      void save(send, messages, { onFailed: () => set(draft), onRejected, onSaved: forget })
    },
    submitRemoval: (send: SendRequest, messages: SaveMessages) => {
      close()
      void save(send, messages)
    },
  }
}
