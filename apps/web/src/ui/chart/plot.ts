import type { Status } from '../status/marks.tsx'

export type Point = { recorded_at: string | number; value: number; status?: Status | null }
export type Band = { min: number | null; max: number | null } | null

const sidePadding = 6
const paddingShare = 0.2
const outsideBandHeight = 3
const round = (value: number) => Math.round(value * 10) / 10

/**
 * Smallest height of the y axis without its padding, in the item's unit, so that usual variation (body height, SpO2, temperature) does not look dramatic:
 * half of a range with two limits, otherwise a tenth of the limit or of the highest value, whichever is larger, or 1 if both are 0.
 */
const smallestSpan = (band: Band, largest: number) => {
  const { min = null, max = null } = band ?? {}
  if (min !== null && max !== null) return (max - min) / 2
  return Math.max(Math.abs(max ?? min ?? 0), Math.abs(largest)) / 10 || 1
}

/**
 * The y axis fits the data, or `smallestSpan` if that is more, with a fifth of padding at each end. The band is clipped to the axis; a band outside of the
 * axis is drawn at the edge, `outsideBandHeight` pixels high.
 */
export function sparklinePlot(points: readonly Point[], band: Band, width: number, height: number) {
  const sorted = points.map((point) => ({ ...point, time: new Date(point.recorded_at).getTime() })).sort((a, b) => a.time - b.time)
  const values = sorted.map((point) => point.value)
  const low = Math.min(...values)
  const high = Math.max(...values)
  const spread = Math.max(high - low, smallestSpan(band, high))
  const middle = (low + high) / 2
  const bottom = middle - spread * (0.5 + paddingShare)
  const top = middle + spread * (0.5 + paddingShare)
  const y = (value: number) => round(height - ((value - bottom) / (top - bottom)) * height)
  const first = sorted[0]?.time ?? 0
  const span = (sorted.at(-1)?.time ?? 0) - first
  const x = (time: number) => round(span ? sidePadding + ((time - first) / span) * (width - sidePadding * 2) : width - sidePadding)
  const dots = sorted.map((point) => ({ x: x(point.time), y: y(point.value), status: point.status }))
  return { dots, last: dots.at(-1), ...(sorted.length ? bandBetween(band, y, height) : { band: null, edges: [] }) }
}

function bandBetween(band: Band, y: (value: number) => number, height: number) {
  if (!band || (band.min === null && band.max === null)) return { band: null, edges: [] }
  const clip = (value: number) => Math.min(height, Math.max(0, value))
  const upper = band.max === null ? 0 : y(band.max)
  const lower = band.min === null ? height : y(band.min)
  const edges = [band.max === null ? null : upper, band.min === null ? null : lower].filter((edge) => edge !== null && edge > 0 && edge < height) as number[]
  if (lower <= 0) return { band: { top: 0, bottom: outsideBandHeight }, edges }
  if (upper >= height) return { band: { top: height - outsideBandHeight, bottom: height }, edges }
  return { band: { top: clip(upper), bottom: clip(lower) }, edges }
}

/** Positions on a bar from `low` to `high`; a value outside is placed at the nearer end. */
export function rangeBarPlot(value: number | undefined, band: Band, low: number, high: number, width: number, previous?: number) {
  const inner = width - 4
  const x = (amount: number) => round(2 + Math.min(1, Math.max(0, (amount - low) / (high - low || 1))) * inner)
  const isUnbounded = !band || (band.min === null && band.max === null)
  const from = x(band?.min ?? low)
  const to = x(band?.max ?? high)
  // keep the whole mark inside the bar at both ends
  const mark = (amount: number) => Math.min(width - 7, Math.max(7, x(amount)))
  return {
    mark: value === undefined ? undefined : mark(value),
    previous: previous === undefined ? undefined : mark(previous),
    band: isUnbounded ? null : { from, width: Math.max(3, round(to - from)) },
  }
}
