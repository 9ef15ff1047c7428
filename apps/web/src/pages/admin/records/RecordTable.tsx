import type { Field } from '@sukoyaka/wire/admin'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type ColumnDef, columnVisibilityFeature, rowSortingFeature, tableFeatures, useTable } from '@tanstack/react-table'
import { clsx } from 'clsx'
import { type ReactNode, useMemo } from 'react'
import { Link } from 'react-router'
import { Checkbox } from '../../../ui/choice/Checkbox.tsx'
import { Cell } from './Cell.tsx'
import { useLabels } from './labels.ts'
import classes from './RecordTable.module.css'
import type { AdminTable, Row } from './table.ts'

const features = tableFeatures({ rowSortingFeature, columnVisibilityFeature })
type Column = ColumnDef<typeof features, Row>

type Props = {
  table: AdminTable
  rows: Row[]
  hidden: readonly string[]
  /** `name` or `-name`, as in the query of the list. */
  sort: string | undefined
  onSort: (sort: string | undefined) => void
  openId: string | null
  onOpen: (id: number) => void
  /** What can be done with a row. */
  menu?: ((row: Row) => ReactNode) | undefined
  /** Ids of the selected rows, for actions on several. */
  selection?: { ids: ReadonlySet<number>; onChange: (ids: ReadonlySet<number>) => void } | undefined
}

const columnOf = (table: AdminTable, name: string) => table.columns.find((field) => field.name === name)
/** Columns that the list can be sorted by. */
export const sortsOf = ({ query }: AdminTable) => query.find(({ name }) => name === 'sort')?.values ?? []

/** Columns whose text may take two lines. */
const wraps = ({ kind, name }: Field) => (kind === 'line' || kind === 'text' || kind === 'group') && name !== 'phone_number'
const isRight = ({ kind, name }: Field) => (kind === 'number' || kind === 'decimal') && name !== 'version'

/** A narrow list hides the last columns first: from the fourth on by their place from the end, then the third. */
const lateness = (at: number, count: number) => (at < 2 ? undefined : at === 2 ? 4 : Math.min(3, count - at))

const toggled = (ids: ReadonlySet<number>, id: number, isOn: boolean): ReadonlySet<number> =>
  new Set(isOn ? [...ids, id] : [...ids].filter((each) => each !== id))

function SelectBox({ label, checked, onChange }: { label: string; checked: boolean; onChange: (isOn: boolean) => void }) {
  return <Checkbox label={<span className="visually-hidden">{label}</span>} checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
}

type OpeningProps = { table: AdminTable; row: Row; isFirst: boolean; onOpen: (id: number) => void; children: ReactNode }

/** The first cell of a row opens its record, or leads to its page. */
function Opening({ table, row, isFirst, onOpen, children }: OpeningProps) {
  const { t } = useLabels()
  const link = isFirst ? table.linkOf?.(row) : undefined
  if (link !== undefined)
    return (
      <Link to={link} className={classes.link}>
        {children}
      </Link>
    )
  return (
    <>
      {children}
      {isFirst && table.read ? (
        <button type="button" className={classes.open} aria-label={t('open', { name: table.nameOf(row) })} onClick={() => onOpen(row.id)} />
      ) : null}
    </>
  )
}

/** The list of a table: one button per row opens it, the headings sort. */
export function RecordTable({ table, rows, hidden, sort, onSort, openId, onOpen, menu, selection }: Props) {
  const { t, label } = useLabels()
  const columns = useMemo(
    () =>
      table.shown.flatMap((each): Column[] => {
        const { name, below } = typeof each === 'string' ? { name: each, below: undefined } : each
        const field = columnOf(table, name)
        const belowField = below === undefined ? undefined : columnOf(table, below)
        if (!field) return []
        return [
          {
            id: name,
            accessorFn: (row: Row) => row[name],
            enableSorting: sortsOf(table).includes(name),
            cell: ({ row: { original } }) => (
              <>
                <Cell field={field} value={original[name]} />
                {belowField && original[belowField.name] ? (
                  <span className={classes.below}>
                    <Cell field={belowField} value={original[belowField.name]} />
                  </span>
                ) : null}
              </>
            ),
          },
        ]
      }),
    [table],
  )
  const view = useTable({
    features,
    columns,
    data: rows,
    getRowId: ({ id }) => String(id),
    manualSorting: true,
    state: {
      sorting: sort === undefined ? [] : [{ id: sort.replace(/^-/, ''), desc: sort.startsWith('-') }],
      columnVisibility: Object.fromEntries(hidden.map((name) => [name, false])),
    },
  })
  const nextSort = (id: string, sorted: false | 'asc' | 'desc') => (sorted === 'asc' ? `-${id}` : sorted === 'desc' ? undefined : id)
  const fieldOf = (id: string) => columnOf(table, id)!
  return (
    <table className={classes.table}>
      <thead>
        {view.getHeaderGroups().map((group) => (
          <tr key={group.id}>
            {selection ? (
              <th scope="col" className={classes.select}>
                <SelectBox
                  label={t('bulk.all')}
                  checked={rows.length > 0 && rows.every(({ id }) => selection.ids.has(id))}
                  onChange={(isOn) => selection.onChange(new Set(isOn ? rows.map(({ id }) => id) : []))}
                />
              </th>
            ) : null}
            {group.headers.map(({ id, column }, at, headers) => {
              const sorted = column.getIsSorted()
              const Icon = sorted === 'desc' ? IconArrowDown : IconArrowUp
              return (
                <th
                  key={id}
                  scope="col"
                  data-late={lateness(at, headers.length)}
                  className={clsx(isRight(fieldOf(id)) && classes.right)}
                  aria-sort={sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : undefined}
                >
                  {column.getCanSort() ? (
                    <button type="button" className={classes.sort} onClick={() => onSort(nextSort(id, sorted))}>
                      {label(id)}
                      <Icon className={clsx(!sorted && classes.unsorted)} size={14} aria-hidden />
                    </button>
                  ) : (
                    label(id)
                  )}
                </th>
              )
            })}
            {menu ? (
              <th scope="col" className={classes.menu}>
                <span className="visually-hidden">{t('actions')}</span>
              </th>
            ) : null}
          </tr>
        ))}
      </thead>
      <tbody>
        {view.getRowModel().rows.map((row) => (
          <tr key={row.id} className={classes.row} aria-selected={row.id === openId || undefined} data-row={row.id}>
            {selection ? (
              <td className={classes.select}>
                <SelectBox
                  label={t('bulk.row', { name: table.nameOf(row.original) })}
                  checked={selection.ids.has(row.original.id)}
                  onChange={(isOn) => selection.onChange(toggled(selection.ids, row.original.id, isOn))}
                />
              </td>
            ) : null}
            {row.getVisibleCells().map((cell, at, cells) => (
              <td
                key={cell.id}
                data-late={lateness(at, cells.length)}
                className={clsx(isRight(fieldOf(cell.column.id)) && classes.right, wraps(fieldOf(cell.column.id)) && classes.wraps)}
              >
                <Opening table={table} row={row.original} isFirst={at === 0} onOpen={onOpen}>
                  <view.FlexRender cell={cell} />
                </Opening>
              </td>
            ))}
            {menu ? <td className={classes.menu}>{menu(row.original)}</td> : null}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
