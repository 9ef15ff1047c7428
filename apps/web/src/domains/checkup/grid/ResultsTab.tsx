import { tokyoDay } from '@sukoyaka/rules/time'
import { Suspense, useCallback, useDeferredValue, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useSearchParams } from 'react-router'
import { selectMe } from '../../../api/session.ts'
import { useAppSelector } from '../../../api/store.ts'
import { usePermissionForOwnOrAllRecords } from '../../../api/use-permission.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { Empty, ErrorState } from '../../../ui/layout/Empty.tsx'
import { useIsPhone } from '../../../ui/layout/phone.ts'
import { lazyNamed } from '../../../ui/loading/lazy-named.ts'
import { useQueryState } from '../../../ui/loading/QueryView.tsx'
import { useLoaded } from '../../../ui/loading/use-loaded.ts'
import type { DrawerProps } from '../drawer/Body.tsx'
import type { ChartMark, Related } from '../drawer/marks.ts'
import type { Audience } from '../spoken.ts'
import { Grid } from './Grid.tsx'
import { GridSkeleton } from './GridSkeleton.tsx'
import { countAbnormal, linesOf } from './lines.ts'
import { hasManyMeasuredColumns, withMeasuredColumn } from './measured.ts'
import { gridSince, type Grid as Model, type Row, sinceOf } from './model.ts'
import { PickBar } from './PickBar.tsx'
import classes from './ResultsTab.module.css'
import { Toolbar } from './Toolbar.tsx'
import { useGrid } from './use-grid.ts'
import { annualKeys, maxCompared, startingView, type View } from './view.ts'
import { sizesOf } from './window/sizes.ts'

const Drawer = lazyNamed(() => import('../drawer/Drawer.tsx'), 'Drawer')
const ComparisonSheet = lazyNamed(() => import('../compare/ComparisonSheet.tsx'), 'ComparisonSheet')

// loaded at the first search, because it includes the tables of romaji and readings
const loadSearch = () => import('./search.ts')

const drawerWidth = 520

type Props = {
  user_id: number
  /** Assessments based on an item, by category id. */
  relatedOf?: (category_id: number) => Related[]
  /** Events that can be shown on the time axis of a chart. */
  marks?: readonly ChartMark[]
  patient_name?: string
}

/** Filters, and the columns and lines that pass them: `drawn` is the grid with these columns. */
const useView = (grid: Model | undefined, { isPhone, isPicking }: { isPhone: boolean; isPicking: boolean }) => {
  const [view, setView] = useState<View>(startingView)
  const q = useDeferredValue(view.q)
  const search = useLoaded(loadSearch, q !== '')
  const since = sinceOf(view.period, tokyoDay(new Date()))
  const drawn = useMemo(() => {
    if (!grid) return undefined
    const recent = gridSince(grid, since)
    return isPhone || (!isPicking && hasManyMeasuredColumns(recent)) ? withMeasuredColumn(recent) : recent
  }, [grid, since, isPhone, isPicking])
  const shown = useMemo(() => {
    if (!drawn) return undefined
    const matches = q ? search?.categoryMatcher(q) : undefined
    return linesOf(drawn, { ...view, q }, ({ category }) => matches?.(category) ?? true)
  }, [drawn, view, q, search])
  const abnormalCount = useMemo(() => (grid ? countAbnormal(grid) : 0), [grid])
  const toggle = useCallback(
    (group: string) =>
      setView((now) => {
        const closed = new Set(now.closed)
        if (!closed.delete(group)) closed.add(group)
        return { ...now, closed }
      }),
    [],
  )
  return { view, setView, drawn, shown, abnormalCount, toggle }
}

/** Checkups being picked for a comparison, and the compared ones, whose keys are in the URL. */
const useComparison = () => {
  const [picked, setPicked] = useState<ReadonlySet<string>>()
  const [search, setSearch] = useSearchParams()
  const compared = search.get('compare')?.split(',') ?? []
  const setCompared = useCallback(
    (keys: readonly string[]) =>
      setSearch((now) => {
        const next = new URLSearchParams(now)
        if (keys.length) next.set('compare', keys.join())
        else next.delete('compare')
        return next
      }),
    [setSearch],
  )
  const pick = (key: string) =>
    setPicked((now = new Set()) => {
      const next = new Set(now)
      if (!next.delete(key)) next.add(key)
      return next
    })
  return { picked, setPicked, pick, compared, setCompared }
}

/** The item in the drawer. While the drawer is open, it follows the keyboard focus in the grid. Other pages open it by `category_id` in the location state. */
const useDrawer = () => {
  const tab = useRef<HTMLDivElement>(null)
  const linked: unknown = useLocation().state?.category_id
  const [open, setOpen] = useState(typeof linked === 'number' ? linked : undefined)
  const openRow = useCallback((row: Row) => setOpen(row.category.id), [])
  const followRow = useCallback((row: Row) => setOpen((now) => (now === undefined ? now : row.category.id)), [])
  const close = () => {
    setOpen(undefined)
    tab.current?.querySelector<HTMLElement>('[tabindex="0"][data-column]')?.focus()
  }
  return { tab, open, openRow, followRow, close }
}

