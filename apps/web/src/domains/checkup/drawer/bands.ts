import type { ValueFormat } from '@sukoyaka/rules/value'
import type { ReferenceRange, TestResult } from '@sukoyaka/wire/record/checkup'

export type Segment = { from: number; to: number; min: number | null; max: number | null }

const timeOf = (result: TestResult) => Date.parse(result.recorded_at)

/** Healthy range over time; takes results oldest first. The range of a result applies until the next result, and the first range also before its result. */
export const segmentsOf = (
  results: readonly TestResult[],
  rangeOf: (result: TestResult) => ReferenceRange | undefined,
  from: number,
  to: number,
): Segment[] => {
  const segments: Segment[] = []
  for (const result of results) {
    const healthy = rangeOf(result)?.healthy
    const last = segments.at(-1)
    const at = segments.length === 0 ? from : Math.max(from, timeOf(result))
    if (last) last.to = at
    if (!healthy || (healthy.min === null && healthy.max === null)) {
      segments.push({ from: at, to, min: null, max: null })
      continue
    }
    if (last && last.min === healthy.min && last.max === healthy.max) last.to = to
    else segments.push({ from: at, to, min: healthy.min, max: healthy.max })
  }
  const end = segments.at(-1)
  if (end) end.to = to
  return segments.filter((segment) => (segment.min !== null || segment.max !== null) && segment.to > segment.from)
}

const niceSteps = [1, 2, 2.5, 5, 10]
const niceStep = (minStep: number) => {
  const power = 10 ** Math.floor(Math.log10(minStep))
  return (niceSteps.find((step) => step * power >= minStep) ?? 10) * power
}

/** The values fill at least this share of the span of values and limits; a limit too far away for that is left off the axis. */
const minShare = 0.2
const ticks = 6

export type Axis = { min: number; max: number; interval: number }

/** Axis over all labels, or over all values and over the limits of their ranges as long as the values stay readable. */
export const axisOf = (values: readonly number[], segments: readonly Segment[], { value_labels }: Pick<ValueFormat, 'value_labels'> = {}): Axis => {
  // ticks start at the minimum, so that integer limits place them on the labels
  if (value_labels) return { min: -1, max: value_labels.length, interval: 1 }
  let low = Math.min(...values)
  let high = Math.max(...values)
  const own = high - low || Math.abs(high) * 0.2 || 1
  const distance = (limit: number) => Math.max(low - limit, limit - high, 0)
  const limits = segments.flatMap(({ min, max }) => [min, max]).filter((limit) => limit !== null)
  for (const limit of limits.toSorted((a, b) => distance(a) - distance(b))) {
    const span = Math.max(high, limit) - Math.min(low, limit)
    if (own / span < minShare) break
    low = Math.min(low, limit)
    high = Math.max(high, limit)
  }
  const spread = high - low || own
  const interval = niceStep((spread * 1.25) / ticks)
  const min = Math.floor((low - spread * 0.1) / interval) * interval
  const max = Math.ceil((high + spread * 0.15) / interval) * interval
  const roundFloat = (value: number) => Number(value.toPrecision(12))
  return { min: roundFloat(low >= 0 ? Math.max(0, min) : min), max: roundFloat(max), interval: roundFloat(interval) }
}

/** Limits of a band half a step around its labels, so that a chart draws the band around them. */
export const aroundLabels = ({ min, max, ...rest }: Segment): Segment => ({
  ...rest,
  min: min === null ? null : min - 0.5,
  max: max === null ? null : max - 0.5,
})

/** Visible part of a range. A range entirely off the axis is drawn as a thin band of height `edgeHeight` at the end of the axis nearest to it. */
export const clipToAxis = ({ min, max }: Segment, axis: Axis, edgeHeight: number): { low: number; high: number; isOffAxis: boolean } => {
  const low = Math.max(axis.min, min ?? axis.min)
  const high = Math.min(axis.max, max ?? axis.max)
  if (low < high) return { low, high, isOffAxis: false }
  return min !== null && min >= axis.max
    ? { low: axis.max - edgeHeight, high: axis.max, isOffAxis: true }
    : { low: axis.min, high: axis.min + edgeHeight, isOffAxis: true }
}
