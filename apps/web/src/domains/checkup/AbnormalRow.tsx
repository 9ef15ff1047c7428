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
import { Later } from './explain/Later.tsx'
import { FarWord } from './FarWord.tsx'
import { useNewestValueTexts } from './newest-value-texts.ts'

const isThisYear = (instant: string) => tokyoDay(instant).slice(0, 4) === tokyoDay(new Date()).slice(0, 4)

export function AbnormalRow({ user_id, newestValue }: { user_id: number; newestValue: NewestValue }) {
  const { t } = useTranslation('checkup')
  const { newest, status, isFar, range, points } = newestValue
  const texts = useNewestValueTexts(newestValue)
  const day = <DateText value={newest.recorded_at} year={!isThisYear(newest.recorded_at)} />
  return (
    <tr>
      <th scope="row" className={classes.item}>
        <Link className={classes.link} to={`/${user_id}/database`} state={{ category_id: newestValue.category.id }} lang={texts.nameLang}>
          {texts.name}
        </Link>
        {isFar || newest.is_serious ? (
          <>
            {' '}
            <FarWord isSerious={newest.is_serious} />
          </>
        ) : null}
        <Later newestValue={newestValue} audience="staff" />
        <span className={classes.narrow}>
          {day}
          {'\u2002'}
          {texts.range ? t('abnormal.within', { range: texts.range }) : null}
        </span>
      </th>
      <td className={classes.value}>
        <span className={classes.measured}>
          <span>
            <span className={classes.number}>{texts.value}</span> <span className={classes.unit}>{texts.unit}</span>
          </span>
          <span className={classes.flag}>{texts.direction ? <Flag direction={texts.direction} status={status} /> : null}</span>
          <span className="visually-hidden">{texts.status}</span>
        </span>
      </td>
      <td className={clsx(classes.wide, classes.range)}>{texts.range}</td>
      <td className={classes.bar}>
        {range ? (
          <RangeBar
            value={newest.value}
            status={status}
            band={range.healthy}
            {...scaleOf([newest.value], range)}
            width={98}
            label={t('abnormal.bar', { name: texts.name, value: texts.valueWithUnit, range: texts.range, status: texts.status })}
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
          label={texts.trend}
        />
      </td>
      <td className={clsx(classes.wide, classes.day)}>{day}</td>
    </tr>
  )
}
