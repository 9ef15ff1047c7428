import type { Field } from '@sukoyaka/wire/admin'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type ColumnDef, columnVisibilityFeature, rowSortingFeature, tableFeatures, useTable } from '@tanstack/react-table'
import { clsx } from 'clsx'
import { useMemo } from 'react'
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
}

const columnOf = (table: AdminTable, name: string) => table.columns.find((field) => field.name === name)
/** Columns that the list can be sorted by. */
export const sortsOf = ({ query }: AdminTable) => query.find(({ name }) => name === 'sort')?.values ?? []

/** Columns whose text may take two lines. */
const wraps = ({ kind, name }: Field) => (kind === 'line' || kind === 'text' || kind === 'group') && name !== 'phone_number'
const isRight = ({ kind, name }: Field) => (kind === 'number' || kind === 'decimal') && name !== 'version'

/** The list of a table: one button per row opens it, the headings sort. */
export function RecordTable({ table, rows, hidden, sort, onSort, openId, onOpen }: Props) {
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
            {group.headers.map(({ id, column }) => {
              const sorted = column.getIsSorted()
              const Icon = sorted === 'desc' ? IconArrowDown : IconArrowUp
              return (
                <th
                  key={id}
                  scope="col"
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
          </tr>
        ))}
      </thead>
      <tbody>
        {view.getRowModel().rows.map((row) => (
          <tr key={row.id} className={classes.row} aria-selected={row.id === openId || undefined} data-row={row.id}>
            {row.getVisibleCells().map((cell, at) => (
              <td key={cell.id} className={clsx(isRight(fieldOf(cell.column.id)) && classes.right, wraps(fieldOf(cell.column.id)) && classes.wraps)}>
                <view.FlexRender cell={cell} />
                {at === 0 ? (
                  <button
                    type="button"
                    className={classes.open}
                    aria-label={t('open', { name: table.nameOf(row.original) })}
                    onClick={() => onOpen(row.original.id)}
                  />
                ) : null}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
