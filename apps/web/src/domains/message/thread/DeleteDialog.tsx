import { type Message, removeMessage } from '@sukoyaka/wire/care/message'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { invalidateChanges } from '../../../api/api.ts'
import { callEndpoint } from '../../../api/call-endpoint.ts'
import { useAppDispatch } from '../../../api/store.ts'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import type { Thread } from './thread.ts'

/** Asks before it deletes a message, because a deleted message cannot be restored. Stays open if the deletion fails. */
export function DeleteDialog({ message, thread, onClose }: { message: Message; thread: Thread; onClose: () => void }) {
  const { t } = useTranslation('conversation')
  const dispatch = useAppDispatch()
  const [isDeleting, setDeleting] = useState(false)
  const remove = async () => {
    setDeleting(true)
    const { error } = await dispatch(callEndpoint(removeMessage, { id: message.id }))
    setDeleting(false)
    // a 404 means that someone else or another window already deleted it
    if (error && error.status !== 404) return void toast.error(t('delete.failed'), { text: error.error })
    onClose()
    dispatch(invalidateChanges(removeMessage))
    await thread.reload([message.id], false)
  }
  return (
    <ConfirmDialog
      title={t('delete.title')}
      question={t('delete.text')}
      what={message.body}
      confirm={t('delete.do')}
      isBusy={isDeleting}
      onClose={onClose}
      onConfirm={() => void remove()}
    />
  )
}
