import type { MessageNote } from '@sukoyaka/wire/care/message-note'
import { useTranslation } from 'react-i18next'
import type { CallError } from '../../../api/call-error.ts'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { useRemoveMessageNoteMutation } from './api.ts'

/** Asks before it deletes a note, because a deleted note cannot be restored. */
export function DeleteNoteDialog({ note, onClose }: { note: MessageNote; onClose: () => void }) {
  const { t } = useTranslation('conversation')
  const [remove, { isLoading }] = useRemoveMessageNoteMutation()
  const confirm = async () => {
    const { error } = await remove({ id: note.id })
    const reason = error as CallError | undefined
    // a 404 means that the note was already deleted elsewhere
    if (reason && reason.status !== 404) return void toast.error(t('note.deleteFailed'), { text: reason.error, onRetry: () => void confirm() })
    onClose()
  }
  return (
    <ConfirmDialog
      title={t('note.delete')}
      question={t('note.deleteText')}
      what={note.body}
      confirm={t('delete.do')}
      isBusy={isLoading}
      onClose={onClose}
      onConfirm={() => void confirm()}
    />
  )
}
