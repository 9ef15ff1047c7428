import { addDays, addMonths, tokyoDay } from '@sukoyaka/rules/time'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../button/IconButton.tsx'
import { Tooltip } from '../overlay/Tooltip.tsx'
import classes from './MonthDays.module.css'
import { dayAfterKey, weeksOf } from './month.ts'
import { formatDate, intlLocale, useLanguage } from './tokyo.ts'

type Props = {
  label: string
  /** Selected days with their number; 0 if only one is selected. */
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

const anySunday = '2026-11-22'
const clampDay = (day: string, min: string, max: string) => (day < min ? min : day > max ? max : day)

/** Month grid for selecting days. An unavailable day is hatched, stays reachable by arrow keys and states the reason. */
export function MonthDays({ label, numbered, unavailableReason, onPick, min, max, start, onMonth }: Props) {
  const { t } = useTranslation('ui')
  const language = useLanguage()
  const root = useRef<HTMLTableElement>(null)
  const isMovedByKey = useRef(false)
  const [focusedDay, setFocusedDay] = useState(() => clampDay(start ?? min, min, max))
  const month = focusedDay.slice(0, 7)
  const today = tokyoDay(new Date())

  useEffect(() => {
    if (isMovedByKey.current) root.current?.querySelector<HTMLElement>(`[data-day="${focusedDay}"]`)?.focus()
    isMovedByKey.current = false
  }, [focusedDay])

  const focusDay = (day: string) => {
    const next = clampDay(day, min, max)
    setFocusedDay(next)
    if (next.slice(0, 7) !== month) onMonth?.(next.slice(0, 7))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const to = event.altKey || event.ctrlKey || event.metaKey ? undefined : dayAfterKey(focusedDay, event.key)
    if (!to) return
    event.preventDefault()
    isMovedByKey.current = true
    focusDay(to)
  }
  const weekday = (offset: number, look: 'narrow' | 'short' | 'long') =>
    new Intl.DateTimeFormat(intlLocale[language], { weekday: look, timeZone: 'Asia/Tokyo' }).format(new Date(`${addDays(anySunday, offset)}T00:00:00+09:00`))
  return (
    <div className={classes.month}>
      <div className={classes.head}>
        <IconButton
          label={t('date.previous')}
          icon={<IconChevronLeft aria-hidden />}
          size="small"
          disabled={month <= min.slice(0, 7)}
          onClick={() => focusDay(`${addMonths(`${month}-01`, -1).slice(0, 7)}-01`)}
        />
        <p className={classes.title} aria-live="polite">
          {formatDate(focusedDay, language, { yearMonth: true })}
        </p>
        <IconButton
          label={t('date.next')}
          icon={<IconChevronRight aria-hidden />}
          size="small"
          disabled={month >= max.slice(0, 7)}
          onClick={() => focusDay(addMonths(`${month}-01`, 1))}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the grid pattern of ARIA on a table */}
      <table ref={root} role="grid" aria-label={label} className={classes.days} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {[0, 1, 2, 3, 4, 5, 6].map((offset) => (
              <th key={offset} scope="col" abbr={weekday(offset, 'long')}>
                {weekday(offset, language === 'en' ? 'short' : 'narrow')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week.find(Boolean)}>
              {week.map((day, column) =>
                day ? (
                  <td key={day}>
                    <DayButton
                      day={day}
                      number={numbered.get(day)}
                      reason={day < min || day > max ? t('date.outside') : unavailableReason(day)}
                      isToday={day === today}
                      isTabStop={day === focusedDay}
                      onPick={() => {
                        setFocusedDay(day)
                        onPick(day)
                      }}
                    />
                  </td>
                ) : (
                  // biome-ignore lint/suspicious/noArrayIndexKey: an empty cell is identified by its column
                  <td key={column} />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type DayProps = { day: string; number?: number; reason?: string; isToday: boolean; isTabStop: boolean; onPick: () => void }

function DayButton({ day, number, reason, isToday, isTabStop, onPick }: DayProps) {
  const { t } = useTranslation('ui')
  const language = useLanguage()
  const dayText = formatDate(day, language, { weekday: true })
  // a selected day that became unavailable can still be deselected
  const isUnavailable = reason !== undefined && number === undefined
  const words = [dayText, !number ? undefined : t('date.numbered', { number }), reason].filter(Boolean).join(language === 'ja' ? '、' : ', ')
  const button = (
    <button
      type="button"
      data-day={day}
      className={classes.day}
      tabIndex={isTabStop ? 0 : -1}
      aria-disabled={isUnavailable || undefined}
      aria-pressed={number === undefined ? undefined : true}
      aria-current={isToday ? 'date' : undefined}
      onClick={() => !isUnavailable && onPick()}
    >
      <span className="visually-hidden">{words}</span>
      <span aria-hidden="true">{Number(day.slice(8))}</span>
      {!number ? null : (
        <span className={classes.number} aria-hidden="true">
          {number}
        </span>
      )}
    </button>
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
