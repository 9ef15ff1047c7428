import type { TestResult } from '@sukoyaka/wire/record/checkup'
import type { Grid, Row } from './model.ts'

/** Key of the column with the newest value of each item outside checkups. */
export const measuredKey = 'measured'

/** Above this number, columns of days outside checkups, such as those of daily home readings, would push the checkups out of a wide window. */
const maxMeasuredColumns = 3

export const hasManyMeasuredColumns = (grid: Grid) => grid.columns.filter(({ test_package }) => !test_package).length > maxMeasuredColumns

/**
 * The grid with one column for all its days outside checkups: the newest checkup, then the newest value of each item outside checkups, then the earlier
 * checkups. For phones, whose first view has room for few columns, and for many such days. Without checkups the columns stay as they are.
 */
export const withMeasuredColumn = (grid: Grid): Grid => {
  const [checkup, ...earlier] = grid.columns.filter(({ test_package }) => test_package)
  const measured = grid.columns.filter(({ test_package }) => !test_package)
  const [newest] = measured
  if (!checkup || !newest) return grid
  const measuredColumn = { ...newest, key: measuredKey, count: measured.reduce((sum, { count }) => sum + count, 0) }
  const newestOf = (row: Row): TestResult | undefined => {
    const column = measured.find(({ key }) => row.cells.has(key))
    return column && row.cells.get(column.key)
  }
  const withMeasured = (row: Row): Row => {
    const result = newestOf(row)
    return result ? { ...row, cells: new Map(row.cells).set(measuredKey, result) } : row
  }
  return {
    ...grid,
    columns: [checkup, measuredColumn, ...earlier],
    groups: grid.groups.map((group) => ({ ...group, rows: group.rows.map(withMeasured) })),
  }
}
