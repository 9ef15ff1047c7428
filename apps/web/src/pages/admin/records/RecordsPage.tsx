import type { Field } from '@sukoyaka/wire/admin'
import { IconChevronLeft, IconChevronRight, IconColumns, IconDownload, IconPlus } from '@tabler/icons-react'
import { useDeferredValue, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams, useSearchParams } from 'react-router'
import { useCall } from '../../../api/call-endpoint.ts'
import { selectMe } from '../../../api/session.ts'
import { useAppSelector } from '../../../api/store.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { Checkbox } from '../../../ui/choice/Checkbox.tsx'
import { SearchInput } from '../../../ui/form/SearchInput.tsx'
import { Empty } from '../../../ui/layout/Empty.tsx'
import { FilterSelect } from '../../../ui/layout/FilterBar.tsx'
import { lazyNamed } from '../../../ui/loading/lazy-named.ts'
import { QueryContent, useQueryState } from '../../../ui/loading/QueryView.tsx'
import { SkeletonRows } from '../../../ui/loading/Skeleton.tsx'
import { Floating } from '../../../ui/overlay/Floating.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { saveFile } from '../../../ui/page/download.ts'
import { useKeys } from '../../../ui/page/keys.ts'
import { PageError } from '../../../ui/page/page-error.ts'
import { usePageTitle } from '../../../ui/page/title.ts'
import { useDebounced } from '../../../ui/page/use-debounced.ts'
import { AdminTabs } from '../AdminTabs.tsx'
import { tables } from '../tables/all.ts'
import { formatCount, useLabels } from './labels.ts'
import { RecordEditor } from './RecordEditor.tsx'
import classes from './RecordsPage.module.css'
import { RecordTable } from './RecordTable.tsx'
import type { AdminTable, Page } from './table.ts'

const OrdersAdminPage = lazyNamed(() => import('../orders/OrdersAdminPage.tsx'), 'OrdersAdminPage')

const pageSize = 25

/** A table of the administration; 404 for an unknown one and for roles other than admin. */
export function RecordsPage() {
  const me = useAppSelector(selectMe)
  const { table: name } = useParams()
  if (me?.role === 'admin' && name === 'orders') return <OrdersAdminPage />
  const table = tables.find((each) => each.name === name)
  if (me?.role !== 'admin' || !table) throw new PageError(404)
  return <Records key={table.name} table={table} />
}

const filtersOf = ({ query }: AdminTable) => query.filter(({ name, kind }) => name !== 'sort' && (kind === 'choice' || kind === 'switch'))

/** Search, filters, order, page, hidden columns and the open record, which live in the URL. */
const useView = (table: AdminTable) => {
  const [params, setParams] = useSearchParams()
  const put = (change: Record<string, string | undefined>, options?: { replace: boolean }) =>
    setParams((previous) => {
      const next = new URLSearchParams(previous)
      for (const [name, value] of Object.entries(change)) {
        if (value) next.set(name, value)
        else next.delete(name)
      }
      return next
    }, options)
  const sorts = table.query.find(({ name }) => name === 'sort')?.values ?? []
  const sort = params.get('sort') ?? undefined
  const filters = filtersOf(table).flatMap(({ name, values, kind }) => {
    const value = params.get(name)
    const allowed = kind === 'switch' ? ['true', 'false'] : (values ?? [])
    return value !== null && allowed.includes(value) ? [[name, value] as const] : []
  })
  return {
    put,
    text: params.get('q') ?? '',
    sort: sort !== undefined && sorts.includes(sort) ? sort : undefined,
    filters: Object.fromEntries(filters),
    page: Math.max(1, Number(params.get('page')) || 1),
    hidden: params.get('hide')?.split(',') ?? [],
    openId: params.get('id'),
  }
}

