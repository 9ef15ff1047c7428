import { byImportance, type Change, changeOf } from '@sukoyaka/rules/record/comparison'
import type { TestResult } from '@sukoyaka/wire/record/checkup'
import type { Column, Grid, Row } from '../grid/model.ts'

/** An item on the sheet. `ends`: its first and its last value, if it has two or more. */
export type Compared = { row: Row; cells: readonly (TestResult | undefined)[]; change: Change | undefined; ends: readonly [TestResult, TestResult] | undefined }
export type Sheet = {
  columns: readonly Column[]
  groups: readonly { name: string; rows: readonly Compared[] }[]
  notable: readonly (Compared & { change: Change })[]
}

/** The chosen checkups, oldest first, and per item the change from its first to its last value among them. */
export const sheetOf = (grid: Grid, keys: readonly string[]): Sheet => {
  const columns = grid.columns.filter(({ key }) => keys.includes(key)).toReversed()
  const toJudged = (result: TestResult) => ({
    value: result.value,
    comparator: result.comparator,
    status: result.status,
    band: grid.rangeOf(result)?.healthy ?? null,
  })
  const compareRow = (row: Row): Compared => {
    const cells = columns.map(({ key }) => row.cells.get(key))
    const measured = cells.filter((cell) => cell !== undefined)
    const [first, last] = [measured[0], measured.at(-1)]
    if (!first || !last || first === last) return { row, cells, change: undefined, ends: undefined }
    return { row, cells, change: changeOf(toJudged(first), toJudged(last)), ends: [first, last] }
  }
  const groups = grid.groups
    .map(({ name, rows }) => ({ name, rows: rows.map(compareRow).filter(({ cells }) => cells.some(Boolean)) }))
    .filter(({ rows }) => rows.length > 0)
  const notable = groups
    .flatMap(({ rows }) => rows)
    .filter((row): row is Compared & { change: Change } => row.change !== undefined)
    .sort((a, b) => byImportance(a.change, b.change))
  return { columns, groups, notable }
}
