/** Cumulative offsets in pixels; the last entry is the end. */
export type Starts = readonly number[]
/** Half-open: `to` is excluded. */
export type Range = { from: number; to: number }

export const startsOf = (first: number, sizes: readonly number[]): Starts => {
  const starts = [first]
  for (const size of sizes) starts.push(starts.at(-1)! + size)
  return starts
}

const countOf = (starts: Starts) => starts.length - 1

/** Binary search for the index at an offset; clamps to the ends. */
const indexAt = (starts: Starts, offset: number) => {
  let low = 0
  let high = countOf(starts) - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (starts[middle]! <= offset) low = middle
    else high = middle - 1
  }
  return low
}

export const visibleRange = (starts: Starts, offset: number, size: number): Range =>
  countOf(starts) < 1 ? { from: 0, to: 0 } : { from: indexAt(starts, offset), to: indexAt(starts, offset + size - 1) + 1 }

/** Extends the range by overscan on both sides. */
export const withOverscan = ({ from, to }: Range, before: number, after: number, starts: Starts): Range => ({
  from: Math.max(0, from - before),
  to: Math.min(countOf(starts), to + after),
})

export const covers = (drawn: Range, { from, to }: Range) => drawn.from <= from && to <= drawn.to

/** Indexes to render: a range plus one index that may lie outside. */
export const indexesWith = ({ from, to }: Range, index: number): number[] => {
  const all = Array.from({ length: to - from }, (_, index) => from + index)
  if (index < 0 || (index >= from && index < to)) return all
  return index < from ? [index, ...all] : [...all, index]
}

/** Scroll offset that brings an index into view, or undefined when it already is. `stickySize` and `covered` are the overlaid pixels at start and end. */
export const offsetToReveal = (starts: Starts, index: number, offset: number, size: number, stickySize: number, covered = 0): number | undefined => {
  const start = starts[index]
  const end = starts[index + 1]
  if (start === undefined || end === undefined) return undefined
  if (start < offset + stickySize) return start - stickySize
  if (end > offset + size - covered) return end - size + covered
  return undefined
}