function Records({ table }: { table: AdminTable }) {
  const { t } = useLabels()
  const { i18n } = useTranslation()
  usePageTitle(t(`page.${table.name}`))
  const view = useView(table)
  const { text, sort, filters, page, hidden, openId, put } = view
  const [typed, setTyped] = useState(text)
  const q = useDebounced(useDeferredValue(typed.trim()))
  const list = table.useList({ page, ...(q && { q }), ...(sort && { sort }), ...filters })
  const { data } = list
  // the previous page stays, dimmed, until the next has loaded or failed
  const query = { ...list, currentData: list.isError ? list.currentData : data }
  const state = useQueryState(query)
  const isStale = useQueryState(list).isSkeletonShown
  const rows = state.data?.items ?? []
  const open = (id: number | 'new') => put({ id: String(id) })
  const search = useRef<HTMLDivElement>(null)
  useRowKeys(rows, openId, open, () => search.current?.querySelector('input')?.focus())
  return (
    <div className={classes.page} data-open={openId ? true : undefined}>
      <AdminTabs />
      <header className={classes.head}>
        <h1>{t(`page.${table.name}`)}</h1>
        <span className={classes.count} role="status">
          {data ? t('count', { count: data.total_count, shown: formatCount(data.total_count, i18n.language) }) : ''}
        </span>
        <Button kind="pri" icon={<IconPlus aria-hidden />} className={classes.add} onClick={() => open('new')}>
          {t(`add.${table.name}`)}
        </Button>
      </header>
      <div className={classes.split}>
        <section className={classes.sheet} aria-busy={list.isFetching || undefined} aria-label={t(`page.${table.name}`)}>
          <div className={classes.bar} ref={search}>
            {table.name === 'policies' ? null : (
              <div className={classes.search}>
                <SearchInput
                  label={t(`search.${table.name}`)}
                  value={typed}
                  onChange={(next) => {
                    setTyped(next)
                    put({ q: next, page: undefined }, { replace: true })
                  }}
                />
              </div>
            )}
            {filtersOf(table).map((field) => (
              <Filter key={field.name} field={field} value={filters[field.name] ?? ''} onChange={(value) => put({ [field.name]: value, page: undefined })} />
            ))}
            <ExportButton table={table} input={{ ...(q && { q }), ...(sort && { sort }), ...filters }} />
            <ColumnsButton table={table} hidden={hidden} onChange={(names) => put({ hide: names.join(',') })} />
          </div>
          <div className={classes.rows}>
            <QueryContent
              state={state}
              query={query}
              error={t('failed')}
              empty={<Empty title={t('none')} text={t('noneHint')} />}
              skeleton={<SkeletonRows count={8} height={48} />}
            >
              {(shown) => (
                <div className={isStale ? classes.stale : undefined}>
                  <RecordTable
                    table={table}
                    rows={shown.items}
                    hidden={hidden}
                    sort={sort}
                    onSort={(next) => put({ sort: next, page: undefined })}
                    openId={openId}
                    onOpen={open}
                  />
                </div>
              )}
            </QueryContent>
          </div>
          {state.data && state.data.total_count > 0 ? <Pager data={state.data} page={page} onPage={(next) => put({ page: String(next) })} /> : null}
        </section>
        {openId ? (
          <aside className={classes.editor} aria-label={openId === 'new' ? t(`add.${table.name}`) : t(`page.${table.name}`)}>
            <RecordEditor
              key={openId}
              table={table}
              id={openId === 'new' ? 'new' : Number(openId)}
              onClose={() => put({ id: undefined })}
              onSaved={({ id }) => put({ id: String(id) }, { replace: true })}
            />
          </aside>
        ) : null}
      </div>
    </div>
  )
}

