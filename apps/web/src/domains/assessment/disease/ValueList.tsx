import type { Disease } from '@sukoyaka/wire/care/assessment'
import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import { DateText } from '../../../ui/date/DateText.tsx'
import { SkeletonLines } from '../../../ui/loading/Skeleton.tsx'
import { Flag } from '../../../ui/status/Flag.tsx'
import { StatusMark } from '../../../ui/status/StatusMark.tsx'
import classes from './DiseasePanel.module.css'
import type { Facts } from './facts.ts'

/** The patient’s newest values of the disease’s numeric indicators, in the order of their `priority`. */
export function ValueList({ indicators, measured }: { indicators: NonNullable<Disease['indicators']>; measured: Facts['measured'] }) {
  const { t } = useTranslation('assessment')
  const numeric = indicators.filter(({ type }) => type === 'numeric_test_result_category').toSorted((a, b) => a.priority - b.priority)
  if (numeric.length === 0) return <p className={classes.none}>{t('panel.noIndicators')}</p>
  if (measured === 'failed') return <p className={classes.none}>{t('panel.valuesFailed')}</p>
  if (!measured) return <SkeletonLines count={numeric.length} />
  return (
    <ul>
      {numeric.map(({ id, display_name }) => {
        const value = measured.find(({ category_id }) => category_id === id)
        return (
          <li key={id} className={clsx(classes.row, classes.valueRow)}>
            <span className={classes.item}>
              {value?.status === 1 || value?.status === 2 ? <StatusMark status={value.status} audience="staff" withWord={false} /> : null}
              {display_name}
            </span>
            {value ? (
              <>
                <span className={classes.value}>
                  <span className={classes.number}>{value.value}</span> <span className={classes.unit}>{value.unit}</span>
                </span>
                <span className={classes.flag}>{value.direction ? <Flag direction={value.direction} status={value.status} /> : null}</span>
                <span className={classes.day}>
                  <DateText value={value.recorded_at} />
                </span>
              </>
            ) : (
              <span className={classes.absent}>{t('panel.noValue')}</span>
            )}
          </li>
        )
      })}
    </ul>
  )
}
