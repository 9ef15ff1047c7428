import { type Message, removeMessage } from '@sukoyaka/wire/message'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../kit/api.ts'
import { ask } from '../../kit/ask.ts'
import { useAppDispatch } from '../../kit/store.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './DeleteDialog.module.css'
import type { Thread } from './thread.ts'

/** Asks before words are taken back, which cannot be undone. */
export function DeleteDialog({ message, thread, onClose }: { message: Message; thread: Thread; onClose: () => void }) {
  const { t } = useTranslation(['conversation', 'common'])
  const dispatch = useAppDispatch()
  const [isGoing, setGoing] = useState(false)
  const remove = async () => {
    setGoing(true)
    const { error } = await dispatch(ask(removeMessage, { id: message.id }))
    setGoing(false)
    // somebody, or another window of mine, was quicker
    if (error && error.status !== 404) return void toast.error(t('delete.failed'), { text: error.error, onRetry: () => void remove() })
    onClose()
    dispatch(api.util.invalidateTags([...(removeMessage.changes ?? [])]))
    await thread.again([message.id], false)
  }
  return (
    <Dialog
      title={t('delete.title')}
      onClose={onClose}
      footer={(close) => (
        <>
          <Button kind="neutral" onClick={close}>
            {t('common:action.cancel')}
          </Button>
          <Button kind="dan" icon={<IconTrash aria-hidden />} loading={isGoing} onClick={() => void remove()}>
            {t('delete.do')}
          </Button>
        </>
      )}
    >
      {message.body ? <blockquote className={classes.words}>{message.body}</blockquote> : null}
      <p>{t('delete.text')}</p>
    </Dialog>
  )
}
