import { auditOutcomes, exportAuditLogs } from '@sukoyaka/wire/boards/audit'
import type { Input } from '@sukoyaka/wire/endpoint'
import { IconDownload } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useCall } from '../../../api/call-endpoint.ts'
import { selectMe } from '../../../api/session.ts'
import { useAppSelector } from '../../../api/store.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { DatePicker } from '../../../ui/date/DatePicker.tsx'
import { unreadableField } from '../../../ui/date/unreadable.ts'
import { Empty } from '../../../ui/layout/Empty.tsx'
import { FilterSelect } from '../../../ui/layout/FilterBar.tsx'
import { QueryView } from '../../../ui/loading/QueryView.tsx'
import { SkeletonRows } from '../../../ui/loading/Skeleton.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { saveFile } from '../../../ui/page/download.ts'
import { PageError } from '../../../ui/page/page-error.ts'
import { usePageTitle } from '../../../ui/page/title.ts'
import { AdminTabs } from '../AdminTabs.tsx'
import { PersonSearch } from '../PersonSearch.tsx'
import page from '../records/RecordsPage.module.css'
import table from '../records/RecordTable.module.css'
import classes from './AuditPage.module.css'
import { AuditRow } from './AuditRow.tsx'
import { useListAuditLogsQuery } from './audit-api.ts'

const columns = ['at', 'person', 'action', 'patient', 'outcome', 'ip'] as const
type Filters = Input<typeof exportAuditLogs>

/** The audit log; 404 for roles other than admin. */
export function AuditPage() {
  const me = useAppSelector(selectMe)
  if (me?.role !== 'admin') throw new PageError(404)
  return <AuditLog />
}

const useFilters = () => {
  const [params, setParams] = useSearchParams()
  const put = (name: string, value: string | undefined) =>
    setParams((previous) => {
      const next = new URLSearchParams(previous)
      if (value) next.set(name, value)
      else next.delete(name)
      return next
    })
  const idOf = (name: string) => Number(params.get(name)) || undefined
  const filters: Filters = {
    user_id: idOf('user_id'),
    patient_id: idOf('patient_id'),
    outcome: auditOutcomes.find((outcome) => outcome === params.get('outcome')),
    from: params.get('from') ?? undefined,
    to: params.get('to') ?? undefined,
  }
  return { filters, put, key: params.toString() }
}

function AuditLog() {
  const { t } = useTranslation('records')
  const { filters, put, key } = useFilters()
  const [fetchFile, isExporting] = useCall(exportAuditLogs)
  usePageTitle(t('audit.title'))
  const filterBar = useRef<HTMLDivElement>(null)
  const download = async () => {
    const unreadable = unreadableField(filterBar.current)
    if (unreadable) return unreadable.focus()
    const { data, error } = await fetchFile(filters)
    if (error) return void toast.error(t('audit.exportFailed'), { text: error.error })
    saveFile('audit.csv', data, 'text/csv')
    toast.success(t('audit.exported'))
  }
  return (
    <div className={page.page}>
      <AdminTabs />
      <header className={page.head}>
        <h1>{t('audit.title')}</h1>
        <Button icon={<IconDownload aria-hidden />} className={page.add} loading={isExporting} onClick={() => void download()}>
          {t('audit.export')}
        </Button>
      </header>
      <p className={classes.lead}>{t('audit.lead')}</p>
      <section className={page.sheet} aria-label={t('audit.title')}>
        <div ref={filterBar} className={classes.filters}>
          <PersonSearch label={t('audit.person')} id={filters.user_id} onChange={(id) => put('user_id', id?.toString())} />
          <PersonSearch label={t('audit.patient')} id={filters.patient_id} only="patient" onChange={(id) => put('patient_id', id?.toString())} />
          <DatePicker label={t('audit.from')} value={filters.from ?? null} onChange={(day) => put('from', day ?? undefined)} />
          <DatePicker label={t('audit.to')} value={filters.to ?? null} onChange={(day) => put('to', day ?? undefined)} />
          <FilterSelect label={t('audit.outcome')} value={filters.outcome ?? ''} onChange={(outcome) => put('outcome', outcome)}>
            <option value="">{t('all')}</option>
            {auditOutcomes.map((outcome) => (
              <option key={outcome} value={outcome}>
                {t(`audit.outcome.${outcome}`)}
              </option>
            ))}
          </FilterSelect>
        </div>
        <div className={page.rows}>
          <table className={table.table}>
            <thead>
              <tr>
                {columns.map((name) => (
                  <th key={name} scope="col">
                    {t(`audit.${name}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <Entries key={key} filters={filters} />
          </table>
        </div>
      </section>
    </div>
  )
}

/** One page of entries, newest first, and below it the next older page once the user asks for it. */
function Entries({ filters, before }: { filters: Filters; before?: number }) {
  const { t } = useTranslation('records')
  const [isNextShown, setNextShown] = useState(false)
  // the log grows all the time: each visit reads its newest entries again
  const query = useListAuditLogsQuery({ ...filters, ...(before !== undefined && { before }) }, { refetchOnMountOrArgChange: before === undefined })
  const { currentData } = query
  if (!currentData?.items.length)
    return (
      <tbody>
        <tr>
          <td colSpan={columns.length}>
            <QueryView
              query={query}
              error={t('audit.failed')}
              empty={<Empty title={t('audit.none')} text={t('noneHint')} />}
              skeleton={<SkeletonRows count={8} height={48} />}
            >
              {() => null}
            </QueryView>
          </td>
        </tr>
      </tbody>
    )
  const { items, next_before } = currentData
  return (
    <>
      <tbody>
        {items.map((log) => (
          <AuditRow key={log.id} log={log} columnCount={columns.length} />
        ))}
        {next_before !== null && !isNextShown ? (
          <tr>
            <td colSpan={columns.length} className={classes.more}>
              <Button onClick={() => setNextShown(true)}>{t('audit.more')}</Button>
            </td>
          </tr>
        ) : null}
      </tbody>
      {isNextShown && next_before !== null ? <Entries filters={filters} before={next_before} /> : null}
    </>
  )
}
