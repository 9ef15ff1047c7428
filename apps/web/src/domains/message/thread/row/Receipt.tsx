import type { Message } from '@sukoyaka/wire/care/message'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../../ui/date/tokyo.ts'
import { Floating } from '../../../../ui/overlay/Floating.tsx'
import { separatorOf } from '../../../../ui/text/text-lang.ts'
import { Readers } from '../Readers.tsx'
import classes from './Receipt.module.css'

type Props = { message: Message; isMine: boolean; isStaff: boolean; isOfPatient: boolean; time: string }

/** Time and read receipt. Staff see who read a message of the team and when; patients see only that someone has read a message of theirs. */
export function Receipt({ message, isMine, isStaff, isOfPatient, time }: Props) {
  const { t } = useTranslation('conversation')
  const dot = separatorOf(useLanguage())
  const anchor = useRef<HTMLSpanElement>(null)
  const [isOpen, setOpen] = useState(false)
  const { open_count, deleted_at } = message
  const clock = <time dateTime={message.published_at}>{time}</time>
  if (!open_count || deleted_at || !(isStaff ? !isOfPatient : isMine)) return clock
  if (!isStaff)
    return (
      <span>
        {t('read.once')}
        {dot}
        {clock}
      </span>
    )
  return (
    <span ref={anchor}>
      <button
        type="button"
        className={classes.count}
        aria-label={t('read.open', { count: open_count })}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {t('read.count', { count: open_count })}
      </button>
      {dot}
      {clock}
      {isOpen ? (
        <Floating anchor={anchor} label={t('read.title')} fit={false} onClose={() => setOpen(false)}>
          <Readers id={message.id} />
        </Floating>
      ) : null}
    </span>
  )
}
