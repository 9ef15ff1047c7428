import { fullName } from '@sukoyaka/rules/person'
import type { Message } from '@sukoyaka/wire/message'
import { listOpenHistories, type OpenHistory } from '@sukoyaka/wire/message-mark'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../../kit/ask.ts'
import { useAppDispatch } from '../../kit/store.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { DateText } from '../../ui/DateText.tsx'
import { Floating } from '../../ui/Floating.tsx'
import { useLanguage } from '../../ui/tokyo.ts'
import { dotIn } from '../../ui/written.ts'
import classes from './Receipt.module.css'

type Props = { message: Message; isMine: boolean; isStaff: boolean; isOfPatient: boolean; time: string }

/** When it was said and who has read it: the team sees who and when, a patient that somebody has. */
export function Receipt({ message, isMine, isStaff, isOfPatient, time }: Props) {
  const { t } = useTranslation('conversation')
  const dot = dotIn(useLanguage())
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

function Readers({ id }: { id: number }) {
  const { t } = useTranslation('conversation')
  const language = useLanguage()
  const dispatch = useAppDispatch()
  const [readers, setReaders] = useState<readonly OpenHistory[] | 'failed'>()
  useEffect(() => {
    let isGone = false
    void dispatch(ask(listOpenHistories, { id })).then(({ data }) => !isGone && setReaders(data?.items ?? 'failed'))
    return () => {
      isGone = true
    }
  }, [dispatch, id])
  if (!readers || readers === 'failed')
    return (
      <p className={classes.note} role="status">
        {t(readers ? 'read.failed' : 'read.loading')}
      </p>
    )
  return (
    <ul className={classes.readers}>
      {readers.map(({ user, opened_at }) => (
        <li key={user.id}>
          <Avatar person={user} size={28} />
          <span className={classes.name}>{fullName(user, language)}</span>
          <span className={classes.at}>
            <DateText value={opened_at} time year={false} />
          </span>
        </li>
      ))}
    </ul>
  )
}
