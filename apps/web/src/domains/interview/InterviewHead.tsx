import { isCompleted } from '@sukoyaka/rules/care/interview'
import type { Interview } from '@sukoyaka/wire/care/interview'
import { IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatDate, useLanguage } from '../../ui/date/tokyo.ts'
import classes from './edit/Editor.module.css'
import { JoinLink } from './JoinLink.tsx'
import { CalendarButton } from './schedule/CalendarButton.tsx'
import { useInterviewName } from './words.ts'

export const useStatusWord = () => {
  const { t } = useTranslation('interviews')
  return (interview: Pick<Interview, 'status' | 'conducted_at'>) =>
    t(interview.status === 'cancelled' ? 'status.cancelled' : isCompleted(interview, new Date()) ? 'status.done' : 'status.scheduled')
}

/** Previous times of a moved interview, struck through. */
export function Moves({ interview: { moves } }: { interview: Pick<Interview, 'moves'> }) {
  const { t } = useTranslation('interviews')
  const language = useLanguage()
  if (!moves.length) return null
  return (
    <ul className={classes.moved}>
      {moves.map(({ id, conducted_at, reason }) => (
        <li key={id}>
          {t('movedFrom')} <s>{formatDate(conducted_at, language, { weekday: true, time: true })}</s>
          {reason ? <span lang="ja">　{reason}</span> : null}
        </li>
      ))}
    </ul>
  )
}

export function InterviewHead({ interview, back }: { interview: Interview; back: { to: string; label: string } }) {
  const { t } = useTranslation('interviews')
  const language = useLanguage()
  const name = useInterviewName()(interview)
  const status = useStatusWord()(interview)
  return (
    <header className={classes.head}>
      <div className={classes.titles}>
        <nav className={classes.crumbs} aria-label={t('crumbs')}>
          <Link to={back.to}>{back.label}</Link>
          <IconChevronRight aria-hidden />
          <span aria-current="page">{name}</span>
        </nav>
        <h2 className={classes.title}>
          {name}
          <small>{formatDate(interview.conducted_at, language, { weekday: true, time: true })}</small>
          <small>{status}</small>
        </h2>
        <Moves interview={interview} />
        {interview.cancel_reason ? (
          <p className={classes.moved} lang="ja">
            {t('cancelReason', { reason: interview.cancel_reason })}
          </p>
        ) : null}
      </div>
      <CalendarButton interview={interview} name={name} />
      <JoinLink interview={interview} name={name} />
    </header>
  )
}
