import type { SampleType } from '@sukoyaka/wire/record/device'

const [minuteMs, dayMs] = [60_000, 86_400_000]
/** Shorter pauses of a source count as covered by it, as in `day.ts`. */
const bridgedMs = 10 * minuteMs
const underived: readonly SampleType[] = ['heart_rate', 'body_weight']

/** Samples as columns; times in milliseconds. */
export type SpanColumns = { types: readonly SampleType[]; starts: ArrayLike<number>; ends: ArrayLike<number>; zone_offsets: readonly number[] }

/**
 * Local days whose numbers the samples at these indexes can change: those they touch if widened by `bridgedMs` on both sides, and for sleep the day after,
 * because the night can end then.
 */
export const daysOfSamples = ({ types, starts, ends, zone_offsets }: SpanColumns, indexes: Iterable<number>): string[] => {
  const days = new Set<number>()
  for (const at of indexes) {
    const type = types[at]!
    if (underived.includes(type)) continue
    const offset = zone_offsets[at]! * minuteMs
    const first = Math.floor((starts[at]! + offset - bridgedMs) / dayMs)
    const last = Math.floor((ends[at]! + offset + bridgedMs) / dayMs) + (type === 'sleep' ? 1 : 0)
    for (let day = first; day <= last; day++) days.add(day)
  }
  return [...days].sort((a, b) => a - b).map((day) => new Date(day * dayMs).toISOString().slice(0, 10))
}
