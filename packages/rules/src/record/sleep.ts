import { tokyoDay } from '../time.ts'

/** `woke_on`: the day of waking where the person was, if it is known. */
export type Span = { started_at: string; ended_at: string; woke_on?: string | null }
export type DaySleep = {
  woke_on: string
  total_minutes: number
  night_minutes: number
  nap_minutes: number
  bedtime: string | null
  wake_time: string | null
  episodes: number
  naps: number
}

const hourMs = 3_600_000
const tokyoOffsetHours = 9
/** Sleep that starts in the daytime is a nap only if it is shorter than this; night-shift workers sleep longer. */
const maxNapMs = 3 * hourMs
const [napFromHour, napToHour] = [9, 19]

const lengthOf = ({ started_at, ended_at }: Span) => Date.parse(ended_at) - Date.parse(started_at)
const hourOf = (instant: string) => (new Date(instant).getUTCHours() + tokyoOffsetHours) % 24

/** Whether a sleep is shorter than three hours and started between 9:00 and 19:00 in Tokyo. */
export const isNap = (span: Span): boolean => {
  const hour = hourOf(span.started_at)
  return lengthOf(span) < maxNapMs && hour >= napFromHour && hour < napToHour
}

/** Merges overlapping recordings, such as those of two devices for the same night. */
const withoutOverlap = (spans: readonly Span[]): Span[] => {
  const merged: Span[] = []
  for (const { started_at, ended_at, woke_on } of spans.toSorted((a, b) => Date.parse(a.started_at) - Date.parse(b.started_at))) {
    const last = merged.at(-1)
    if (last && Date.parse(started_at) < Date.parse(last.ended_at)) {
      if (Date.parse(ended_at) > Date.parse(last.ended_at)) last.ended_at = ended_at
      last.woke_on ??= woke_on ?? null
    } else merged.push({ started_at, ended_at, woke_on: woke_on ?? null })
  }
  return merged
}

const minutesOf = (spans: readonly Span[]) => Math.round(spans.reduce((sum, span) => sum + lengthOf(span), 0) / 60_000)

/** Sleep by `woke_on` or, without it, by the Tokyo day on which it ended; newest first. Days without data are omitted, because unknown is not 0. */
export const sleepByDay = (spans: readonly Span[]): DaySleep[] =>
  [...Map.groupBy(withoutOverlap(spans), ({ ended_at, woke_on }) => woke_on ?? tokyoDay(ended_at))]
    .map(([woke_on, daySpans]) => {
      const naps = daySpans.filter(isNap)
      const night = daySpans.filter((span) => !isNap(span))
      const [night_minutes, nap_minutes] = [minutesOf(night), minutesOf(naps)]
      return {
        woke_on,
        total_minutes: night_minutes + nap_minutes,
        night_minutes,
        nap_minutes,
        bedtime: night[0]?.started_at ?? null,
        wake_time: night.at(-1)?.ended_at ?? null,
        episodes: daySpans.length,
        naps: naps.length,
      }
    })
    .sort((a, b) => (a.woke_on < b.woke_on ? 1 : -1))
