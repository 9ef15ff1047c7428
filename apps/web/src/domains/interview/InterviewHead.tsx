import { endOf, isCompleted, placeOf } from '@sukoyaka/rules/care/interview'
import type { Interview } from '@sukoyaka/wire/care/interview'
import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatDate, formatTime, useLanguage } from '../../ui/date/tokyo.ts'
import { Badge } from '../../ui/status/Badge.tsx'
import { recordLang } from '../../ui/text/record-lang.ts'
import classes from './edit/Editor.module.css'
import { JoinLink } from './JoinLink.tsx'
import { CalendarButton } from './schedule/CalendarButton.tsx'
import { useInterviewName, useParticipantNames } from './words.ts'

export const useStatusWord = () => {
  const { t } = useTranslation(['interviews', 'interview'])
  return (interview: Pick<Interview, 'status' | 'conducted_at' | 'ends_at'>) => {
    const now = new Date()
    if (interview.status === 'cancelled') return t('interviews:status.cancelled')
    if (!isCompleted(interview, now)) return t('interviews:status.scheduled')
    return t(interview.status === 'scheduled' && endOf(interview) > now.getTime() ? 'interview:state.now' : 'interviews:status.done')
  }
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

type HeadProps = {
  interview: Interview
  back: { to: string; label: string }
  /** Button at the end of the line of facts. */
  change?: ReactNode
  /** Buttons on the right. */
  children?: ReactNode
}

export function InterviewHead({ interview, back, change, children }: HeadProps) {
  const { t } = useTranslation('interviews')
  const language = useLanguage()
  const name = useInterviewName()(interview)
  const status = useStatusWord()(interview)
  const participantNames = useParticipantNames()(interview)
  const { conducted_at, ends_at, meeting_type, facility, included_in_plan } = interview
  const place = meeting_type === 'online' ? t('way.online') : placeOf(interview, facility?.display_name) || t('way.other')
  const isCancelled = interview.status === 'cancelled'
  const time = `${formatDate(conducted_at, language, { weekday: true, time: true })}${ends_at ? `–${formatTime(ends_at)}` : ''}`
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
          <small>{isCancelled ? <s>{time}</s> : time}</small>
          <Badge tone={isCancelled ? 'neutral' : 'outline'}>{status}</Badge>
        </h2>
        <p className={classes.line}>
          {participantNames ? <span lang={recordLang(participantNames, language)}>{participantNames}</span> : null}
          <span>{place}</span>
          {included_in_plan ? <span>{t('included')}</span> : null}
          {change}
        </p>
        <Moves interview={interview} />
        {interview.cancel_reason ? (
          <p className={classes.moved}>
            {t('cancelReason')}
            <span lang={recordLang(interview.cancel_reason, language)}>{interview.cancel_reason}</span>
          </p>
        ) : null}
      </div>
      <CalendarButton interview={interview} name={name} />
      <JoinLink interview={interview} name={name} />
      {children}
    </header>
  )
}
