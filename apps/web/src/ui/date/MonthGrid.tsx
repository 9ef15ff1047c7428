import { addDays, tokyoDay } from '@sukoyaka/rules/time'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../button/IconButton.tsx'
import { listSeparator } from '../text/list-separator.ts'
import { KeyGrid } from './KeyGrid.tsx'
import classes from './MonthGrid.module.css'
import { clampDay, dayAfterKey, weeksOf } from './month.ts'
import { formatWeekday, spokenDay, useLanguage } from './tokyo.ts'

type HeadProps = { previous: string; next: string; onPrevious: (() => void) | undefined; onNext: (() => void) | undefined; children: ReactNode }

/** Title of a calendar between its arrows. An arrow without a handler stays focusable, because a pressed arrow that became `disabled` would lose the focus. */
export function CalendarHead({ previous, next, onPrevious, onNext, children }: HeadProps) {
  return (
    <div className={classes.head}>
      <IconButton label={previous} icon={<IconChevronLeft aria-hidden />} size="small" aria-disabled={!onPrevious || undefined} onClick={onPrevious} />
      {children}
      <IconButton label={next} icon={<IconChevronRight aria-hidden />} size="small" aria-disabled={!onNext || undefined} onClick={onNext} />
    </div>
  )
}

type GridProps = {
  label: string
  /** Day of the tab stop; its month is shown. */
  day: string
  min?: string | undefined
  max?: string | undefined
  onMove: (day: string) => void
  isSelected?: (day: string) => boolean
  takesFocus?: boolean
  children: (day: string, tabIndex: 0 | -1) => ReactNode
}

const anySunday = '2026-11-22'
const weekdays = [0, 1, 2, 3, 4, 5, 6].map((offset) => addDays(anySunday, offset))

/** Days of a month. Keys: arrows, Home and End in the week, PageUp and PageDown by month, with Shift by year; all within `min` and `max`. */
export function MonthGrid({ day, min, max, ...grid }: GridProps) {
  const language = useLanguage()
  const head = (
    <thead>
      <tr>
        {weekdays.map((weekday) => (
          <th key={weekday} scope="col" abbr={formatWeekday(weekday, language, 'long')}>
            {formatWeekday(weekday, language, language === 'en' ? 'short' : 'narrow')}
          </th>
        ))}
      </tr>
    </thead>
  )
  const after = (key: string, withShift: boolean) => {
    const next = dayAfterKey(day, key, withShift)
    return next && clampDay(next, min, max)
  }
  return <KeyGrid {...grid} head={head} rows={weeksOf(day.slice(0, 7))} active={day} after={after} className={classes.days} />
}

type DayProps = {
  day: string
  tabIndex: 0 | -1
  isSelected: boolean
  /** Not pickable, but focusable. */
  isUnavailable?: boolean
  /** Spoken after the day, such as the reason why it is unavailable. */
  details?: readonly (string | undefined)[]
  onPick: () => void
  className?: string | undefined
  children?: ReactNode
}

/** A day of a `MonthGrid`; spoken in full, such as 「2026年11月23日月曜日、本日」. */
export function DayButton({ day, tabIndex, isSelected, isUnavailable = false, details = [], onPick, className, children }: DayProps) {
  const { t } = useTranslation('ui')
  const language = useLanguage()
  const isToday = day === tokyoDay(new Date())
  const words = [spokenDay(day, language), isToday ? t('date.today') : undefined, ...details].filter(Boolean).join(listSeparator(language))
  return (
    <button
      type="button"
      data-day={day}
      className={clsx(classes.day, className)}
      tabIndex={tabIndex}
      aria-disabled={isUnavailable || undefined}
      aria-pressed={isSelected || undefined}
      aria-current={isToday ? 'date' : undefined}
      onClick={() => !isUnavailable && onPick()}
    >
      <span className="visually-hidden">{words}</span>
      <span aria-hidden="true">{Number(day.slice(8))}</span>
      {children}
    </button>
  )
}
