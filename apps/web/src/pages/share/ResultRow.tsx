import { formatUnit } from '@sukoyaka/rules/record/answer'
import { directionOf } from '@sukoyaka/rules/record/checkup'
import { formatRange, formatValue } from '@sukoyaka/rules/value'
import { useTranslation } from 'react-i18next'
import { scaleOf } from '../../domains/checkup/abnormal.ts'
import { RangeBar } from '../../ui/chart/RangeBar.tsx'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { Flag } from '../../ui/status/Flag.tsx'
import { MarkIcon, type Status, toneOf } from '../../ui/status/marks.tsx'
import { recordLang } from '../../ui/text/record-lang.ts'
import classes from './Results.module.css'
import { isMarked, type SharedItem, type SharedValue } from './results.ts'

const noLimits = { below: null, above: null }
const statusOf = ({ status }: SharedValue) => (status ?? undefined) as Status

export function ResultRow({ item }: { item: SharedItem }) {
  const { t } = useTranslation(['share', 'ui'])
  const language = useLanguage()
  const [newest] = item.values
  // the healthy range of the newest value that has a range: ranges change, and each value was judged by the range of its day
  const healthyRange = item.values.find((value) => value?.healthy)?.healthy
  const range = healthyRange ? formatRange(healthyRange, item) : ''
  const unit = formatUnit(item.unit_display, language)
  const rangeText = [range, unit].filter(Boolean).join(' ')
  const tone = toneOf(newest ? statusOf(newest) : undefined)
  const label = newest ? t('share:results.bar', { name: item.display_name, value: formatValue(newest, item), range, status: t(`ui:status.staff.${tone}`) }) : ''
  return (
    <tr>
      <th scope="row" lang={recordLang(item.display_name, language)}>
        {item.display_name}
        <span className={classes.narrow}>{rangeText}</span>
      </th>
      <td className={classes.wide}>{rangeText}</td>
      {item.values.map((value, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the index stands for the checkup: every row has one value or null per checkup
        <td key={index} className={index ? classes.value : classes.newest}>
          {value ? <Value value={value} item={item} isNewest={index === 0} /> : <NoValue />}
        </td>
      ))}
      <td className={classes.bar}>
        {newest?.healthy && !item.value_labels ? (
          <RangeBar
            value={newest.value}
            status={statusOf(newest)}
            band={newest.healthy}
            {...scaleOf([newest.value], { healthy: newest.healthy, unhealthy: noLimits })}
            width={120}
            label={label}
          />
        ) : null}
      </td>
    </tr>
  )
}

function Value({ value, item, isNewest }: { value: SharedValue; item: SharedItem; isNewest: boolean }) {
  const { t } = useTranslation('ui')
  const status = statusOf(value)
  const tone = toneOf(status)
  const direction = value.healthy && !item.value_labels ? directionOf(value, { healthy: value.healthy }) : undefined
  return (
    <span className={classes.measured}>
      {isNewest && isMarked(value) ? <MarkIcon tone={tone} /> : null}
      <span className={classes.number}>{formatValue(value, item)}</span>
      <span className={classes.flag}>{direction && status ? <Flag direction={direction} status={status} /> : null}</span>
      {!isMarked(value) || (direction && status) ? null : <span className="visually-hidden">{t(`status.staff.${tone}`)}</span>}
    </span>
  )
}

function NoValue() {
  const { t } = useTranslation('share')
  return (
    <span className={classes.measured}>
      <span className={classes.none} aria-hidden="true">
        ·
      </span>
      <span className="visually-hidden">{t('results.noValue')}</span>
      <span className={classes.flag} />
    </span>
  )
}
