import { isCompleted, sideBySide } from '@sukoyaka/rules/care/interview'
import { fullName } from '@sukoyaka/rules/person'
import { tokyoDay, tokyoStartOfDay } from '@sukoyaka/rules/time'
import type { Interview } from '@sukoyaka/wire/care/interview'
import { IconVideo } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatDate, formatTime, formatWeekday, useLanguage } from '../../../ui/date/tokyo.ts'
import { useNow } from '../../../ui/date/use-now.ts'
import { useInterviewName } from '../words.ts'
import { useHolidays } from './holidays.ts'
import classes from './Week.module.css'
import { byDay, daysFrom, extentInDay, firstHour, lastHour, nowAt, positionInDay } from './week.ts'

type Props = { monday: string; interviews: readonly Interview[]; onFree: ((at: string) => void) | undefined }

const hours = Array.from({ length: lastHour - firstHour }, (_, at) => firstHour + at)
const percent = (share: number) => `${share * 100}%`

/** Week grid from Monday to Sunday; overlapping interviews are side by side. Clicking a free half hour calls `onFree` with its start. */
export function WeekGrid({ monday, interviews, onFree }: Props) {
  const { t } = useTranslation('interviews')
  const language = useLanguage()
  const now = useNow()
  const today = tokyoDay(now)
  const line = nowAt(now)
  const interviewsByDay = byDay(interviews)
  const days = daysFrom(monday)
  const holidayOf = useHolidays()
  return (
    <div className={classes.week}>
      <div className={classes.corner} />
      {days.map((day) => {
        const holiday = holidayOf(day)
        return (
          <div key={day} className={classes.dayHead} data-today={day === today || undefined}>
            <span>{formatDate(day, language, { year: false })}</span>
            <span>{formatWeekday(day, language, 'short')}</span>
            {holiday ? (
              <span className={classes.holiday} lang={holiday.lang}>
                {holiday.name}
              </span>
            ) : null}
          </div>
        )
      })}
      <div className={classes.hours} aria-hidden="true">
        {hours.slice(1).map((hour) => (
          <span key={hour} style={{ top: percent((hour - firstHour) / hours.length) }}>
            {`${String(hour).padStart(2, '0')}:00`}
          </span>
        ))}
      </div>
      {days.map((day) => {
        const own = interviewsByDay.get(day) ?? []
        // the drawn extents are compared, because consecutive interviews can overlap on the screen if they are short or outside the visible hours
        const places = sideBySide(own, (interview) => extentInDay(day, interview))
        return (
          <section
            key={day}
            className={classes.day}
            data-today={day === today || undefined}
            data-holiday={holidayOf(day) !== undefined || undefined}
            aria-label={formatDate(day, language, { weekday: true })}
          >
            {onFree
              ? hours
                  .flatMap((hour) => [hour, hour + 0.5])
                  .map((hour) => {
                    const at = new Date(tokyoStartOfDay(day).getTime() + hour * 3_600_000).toISOString()
                    return (
                      <button
                        key={hour}
                        type="button"
                        // the free half hours are not tab stops: keyboard users have the button above the grid
                        tabIndex={-1}
                        className={classes.free}
                        style={{ top: percent((hour - firstHour) / hours.length) }}
                        aria-label={t('arrangeAt', { at: formatDate(at, language, { weekday: true, time: true }) })}
                        onClick={() => onFree(at)}
                      />
                    )
                  })
              : null}
            {own.map((interview) => (
              <InterviewBlock key={interview.id} day={day} interview={interview} place={places.get(interview) ?? { left: 0, width: 1 }} now={now} />
            ))}
            {day === today && line !== undefined ? <div className={classes.now} style={{ top: percent(line) }} /> : null}
          </section>
        )
      })}
    </div>
  )
}

/** Blocks up to these heights hold at most two or three lines of text. Shares of the day column. */
const twoLines = 0.6 / hours.length
const threeLines = 0.8 / hours.length

type InterviewBlockProps = { day: string; interview: Interview; place: { left: number; width: number }; now: Date }

function InterviewBlock({ day, interview, place, now }: InterviewBlockProps) {
  const { t } = useTranslation('interviews')
  const language = useLanguage()
  const name = useInterviewName()(interview)
  const { top, height } = positionInDay(day, interview)
  const { interviewee, status } = interview
  return (
    <Link
      to={`/interviews/${interview.id}`}
      className={classes.talk}
      data-short={height <= threeLines || undefined}
      data-done={isCompleted(interview, now) || undefined}
      data-cancelled={status === 'cancelled' || undefined}
      style={{ top: percent(top), '--height': percent(height), left: percent(place.left), width: `calc(${percent(place.width)} - 2px)` } as React.CSSProperties}
    >
      {/* a short interview beside another has no room for its time; the vertical position shows it */}
      <b className={height <= twoLines && place.width < 1 ? 'visually-hidden' : undefined}>{formatTime(interview.conducted_at)} </b>
      <b lang="ja">{interviewee ? fullName(interviewee, language) : name}</b>
      <span>
        {status === 'cancelled' ? `${t('status.cancelled')} ` : null}
        {interview.meeting_type === 'online' ? <IconVideo aria-label={t('way.online')} /> : null}
        {name}
      </span>
    </Link>
  )
}
