/** The smallest value that at least this share of the sorted values does not exceed; NaN without values. */
export const percentile = (sorted: ArrayLike<number>, share: number) => sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN

export type Figures = { p50: number; p99: number }
/** `p50` and `p99` of numbers in any order. */
export const figuresOf = (numbers: readonly number[]): Figures => {
  const sorted = Float64Array.from(numbers).sort()
  return { p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) }
}

/** The middle value, or the mean of the two middle values if there is an even number of values; NaN without values. */
export const median = (numbers: readonly number[]) => {
  const sorted = Float64Array.from(numbers).sort()
  return ((sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN) + (sorted[Math.ceil((sorted.length - 1) / 2)] ?? Number.NaN)) / 2
}
