import { clip, type Interval, isWithin, lengthOf, unionOf, without } from './spans.ts'

/** A sample as the derivation reads it: times in milliseconds, the zone offset in minutes. */
export type Measured = Interval & { value: number; zone_offset: number }
/** The samples of one source. Sources are in the order in which they count. */
export type SourceSamples = { source_id: number; samples: readonly Measured[] }

/** What a source contributed to the number of a day. `arrived` is `counted + dropped`. */
export type Contribution = { source_id: number; arrived: number; counted: number; dropped: number; dropped_samples: number }
/** For display: when a source was counted and when it was dropped. */
export type SourceSpans = { source_id: number; counted: Interval[]; dropped: Interval[] }
export type DayTotal = { value: number; sources: Contribution[]; spans: SourceSpans[] }

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000]
/** A pause of a source shorter than this is not filled from the next source: the device measured, but there was nothing to count. */
const bridgedMs = 10 * minuteMs

/** A local day as an interval in milliseconds of local time. */
export const localDay = (day: string): Interval => {
  const start = Date.parse(`${day}T00:00:00Z`)
  return { start, end: start + dayMs }
}
export const dayOfLocal = (local: number): string => new Date(local).toISOString().slice(0, 10)
/** The interval of UTC time that is this local day in the time zone of a sample. */
const dayAt = ({ start, end }: Interval, zone_offset: number): Interval => ({ start: start - zone_offset * minuteMs, end: end - zone_offset * minuteMs })

const rounded = (value: number, decimals: number) => {
  const scale = 10 ** decimals
  return Math.round(value * scale) / scale
}

type Shares = { arrived: number; counted: number; countedSpans: Interval[]; droppedSpans: Interval[] }

/** How much of a sample falls on the day, and how much of that counts. The value is spread evenly over the sample. */
const sharesOf = (sample: Measured, day: Interval, blocked: readonly Interval[]): Shares => {
  const ownDay = dayAt(day, sample.zone_offset)
  if (sample.start === sample.end) {
    const isOnDay = sample.start >= ownDay.start && sample.start < ownDay.end
    const arrived = isOnDay ? sample.value : 0
    return { arrived, counted: isWithin(sample.start, blocked) ? 0 : arrived, countedSpans: [], droppedSpans: [] }
  }
  const onDay = clip(sample, ownDay)
  if (!onDay) return { arrived: 0, counted: 0, countedSpans: [], droppedSpans: [] }
  const perMs = sample.value / (sample.end - sample.start)
  const countedSpans = without(onDay, blocked)
  const counted = perMs * lengthOf(countedSpans)
  return { arrived: perMs * (onDay.end - onDay.start), counted, countedSpans, droppedSpans: without(onDay, countedSpans) }
}

/**
 * A day's number from the samples of all sources: in each interval only the first source that measured counts. Undefined if nothing was measured on
 * that day: missing is not zero. Samples of the days around must be given, as far as they may overlap.
 */
export const totalOf = (sources: readonly SourceSamples[], day: string, decimals = 0): DayTotal | undefined => {
  const interval = localDay(day)
  const [contributions, spans]: [Contribution[], SourceSpans[]] = [[], []]
  let blocked: Interval[] = []
  for (const { source_id, samples } of sources) {
    let [arrived, counted, dropped_samples, isOnDay] = [0, 0, 0, false]
    const [countedSpans, droppedSpans]: [Interval[], Interval[]] = [[], []]
    for (const sample of samples) {
      const shares = sharesOf(sample, interval, blocked)
      const isMeasured = shares.arrived > 0 || shares.countedSpans.length > 0 || shares.droppedSpans.length > 0
      if (!isMeasured && !isZeroOnDay(sample, interval)) continue
      isOnDay = true
      arrived += shares.arrived
      counted += shares.counted
      if (shares.counted < shares.arrived - 1e-9) dropped_samples += 1
      countedSpans.push(...shares.countedSpans)
      droppedSpans.push(...shares.droppedSpans)
    }
    if (isOnDay) {
      const [arrivedTotal, countedTotal] = [rounded(arrived, decimals), Math.min(rounded(counted, decimals), rounded(arrived, decimals))]
      contributions.push({
        source_id,
        arrived: arrivedTotal,
        counted: countedTotal,
        dropped: rounded(arrivedTotal - countedTotal, decimals),
        dropped_samples,
      })
      spans.push({ source_id, counted: unionOf(countedSpans), dropped: unionOf(droppedSpans) })
    }
    blocked = unionOf([...blocked, ...unionOf(samples, bridgedMs)])
  }
  if (!contributions.length) return undefined
  const value = rounded(
    contributions.reduce((sum, { counted }) => sum + counted, 0),
    decimals,
  )
  return { value, sources: contributions, spans }
}

/** Whether a sample of a single moment lies on the day. It is called only for samples that add nothing, so the value is 0. */
const isZeroOnDay = (sample: Measured, day: Interval) => {
  const local = sample.start + sample.zone_offset * minuteMs
  return sample.start === sample.end && local >= day.start && local < day.end
}

/** The hours of the day in which the person stood. For each hour, the first source that has a sample decides. */
export const standHoursOf = (sources: readonly SourceSamples[], day: string): DayTotal | undefined => {
  const interval = localDay(day)
  const decided = new Set<number>()
  const [contributions, spans]: [Contribution[], SourceSpans[]] = [[], []]
  for (const { source_id, samples } of sources) {
    const hours = new Map<number, { isStood: boolean; at: Interval }>()
    for (const sample of samples) {
      const local = sample.start + sample.zone_offset * minuteMs
      if (local < interval.start || local >= interval.end) continue
      const hour = Math.floor((local - interval.start) / hourMs)
      hours.set(hour, { isStood: sample.value > 0 || (hours.get(hour)?.isStood ?? false), at: { start: sample.start, end: sample.end } })
    }
    if (!hours.size) continue
    const stood = [...hours].filter(([, { isStood }]) => isStood)
    const [counted, dropped] = [stood.filter(([hour]) => !decided.has(hour)), stood.filter(([hour]) => decided.has(hour))]
    contributions.push({ source_id, arrived: stood.length, counted: counted.length, dropped: dropped.length, dropped_samples: dropped.length })
    spans.push({ source_id, counted: unionOf(counted.map(([, { at }]) => at)), dropped: unionOf(dropped.map(([, { at }]) => at)) })
    for (const hour of hours.keys()) decided.add(hour)
  }
  if (!contributions.length) return undefined
  return { value: contributions.reduce((sum, { counted }) => sum + counted, 0), sources: contributions, spans }
}
