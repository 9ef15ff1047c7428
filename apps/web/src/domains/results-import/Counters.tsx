import type { ResultsImport } from '@sukoyaka/wire/boards/results-import'
import { useTranslation } from 'react-i18next'
import classes from './Detail.module.css'
import { formatInteger, openRowCount } from './words.ts'

/** Numbers of rows and values: what the import will write, and what it leaves out until somebody corrects it. */
export function Counters({ counts }: Pick<ResultsImport, 'counts'>) {
  const { t } = useTranslation('results_import')
  const items = [
    { label: t('count.open'), count: openRowCount(counts), needsAttention: openRowCount(counts) > 0 },
    { label: t('count.rows'), count: counts.rows },
    { label: t('count.taken'), count: counts.new + counts.changed },
    { label: t('count.refused'), count: counts.refused },
    {
      label: t('count.values'),
      count: counts.values_new + counts.values_changed,
      detail: counts.cells_open ? t('count.valuesLeft', { count: counts.cells_open }) : '',
    },
  ]
  return (
    <dl className={classes.counters}>
      {items.map(({ label, count, needsAttention, detail }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <b data-attention={needsAttention || undefined}>{formatInteger(count)}</b>
            {detail ? <small>{detail}</small> : null}
          </dd>
        </div>
      ))}
    </dl>
  )
}
