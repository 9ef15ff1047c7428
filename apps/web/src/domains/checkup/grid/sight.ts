/** Where things begin that stand one after another; the last entry is where they end. */
export type Starts = readonly number[]
/** From the first that is drawn up to before the last. */
export type Range = { from: number; to: number }

export const startsOf = (first: number, sizes: readonly number[]): Starts => {
  const starts = [first]
  for (const size of sizes) starts.push(starts.at(-1)! + size)
  return starts
}

const countOf = (starts: Starts) => starts.length - 1

/** Which one lies at a place; the nearest where none does. */
const at = (starts: Starts, place: number) => {
  let low = 0
  let high = countOf(starts) - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (starts[middle]! <= place) low = middle
    else high = middle - 1
  }
  return low
}

export const inSight = (starts: Starts, offset: number, size: number): Range =>
  countOf(starts) < 1 ? { from: 0, to: 0 } : { from: at(starts, offset), to: at(starts, offset + size - 1) + 1 }

/** With some more before and after them. */
export const widened = ({ from, to }: Range, before: number, after: number, starts: Starts): Range => ({
  from: Math.max(0, from - before),
  to: Math.min(countOf(starts), to + after),
})

export const covers = (drawn: Range, { from, to }: Range) => drawn.from <= from && to <= drawn.to

/** What is drawn: a range, and one that may lie outside of it. */
export const withOne = ({ from, to }: Range, one: number): number[] => {
  const all = Array.from({ length: to - from }, (_, index) => from + index)
  if (one < 0 || (one >= from && one < to)) return all
  return one < from ? [one, ...all] : [...all, one]
}

/** Where to scroll so that one of them is in sight; undefined where it is. `held` and `covered` lie over either end. */
export const revealed = (starts: Starts, index: number, offset: number, size: number, held: number, covered = 0): number | undefined => {
  const start = starts[index]
  const end = starts[index + 1]
  if (start === undefined || end === undefined) return undefined
  if (start < offset + held) return start - held
  if (end > offset + size - covered) return end - size + covered
  return undefined
}
