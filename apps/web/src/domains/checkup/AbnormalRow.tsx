import { tokyoDay } from '@sukoyaka/rules/time'
import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { RangeBar } from '../../ui/chart/RangeBar.tsx'
import { Sparkline } from '../../ui/chart/Sparkline.tsx'
import { DateText } from '../../ui/date/DateText.tsx'
import { Flag } from '../../ui/status/Flag.tsx'
import { StatusMark } from '../../ui/status/StatusMark.tsx'
import classes from './AbnormalCard.module.css'
import { type NewestValue, scaleOf } from './abnormal.ts'
import { useWords } from './words.ts'

const isThisYear = (instant: string) => tokyoDay(instant).slice(0, 4) === tokyoDay(new Date()).slice(0, 4)

export function AbnormalRow({ user_id, newestValue }: { user_id: number; newestValue: NewestValue }) {
  const { t } = useTranslation('checkup')
  const { newest, status, range, points } = newestValue
  const words = useWords()(newestValue)
  const day = <DateText value={newest.recorded_at} year={!isThisYear(newest.recorded_at)} />
  return (
    <tr>
      <th scope="row" className={classes.item}>
        <Link className={classes.link} to={`/${user_id}/database`} state={{ category_id: newestValue.category.id }} lang={words.nameLang}>
          {words.name}
        </Link>
        <span className={classes.narrow}>
          {day}
          {'\u2002'}
          {words.range ? t('abnormal.within', { range: words.range }) : null}
        </span>
      </th>
      <td className={classes.value}>
        <span className={classes.measured}>
          <span>
            <span className={classes.number}>{words.value}</span> <span className={classes.unit}>{words.unit}</span>
          </span>
          <span className={classes.flag}>{words.direction ? <Flag direction={words.direction} status={status} /> : null}</span>
          <span className="visually-hidden">{words.status}</span>
        </span>
      </td>
      <td className={clsx(classes.wide, classes.range)}>{words.range}</td>
      <td className={classes.bar}>
        {range ? (
          <RangeBar
            value={newest.value}
            status={status}
            band={range.healthy}
            {...scaleOf([newest.value], range)}
            width={98}
            label={t('abnormal.bar', { name: words.name, value: words.valueWithUnit, range: words.range, status: words.status })}
          />
        ) : (
          <StatusMark status={status} audience="staff" />
        )}
      </td>
      <td className={clsx(classes.wide, classes.trend)}>
        <Sparkline
          points={points.map((point) => ({ ...point, status: (point.status ?? undefined) as NewestValue['status'] }))}
          band={range?.healthy ?? null}
          width={98}
          label={words.trend}
        />
      </td>
      <td className={clsx(classes.wide, classes.day)}>{day}</td>
    </tr>
  )
}
