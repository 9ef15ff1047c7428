import { tokyoStartOfDay } from '@sukoyaka/rules/time'
import type { DeviceDay, DeviceSync } from '@sukoyaka/wire/record/device-day'
import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { Empty } from '../../ui/layout/Empty.tsx'
import { listSeparator } from '../../ui/text/list-separator.ts'
import classes from './Derivation.module.css'
import legend from './Legend.module.css'
import { PreferDevice } from './PreferDevice.tsx'
import { useSourceNames } from './use-source-names.ts'
import { valueText } from './words.ts'

type Part = DeviceDay['sources'][number]
type Names = ReadonlyMap<number, string>
const hourMs = 3_600_000
/** Hour at which the timeline begins, relative to midnight: the sleep of a day includes the evening before. */
const beginsAt = { sleep: -6, other: 0 }

/** How the value of a day was derived, in words, as a timeline and as a table. */
export function Derivation({ user_id, why, sources }: { user_id: number; why: DeviceDay; sources: DeviceSync['sources'] }) {
  const { t } = useTranslation('device')
  const names = useSourceNames(sources)
  if (why.value === null) return <Empty title={t('why.none')} />
  return (
    <>
      <p className={classes.number}>{valueText(t, why.kind, why.value)}</p>
      <DerivationWords why={why} names={names} />
      {why.landing === 'kept' ? <PreferDevice user_id={user_id} why={why} /> : null}
      <Timeline why={why} names={names} />
      <DerivationTable why={why} names={names} />
      <p className={classes.rule}>
        {t('why.rule')}
        {why.kind === 'sleep' ? ` ${t('why.night')}` : null}
      </p>
    </>
  )
}

function DerivationWords({ why: { kind, landing, sources }, names }: { why: DeviceDay; names: Names }) {
  const { t } = useTranslation('device')
  const language = useLanguage()
  const counted = sources.filter(({ counted }) => counted > 0)
  const [first, ...rest] = counted
  const partOf = (part: Part) => ({ name: names.get(part.source_id), value: valueText(t, kind, part.counted) })
  const others = rest.map((part) => t('why.part', partOf(part))).join(listSeparator(language))
  const dropped = sources.reduce((sum, part) => sum + part.dropped, 0)
  const count = sources.reduce((sum, part) => sum + part.dropped_samples, 0)
  return (
    <>
      <p className={classes.words}>
        {first ? (rest.length ? t('why.more', { ...partOf(first), others }) : t('why.one', partOf(first))) : t('why.zero')}
        {dropped > 0 ? ` ${t('why.dropped', { value: valueText(t, kind, Math.round(dropped * 100) / 100), count })}` : null}
      </p>
      {landing === 'landed' ? null : <p className={classes.note}>{t(landing ? `why.${landing}` : 'why.deriving')}</p>}
    </>
  )
}

/** When each device was counted and when it was left out. The table says the same in numbers. */
function Timeline({ why: { day, kind, sources, silent_source_ids }, names }: { why: DeviceDay; names: Names }) {
  const { t } = useTranslation('device')
  const from = tokyoStartOfDay(day).getTime() + (kind === 'sleep' ? beginsAt.sleep : beginsAt.other) * hourMs
  const percent = (instant: string) => Math.min(100, Math.max(0, ((Date.parse(instant) - from) / (24 * hourMs)) * 100))
  const firstHour = kind === 'sleep' ? 24 + beginsAt.sleep : 0
  const hours = [0, 6, 12, 18, 24].map((hour) => (kind === 'sleep' ? (firstHour + hour) % 24 : hour))
  return (
    <div aria-hidden="true">
      <div className={classes.chart}>
        {sources.map((part) => (
          <TimelineRow key={part.source_id} name={names.get(part.source_id)} spans={part.spans} percent={percent} />
        ))}
        {silent_source_ids.map((id) => (
          <TimelineRow key={id} name={names.get(id)} spans={[]} percent={percent} />
        ))}
        <div className={classes.hours}>
          {hours.map((hour, at) => (
            // the first and the last hour may be the same
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
            <span key={at}>{t('why.hour', { hour })}</span>
          ))}
        </div>
      </div>
      <p className={legend.legend}>
        <span>
          <i className={clsx(classes.span, classes.sample)} />
          {t('why.counted')}
        </span>
        <span>
          <i className={clsx(classes.span, classes.dropped, classes.sample)} />
          {t('why.removed')}
        </span>
        <span>
          <i className={classes.none} />
          {t('why.noRecord')}
        </span>
      </p>
    </div>
  )
}

type TimelineRowProps = { name: string | undefined; spans: Part['spans']; percent: (instant: string) => number }

function TimelineRow({ name, spans, percent }: TimelineRowProps) {
  return (
    <>
      <span className={classes.source}>{name}</span>
      <span className={classes.line}>
        {spans.map(({ started_at, ended_at, is_counted }) => (
          <span
            key={`${started_at} ${is_counted}`}
            className={clsx(classes.span, !is_counted && classes.dropped)}
            style={{ left: `${percent(started_at)}%`, width: `${percent(ended_at) - percent(started_at)}%` }}
          />
        ))}
      </span>
    </>
  )
}

function DerivationTable({ why: { kind, sources, value, silent_source_ids }, names }: { why: DeviceDay; names: Names }) {
  const { t } = useTranslation('device')
  const print = (number: number) => (kind === 'sleep' ? valueText(t, kind, number) : number.toLocaleString('en-US'))
  const sum = (field: 'arrived' | 'dropped') => Math.round(sources.reduce((total, part) => total + part[field], 0) * 100) / 100
  return (
    <table className={classes.table}>
      <caption className="visually-hidden">{t(`kind.${kind}`)}</caption>
      <thead>
        <tr>
          <th scope="col">{t('why.device')}</th>
          <th scope="col">{t('why.arrivedColumn')}</th>
          <th scope="col">{t('why.counted')}</th>
          <th scope="col">{t('why.droppedColumn')}</th>
        </tr>
      </thead>
      <tbody>
        {sources.map((part) => (
          <tr key={part.source_id}>
            <th scope="row">{names.get(part.source_id)}</th>
            <td>{print(part.arrived)}</td>
            <td className={classes.counted}>{print(part.counted)}</td>
            <td>{print(part.dropped)}</td>
          </tr>
        ))}
        {silent_source_ids.map((id) => (
          <tr key={id}>
            <th scope="row">{names.get(id)}</th>
            <td colSpan={3}>{t('why.silent')}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t('why.sum')}</th>
          <td>{print(sum('arrived'))}</td>
          <td>{print(value ?? 0)}</td>
          <td>{print(sum('dropped'))}</td>
        </tr>
      </tfoot>
    </table>
  )
}
