import { bySeverity, isAbnormal } from '@sukoyaka/rules/record/checkup'
import type { SharedRecord } from '@sukoyaka/wire/boards/shared-record'

export type SharedResults = NonNullable<SharedRecord['results']>
export type SharedItem = SharedResults['items'][number]
export type SharedValue = NonNullable<SharedItem['values'][number]>
/** Rows under one heading; the key `off` is the section of items whose newest value is out of range or not judged. */
export type Section = { key: string; items: SharedItem[]; isAllInRange: boolean }

/** The value of the newest checkup. It decides: an item that was not measured at that checkup is not out of range. */
const newestOf = ({ values }: SharedItem) => values[0] ?? undefined
/** There is no range for some items, such as the height: only a value with a range can lack a judgement. */
export const isUnjudged = ({ status, healthy }: SharedValue) => status === null && healthy !== null
/** Whether the value is out of range or not judged. */
export const isMarked = (value: SharedValue) => isAbnormal(value) || isUnjudged(value)
const isOff = (item: SharedItem) => {
  const newest = newestOf(item)
  return newest !== undefined && isMarked(newest)
}

/** How many of the newest values are unhealthy, in the warning band, and not judged. */
export const countsOf = (items: readonly SharedItem[]) => {
  const newest = items.flatMap((item) => newestOf(item) ?? [])
  const count = (status: number) => newest.filter((value) => value.status === status).length
  return { danger: count(1), warning: count(2), unknown: newest.filter(isUnjudged).length }
}

/** Nothing of a group is out of range or not judged. An item that was not measured at the newest checkup must not have been marked before. */
const isAllInRange = (items: readonly SharedItem[]) =>
  items.some((item) => newestOf(item)?.status === 0) &&
  items.every((item) => {
    const newest = newestOf(item)
    return newest ? !isMarked(newest) : !item.values.some((value) => value && isMarked(value))
  })

/** The items by group in the order of the catalogue; with `offFirst`, those of the section `off` come before, the worst first. */
export const sectionsOf = (items: readonly SharedItem[], offFirst: boolean): Section[] => {
  const off = offFirst ? items.filter(isOff).toSorted((a, b) => bySeverity(newestOf(a) ?? {}, newestOf(b) ?? {})) : []
  const groups = Map.groupBy(
    items.filter((item) => !off.includes(item)),
    ({ group }) => group,
  )
  const isGroupInRange = (group: string) => isAllInRange(items.filter((item) => item.group === group))
  return [
    ...(off.length ? [{ key: 'off', items: off, isAllInRange: false }] : []),
    ...[...groups].map(([group, rows]) => ({ key: group, items: rows, isAllInRange: isGroupInRange(group) })),
  ]
}

/** The first sections that together have at least `minRows` rows. No section is cut. */
export const firstSections = (sections: readonly Section[], minRows: number): Section[] => {
  const shown: Section[] = []
  let rows = 0
  for (const section of sections) {
    if (rows >= minRows) break
    shown.push(section)
    rows += section.items.length
  }
  return shown
}
