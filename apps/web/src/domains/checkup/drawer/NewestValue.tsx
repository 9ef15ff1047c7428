import { formatUnit } from '@sukoyaka/rules/record/answer'
import { formatRange, formatValue } from '@sukoyaka/rules/value'
import type { NumericTestResultCategory } from '@sukoyaka/wire/record/checkup'
import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import { RangeBar } from '../../../ui/chart/RangeBar.tsx'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import type { Status } from '../../../ui/status/marks.tsx'
import { StatusMark } from '../../../ui/status/StatusMark.tsx'
import { scaleOf } from '../abnormal.ts'
import { type Row, sideOf } from '../grid/model.ts'
import { type Audience, shownSide } from '../spoken.ts'
import classes from './Drawer.module.css'
import { momentOf } from './period.ts'

/** Newest value of an item with its status, healthy range and day. */
export function NewestValue({ row, audience }: { row: Pick<Row, 'newest' | 'range'> & { category: NumericTestResultCategory }; audience: Audience }) {
  const { t } = useTranslation(['results', 'ui'])
  const { category, newest, range } = row
  const language = useLanguage()
  const unit = formatUnit(category.unit_display, language)
  const value = formatValue(newest, category)
  const printedRange = range ? formatRange(range.healthy, category) : ''
  const side = shownSide(audience, category, sideOf(newest, range))
  return (
    <div className={classes.now}>
      <p className={classes.big}>
        {value} <span className={classes.unit}>{unit}</span>
      </p>
      {range || audience === 'staff' ? (
        <p className={clsx(classes.badge, classes[`s${newest.status ?? 'x'}`])}>
          <StatusMark status={newest.status as Status | null} audience={audience} direction={side} />
          {side && audience === 'staff' ? (
            <>
              <span aria-hidden="true">{side === 'high' ? 'H' : 'L'}</span>
              <span className="visually-hidden">{t(`ui:flag.${side}`)}</span>
            </>
          ) : null}
        </p>
      ) : null}
      <div className={classes.bar}>
        {range ? (
          <>
            <RangeBar
              value={newest.value}
              status={newest.status as Status | null}
              band={range.healthy}
              {...scaleOf([newest.value], range)}
              width={156}
              label={t('results:drawer.bar', { value: `${value} ${unit}`, range: printedRange })}
            />
            <p className={classes.rangeText}>
              {t('results:drawer.range', { range: printedRange })}
              {range.sex === 'any' ? '' : t(`results:drawer.for.${range.sex}`)}
            </p>
          </>
        ) : null}
      </div>
      <p className={classes.when}>
        {t(newest.test_package_id === null ? 'results:drawer.measured' : 'results:drawer.newest', { day: momentOf(newest, language) })}
        {newest.is_serious && audience === 'staff' ? <span className={classes.serious}>{t('results:grid.serious')}</span> : null}
      </p>
    </div>
  )
}
