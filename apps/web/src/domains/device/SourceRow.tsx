import { deviceKindOf } from '@sukoyaka/rules/record/device/source'
import { addDays, tokyoDay } from '@sukoyaka/rules/time'
import type { SampleType } from '@sukoyaka/wire/record/device'
import type { DeviceSync } from '@sukoyaka/wire/record/device-day'
import { IconCheck, IconClockExclamation, IconDeviceMobile, IconDevices, IconDeviceWatch } from '@tabler/icons-react'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate, formatWeekday, useLanguage } from '../../ui/date/tokyo.ts'
import classes from './Devices.module.css'
import { dayGaps, fullDaysSince, gapText, hourGaps, momentText, partOfToday, partsOfDay } from './words.ts'

export type Source = DeviceSync['sources'][number]
const pictures = { watch: IconDeviceWatch, phone: IconDeviceMobile, other: IconDevices }
const lateDays = 2
export const weekUntil = (today: string) => Array.from({ length: 7 }, (_, at) => addDays(today, at - 6))

const latestOf = ({ series }: Source, types: readonly SampleType[], field: 'posted_at' | 'last_ended_at'): string | undefined =>
  series
    .filter(({ type }) => types.includes(type))
    .map((each) => each[field])
    .sort()
    .at(-1)

/** When the last record of these types arrived; undefined if none did. */
export const lastPostOf = (source: Source, types: readonly SampleType[]) => latestOf(source, types, 'posted_at')
/** When the device measured last, which may be long before the record arrived. */
const lastMeasurementOf = (source: Source, types: readonly SampleType[]) => latestOf(source, types, 'last_ended_at')

/** `isReadable`: whether more records may arrive. */
type Arrival = { posted_at: string; isReadable: boolean }

/** The last arrival of records of these types. Types that may be read come first, because the others do not arrive any more. */
export const lastArrivalOf = ({ sources, channels }: Pick<DeviceSync, 'sources' | 'channels'>, types: readonly SampleType[]): Arrival | undefined => {
  const denied = new Map(channels.map(({ channel, denied_types }) => [channel, denied_types]))
  const arrivalsOf = (isReadable: boolean) =>
    sources
      .flatMap((source) => {
        const own = types.filter((type) => isReadable !== (denied.get(source.channel)?.includes(type) ?? false))
        return lastPostOf(source, own) ?? []
      })
      .toSorted()
      .map((posted_at) => ({ posted_at, isReadable }))
  return arrivalsOf(true).at(-1) ?? arrivalsOf(false).at(-1)
}

export function LastPost({ arrival: { posted_at, isReadable }, children }: { arrival: Arrival; children?: ReactNode }) {
  const { t } = useTranslation('device')
  const language = useLanguage()
  const days = fullDaysSince(posted_at)
  return (
    <p className={classes.state}>
      {days >= lateDays ? (
        <span className={clsx(classes.line, classes.late)}>
          <IconClockExclamation aria-hidden />
          {t('stale', { count: days })}
        </span>
      ) : (
        <span className={clsx(classes.line, isReadable && classes.arrived)}>
          {isReadable ? <IconCheck aria-hidden /> : null}
          {t('arrived', { time: momentText(posted_at, language) })}
        </span>
      )}
      {children}
    </p>
  )
}

type Props = {
  source: Source
  channels: DeviceSync['channels']
  name: string
  place: number
  types: readonly SampleType[]
  hasHours: boolean
  moves: ReactNode
}

/** Bar of one day. Gaps are hatched; hours still to come have a style of their own. */
function DayBar({ parts, until }: { parts: { from: number; to: number }[]; until: number }) {
  const at = (from: number, to: number) => ({ insetInlineStart: `${100 * from}%`, inlineSize: `${100 * (to - from)}%` })
  return (
    <span className={clsx(classes.bar, classes.day)}>
      {parts.map(({ from, to }) => (
        <span key={from} className={clsx(classes.bar, classes.hatched)} style={at(from, to)} />
      ))}
      {until < 1 ? <span className={classes.future} style={at(until, 1)} /> : null}
    </span>
  )
}

/** Row of a source: its place in the order, name, time of the last post, and the last seven days with their gaps, by the hour if `hasHours`. */
export function SourceRow({ source, channels, name, place, types, hasHours, moves }: Props) {
  const { t } = useTranslation('device')
  const language = useLanguage()
  const Picture = pictures[deviceKindOf(source)]
  const days = [...new Set(source.series.filter(({ type }) => types.includes(type)).flatMap((series) => series.days))]
  const today = tokyoDay(new Date())
  const week = weekUntil(today)
  const arrival = lastArrivalOf({ sources: [source], channels }, types)
  const measured_at = lastMeasurementOf(source, types)
  const shortDay = (day: string) => formatDate(day, language, { year: false, weekday: true })
  const gaps = hasHours
    ? hourGaps(source.gaps, week).map((gap) => gapText(gap, language))
    : dayGaps(week, days).map(({ from, to }) => (from === to ? shortDay(from) : `${shortDay(from)}–${shortDay(to)}`))
  const arrived = week.filter((day) => days.includes(day)).map(shortDay)
  return (
    <div className={classes.source}>
      <span className={classes.place}>{place + 1}</span>
      <span className={classes.picture}>
        <Picture aria-hidden />
      </span>
      <div className={classes.about}>
        <p className={classes.name}>{name}</p>
        {arrival ? (
          <LastPost arrival={arrival}>
            <span>{t(`channel.${source.channel}`)}</span>
            {measured_at && tokyoDay(measured_at) < week[0]! ? <span>{t('measured', { day: formatDate(measured_at, language) })}</span> : null}
          </LastPost>
        ) : null}
      </div>
      <div className={classes.moves}>{moves}</div>
      <div className={classes.week} aria-hidden="true">
        {week.map((day) => (
          <span key={day} className={day === today ? classes.today : undefined}>
            {hasHours ? (
              <DayBar parts={partsOfDay(source.gaps, day)} until={day === today ? partOfToday() : 1} />
            ) : (
              <span className={clsx(classes.bar, !days.includes(day) && classes.hatched)} />
            )}
            {formatWeekday(day, language, 'narrow')}
          </span>
        ))}
      </div>
      <p className="visually-hidden">{t('days.say', { days: arrived.join(', ') || t('days.none') })}</p>
      {gaps.map((text) => (
        <p key={text} className={classes.gap}>
          <strong>
            {t('gap')} {text}
          </strong>{' '}
          {t('gap.text', { name })}
        </p>
      ))}
    </div>
  )
}
