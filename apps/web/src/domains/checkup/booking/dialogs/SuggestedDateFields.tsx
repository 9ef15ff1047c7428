import type { Facility } from '@sukoyaka/wire/people/facility'
import { maxSuggestedDatetimes } from '@sukoyaka/wire/record/booked'
import { IconX } from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../../ui/button/IconButton.tsx'
import { MonthDays, UnavailableLegend } from '../../../../ui/date/MonthDays.tsx'
import { clampDay } from '../../../../ui/date/month.ts'
import { formatDate, useLanguage } from '../../../../ui/date/tokyo.ts'
import { FieldMessage } from '../../../../ui/form/FieldMessage.tsx'
import { ErrorState } from '../../../../ui/layout/Empty.tsx'
import { OrderedRows } from '../../../../ui/layout/OrderedRows.tsx'
import { moveItem, type SuggestedDate, startsOn, toggleSuggestedDate } from '../suggested-dates.ts'
import { bookableDays, firstSelectableDay, useOpenings, useUnavailableReason } from '../use-days.ts'
import classes from './SuggestedDates.module.css'

type Lead = { lead_days: number | null; lead_is_business: boolean }
type Props = {
  /** Null for a checkup without a facility on this platform, and so without booking rules. */
  facility: Facility | null
  /** Course and options, which can require a longer lead time. */
  menuItems: readonly Lead[]
  value: readonly SuggestedDate[]
  onChange: (suggestedDates: SuggestedDate[]) => void
  /** Day at which the calendar opens while no date is chosen, for example the booked day; default: the first selectable day. */
  start?: string
  /** Pick a single final date instead of suggested dates. */
  single?: boolean
  error?: string
}

/** Calendar to pick dates, followed by their order and times. */
export function SuggestedDateFields({ facility, menuItems, value, onChange, start, single = false, error }: Props) {
  const { t } = useTranslation('booking')
  const { min, max } = bookableDays()
  const maxCount = single ? 1 : maxSuggestedDatetimes
  const [shownMonth, setShownMonth] = useState<string>()
  const [first, setFirst] = useState(value[0]?.day ?? (start && clampDay(start, min, max)))
  const { openings, reload: reloadOpenings } = useOpenings(facility?.id, shownMonth ?? (first ?? min).slice(0, 7))
  const { unavailableReason, isReady, reload = reloadOpenings } = useUnavailableReason(facility, menuItems, openings)
  const [isLimitReached, setIsLimitReached] = useState(false)
  const numbered = useMemo(() => new Map(value.map(({ day }, at) => [day, single ? 0 : at + 1])), [value, single])
  const times = facility ? (facility.start_times ?? []) : null

  useEffect(() => {
    if (isReady && !first) setFirst(firstSelectableDay(min, unavailableReason))
  }, [isReady, first, min, unavailableReason])

  const pick = (day: string) => {
    const starts = startsOn(day, times, openings)
    // default to the previous date's time where it is available
    const before = value.at(-1)?.time
    const open = starts.filter(({ isFull }) => !isFull)
    const time = open.find((start) => start.time === before)?.time ?? open[0]?.time
    if (!time) return
    setIsLimitReached(!single && value.length >= maxCount && !value.some((suggestedDate) => suggestedDate.day === day))
    onChange(toggleSuggestedDate(value, { day, time }, maxCount))
  }
  const setTime = (at: number, time: string) => onChange(value.map((suggestedDate, index) => (index === at ? { ...suggestedDate, time } : suggestedDate)))
  const nameOf = (_: SuggestedDate, at: number) => (single ? t('suggestedDate.date') : t('suggestedDate.nth', { number: at + 1 }))
  return (
    <div className={classes.suggestedDates} data-error={error ? '' : undefined}>
      {reload ? (
        <ErrorState title={t('days.error')} onRetry={reload} />
      ) : (
        <>
          <MonthDays
            key={first}
            label={single ? t('suggestedDate.calendarOne') : t('suggestedDate.calendar')}
            numbered={numbered}
            unavailableReason={unavailableReason}
            onPick={pick}
            min={min}
            max={max}
            start={shownMonth ? `${shownMonth}-01` : first}
            onMonth={setShownMonth}
          />
          <UnavailableLegend>{t('days.forbidden')}</UnavailableLegend>
        </>
      )}
      {value.length ? (
        <OrderedRows
          label={single ? t('suggestedDate.date') : t('suggestedDate.list')}
          items={value}
          keyOf={({ day }) => day}
          nameOf={nameOf}
          onMove={single ? undefined : (from, to) => onChange(moveItem(value, from, to))}
        >
          {(suggestedDate, at) => (
            <Row
              suggestedDate={suggestedDate}
              name={nameOf(suggestedDate, at)}
              facility={facility}
              onTime={(time) => setTime(at, time)}
              onRemove={() => onChange(value.filter((item) => item.day !== suggestedDate.day))}
            />
          )}
        </OrderedRows>
      ) : (
        <p className={classes.none}>{single ? t('suggestedDate.noneOne') : t('suggestedDate.none')}</p>
      )}
      <div role="alert">
        {error || (isLimitReached && value.length >= maxCount) ? (
          <FieldMessage id="suggestedDates-error">{error ?? t('suggestedDate.enough', { max: maxCount })}</FieldMessage>
        ) : null}
      </div>
    </div>
  )
}

type RowProps = { suggestedDate: SuggestedDate; name: string; facility: Facility | null; onTime: (time: string) => void; onRemove: () => void }

function Row({ suggestedDate, name, facility, onTime, onRemove }: RowProps) {
  const { t } = useTranslation('booking')
  const language = useLanguage()
  const { openings } = useOpenings(facility?.id, suggestedDate.day.slice(0, 7))
  const starts = startsOn(suggestedDate.day, facility ? (facility.start_times ?? []) : null, openings)
  const isKnown = starts.some(({ time }) => time === suggestedDate.time)
  return (
    <div className={classes.row}>
      <span className={classes.nth}>{name}</span>
      <span className={classes.day}>{formatDate(suggestedDate.day, language, { weekday: true, year: false })}</span>
      <select
        className={classes.time}
        aria-label={t('suggestedDate.time', { name })}
        value={suggestedDate.time}
        onChange={(event) => onTime(event.currentTarget.value)}
      >
        {isKnown ? null : <option value={suggestedDate.time}>{suggestedDate.time}</option>}
        {starts.map(({ time, isFull }) => (
          <option key={time} value={time} disabled={isFull && time !== suggestedDate.time}>
            {isFull ? t('suggestedDate.full', { time }) : time}
          </option>
        ))}
      </select>
      <IconButton label={t('suggestedDate.remove', { name })} icon={<IconX aria-hidden />} size="small" className={classes.remove} onClick={onRemove} />
    </div>
  )
}
