/** Half-open, in milliseconds. */
export type Interval = { start: number; end: number }

/** The union of intervals, sorted. Intervals that touch or are less than `bridge` apart become one. */
export const unionOf = (intervals: readonly Interval[], bridge = 0): Interval[] => {
  const merged: Interval[] = []
  for (const { start, end } of intervals.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    if (last && (start <= last.end || start - last.end < bridge)) last.end = Math.max(last.end, end)
    else merged.push({ start, end })
  }
  return merged
}

/** What is left of an interval without the others, which are sorted and disjoint. */
export const without = ({ start, end }: Interval, others: readonly Interval[]): Interval[] => {
  const left: Interval[] = []
  let at = start
  for (let index = firstEndingFrom(others, start); index < others.length && others[index]!.start < end; index++) {
    const other = others[index]!
    if (other.start > at) left.push({ start: at, end: other.start })
    at = Math.max(at, other.end)
  }
  if (at < end) left.push({ start: at, end })
  return left
}

/** Index of the first of the sorted, disjoint intervals that ends at this moment or after it. */
const firstEndingFrom = (intervals: readonly Interval[], at: number): number => {
  let [low, high] = [0, intervals.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (intervals[middle]!.end >= at) high = middle
    else low = middle + 1
  }
  return low
}

/** Whether a moment lies in one of the sorted, disjoint intervals, their ends included. */
export const isWithin = (at: number, intervals: readonly Interval[]): boolean => {
  const found = intervals[firstEndingFrom(intervals, at)]
  return found !== undefined && found.start <= at
}

export const clip = ({ start, end }: Interval, to: Interval): Interval | undefined => {
  const clipped = { start: Math.max(start, to.start), end: Math.min(end, to.end) }
  return clipped.start < clipped.end ? clipped : undefined
}

export const lengthOf = (intervals: readonly Interval[]): number => intervals.reduce((sum, { start, end }) => sum + end - start, 0)
