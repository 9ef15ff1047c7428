import { type Column, type Grid, isTrouble, type Row } from './model.ts'

export type Filter = {
  q: string
  /** Empty for all groups. */
  group: string
  /** First day (`YYYY-MM-DD`); undefined for all. */
  since: string | undefined
  trouble: boolean
  closed: ReadonlySet<string>
}

/** One line of the grid: a group header or an item. */
export type Line = { key: string; group: string; count: number; open: boolean; row?: undefined } | { key: string; group: string; row: Row; count?: undefined }

/** Visible columns and lines. A search or filter opens closed groups so that matches are visible. */
export const linesOf = (grid: Grid, { q, group, since, trouble, closed }: Filter, matches: (row: Row) => boolean) => {
  const columns = since === undefined ? grid.columns : grid.columns.filter(({ day }) => day >= since)
  const isSearch = q.trim() !== ''
  const hasAny = (row: Row, shown: readonly Column[]) => since === undefined || shown.some(({ key }) => row.cells.has(key))
  const lines: Line[] = []
  const rows: Row[] = []
  for (const item of grid.groups) {
    if (group && item.name !== group) continue
    const left = item.rows.filter((row) => (!trouble || isTrouble(row.newest)) && (!isSearch || matches(row)) && hasAny(row, columns))
    if (left.length === 0) continue
    const open = isSearch || !closed.has(item.name)
    lines.push({ key: `g ${item.name}`, group: item.name, count: left.length, open })
    rows.push(...left)
    if (open) for (const row of left) lines.push({ key: `r ${row.category.id}`, group: item.name, row })
  }
  return { columns, lines, rows }
}

export const troubleCount = (grid: Grid) => grid.groups.reduce((sum, { rows }) => sum + rows.filter(({ newest }) => isTrouble(newest)).length, 0)
