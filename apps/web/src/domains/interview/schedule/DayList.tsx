import { fullName } from '@sukoyaka/rules/person'
import type { Interview } from '@sukoyaka/wire/care/interview'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatDate, formatTime, useLanguage } from '../../../ui/date/tokyo.ts'
import { Empty } from '../../../ui/layout/Empty.tsx'
import { Badge } from '../../../ui/status/Badge.tsx'
import { Moves, useStatusWord } from '../InterviewHead.tsx'
import { useInterviewName } from '../words.ts'
import classes from './DayList.module.css'
import { useHolidays } from './holidays.ts'
import week from './Week.module.css'
import { byDay } from './week.ts'

/** The week as a list by day, used on narrow screens. */
export function DayList({ interviews }: { interviews: readonly Interview[] }) {
  const { t } = useTranslation('interviews')
  const language = useLanguage()
  const holidayOf = useHolidays()
  if (!interviews.length) return <Empty title={t('week.empty')} />
  return (
    <div className={week.list}>
      {[...byDay(interviews)].map(([day, own]) => (
        <section key={day} className={classes.group} aria-label={formatDate(day, language, { weekday: true })}>
          <h2>
            {formatDate(day, language, { weekday: true })}
            <Holiday holiday={holidayOf(day)} />
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
    </div>
  )
}

function Holiday({ holiday }: { holiday: { name: string; lang: string } | undefined }) {
  return holiday ? (
    <span className={classes.holiday} lang={holiday.lang}>
      {holiday.name}
    </span>
  ) : null
}

function Row({ interview }: { interview: Interview }) {
  const { t } = useTranslation('interviews')
  const language = useLanguage()
  const name = useInterviewName()(interview)
  const status = useStatusWord()(interview)
  const { id, conducted_at, ends_at, interviewee, meeting_type, facility, location } = interview
  return (
    <Link to={`/interviews/${id}`} className={classes.row}>
      <time dateTime={conducted_at}>
        {formatTime(conducted_at)}
        {ends_at ? `–${formatTime(ends_at)}` : ''}
      </time>
      <div>
        <p className={week.who} lang="ja" style={{ margin: 0 }}>
          {interviewee ? fullName(interviewee, language) : name}
        </p>
        <p className={week.about} style={{ margin: 0 }}>
          <span>{name}</span>
          <span>{meeting_type === 'online' ? t('way.online') : (facility?.display_name ?? location)}</span>
        </p>
        <Moves interview={interview} />
      </div>
      <Badge tone={interview.status === 'cancelled' ? 'neutral' : 'outline'}>{status}</Badge>
    </Link>
  )
}
