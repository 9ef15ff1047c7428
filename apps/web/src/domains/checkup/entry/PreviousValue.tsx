import { formatValue } from '@sukoyaka/rules/value'
import type { ReferenceRange, TestResult } from '@sukoyaka/wire/record/checkup'
import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import { DateText } from '../../../ui/date/DateText.tsx'
import { MarkIcon, type Status, toneOf } from '../../../ui/status/marks.tsx'
import type { Category } from '../api.ts'
import { sideOf } from '../grid/model.ts'
import classes from './EntryTable.module.css'

export function PreviousValue({ result, category, range }: { result: TestResult | undefined; category: Category; range: ReferenceRange | undefined }) {
  const { t } = useTranslation('results')
  if (!result) return <span className={classes.absent}>{t('entry.noPrevious')}</span>
  const tone = toneOf(result.status as Status | null)
  const side = sideOf(result, range)
  const isOut = tone === 'danger' || tone === 'warning'
  return (
    <span className={classes.before}>
      <span className={classes.label}>{t('entry.previous')}</span>
      <span className={clsx(classes.beforeValue, isOut && classes[tone])}>
        {isOut ? <MarkIcon tone={tone} size={10} /> : null}
        {formatValue(result, category)}
      </span>
      <span className={clsx(classes.beforeFlag, isOut && classes[tone])}>{isOut && side ? (side === 'high' ? 'H' : 'L') : ''}</span>
      <span className={classes.beforeDay}>
        <DateText value={result.recorded_at} />
      </span>
    </span>
  )
}
