import { IconAlertTriangle, IconPaperclip, IconRefresh, IconTrash } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/Button.tsx'
import { Spinner } from '../../../ui/loading/Spinner.tsx'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { OutboxMessage } from '../outbox/outbox-message.ts'
import bubble from './row/MessageRow.module.css'
import { RowHead } from './row/RowHead.tsx'
import { Words } from './row/Words.tsx'
import type { UnsentRow as Row } from './rows.ts'
import { sizeOf } from './size.ts'
import classes from './UnsentMessageRow.module.css'

const noUserId = 0

type Props = {
  unsent: OutboxMessage
  outbox: Outbox
  /** Called after the message was moved to the draft; without it messages cannot be edited. */
  onEdited?: () => void
}

/** Own message that the server has not confirmed. */
export function UnsentMessageRow({ row: { unsent, day }, outbox, onEdited }: Pick<Props, 'outbox' | 'onEdited'> & { row: Row }) {
  const { t } = useTranslation('conversation')
  const { client_id, state, error, files } = unsent
  const share = outbox.shareOf(client_id)
  const isWaiting = state === 'waiting'
  const isHeld = outbox.isHeld(unsent)
  const stopped = t(state === 'cancelled' ? 'send.cancelled' : 'send.stopped')
  return (
    <div className={clsx(bubble.row, bubble.last)}>
      <RowHead day={day} />
      <article className={clsx(bubble.message, bubble.mine)} aria-label={isWaiting ? t('send.waiting') : stopped}>
        <div className={bubble.body}>
          {unsent.body ? (
            <div className={clsx(bubble.bubble, isWaiting ? classes.out : classes.failed)}>
              {unsent.reply_to ? <p className={classes.quote}>{t('said.line', { name: unsent.reply_to.name, words: unsent.reply_to.body })}</p> : null}
              <Words text={unsent.body} mentions={unsent.mentions} me_id={noUserId} />
            </div>
          ) : null}
          {files.map(({ name, size }) => (
            <span key={name} className={classes.file}>
              <IconPaperclip aria-hidden />
              {name}
              <small>{sizeOf(size)}</small>
            </span>
          ))}
          {isWaiting ? (
            <span className={bubble.meta} role="status">
              {share !== undefined ? (
                <>
                  <progress className={classes.progress} max={1} value={share} aria-label={t('send.waiting')} />
                  {t('send.share', { percent: Math.round(share * 100) })}
                  {share < 1 ? (
                    <Button kind="neutral" size="small" onClick={() => outbox.cancel(client_id)}>
                      {t('send.cancel')}
                    </Button>
                  ) : null}
                </>
              ) : isHeld ? (
                t(navigator.onLine === false ? 'send.offline' : 'send.behind')
              ) : (
                <>
                  <Spinner size={12} />
                  {t('send.waiting')}
                </>
              )}
            </span>
          ) : (
            <span className={classes.why}>
              <IconAlertTriangle aria-hidden />
              {state === 'refused' && error ? error : stopped}
            </span>
          )}
          {isWaiting && !isHeld ? null : <Ways unsent={unsent} outbox={outbox} onEdited={onEdited} />}
        </div>
      </article>
    </div>
  )
}

/** Buttons of a message that is not being sent. A stopped one cannot be edited: it may have reached the server, and is sent again automatically. */
function Ways({ unsent, outbox, onEdited }: Props) {
  const { t } = useTranslation('conversation')
  const { client_id, state } = unsent
  const [isDiscarding, setDiscarding] = useState(false)
  const [isEditing, setEditing] = useState(false)
  const edit = async () => {
    setEditing(true)
    const editing = await import('../outbox/edit-unsent.ts').catch(() => void toast.error(t('send.editFailed')))
    if (await editing?.editUnsent(outbox, unsent)) onEdited?.()
    setEditing(false)
  }
  return (
    <span className={classes.ways}>
      <Button kind="neutral" size="small" icon={<IconTrash aria-hidden />} onClick={() => setDiscarding(true)}>
        {t('send.discard')}
      </Button>
      {onEdited && (state === 'refused' || state === 'cancelled') ? (
        <Button kind="neutral" size="small" loading={isEditing} onClick={() => void edit()}>
          {t('send.edit')}
        </Button>
      ) : null}
      {state === 'waiting' ? null : (
        <Button kind="secondary" size="small" icon={<IconRefresh aria-hidden />} disabled={isEditing} onClick={() => outbox.retry(client_id)}>
          {t('send.again')}
        </Button>
      )}
      {isDiscarding ? (
        <ConfirmDialog
          title={t('send.discardTitle')}
          question={t('send.discardText')}
          what={unsent.body}
          confirm={t('send.discardDo')}
          onClose={() => setDiscarding(false)}
          onConfirm={() => outbox.discard(client_id)}
        />
      ) : null}
    </span>
  )
}
