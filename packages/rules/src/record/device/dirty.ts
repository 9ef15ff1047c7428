import type { Sample } from '@sukoyaka/wire/record/device'

const [minuteMs, dayMs] = [60_000, 86_400_000]
/** A pause of a source that is bridged. */
const bridgedMs = 10 * minuteMs
const underived: readonly Sample['type'][] = ['heart_rate', 'body_weight']

/** Local days whose numbers a sample can change: those it touches with the pause around it, and for sleep the day of waking after it. */
export const daysOfSamples = (samples: readonly Pick<Sample, 'type' | 'started_at' | 'ended_at' | 'zone_offset'>[]): string[] => {
  const days = new Set<number>()
  for (const { type, started_at, ended_at, zone_offset } of samples) {
    if (underived.includes(type)) continue
    const offset = zone_offset * minuteMs
    const first = Math.floor((Date.parse(started_at) + offset - bridgedMs) / dayMs)
    const last = Math.floor((Date.parse(ended_at) + offset + bridgedMs) / dayMs) + (type === 'sleep' ? 1 : 0)
    for (let day = first; day <= last; day++) days.add(day)
  }
  return [...days].sort((a, b) => a - b).map((day) => new Date(day * dayMs).toISOString().slice(0, 10))
}
