import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, useDeferredValue, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/Button.tsx'
import { Empty } from '../../../ui/layout/Empty.tsx'
import { withPreviousPage } from '../../../ui/loading/previous-page.ts'
import { QueryContent, useQueryState } from '../../../ui/loading/QueryView.tsx'
import { SkeletonRows } from '../../../ui/loading/Skeleton.tsx'
import { useExistingPage } from '../../../ui/loading/use-existing-page.ts'
import { useKeys } from '../../../ui/page/keys.ts'
import { usePageTitle } from '../../../ui/page/title.ts'
import { useDebounced } from '../../../ui/page/use-debounced.ts'
import { useSearchText } from '../../../ui/page/use-search-text.ts'
import { AdminTabs } from '../AdminTabs.tsx'
import { Pager } from '../Pager.tsx'
import { type BulkAction, BulkBar, ResultsDialog, useBulkRun } from './BulkBar.tsx'
import { ListBar } from './ListBar.tsx'
import { formatCount, useLabels } from './labels.ts'
import { RecordEditor } from './RecordEditor.tsx'
import classes from './RecordsPage.module.css'
import { RecordTable } from './RecordTable.tsx'
import type { AdminTable, Page, Row } from './table.ts'
import { useCatalogueActions } from './use-bulk.ts'
import { useView, type View } from './view.ts'

type Props = {
  table: AdminTable
  /** Shown instead of the button that adds a record. */
  actions?: ReactNode
  /** Shown above the list. */
  above?: ReactNode
  /** Menu with the actions for a row. */
  menu?: (row: Row) => ReactNode
  /** Actions on several rows, besides those that deactivate and restore rows with `is_active`. */
  bulk?: readonly BulkAction[]
}

/** The list of a table with search, filters and order, and the form of the open record beside it. */
export function Records({ table, actions, above, menu, bulk = [] }: Props) {
  const { t } = useLabels()
  usePageTitle(t(`page.${table.name}`))
  const view = useView(table)
  const { openId, put, moveFrom } = view
  const search = useSearch(view)
  const list = useRecordList(table, view, search.q)
  const open = (id: number | 'new') => put({ id: String(id) })
  const bulkActions = [...bulk, ...useCatalogueActions(table)]
  const bar = useRef<HTMLDivElement>(null)
  useRowKeys(
    list.rows,
    openId,
    (id) => table.read && open(id),
    () => bar.current?.querySelector('input')?.focus(),
  )
  return (
    <div className={classes.page} data-open={openId && table.read ? true : undefined}>
      <AdminTabs />
      <Head table={table} total={list.total} actions={actions} onAdd={() => open('new')} />
      {above}
      <div className={classes.split}>
        <section className={classes.sheet} aria-busy={list.isFetching || undefined} aria-label={t(`page.${table.name}`)}>
          <ListBar ref={bar} table={table} view={view} search={search} input={list.input} />
          <List table={table} view={view} list={list} bulkActions={bulkActions} menu={menu} onOpen={open} />
        </section>
        {openId && table.read ? (
          <aside className={classes.editor} aria-label={openId === 'new' ? t(`add.${table.name}`) : t(`page.${table.name}`)}>
            <RecordEditor
              key={openId}
              table={table}
              id={openId === 'new' ? 'new' : Number(openId)}
              onClose={() => moveFrom(openId, undefined)}
              onSaved={({ id }) => moveFrom(openId, String(id), { replace: true })}
            />
          </aside>
        ) : null}
      </div>
    </div>
  )
}

/** The typed search text, and `q`, the text to search for: it takes over the typed text after a pause. */
const useSearch = ({ text, put }: View) => {
  const { typed, onType } = useSearchText(text, (next) => put({ q: next, page: undefined }, { replace: true }))
  const q = useDebounced(useDeferredValue(typed.trim()))
  return { typed, q, onType }
}

/** The page of the list that the view asks for. The previous page stays, dimmed in a slow load, until the next has loaded or failed. */
const useRecordList = (table: AdminTable, { page, sort, filters, put }: View, q: string) => {
  const input = { ...(q && { q }), ...(sort && { sort }), ...filters }
  const list = table.useList({ page, ...input })
  const query = useExistingPage(withPreviousPage(list), page, (last) => put({ page: String(last) }, { replace: true }))
  const state = useQueryState(query)
  return {
    input,
    query,
    state,
    rows: state.data?.items ?? [],
    total: query.currentData?.total_count,
    isFetching: list.isFetching,
    isStale: useQueryState(list).isSkeletonShown,
  }
}

type HeadProps = { table: AdminTable; total: number | undefined; actions: ReactNode; onAdd: () => void }

function Head({ table, total, actions, onAdd }: HeadProps) {
  const { t } = useLabels()
  const { i18n } = useTranslation()
  return (
    <header className={classes.head}>
      <h1>{t(`page.${table.name}`)}</h1>
      <span className={classes.count} role="status">
        {total === undefined ? '' : t('count', { count: total, shown: formatCount(total, i18n.language) })}
      </span>
      {actions ?? (
        <Button kind="primary" icon={<IconPlus aria-hidden />} className={classes.add} onClick={onAdd}>
          {t(`add.${table.name}`)}
        </Button>
      )}
    </header>
  )
}

type ListProps = Pick<Props, 'table' | 'menu'> & {
  view: View
  list: ReturnType<typeof useRecordList>
  bulkActions: readonly BulkAction[]
  onOpen: (id: number) => void
}

/** The rows, the bar for the selected rows, and the pager. */
function List({ table, view: { sort, page, hidden, openId, put }, list: { query, state, rows, isStale, input }, bulkActions, menu, onOpen }: ListProps) {
  const { t } = useLabels()
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<number>>(new Set())
  const bulkRun = useBulkRun()
  const clear = () => setSelectedIds(new Set())
  const isNarrowed = Object.keys(input).some((name) => name !== 'sort')
  // only rows that are shown count as selected
  const selected = rows.filter(({ id }) => selectedIds.has(id))
  return (
    <>
      {selected.length ? <BulkBar table={table} rows={selected} actions={bulkActions} bulkRun={bulkRun} onClear={clear} /> : null}
      <ResultsDialog
        table={table}
        actions={bulkActions}
        bulkRun={bulkRun}
        onClose={() => {
          bulkRun.close()
          clear()
        }}
      />
      <div className={classes.rows}>
        <QueryContent
          state={state}
          query={query}
          error={t('failed')}
          empty={isNarrowed ? <Empty title={t('none')} text={t('noneHint')} /> : <Empty title={t('nothing')} />}
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
                onOpen={onOpen}
                menu={menu}
                selection={bulkActions.length ? { ids: selectedIds, onChange: setSelectedIds } : undefined}
              />
            </div>
          )}
        </QueryContent>
      </div>
      {state.data && state.data.total_count > 0 ? <Pager data={state.data} page={page} onPage={(next) => put({ page: String(next) })} /> : null}
    </>
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
