import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Tooltip } from '../overlay/Tooltip.tsx'
import classes from './MonthDays.module.css'
import { CalendarHead, DayButton, MonthGrid } from './MonthGrid.tsx'
import { clampDay, turnPage } from './month.ts'
import { formatDate, useLanguage } from './tokyo.ts'

type Props = {
  label: string
  /** Selected days with the number to show on them; 0 shows no number. */
  numbered: ReadonlyMap<string, number>
  /** Reason why a day is unavailable; undefined if it is available. */
  unavailableReason: (day: string) => string | undefined
  onPick: (day: string) => void
  min: string
  max: string
  /** Any day of the initial month. */
  start?: string
  /** Called with `YYYY-MM` when another month is shown. */
  onMonth?: (month: string) => void
}

/** Month grid for selecting days. An unavailable day is hatched and states the reason; within `min` and `max`, arrow keys reach it. */
export function MonthDays({ label, numbered, unavailableReason, onPick, min, max, start, onMonth }: Props) {
  const { t } = useTranslation('ui')
  const language = useLanguage()
  const [focusedDay, setFocusedDay] = useState(() => clampDay(start ?? min, min, max))
  const month = focusedDay.slice(0, 7)

  const moveTo = (day: string) => {
    const next = clampDay(day, min, max)
    setFocusedDay(next)
    if (next.slice(0, 7) !== month) onMonth?.(next.slice(0, 7))
  }
  const turnTo = (pages: number) => () => moveTo(turnPage(`${month}-01`, 'day', pages))
  return (
    <div className={classes.month}>
      <CalendarHead
        previous={t('date.previous.day')}
        next={t('date.next.day')}
        onPrevious={month > min.slice(0, 7) ? turnTo(-1) : undefined}
        onNext={month < max.slice(0, 7) ? turnTo(1) : undefined}
      >
        <p className={classes.title} aria-live="polite">
          {formatDate(focusedDay, language, { yearMonth: true })}
        </p>
      </CalendarHead>
      <MonthGrid label={label} day={focusedDay} min={min} max={max} onMove={moveTo}>
        {(day, tabIndex) => (
          <NumberedDay
            day={day}
            tabIndex={tabIndex}
            number={numbered.get(day)}
            reason={day < min || day > max ? t('date.outside') : unavailableReason(day)}
            onPick={() => {
              setFocusedDay(day)
              onPick(day)
            }}
          />
        )}
      </MonthGrid>
    </div>
  )
}

type DayProps = { day: string; tabIndex: 0 | -1; number: number | undefined; reason: string | undefined; onPick: () => void }

function NumberedDay({ day, tabIndex, number, reason, onPick }: DayProps) {
  const { t } = useTranslation('ui')
  const button = (
    <DayButton
      day={day}
      tabIndex={tabIndex}
      isSelected={number !== undefined}
      // a selected day that became unavailable can still be deselected
      isUnavailable={reason !== undefined && number === undefined}
      details={[number ? t('date.numbered', { number }) : undefined, reason]}
      onPick={onPick}
      className={classes.day}
    >
      {number ? (
        <span className={classes.number} aria-hidden="true">
          {number}
        </span>
      ) : null}
    </DayButton>
  )
  return reason ? <Tooltip label={reason}>{button}</Tooltip> : button
}

/** Legend of the hatched days. */
export function UnavailableLegend({ children }: { children: string }) {
  return (
    <p className={classes.key}>
      <span className={classes.hatch} aria-hidden="true">
        5
      </span>
      {children}
    </p>
  )
}
