import { fullName } from '@sukoyaka/rules/person'
import { IconAlertCircle, IconPinFilled } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { type FocusEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../../../api/use-permission.ts'
import { formatTime, useLanguage } from '../../../../ui/date/tokyo.ts'
import { Avatar } from '../../../../ui/status/Avatar.tsx'
import type { SentRow } from '../rows.ts'
import { ActionBar } from './ActionBar.tsx'
import { Chips } from './Chips.tsx'
import { Files } from './Files.tsx'
import { Images } from './Images.tsx'
import classes from './MessageRow.module.css'
import { Quote } from './Quote.tsx'
import { Receipt } from './Receipt.tsx'
import { RowHead } from './RowHead.tsx'
import type { RowActions } from './row-actions.ts'
import { Words } from './Words.tsx'

const longPressMs = 450

/** Whether a message shows its actions: on hover, keyboard focus or long press. */
const useActive = () => {
  const [isActive, setActive] = useState(false)
  const longPressTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const cancelLongPress = () => clearTimeout(longPressTimer.current)
  useEffect(() => () => clearTimeout(longPressTimer.current), [])
  return {
    isActive,
    deactivate: () => setActive(false),
    pressHandlers: {
      onPointerEnter: (event: PointerEvent) => event.pointerType === 'mouse' && setActive(true),
      onPointerLeave: (event: PointerEvent<HTMLElement>) => {
        cancelLongPress()
        if (event.pointerType === 'mouse' && !event.currentTarget.contains(document.activeElement)) setActive(false)
      },
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.pointerType === 'mouse') return
        const own = event.currentTarget
        cancelLongPress()
        longPressTimer.current = setTimeout(() => {
          setActive(true)
          own.focus({ preventScroll: true })
        }, longPressMs)
      },
      onPointerMove: (event: PointerEvent) => (event.pointerType === 'mouse' ? setActive(true) : cancelLongPress()),
      onPointerUp: cancelLongPress,
      onPointerCancel: cancelLongPress,
      onFocus: (event: FocusEvent<HTMLElement>) => event.target.matches(':focus-visible') && setActive(true),
      onBlur: (event: FocusEvent<HTMLElement>) => {
        if (!event.currentTarget.contains(event.relatedTarget) && !event.currentTarget.matches(':hover')) setActive(false)
      },
    },
  }
}

type Props = { row: SentRow; me_id: number; patient_id: number; compact: boolean; isHighlighted: boolean; actions: RowActions }

/** One message, with the date line and the unread line above it. */
export function MessageRow({ row, me_id, patient_id, compact, isHighlighted, actions }: Props) {
  const { t } = useTranslation(['conversation', 'shell'])
  const language = useLanguage()
  const isStaff = usePermission('coordination.read')
  const { isActive, deactivate, pressHandlers } = useActive()
  const { message, isFirstOfGroup, isLastOfGroup } = row
  const { sender } = message
  const isMine = sender.id === me_id
  const isDeleted = message.deleted_at !== null
  const name = fullName(sender, language)
  const time = formatTime(message.published_at)
  const isCard = message.message_type !== 'user'
  const card = isCard && !isDeleted ? actions.card?.(message) : undefined
  const isBare = !message.body && !message.reply_to && !isCard && !isDeleted
  return (
    <div className={clsx(classes.row, isLastOfGroup && classes.last)}>
      <RowHead day={row.day} isUnread={row.isFirstUnread} />
      <article
        {...pressHandlers}
        data-message={message.id}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users move between messages and from there to their actions
        tabIndex={0}
        className={clsx(classes.message, isMine && classes.mine, compact && classes.compact, isHighlighted && classes.lit)}
        aria-label={t('said.by', { name: isMine ? t('said.me') : name, time })}
      >
        {isActive && !isDeleted ? <ActionBar message={message} isMine={isMine} actions={actions} onDone={deactivate} /> : null}
        {isMine ? null : <span className={classes.face}>{isFirstOfGroup ? <Avatar person={sender} size={compact ? 28 : 32} /> : null}</span>}
        <div className={classes.body}>
          {!isMine && isFirstOfGroup && sender.id !== patient_id ? (
            <span className={classes.name}>{t('said.with', { name, role: t(`shell:role.${sender.role}`) })}</span>
          ) : null}
          {message.is_urgent && !isDeleted ? (
            <span className={classes.urgent}>
              <IconAlertCircle aria-hidden />
              {t('said.urgent')}
            </span>
          ) : null}
          {isDeleted ? <div className={clsx(classes.bubble, classes.gone)}>{t('said.deleted')}</div> : null}
          {isCard && !isDeleted ? (card ?? <p className={classes.bubble}>{t(`card.${message.message_type as 'product'}`)}</p>) : null}
          {isDeleted || isBare || (isCard && (card || !message.body)) ? null : (
            <div className={classes.bubble}>
              {message.reply_to ? <Quote quoted={message.reply_to} onJump={actions.onJump} /> : null}
              {message.body ? <Words text={message.body} mentions={message.mentions} me_id={me_id} /> : null}
            </div>
          )}
          {isDeleted ? null : (
            <>
              <Images images={message.images} onOpen={actions.onOpenGallery} onExpired={() => actions.onReload(message.id)} />
              <Files message_id={message.id} files={message.files} />
              <Chips message={message} actions={actions} />
            </>
          )}
          {isLastOfGroup || message.pin_id !== null ? (
            <span className={classes.meta}>
              {message.pin_id !== null ? <IconPinFilled className={classes.pinned} role="img" aria-label={t('pin.on')} /> : null}
              <Receipt message={message} isMine={isMine} isStaff={isStaff} isOfPatient={sender.id === patient_id} time={time} />
            </span>
          ) : null}
        </div>
      </article>
    </div>
  )
}
