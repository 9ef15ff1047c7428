import { IconMessageCircle } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { Suspense, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { usePermission } from '../../../api/use-permission.ts'
import { useIsOneColumn, useIsPhone } from '../../../ui/layout/phone.ts'
import { lazyNamed } from '../../../ui/loading/lazy-named.ts'
import { Tooltip } from '../../../ui/overlay/Tooltip.tsx'
import { UnreadBadge } from '../../../ui/status/UnreadBadge.tsx'
import { useChatSlot } from '../../patient/chat-slot.ts'
import type { WindowProps } from './ChatWindow.tsx'
import classes from './Launcher.module.css'
import { useUnread } from './use-unread.ts'

const ChatWindow = lazyNamed(() => import('./ChatWindow.tsx'), 'ChatWindow')

const storageKey = 'sukoyaka.ui.chat'
const wasOpen = () => {
  try {
    return localStorage.getItem(storageKey) === 'open'
  } catch {
    return false
  }
}
const remember = (open: boolean) => {
  try {
    localStorage.setItem(storageKey, open ? 'open' : 'closed')
  } catch {
    // without storage the state lasts as long as the page
  }
}

/** `patient_id`: patient of the current page. `isPill`: shows the name where there is space. */
type Props = Pick<WindowProps, 'patient_id' | 'tools'> & { isPill: boolean }

/**
 * Chat button: opens the conversation of the page's patient, or the list, in a column beside the page. Up to the width of a tablet it links to the chat
 * page.
 */
export function Launcher({ patient_id, isPill, tools }: Props) {
  const { t } = useTranslation('message_room')
  const isPhone = useIsPhone()
  const isNarrow = useIsOneColumn()
  const slot = useChatSlot()
  const [open, setOpen] = useState(wasOpen)
  const button = useRef<HTMLButtonElement>(null)
  const isStaff = usePermission('messages.read')
  // no count otherwise: the navigation bar shows the total to staff, and to patients their own unread messages
  const showsCount = patient_id !== undefined && isStaff
  const unread = useUnread(showsCount ? patient_id : undefined)
  const changeOpen = (next: boolean) => {
    remember(next)
    setOpen(next)
    if (!next) requestAnimationFrame(() => button.current?.focus())
  }
  const badge = unread ? (
    <span className={classes.badge}>
      <UnreadBadge count={unread} />
    </span>
  ) : null
  // the unread count is part of the accessible name
  const name = <span className="visually-hidden">{t('widget.open')}</span>
  if (isPhone)
    return slot
      ? createPortal(
          <Link className={classes.inHead} to={patient_id ? `/messages/${patient_id}` : '/messages'}>
            <IconMessageCircle aria-hidden />
            {name}
            {badge}
          </Link>,
          slot,
        )
      : null
  const isRound = !isPill || isNarrow
  const to = patient_id ? `/messages/${patient_id}` : '/messages'
  // there is no space beside the page
  if (isNarrow)
    return (
      <Link className={clsx(classes.launcher, classes.round)} to={to}>
        <IconMessageCircle aria-hidden />
        {name}
        {badge}
      </Link>
    )
  return (
    <>
      {open ? (
        <Suspense fallback={<div className={classes.window} aria-busy="true" />}>
          <ChatWindow key={patient_id} patient_id={patient_id} tools={tools} className={classes.window!} onClose={() => changeOpen(false)} />
        </Suspense>
      ) : (
        <Tooltip label={t('widget.open')}>
          <button
            ref={button}
            type="button"
            className={clsx(classes.launcher, isRound && classes.round)}
            aria-haspopup="dialog"
            onClick={() => changeOpen(true)}
          >
            <IconMessageCircle aria-hidden />
            {isRound ? null : <span aria-hidden="true">{t('widget.label')}</span>}
            {name}
            {badge}
          </button>
        </Tooltip>
      )}
    </>
  )
}
