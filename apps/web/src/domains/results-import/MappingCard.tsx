import type { ResultsImport } from '@sukoyaka/wire/boards/results-import'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Segmented } from '../../ui/choice/Segmented.tsx'
import { FieldMessage } from '../../ui/form/FieldMessage.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useChangeResultsImportMutation, useListImportCategoriesQuery } from './api.ts'
import { MappingRow } from './MappingRow.tsx'
import classes from './Tables.module.css'
import { headerOf, type Meaning, missing, needsLook } from './words.ts'

const MeaningDialog = lazy(async () => ({ default: (await import('./MeaningDialog.tsx')).MeaningDialog }))

type Change = { at: number; field?: Meaning['field']; category_id?: number | null; unit?: string | null }

/** Maps each column of the file to an item, with sample values. */
export function MappingCard({ resultsImport, mayChange }: { resultsImport: ResultsImport; mayChange: boolean }) {
  const { t } = useTranslation('results_import')
  const categories = useListImportCategoriesQuery({}).data?.items ?? []
  const [change] = useChangeResultsImportMutation()
  const doubtful = resultsImport.mapping.filter(needsLook)
  const [shown, setShown] = useState<'look' | 'all'>('look')
  // keep a column visible after the user has mapped it
  const [touched, setTouched] = useState<readonly number[]>([])
  const [asked, setAsked] = useState<number>()
  const rows = shown === 'all' ? resultsImport.mapping : resultsImport.mapping.filter((row) => needsLook(row) || touched.includes(row.at))
  const lacking = missing(resultsImport.mapping, resultsImport.tested_on)

  const say = async (said: Change) => {
    setTouched([...touched, said.at])
    const { error } = await change({ id: resultsImport.id, mapping: [said] })
    if (error) toast.error(t('mapping.failed'), { text: 'error' in error ? String(error.error) : undefined, onRetry: () => void say(said) })
  }
  const taken = resultsImport.mapping.filter(({ field, category_id }) => category_id !== null || (field !== null && field !== 'reason')).length
  return (
    <Card title={t('mapping.title')} flush>
      <div className={classes.bar}>
        <p>{t('mapping.summary', { all: resultsImport.mapping.length, count: taken })}</p>
        <div className={classes.grow}>
          <Segmented
            label={t('mapping.title')}
            value={shown}
            onChange={setShown}
            options={[
              { value: 'look', label: `${t('mapping.only')} ${doubtful.length}` },
              { value: 'all', label: t('mapping.all') },
            ]}
          />
        </div>
        {lacking.map((what) => (
          <div key={what} role="alert">
            <FieldMessage id={`missing-${what}`}>{t(`mapping.${what}`)}</FieldMessage>
          </div>
        ))}
      </div>
      {rows.length ? (
        <div className={classes.scroll}>
          <table className={`${classes.table} ${classes.middle}`}>
            <thead>
              <tr>
                <th scope="col">{t('mapping.header')}</th>
                <th scope="col">{t('mapping.samples')}</th>
                <th scope="col">{t('mapping.meaning')}</th>
                <th scope="col">{t('mapping.unit')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <MappingRow
                  key={row.at}
                  row={row}
                  column={resultsImport.columns[row.at]!}
                  category={categories.find(({ id }) => id === row.category_id)}
                  mayChange={mayChange}
                  onAsk={() => setAsked(row.at)}
                  onUnit={(unit) => void say({ at: row.at, unit })}
                />
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
      <Suspense>
        {asked === undefined ? null : (
          <MeaningDialog
            header={headerOf(resultsImport.columns[asked]!, asked, t)}
            samples={resultsImport.columns[asked]!.samples}
            categories={categories}
            onClose={() => setAsked(undefined)}
            onPick={(meaning) => {
              setAsked(undefined)
              void say({ at: asked, ...meaning })
            }}
          />
        )}
      </Suspense>
    </Card>
  )
}