function LoadFailed({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation('results')
  return (
    <div className={classes.centre}>
      <ErrorState title={t('error')} onRetry={onRetry} />
    </div>
  )
}

/** Numeric results of a patient: items by group, with columns for checkups and for values outside of them. */
export function ResultsTab({ user_id, relatedOf, marks, patient_name }: Props) {
  const { t } = useTranslation('results')
  const language = useLanguage()
  const me = useAppSelector(selectMe)
  const audience = me?.role === 'patient' ? 'patient' : 'staff'
  const mayWrite = usePermissionForOwnOrAllRecords('test_results.write')
  const { query } = useGrid(user_id)
  const { isFailed, isSkeletonShown } = useQueryState(query)
  const grid = query.currentData
  const { picked, setPicked, pick, compared, setCompared } = useComparison()
  const isPhone = useIsPhone()
  const sizes = useMemo(() => sizesOf(audience, isPhone, language), [audience, isPhone, language])
  const isPicking = picked !== undefined
  const { view, setView, drawn, shown, abnormalCount, toggle } = useView(grid, { isPhone, isPicking })
  const drawer = useDrawer()

  if (isFailed) return <LoadFailed onRetry={query.refetch} />
  // The skeleton has the size of the grid: replacing it causes no layout shift, so it needs no minimum display time.
  if (!grid || !drawn || !shown) return <GridSkeleton sizes={sizes} drawn={isSkeletonShown} label={t('loading')} />
  if (grid.columns.length > 0 && compared.length > 1)
    return (
      <Suspense fallback={<GridSkeleton sizes={sizes} drawn={false} label={t('loading')} />}>
        <ComparisonSheet grid={grid} keys={compared} audience={audience} patient_name={patient_name} onClose={() => setCompared([])} />
      </Suspense>
    )
  return (
    <div ref={drawer.tab} className={classes.tab}>
      <Toolbar
        view={view}
        onView={(change) => setView((now) => ({ ...now, ...change }))}
        groups={grid.groups.map(({ name }) => name)}
        abnormalCount={abnormalCount}
        audience={audience}
        grid={grid}
        entryPath={mayWrite ? `/${user_id}/database/entry` : undefined}
        reportPath={`/${user_id}/report`}
        onCompare={grid.columns.length > 1 ? () => setPicked(picked ? undefined : new Set()) : undefined}
        isComparing={isPicking}
      />
      <p role="status" className="visually-hidden">
        {t('grid.count', { count: shown.rows.length })}
      </p>
      {shown.rows.length === 0 ? (
        <NoRows audience={audience} hasResults={grid.count > 0} onClear={() => setView(startingView)} />
      ) : (
        <Grid
          grid={drawn}
          lines={shown.lines}
          sizes={sizes}
          audience={audience}
          open={drawer.open}
          covered={drawer.open === undefined || isPhone ? 0 : drawerWidth}
          picking={picked && { keys: picked, isFull: picked.size >= maxCompared, onPick: pick }}
          onOpen={drawer.openRow}
          onToggle={toggle}
          onWalk={drawer.followRow}
        />
      )}
      {picked ? (
        <PickBar
          count={picked.size}
          annual={annualKeys(grid.columns)}
          onCancel={() => setPicked(undefined)}
          onCompare={(keys = grid.columns.filter(({ key }) => picked.has(key)).map(({ key }) => key)) => {
            setCompared(keys)
            setPicked(undefined)
          }}
        />
      ) : null}
      <Suspense fallback={null}>
        <RowDrawer drawer={drawer} grid={grid} shown={shown.rows} audience={audience} mayWrite={mayWrite} relatedOf={relatedOf} marks={marks ?? []} />
      </Suspense>
    </div>
  )
}

type RowDrawerProps = Pick<DrawerProps, 'grid' | 'audience' | 'mayWrite' | 'marks'> &
  Pick<Props, 'relatedOf'> & { drawer: ReturnType<typeof useDrawer>; shown: readonly Row[] }

/** Previous and next are those of the shown rows; the row itself may be filtered out. */
function RowDrawer({ drawer, grid, shown, relatedOf, ...props }: RowDrawerProps) {
  const row = grid.groups.flatMap(({ rows }) => rows).find(({ category }) => category.id === drawer.open)
  if (!row) return null
  const at = shown.findIndex(({ category }) => category.id === drawer.open)
  const [previous, next] = at < 0 ? [] : [shown[at - 1], shown[at + 1]]
  return (
    <Drawer
      {...props}
      row={row}
      grid={grid}
      related={relatedOf?.(row.category.id) ?? []}
      onPrevious={previous && (() => drawer.openRow(previous))}
      onNext={next && (() => drawer.openRow(next))}
      onClose={drawer.close}
    />
  )
}

function NoRows({ audience, hasResults, onClear }: { audience: Audience; hasResults: boolean; onClear: () => void }) {
  const { t } = useTranslation('results')
  return (
    <div className={classes.centre}>
      {hasResults ? (
        <Empty title={t('none.title')} text={t('none.text')} action={<Button onClick={onClear}>{t('none.clear')}</Button>} />
      ) : (
        <Empty title={t('empty.title')} text={t(audience === 'patient' ? 'empty.patient' : 'empty.staff')} />
      )}
    </div>
  )
}
