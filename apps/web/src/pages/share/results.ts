import { bySeverity } from '@sukoyaka/rules/record/checkup'
import type { SharedRecord } from '@sukoyaka/wire/boards/share'

export type SharedResults = NonNullable<SharedRecord['results']>
export type SharedItem = SharedResults['items'][number]
export type SharedValue = NonNullable<SharedItem['values'][number]>
/** Rows under one heading; `off` is the heading of what is out of range. */
export type Section = { key: string; items: SharedItem[]; isAllIn: boolean }

/** The newest value decides: an item that was not measured this time is not out of range. */
const newestOf = ({ values }: SharedItem) => values[0] ?? undefined
const isOff = (item: SharedItem) => {
  const newest = newestOf(item)
  return newest !== undefined && newest.status !== 0
}

/** How many of the newest values are abnormal, to be watched, and not judged. */
export const countsOf = (items: readonly SharedItem[]) => {
  const count = (status: number | null) => items.filter((item) => newestOf(item)?.status === status).length
  return { danger: count(1), warning: count(2), unknown: count(null) }
}

const sectionOf = (key: string, items: SharedItem[]): Section => ({ key, items, isAllIn: !items.some(isOff) })

/** The items by group in the order of the catalogue; with `offFirst`, those out of range come before, the worst first. */
export const sectionsOf = (items: readonly SharedItem[], offFirst: boolean): Section[] => {
  const off = offFirst ? items.filter(isOff).toSorted((a, b) => bySeverity(newestOf(a) ?? {}, newestOf(b) ?? {})) : []
  const groups = Map.groupBy(
    items.filter((item) => !off.includes(item)),
    ({ group }) => group,
  )
  return [...(off.length ? [sectionOf('off', off)] : []), ...[...groups].map(([group, rows]) => sectionOf(group, rows))]
}

/** Sections until at least `max` rows are shown, so that no group is cut. */
export const firstSections = (sections: readonly Section[], max: number): Section[] => {
  const shown: Section[] = []
  let rows = 0
  for (const section of sections) {
    if (rows >= max) break
    shown.push(section)
    rows += section.items.length
  }
  return shown
}
