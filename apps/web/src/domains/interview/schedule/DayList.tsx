import { isCompleted, placeOf } from '@sukoyaka/rules/care/interview'
import { fullName } from '@sukoyaka/rules/person'
import { tokyoDay } from '@sukoyaka/rules/time'
import type { Interview } from '@sukoyaka/wire/care/interview'
import { IconBan, IconMapPin, IconVideo } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatDate, formatTime, useLanguage } from '../../../ui/date/tokyo.ts'
import { Empty } from '../../../ui/layout/Empty.tsx'
import { Avatar } from '../../../ui/status/Avatar.tsx'
import { Badge } from '../../../ui/status/Badge.tsx'
import { recordLang } from '../../../ui/text/record-lang.ts'
import { usePersonWords } from '../../../ui/text/use-person-words.ts'
import { Moves, useStatusWord } from '../InterviewHead.tsx'
import { JoinLink } from '../JoinLink.tsx'
import { useInterviewName } from '../words.ts'
import classes from './DayList.module.css'
import { useHolidays } from './holidays.ts'
import week from './Week.module.css'
import { byDay } from './week.ts'

/** The week as a list by day, used on narrow screens. Past days come last, so that the list begins with today or the next day with interviews. */
export function DayList({ interviews }: { interviews: readonly Interview[] }) {
  const { t } = useTranslation('interviews')
  const today = tokyoDay(new Date())
  if (!interviews.length) return <Empty title={t('week.empty')} />
  const days = [...byDay(interviews)]
  const coming = days.filter(([day]) => day >= today)
  const over = coming.length ? days.filter(([day]) => day < today) : []
  return (
    <div className={week.list}>
      <Days days={coming.length ? coming : days} />
      {over.length ? (
        <>
          <h2 className={classes.earlier}>{t('list.earlier')}</h2>
          <Days days={over} />
        </>
      ) : null}
    </div>
  )
}

function Days({ days }: { days: readonly [string, Interview[]][] }) {
  const { t } = useTranslation('interviews')
  const language = useLanguage()
  const holidayOf = useHolidays()
  const today = tokyoDay(new Date())
  return (
    <>
      {days.map(([day, own]) => (
        <section key={day} className={classes.group} aria-label={formatDate(day, language, { weekday: true })}>
          <h2>
            {formatDate(day, language, { weekday: true })}
            {day === today ? <span className={classes.today}>{t('list.today')}</span> : null}
            <Holiday holiday={holidayOf(day)} />
            <span className={classes.count}>{t('list.count', { count: own.filter(({ status }) => status !== 'cancelled').length })}</span>
          </h2>
          <ul className={classes.rows}>
            {own.map((interview) => (
              <li key={interview.id}>
                <Row interview={interview} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

function Holiday({ holiday }: { holiday: { name: string; lang: string } | undefined }) {
  return holiday ? (
    <span className={classes.holiday} lang={holiday.lang}>
      {holiday.name}
    </span>
  ) : null
}

/** One interview; the name of the patient links to it. */
function Row({ interview }: { interview: Interview }) {
  const { t } = useTranslation(['interviews', 'shell'])
  const language = useLanguage()
  const name = useInterviewName()(interview)
  const status = useStatusWord()(interview)
  const { id, conducted_at, ends_at, interviewee, meeting_type, facility, participants, cancel_reason } = interview
  const patientName = interviewee ? fullName(interviewee, language) : name
  const { age, sex } = usePersonWords()(interviewee ?? {})
  const isCancelled = interview.status === 'cancelled'
  const isOver = isCancelled || isCompleted(interview, new Date())
  return (
    <div className={classes.row} data-cancelled={isCancelled || undefined} data-over={isOver || undefined}>
      <p className={classes.time}>
        <time dateTime={conducted_at}>{formatTime(conducted_at)}</time>
        {ends_at ? <span>{`–${formatTime(ends_at)}`}</span> : null}
      </p>
      <div className={classes.patient}>
        {interviewee ? <Avatar person={interviewee} size={32} /> : null}
        <p>
          <Link to={`/interviews/${id}`} className={classes.name} lang={recordLang(patientName, language)}>
            {patientName}
          </Link>
          {age || sex ? <small>{[age, sex].filter(Boolean).join(language === 'en' ? ', ' : ' ')}</small> : null}
        </p>
      </div>
      <div className={classes.about}>
        <p className={classes.kind}>{name}</p>
        {cancel_reason ? (
          <p>
            {t('interviews:cancelReason')}
            <span lang={recordLang(cancel_reason, language)}>{cancel_reason}</span>
          </p>
        ) : null}
        <Moves interview={interview} />
      </div>
      <ul className={classes.people}>
        {participants.map((person) => (
          <li key={person.id}>
            <span lang="ja">{fullName(person, language)}</span> <small>{t(`shell:role.${person.role}`)}</small>
          </li>
        ))}
      </ul>
      <p className={classes.place}>
        {meeting_type === 'online' ? <IconVideo aria-hidden /> : <IconMapPin aria-hidden />}
        {meeting_type === 'online' ? t('interviews:way.online') : placeOf(interview, facility?.display_name) || t('interviews:way.other')}
      </p>
      <div className={classes.action}>
        <JoinLink interview={interview} name={patientName} />
        {isOver ? (
          <Badge tone={isCancelled ? 'neutral' : 'outline'} icon={isCancelled ? <IconBan size={14} aria-hidden /> : undefined}>
            {status}
          </Badge>
        ) : null}
      </div>
    </div>
  )
}
