import { isAbnormal } from '@sukoyaka/rules/record/checkup'
import type { Column, Grid, Row } from './model.ts'

export type Filter = {
  q: string
  /** Empty for all groups. */
  group: string
  /** First day (`YYYY-MM-DD`); undefined for all. */
  since: string | undefined
  onlyAbnormal: boolean
  closed: ReadonlySet<string>
}

/** One line of the grid: a group header or an item. */
export type Line = { key: string; group: string; count: number; open: boolean; row?: undefined } | { key: string; group: string; row: Row; count?: undefined }

/** Visible columns, lines and rows (`rows` includes those of closed groups). A search opens closed groups so that matches are visible. */
export const linesOf = (grid: Grid, { q, group, since, onlyAbnormal, closed }: Filter, matches: (row: Row) => boolean) => {
  const columns = since === undefined ? grid.columns : grid.columns.filter(({ day }) => day >= since)
  const isSearch = q.trim() !== ''
  const hasAny = (row: Row, visible: readonly Column[]) => since === undefined || visible.some(({ key }) => row.cells.has(key))
  const lines: Line[] = []
  const rows: Row[] = []
  for (const gridGroup of grid.groups) {
    if (group && gridGroup.name !== group) continue
    const matchingRows = gridGroup.rows.filter((row) => (!onlyAbnormal || isAbnormal(row.newest)) && (!isSearch || matches(row)) && hasAny(row, columns))
    if (matchingRows.length === 0) continue
    const open = isSearch || !closed.has(gridGroup.name)
    lines.push({ key: `g ${gridGroup.name}`, group: gridGroup.name, count: matchingRows.length, open })
    rows.push(...matchingRows)
    if (open) for (const row of matchingRows) lines.push({ key: `r ${row.category.id}`, group: gridGroup.name, row })
  }
  return { columns, lines, rows }
}

export const countAbnormal = (grid: Grid) => grid.groups.reduce((sum, { rows }) => sum + rows.filter(({ newest }) => isAbnormal(newest)).length, 0)
