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
  /** Menu with the actions for a row. */
  menu?: ((row: Row) => ReactNode) | undefined
  /** Ids of the selected rows, for actions on several rows. */
  selection?: { ids: ReadonlySet<number>; onChange: (ids: ReadonlySet<number>) => void } | undefined
}

const columnOf = (table: AdminTable, name: string) => table.columns.find((field) => field.name === name)
/** Columns that the list can be sorted by; each also with a minus, for the reverse order. */
export const sortsOf = ({ query }: AdminTable) => query.find(({ name }) => name === 'sort')?.values ?? []

/** Columns whose text may wrap. */
const wraps = ({ kind, name }: Field) => (kind === 'line' || kind === 'text' || kind === 'group') && name !== 'phone_number'
const isRight = ({ kind, name }: Field) => (kind === 'number' || kind === 'decimal') && name !== 'version'

/**
 * Order in which a narrow list hides columns, 1 first: the last column, the one before it, the others from the fourth on, then the third. The first two
 * stay (undefined).
 */
const hidingOrder = (at: number, count: number) => (at < 2 ? undefined : at === 2 ? 4 : Math.min(3, count - at))

const toggled = (ids: ReadonlySet<number>, id: number, isOn: boolean): ReadonlySet<number> =>
  new Set(isOn ? [...ids, id] : [...ids].filter((selectedId) => selectedId !== id))

function SelectBox({ label, checked, onChange }: { label: string; checked: boolean; onChange: (isOn: boolean) => void }) {
  return <Checkbox label={<span className="visually-hidden">{label}</span>} checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
}

type OpeningProps = { table: AdminTable; row: Row; isFirst: boolean; onOpen: (id: number) => void; children: ReactNode }

/** The first cell of a row opens its record, or leads to its page, if there is one. */
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

/** Columns for the shown fields; a cell may have a second value below the first. */
const columnsOf = (table: AdminTable): Column[] =>
  table.shown.flatMap((shown): Column[] => {
    const { name, below } = typeof shown === 'string' ? { name: shown, below: undefined } : shown
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
            <Cell field={field} row={original} />
            {belowField && original[belowField.name] ? (
              <span className={classes.below}>
                <Cell field={belowField} row={original} />
              </span>
            ) : null}
          </>
        ),
      },
    ]
  })

const useTableModel = ({ table, rows, hidden, sort }: Pick<Props, 'table' | 'rows' | 'hidden' | 'sort'>) =>
  useTable({
    features,
    columns: useMemo(() => columnsOf(table), [table]),
    data: rows,
    getRowId: ({ id }) => String(id),
    manualSorting: true,
    state: {
      sorting: sort === undefined ? [] : [{ id: sort.replace(/^-/, ''), desc: sort.startsWith('-') }],
      columnVisibility: Object.fromEntries(hidden.map((name) => [name, false])),
    },
  })

type TableModel = ReturnType<typeof useTableModel>
type Header = ReturnType<TableModel['getHeaderGroups']>[number]['headers'][number]
type TableRow = ReturnType<TableModel['getRowModel']>['rows'][number]

export function RecordTable({ table, rows, hidden, sort, onSort, openId, onOpen, menu, selection }: Props) {
  const { t } = useLabels()
  const model = useTableModel({ table, rows, hidden, sort })
  return (
    <table className={classes.table}>
      <thead>
        {model.getHeaderGroups().map((group) => (
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
            {group.headers.map((header, at, headers) => (
              <HeadCell key={header.id} table={table} header={header} late={hidingOrder(at, headers.length)} onSort={onSort} />
            ))}
            {menu ? (
              <th scope="col" className={classes.menu}>
                <span className="visually-hidden">{t('actions')}</span>
              </th>
            ) : null}
          </tr>
        ))}
      </thead>
      <tbody>
        {model.getRowModel().rows.map((row) => (
          <BodyRow key={row.id} table={table} model={model} row={row} isOpen={row.id === openId} onOpen={onOpen} menu={menu} selection={selection} />
        ))}
      </tbody>
    </table>
  )
}

type HeadCellProps = { table: AdminTable; header: Header; late: number | undefined; onSort: Props['onSort'] }

/** Each press sorts ascending, then descending, then not at all. */
function HeadCell({ table, header: { id, column }, late, onSort }: HeadCellProps) {
  const { label } = useLabels()
  const sorted = column.getIsSorted()
  const nextSort = sorted === 'asc' ? `-${id}` : sorted === 'desc' ? undefined : id
  const Icon = sorted === 'desc' ? IconArrowDown : IconArrowUp
  return (
    <th
      scope="col"
      data-late={late}
      className={clsx(isRight(columnOf(table, id)!) && classes.right)}
      aria-sort={sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : undefined}
    >
      {column.getCanSort() ? (
        <button type="button" className={classes.sort} onClick={() => onSort(nextSort)}>
          {label(id)}
          <Icon className={clsx(!sorted && classes.unsorted)} size={14} aria-hidden />
        </button>
      ) : (
        label(id)
      )}
    </th>
  )
}

type BodyRowProps = Pick<Props, 'table' | 'onOpen' | 'menu' | 'selection'> & { model: TableModel; row: TableRow; isOpen: boolean }

function BodyRow({ table, model, row, isOpen, onOpen, menu, selection }: BodyRowProps) {
  const { t } = useLabels()
  const record = row.original
  return (
    <tr className={classes.row} aria-selected={isOpen || undefined} data-row={row.id}>
      {selection ? (
        <td className={classes.select}>
          <SelectBox
            label={t('bulk.row', { name: table.nameOf(record) })}
            checked={selection.ids.has(record.id)}
            onChange={(isOn) => selection.onChange(toggled(selection.ids, record.id, isOn))}
          />
        </td>
      ) : null}
      {row.getVisibleCells().map((cell, at, cells) => {
        const field = columnOf(table, cell.column.id)!
        return (
          <td key={cell.id} data-late={hidingOrder(at, cells.length)} className={clsx(isRight(field) && classes.right, wraps(field) && classes.wraps)}>
            <Opening table={table} row={record} isFirst={at === 0} onOpen={onOpen}>
              <model.FlexRender cell={cell} />
            </Opening>
          </td>
        )
      })}
      {menu ? <td className={classes.menu}>{menu(record)}</td> : null}
    </tr>
  )
}
