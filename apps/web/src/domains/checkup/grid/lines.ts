import { isAbnormal } from '@sukoyaka/rules/record/checkup'
import type { Grid, Row } from './model.ts'

export type Filter = {
  q: string
  /** Empty for all groups. */
  group: string
  onlyAbnormal: boolean
  closed: ReadonlySet<string>
}

/** One line of the grid: a group header or an item. */
export type Line = { key: string; group: string; count: number; open: boolean; row?: undefined } | { key: string; group: string; row: Row; count?: undefined }

/**
 * Lines and rows that pass the filter and have a value in a column (`rows` includes those of closed groups). A search opens closed groups so that matches
 * are visible.
 */
export const linesOf = (grid: Grid, { q, group, onlyAbnormal, closed }: Filter, matches: (row: Row) => boolean) => {
  const isSearch = q.trim() !== ''
  const hasAny = (row: Row) => grid.columns.some(({ key }) => row.cells.has(key))
  const lines: Line[] = []
  const rows: Row[] = []
  for (const gridGroup of grid.groups) {
    if (group && gridGroup.name !== group) continue
    const matchingRows = gridGroup.rows.filter((row) => (!onlyAbnormal || isAbnormal(row.newest)) && (!isSearch || matches(row)) && hasAny(row))
    if (matchingRows.length === 0) continue
    const open = isSearch || !closed.has(gridGroup.name)
    lines.push({ key: `g ${gridGroup.name}`, group: gridGroup.name, count: matchingRows.length, open })
    rows.push(...matchingRows)
    if (open) for (const row of matchingRows) lines.push({ key: `r ${row.category.id}`, group: gridGroup.name, row })
  }
  return { lines, rows }
}

export const countAbnormal = (grid: Grid) => grid.groups.reduce((sum, { rows }) => sum + rows.filter(({ newest }) => isAbnormal(newest)).length, 0)
