import type { Column, Period } from './model.ts'

/** Filters above the grid and closed groups. */
export type View = { q: string; group: string; period: Period; onlyAbnormal: boolean; closed: ReadonlySet<string> }

export const startingView: View = { q: '', group: '', period: 'all', onlyAbnormal: false, closed: new Set() }

/** Max checkups in a comparison. */
export const maxCompared = 5

const annualCount = 4

/** Keys of the newest full checkups, at most one per year. Undefined if there are fewer than two to compare. */
export const annualKeys = (columns: readonly Column[]): string[] | undefined => {
  const full = columns.filter(({ test_package }) => test_package?.kind === 'detail')
  const newestOfYear = full.filter(({ day }, at) => full.findIndex((column) => column.day.slice(0, 4) === day.slice(0, 4)) === at)
  const keys = newestOfYear.slice(0, annualCount).map(({ key }) => key)
  return keys.length > 1 ? keys : undefined
}
