import { type Contribution, type DayTotal, dayOfLocal, type Measured, type SourceSamples, type SourceSpans } from './day.ts'
import { clip, type Interval, lengthOf, unionOf, without } from './spans.ts'

/** A time asleep, from one source. */
export type SleepSpan = Interval & { source_id: number; zone_offset: number }
export type Night = DayTotal & { asleep: SleepSpan[] }

const minuteMs = 60_000
const [inBed, awake] = [0, 2]
/** A shorter time awake does not end the night. */
const nightGapMs = 120 * minuteMs
const bridgedMs = 10 * minuteMs
/** Time in bed closer than this to a recorded time asleep or awake does not count as sleep. */
const nearMs = 60 * minuteMs

const isRecorded = ({ value }: Measured) => value !== inBed
const isAsleep = ({ value }: Measured) => value !== inBed && value !== awake
const offsetAt = (samples: readonly Measured[], at: number) => samples.findLast(({ start }) => start < at)?.zone_offset ?? samples[0]!.zone_offset

/** Spans of a source, without the intervals in which an earlier source recorded. */
const spansOf = (source_id: number, intervals: readonly Interval[], samples: readonly Measured[], blocked: readonly Interval[]): SleepSpan[] =>
  intervals.flatMap((interval) => without(interval, blocked)).map((span) => ({ ...span, source_id, zone_offset: offsetAt(samples, span.end) }))

const sorted = (samples: readonly Measured[]) => samples.toSorted((a, b) => a.start - b.start)

/**
 * The times asleep. Where sources overlap, the earlier source counts. Time in bed counts as sleep only where no source recorded a time asleep or awake
 * within an hour.
 */
const asleepSpans = (sources: readonly SourceSamples[]): SleepSpan[] => {
  const found: SleepSpan[] = []
  let blocked: Interval[] = []
  for (const { source_id, samples } of sources) {
    const recorded = sorted(samples.filter(isRecorded))
    found.push(...spansOf(source_id, unionOf(recorded.filter(isAsleep)), recorded, blocked))
    blocked = unionOf([...blocked, ...unionOf(recorded, bridgedMs)])
  }
  const near = unionOf(blocked.map(({ start, end }) => ({ start: start - nearMs, end: end + nearMs })))
  for (const { source_id, samples } of sources) {
    const beds = sorted(samples.filter((sample) => !isRecorded(sample) && !near.some((each) => clip(sample, each))))
    found.push(...spansOf(source_id, unionOf(beds), beds, blocked))
    blocked = unionOf([...blocked, ...beds])
  }
  return found.filter(({ start, end }) => end > start).sort((a, b) => a.start - b.start)
}

/** Groups spans into nights: spans with less than two hours between them are one night. */
const nightsOf = (spans: readonly SleepSpan[]): SleepSpan[][] => {
  const nights: SleepSpan[][] = []
  let end = Number.NEGATIVE_INFINITY
  for (const span of spans) {
    if (span.start - end < nightGapMs) nights.at(-1)!.push(span)
    else nights.push([span])
    end = Math.max(end, span.end)
  }
  return nights
}

const wokeOn = (night: readonly SleepSpan[]) => {
  const last = night.reduce((latest, span) => (span.end > latest.end ? span : latest))
  return dayOfLocal(last.end + last.zone_offset * minuteMs)
}

/** What a source contributed to the nights: its sleep that counted, and the sleep that it recorded within the nights but that did not count. */
const contributionOf = ({ source_id, samples }: SourceSamples, spans: readonly SleepSpan[], nights: readonly Interval[]) => {
  const counted = unionOf(spans.filter((span) => span.source_id === source_id))
  const within = unionOf(samples.filter(isAsleep)).flatMap((interval) => nights.flatMap((night) => clip(interval, night) ?? []))
  const dropped = within.flatMap((interval) => without(interval, counted))
  const [countedMinutes, droppedMinutes] = [Math.round(lengthOf(counted) / minuteMs), Math.round(lengthOf(dropped) / minuteMs)]
  const contribution: Contribution = {
    source_id,
    arrived: countedMinutes + droppedMinutes,
    counted: countedMinutes,
    dropped: droppedMinutes,
    dropped_samples: samples.filter((sample) => isAsleep(sample) && dropped.some((each) => clip(sample, each))).length,
  }
  const shown: SourceSpans = { source_id, counted, dropped: unionOf(dropped) }
  return { contribution, shown }
}

/**
 * The sleep that ended on a local day, in minutes: a night belongs to the day of waking. Undefined if no sleep ended on it. Samples of the days before
 * and after must be given.
 */
export const nightOf = (sources: readonly SourceSamples[], day: string): Night | undefined => {
  const nights = nightsOf(asleepSpans(sources)).filter((night) => wokeOn(night) === day)
  const asleep = nights.flat()
  if (!asleep.length) return undefined
  const hulls = nights.map((night) => ({ start: night[0]!.start, end: Math.max(...night.map(({ end }) => end)) }))
  const parts = sources.map((source) => contributionOf(source, asleep, hulls)).filter(({ contribution }) => contribution.arrived > 0)
  return {
    value: parts.reduce((sum, { contribution }) => sum + contribution.counted, 0),
    sources: parts.map(({ contribution }) => contribution),
    spans: parts.map(({ shown }) => shown),
    asleep,
  }
}
