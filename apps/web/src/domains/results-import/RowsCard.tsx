import { getRejectedRows, importOutcomes } from '@sukoyaka/wire/boards/import-row'
import type { ResultsImport } from '@sukoyaka/wire/boards/results-import'
import { IconDownload } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../api/call-endpoint.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Segmented } from '../../ui/choice/Segmented.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { Empty } from '../../ui/layout/Empty.tsx'
import { withPreviousPage } from '../../ui/loading/previous-page.ts'
import { QueryView } from '../../ui/loading/QueryView.tsx'
import { SkeletonRows } from '../../ui/loading/Skeleton.tsx'
import { useExistingPage } from '../../ui/loading/use-existing-page.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { saveFile } from '../../ui/page/download.ts'
import { useListImportCategoriesQuery, useListImportRowsQuery } from './api.ts'
import { ImportedRow } from './ImportedRow.tsx'
import { Pager } from './Pager.tsx'
import classes from './Tables.module.css'
import { openRowCount } from './words.ts'

type Filter = 'open' | (typeof importOutcomes)[number] | 'all'

/** Rows of the import with their outcome, initially those that need correction, if there are any; with `mayFix`, users can correct these. */
export function RowsCard({ resultsImport, mayFix }: { resultsImport: ResultsImport; mayFix: boolean }) {
  const { t } = useTranslation('results_import')
  const { counts } = resultsImport
  const [chosen, setChosen] = useState<Filter>(openRowCount(counts) ? 'open' : 'all')
  const [page, setPage] = useState(1)
  const outcome = importOutcomes.find((value) => value === chosen)
  const query = useListImportRowsQuery({ id: resultsImport.id, outcome, ...(chosen === 'open' && { open: true }), page })
  const shown = useExistingPage(withPreviousPage(query), page, setPage)
  const categories = useListImportCategoriesQuery({}).data?.items ?? []
  const [toggled, setToggled] = useState<ReadonlyMap<number, boolean>>(new Map())
  // the first row that needs attention is open until the user closes it
  const firstOpen = query.data?.items.find(({ reasons }) => reasons.length)?.line
  const isOpen = (line: number) => toggled.get(line) ?? line === firstOpen
  const focusAfterFix = useFocusAfterFix(shown.currentData)

  return (
    <Card
      title={t('rows.title')}
      count={resultsImport.counts.rows || undefined}
      flush
      action={openRowCount(counts) ? <DownloadRejected resultsImport={resultsImport} /> : undefined}
    >
      <div className={classes.bar}>
        <Segmented
          label={t('rows.filter')}
          value={chosen}
          onChange={(next) => {
            setChosen(next)
            setPage(1)
          }}
          options={[
            { value: 'open' as const, label: `${t('rows.open')} ${openRowCount(counts)}` },
            ...(['changed', 'new', 'same'] as const).map((value) => ({ value, label: `${t(`outcome.${value}`)} ${counts[value]}` })),
            { value: 'all' as const, label: t('rows.all') },
          ]}
        />
      </div>
      <QueryView
        query={shown}
        error={t('rows.failed')}
        empty={<Empty title={t(chosen === 'open' ? 'rows.noneOpen' : 'rows.none')} />}
        skeleton={<SkeletonRows count={5} height={48} />}
      >
        {(data) => (
          <div className={query.currentData ? undefined : classes.previous}>
            <div className={classes.scroll}>
              <table className={classes.table} ref={focusAfterFix.table}>
                <RowsHead />
                <tbody>
                  {data.items.map((row) => (
                    <ImportedRow
                      key={row.line}
                      resultsImport={resultsImport}
                      row={row}
                      categories={categories}
                      mayFix={mayFix}
                      isOpen={isOpen(row.line)}
                      onToggle={() => setToggled(new Map(toggled).set(row.line, !isOpen(row.line)))}
                      onFixed={focusAfterFix.onFixed}
                    />
                  ))}
                </tbody>
              </table>
            </div>
            <Pager page={data.page} count={data.total_count} shownCount={data.items.length} isLast={data.next_page === null} onPage={setPage} />
          </div>
        )}
      </QueryView>
    </Card>
  )
}

function RowsHead() {
  const { t } = useTranslation('results_import')
  return (
    <thead>
      <tr>
        <th scope="col" className={classes.number}>
          {t('rows.line')}
        </th>
        <th scope="col">{t('rows.person')}</th>
        <th scope="col">{t('rows.day')}</th>
        <th scope="col" className={classes.about}>
          {t('rows.detail')}
        </th>
        <th scope="col">{t('rows.outcome')}</th>
        <td />
      </tr>
    </thead>
  )
}

function DownloadRejected({ resultsImport }: { resultsImport: ResultsImport }) {
  const { t } = useTranslation('results_import')
  const [fetch, isFetchingFile] = useCall(getRejectedRows)
  const download = async () => {
    const { data: text, error } = await fetch({ id: resultsImport.id })
    if (error) toast.error(t('rows.downloadFailed'), { text: error.error, onRetry: () => void download() })
    else saveFile(`${resultsImport.name}_${t('file.name')}.csv`, text, 'text/csv;charset=utf-8')
  }
  return (
    <Button kind="ghost" size="small" icon={<IconDownload aria-hidden />} loading={isFetchingFile} onClick={() => void download()}>
      {t('rows.download')}
    </Button>
  )
}

/** After a correction removed its row, focuses the first row that still needs attention. */
const useFocusAfterFix = (shown: unknown) => {
  const table = useRef<HTMLTableElement>(null)
  const isFixed = useRef(false)
  useEffect(() => {
    if (!isFixed.current || shown === undefined) return
    isFixed.current = false
    if (document.activeElement === document.body) table.current?.querySelector<HTMLElement>('[aria-expanded]')?.focus()
  }, [shown])
  return {
    table,
    onFixed: () => {
      isFixed.current = true
    },
  }
}
