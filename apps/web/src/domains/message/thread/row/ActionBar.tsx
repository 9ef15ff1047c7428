import type { Message } from '@sukoyaka/wire/care/message'
import {
  IconArrowBackUp,
  IconBellPlus,
  IconChecklist,
  IconCopy,
  IconDots,
  IconEye,
  IconMoodPlus,
  IconPin,
  IconPinnedOff,
  IconThumbUp,
  IconThumbUpFilled,
  IconTrash,
} from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { selectMe } from '../../../../api/session.ts'
import { useAppSelector } from '../../../../api/store.ts'
import { usePermission } from '../../../../api/use-permission.ts'
import { IconButton } from '../../../../ui/button/IconButton.tsx'
import { Floating } from '../../../../ui/overlay/Floating.tsx'
import { MenuButton } from '../../../../ui/overlay/MenuButton.tsx'
import { toast } from '../../../../ui/overlay/toast.ts'
import classes from './ActionBar.module.css'
import { EmoticonPicker } from './EmoticonPicker.tsx'
import type { RowActions } from './row-actions.ts'

type Props = { message: Message; isMine: boolean; actions: RowActions; onDone: () => void }

/** Actions of a message, above its bubble. */
export function ActionBar({ message, isMine, actions, onDone }: Props) {
  const { t } = useTranslation('conversation')
  const mayPin = usePermission('coordination.write')
  const maySeeReaders = usePermission('coordination.read')
  const isAdmin = useAppSelector(selectMe)?.role === 'admin'
  const anchor = useRef<HTMLSpanElement>(null)
  const [isPicking, setPicking] = useState(false)
  const { onReply, onTask } = actions
  const copy = useCopy()
  const items = [
    ...(mayPin && onTask ? [{ key: 'task', label: t('act.task'), icon: <IconChecklist aria-hidden />, onPick: () => onTask(message) }] : []),
    ...(message.body ? [{ key: 'copy', label: t('act.copy'), icon: <IconCopy aria-hidden />, onPick: () => void copy(message.body) }] : []),
    ...(maySeeReaders && message.open_count
      ? [{ key: 'readers', label: t('read.open', { count: message.open_count }), icon: <IconEye aria-hidden />, onPick: () => actions.onReaders(message) }]
      : []),
    ...((isMine && onReply) || isAdmin
      ? [{ key: 'delete', label: t('act.delete'), icon: <IconTrash aria-hidden />, isDanger: true, onPick: () => actions.onDelete(message) }]
      : []),
  ]
  const isLiked = message.my_like_id !== null
  return (
    <div className={classes.bar} role="toolbar" aria-label={t('act.label')}>
      {onReply ? (
        <>
          <span ref={anchor}>
            <IconButton
              size="small"
              label={t('act.react')}
              icon={<IconMoodPlus aria-hidden />}
              aria-haspopup="dialog"
              aria-expanded={isPicking}
              onClick={() => setPicking(!isPicking)}
            />
          </span>
          <IconButton
            size="small"
            label={t(isLiked ? 'act.unlike' : 'act.like')}
            color={isLiked ? 'accent' : 'neutral'}
            icon={isLiked ? <IconThumbUpFilled aria-hidden /> : <IconThumbUp aria-hidden />}
            onClick={() => actions.like(message)}
          />
          <IconButton
            size="small"
            label={t('act.reply')}
            icon={<IconArrowBackUp aria-hidden />}
            onClick={() => {
              onDone()
              onReply(message)
            }}
          />
        </>
      ) : null}
      {mayPin ? (
        <>
          <IconButton
            size="small"
            label={t(message.pin_id !== null ? 'act.unpin' : 'act.pin')}
            icon={message.pin_id !== null ? <IconPinnedOff aria-hidden /> : <IconPin aria-hidden />}
            onClick={() => actions.pin(message)}
          />
          <IconButton size="small" label={t('act.remind')} icon={<IconBellPlus aria-hidden />} onClick={() => actions.onRemind(message)} />
        </>
      ) : null}
      {items.length ? <MenuButton size="small" label={t('act.more')} icon={<IconDots aria-hidden />} items={items} /> : null}
      {isPicking ? (
        <Floating anchor={anchor} label={t('act.react')} fit={false} onClose={() => setPicking(false)}>
          <EmoticonPicker
            chosen={message.reactions.flatMap(({ emoticon, mine_id }) => (mine_id === null ? [] : [emoticon]))}
            onPick={({ code }) => {
              setPicking(false)
              actions.react(message, code)
            }}
          />
        </Floating>
      ) : null}
    </div>
  )
}

/** Copies a text to the clipboard, with a toast about the outcome. */
function useCopy() {
  const { t } = useTranslation('conversation')
  return async (text: string) => {
    try {
      await navigator.clipboard.writeText(text)
      toast.success(t('act.copied'))
    } catch {
      toast.error(t('act.copyFailed'))
    }
  }
}
