import { tokyoDay } from '@sukoyaka/rules/time'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './Calendar.module.css'
import { KeyGrid } from './KeyGrid.tsx'
import { CalendarHead, DayButton, MonthGrid } from './MonthGrid.tsx'
import { choiceAfterKey, choicesOf, clampDay, type Level, turnPage } from './month.ts'
import { formatPeriod, type Language, useLanguage } from './tokyo.ts'

type Props = { value: string | null; min?: string | undefined; max?: string | undefined; onPick: (day: string) => void }

/** By level: number of characters of `YYYY-MM-DD` that identify a page (month, year or decade) and an item on the page (day, month or year). */
const pageLength = { day: 7, month: 4, year: 3 }
const itemLength = { day: 10, month: 7, year: 4 }

const isWithin = (day: string, length: number, min?: string, max?: string) => {
  const part = day.slice(0, length)
  return (!min || part >= min.slice(0, length)) && (!max || part <= max.slice(0, length))
}

const titleOf = (day: string, level: Level, language: Language) => {
  if (level === 'year') return `${day.slice(0, 3)}0 – ${day.slice(0, 3)}9`
  return formatPeriod(day, language, level === 'day' ? { year: true, month: 'long' } : { year: true })
}

/** Calendar for one day. A click on its title shows the months of the year, then the years of the decade. Takes the focus. */
export function Calendar({ value, min, max, onPick }: Props) {
  const { t } = useTranslation('ui')
  const language = useLanguage()
  const [level, setLevel] = useState<Level>('day')
  const [day, setDay] = useState(() => clampDay(value ?? tokyoDay(new Date()), min, max))
  const moveTo = (next: string) => setDay(clampDay(next, min, max))
  const turnTo = (pages: number) => {
    const next = turnPage(day, level, pages)
    return isWithin(next, pageLength[level], min, max) ? () => moveTo(next) : undefined
  }
  const title = titleOf(day, level, language)
  const grid = { label: title, day, min, max, onMove: moveTo, value }
  return (
    <div className={classes.calendar}>
      <CalendarHead previous={t(`date.previous.${level}`)} next={t(`date.next.${level}`)} onPrevious={turnTo(-1)} onNext={turnTo(1)}>
        {level === 'year' ? (
          <p className={classes.title}>{title}</p>
        ) : (
          <button
            type="button"
            className={classes.title}
            aria-label={t(`date.up.${level}`, { title })}
            onClick={() => setLevel(level === 'day' ? 'month' : 'year')}
          >
            {title}
          </button>
        )}
        <span role="status" className="visually-hidden">
          {title}
        </span>
      </CalendarHead>
      {level === 'day' ? (
        <Days {...grid} onPick={onPick} />
      ) : (
        <Choices
          key={level}
          {...grid}
          level={level}
          onPick={(choice) => {
            moveTo(choice)
            setLevel(level === 'year' ? 'month' : 'day')
          }}
        />
      )}
    </div>
  )
}

type GridProps = Props & { label: string; day: string; onMove: (day: string) => void }

function Days({ value, onPick, ...grid }: GridProps) {
  return (
    <MonthGrid {...grid} isSelected={(day) => day === value} takesFocus>
      {(day, tabIndex) => (
        <DayButton
          day={day}
          tabIndex={tabIndex}
          isSelected={day === value}
          isUnavailable={!isWithin(day, itemLength.day, grid.min, grid.max)}
          onPick={() => onPick(day)}
          className={classes.day}
        />
      )}
    </MonthGrid>
  )
}

/** Months of a year or years of a decade. Each is represented by a day in it. */
function Choices({ level, label, day, min, max, onMove, value, onPick }: GridProps & { level: 'month' | 'year' }) {
  const language = useLanguage()
  const length = itemLength[level]
  const isSelected = (choice: string) => choice.slice(0, length) === value?.slice(0, length)
  const after = (key: string) => {
    const next = choiceAfterKey(day, key, level)
    return next && clampDay(next, min, max)
  }
  return (
    <KeyGrid
      label={label}
      rows={choicesOf(day, level)}
      active={day}
      after={after}
      onMove={onMove}
      isSelected={isSelected}
      takesFocus
      className={classes.choices}
    >
      {(choice, tabIndex) => {
        const isUnavailable = !isWithin(choice, length, min, max)
        return (
          <button
            type="button"
            className={classes.choice}
            tabIndex={tabIndex}
            aria-disabled={isUnavailable || undefined}
            aria-pressed={isSelected(choice) || undefined}
            onClick={() => !isUnavailable && onPick(choice)}
          >
            {level === 'month' ? formatPeriod(choice, language, { month: 'short' }) : choice.slice(0, 4)}
          </button>
        )
      }}
    </KeyGrid>
  )
}
