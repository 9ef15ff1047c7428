import type { ResultsImport } from '@sukoyaka/wire/boards/results-import'
import { clsx } from 'clsx'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Segmented } from '../../ui/choice/Segmented.tsx'
import { FieldMessage } from '../../ui/form/FieldMessage.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { Empty } from '../../ui/layout/Empty.tsx'
import { lazyNamed } from '../../ui/loading/lazy-named.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { useChangeResultsImportMutation, useListImportCategoriesQuery } from './api.ts'
import { MappingRow } from './MappingRow.tsx'
import classes from './Tables.module.css'
import { headerOf, isDoubtful, isLeftOut, type Meaning, missingFields } from './words.ts'

const MeaningDialog = lazyNamed(() => import('./MeaningDialog.tsx'), 'MeaningDialog')

type Change = { at: number; field?: Meaning['field']; category_id?: number | null; unit?: string | null }

type Filter = 'doubtful' | 'leftOut' | 'all'

/** The columns that need attention, those left out, or all. */
const useFilteredRows = ({ mapping }: ResultsImport, mayChange: boolean) => {
  const counts = { doubtful: mapping.filter(isDoubtful).length, leftOut: mapping.filter(isLeftOut).length, all: mapping.length }
  const [filter, setFilter] = useState<Filter>(() => (!mayChange ? 'all' : counts.doubtful ? 'doubtful' : counts.leftOut ? 'leftOut' : 'all'))
  // keep a column visible after the user has mapped it
  const [kept, setKept] = useState<readonly number[]>([])
  const isShown = filter === 'doubtful' ? isDoubtful : isLeftOut
  return {
    rows: filter === 'all' ? mapping : mapping.filter((row) => isShown(row) || kept.includes(row.at)),
    filter,
    counts,
    setFilter: (next: Filter) => {
      setFilter(next)
      setKept([])
    },
    keep: (at: number) => setKept([...kept, at]),
  }
}

/** Maps the columns of the file to fields and items, with sample values. */
export function MappingCard({ resultsImport, mayChange }: { resultsImport: ResultsImport; mayChange: boolean }) {
  const { t } = useTranslation('results_import')
  const categories = useListImportCategoriesQuery({}).data?.items ?? []
  const [change] = useChangeResultsImportMutation()
  const { rows, filter, counts, setFilter, keep } = useFilteredRows(resultsImport, mayChange)
  const [openColumn, setOpenColumn] = useState<number>()
  const lacking = missingFields(resultsImport.mapping, resultsImport.tested_on)

  const saveChange = async (mappingChange: Change) => {
    keep(mappingChange.at)
    const { error } = await change({ id: resultsImport.id, mapping: [mappingChange] })
    if (error) toast.error(t('mapping.failed'), { text: 'error' in error ? String(error.error) : undefined, onRetry: () => void saveChange(mappingChange) })
  }
  return (
    <Card title={t('mapping.title')} flush>
      <div className={classes.bar}>
        <p>
          {t(resultsImport.state === 'applied' ? 'mapping.summaryDone' : 'mapping.summary', {
            all: resultsImport.mapping.length,
            count: usedColumnsOf(resultsImport),
          })}
        </p>
        <div className={classes.grow}>
          <MappingFilter value={filter} counts={counts} onChange={setFilter} />
        </div>
        {lacking.map((field) => (
          <div key={field} role="alert">
            <FieldMessage id={`missing-${field}`}>{t(`mapping.${field}`)}</FieldMessage>
          </div>
        ))}
      </div>
      {rows.length ? (
        <div className={classes.scroll}>
          <table className={clsx(classes.table, classes.middle)}>
            <MappingHead />
            <tbody>
              {rows.map((row) => (
                <MappingRow
                  key={row.at}
                  row={row}
                  column={resultsImport.columns[row.at]!}
                  category={categories.find(({ id }) => id === row.category_id)}
                  mayChange={mayChange}
                  onEdit={() => setOpenColumn(row.at)}
                  onConfirm={() => void saveChange({ at: row.at, field: row.field, category_id: row.category_id, unit: row.unit })}
                  onUnit={(unit) => void saveChange({ at: row.at, unit })}
                />
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <Empty title={t('mapping.noneDoubtful')} />
      )}
      <Suspense>
        {openColumn === undefined ? null : (
          <MeaningDialog
            header={headerOf(resultsImport.columns[openColumn]!, openColumn, t)}
            samples={resultsImport.columns[openColumn]!.samples}
            categories={categories}
            onClose={() => setOpenColumn(undefined)}
            onPick={(meaning) => {
              setOpenColumn(undefined)
              void saveChange({ at: openColumn, ...meaning })
            }}
          />
        )}
      </Suspense>
    </Card>
  )
}

function MappingFilter({ value, counts, onChange }: { value: Filter; counts: Record<Filter, number>; onChange: (filter: Filter) => void }) {
  const { t } = useTranslation('results_import')
  return (
    <Segmented
      label={t('mapping.title')}
      value={value}
      onChange={onChange}
      options={[
        { value: 'doubtful', label: `${t('mapping.only')} ${counts.doubtful}` },
        { value: 'leftOut', label: `${t('mapping.leftOut')} ${counts.leftOut}` },
        { value: 'all', label: `${t('mapping.all')} ${counts.all}` },
      ]}
    />
  )
}

function MappingHead() {
  const { t } = useTranslation('results_import')
  return (
    <thead>
      <tr>
        <th scope="col">{t('mapping.header')}</th>
        <th scope="col">{t('mapping.samples')}</th>
        <th scope="col">{t('mapping.meaning')}</th>
        <th scope="col">{t('mapping.unit')}</th>
      </tr>
    </thead>
  )
}

const usedColumnsOf = ({ mapping }: ResultsImport) =>
  mapping.filter(({ field, category_id }) => category_id !== null || (field !== null && field !== 'reason')).length