/** Arrow keys and j, k open the next and the previous row; / goes to the search. */
const useRowKeys = (rows: Page['items'], openId: string | null, open: (id: number) => void, focusSearch: () => void) => {
  const { t } = useLabels()
  const at = rows.findIndex(({ id }) => String(id) === openId)
  const move = (step: number) => {
    const next = rows[at === -1 ? (step > 0 ? 0 : rows.length - 1) : at + step]
    if (!next) return
    open(next.id)
    document.querySelector(`[data-row="${next.id}"]`)?.scrollIntoView({ block: 'nearest' })
  }
  const [previous, next] = [
    { label: t('keys.previous'), run: () => move(-1) },
    { label: t('keys.next'), run: () => move(1) },
  ]
  useKeys([
    { key: 'ArrowDown', ...next },
    { key: 'j', ...next },
    { key: 'ArrowUp', ...previous },
    { key: 'k', ...previous },
    { key: '/', label: t('keys.search'), run: focusSearch },
  ])
}

function Filter({ field, value, onChange }: { field: Field; value: string; onChange: (value: string) => void }) {
  const { t, label, valueLabel } = useLabels()
  const values = field.kind === 'switch' ? ['true', 'false'] : (field.values ?? [])
  return (
    <FilterSelect label={label(field.name)} value={value} onChange={onChange}>
      <option value="">{t('all')}</option>
      {values.map((each) => (
        <option key={each} value={each}>
          {valueLabel(field.name, each)}
        </option>
      ))}
    </FilterSelect>
  )
}

/** Downloads the rows of the current search and filters. */
function ExportButton({ table, input }: { table: AdminTable; input: object }) {
  const { t } = useLabels()
  const [fetchFile, isLoading] = useCall(table.csv)
  const download = async () => {
    const { data, error } = await fetchFile(input)
    if (error) return void toast.error(t('audit.exportFailed'), { text: error.error })
    // a CSV file is returned as text
    saveFile(`${table.name}.csv`, data as string, 'text/csv')
    toast.success(t('audit.exported'))
  }
  return (
    <span className={classes.columns}>
      <IconButton label={t('audit.export')} icon={<IconDownload aria-hidden />} disabled={isLoading} onClick={() => void download()} />
    </span>
  )
}

function ColumnsButton({ table, hidden, onChange }: { table: AdminTable; hidden: readonly string[]; onChange: (hidden: string[]) => void }) {
  const { t, label } = useLabels()
  const anchor = useRef<HTMLSpanElement>(null)
  const [isOpen, setOpen] = useState(false)
  const names = table.shown.map((each) => (typeof each === 'string' ? each : each.name))
  return (
    <span ref={anchor}>
      <IconButton label={t('columns')} icon={<IconColumns aria-hidden />} aria-expanded={isOpen} aria-haspopup="dialog" onClick={() => setOpen(!isOpen)} />
      {isOpen ? (
        <Floating anchor={anchor} label={t('columns')} modal onClose={() => setOpen(false)}>
          <div className={classes.columnList}>
            {names.map((name, at) => (
              <Checkbox
                key={name}
                label={label(name)}
                checked={!hidden.includes(name)}
                // the first column stays: it holds the button of the row
                disabled={at === 0}
                onChange={(event) => onChange(event.currentTarget.checked ? hidden.filter((each) => each !== name) : [...hidden, name])}
              />
            ))}
          </div>
        </Floating>
      ) : null}
    </span>
  )
}

function Pager({ data, page, onPage }: { data: Page; page: number; onPage: (page: number) => void }) {
  const { t } = useLabels()
  const { i18n } = useTranslation()
  const pages = Math.max(1, Math.ceil(data.total_count / pageSize))
  const from = (data.page - 1) * pageSize
  return (
    <footer className={classes.foot}>
      <span>{t('range', { from: from + 1, to: from + data.items.length, shown: formatCount(data.total_count, i18n.language) })}</span>
      <nav aria-label={t('pages')}>
        <IconButton size="small" label={t('previous')} icon={<IconChevronLeft aria-hidden />} disabled={page <= 1} onClick={() => onPage(page - 1)} />
        <span>
          <b>{page}</b> / {pages}
        </span>
        <IconButton size="small" label={t('next')} icon={<IconChevronRight aria-hidden />} disabled={page >= pages} onClick={() => onPage(page + 1)} />
      </nav>
    </footer>
  )
}
