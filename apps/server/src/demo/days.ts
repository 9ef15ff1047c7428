import { addDays, tokyoStartOfDay } from '@sukoyaka/rules/time'
import type { sleeps, steps } from '../domains/activity/tables.ts'
import type { lifestyles } from '../domains/lifestyle/tables.ts'
import type { DemoPatient } from './people/people.ts'
import { type Random, randomOf } from './random.ts'
import { hasHistory } from './record/answers.ts'

/** Days of steps, and for the first patient also of sleep and daily values. */
const stepDays = 400
/** Days of sleep and daily values of the other patients; more would take too long to generate. */
const otherDays = 90
const origins = ['iPhone ヘルスケア', 'Apple Watch', 'Google ヘルスコネクト']
const minuteMs = 60_000

/** 佐伯’s steps of the last 30 days, oldest first; the last number is today’s. */
const saekiSteps = [
  5210, 6352, 7148, 4896, 8451, 9082, 6147, 5903, 7446, 8152, 6981, 5198, 7802, 8349, 6418, 7046, 3998, 8277, 9176, 7681, 6879, 5928, 7763, 8081, 5890, 7078,
  8420, 5610, 7302, 6842,
]
/** 佐伯’s nights of the last week, oldest first: bedtime in minutes after 22:00 and duration in minutes. */
const saekiNights: readonly (readonly [number, number])[] = [
  [106, 354],
  [125, 312],
  [82, 384],
  [140, 300],
  [94, 372],
  [172, 408],
  [80, 426],
]

type Day = { day: string; daysAgo: number }
const lastDays = (today: string, count: number): Day[] => Array.from({ length: count }, (_, daysAgo) => ({ day: addDays(today, -daysAgo), daysAgo }))

const isWeekend = (day: string) => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())
const originOf = ({ index }: DemoPatient) => origins[index % origins.length]!
/** The evening of the day, or now if the evening is in the future. */
const createdOn = (day: string, now: Date) => new Date(Math.min(tokyoStartOfDay(day).getTime() + 20 * 3_600_000, now.getTime())).toISOString()

const stepsOn = (patient: DemoPatient, r: Random, { day, daysAgo: ago }: Day) => {
  if (patient.index === 0 && ago < saekiSteps.length) return saekiSteps.at(-1 - ago)!
  const typical = patient.edgeCase === 'abnormal' ? 1800 : patient.index === 0 ? 6750 : 3800 + ((patient.index * 37) % 11) * 500
  return Math.max(120, Math.round(typical + r.normal() * 1500 + (isWeekend(day) ? -600 : 300)))
}

type StepRow = typeof steps.$inferInsert

/** Steps per day; some days are missing, as when the phone was left at home. */
export const stepsFor = (patient: DemoPatient, today: string, now: Date): StepRow[] => {
  if (!hasHistory(patient)) return []
  const r = randomOf('steps', patient.index)
  return lastDays(today, stepDays).flatMap((day) => {
    const count = stepsOn(patient, r, day)
    const isMissing = r.chance(0.05) && !(patient.index === 0 && day.daysAgo < saekiSteps.length)
    const created_at = createdOn(day.day, now)
    return isMissing ? [] : [{ user_id: patient.id, measured_on: day.day, count, origin: originOf(patient), created_at, updated_at: created_at }]
  })
}

const nightOn = (patient: DemoPatient, r: Random, { day, daysAgo: ago }: Day): readonly [number, number] => {
  if (patient.index === 0 && ago < saekiNights.length) return saekiNights.at(-1 - ago)!
  const typical = patient.index === 0 ? 370 : 350 + ((patient.index * 29) % 9) * 15
  return [Math.round(110 + r.normal() * 35), Math.max(150, Math.round(typical + r.normal() * 45 + (isWeekend(day) ? 40 : 0)))]
}

type SleepRow = typeof sleeps.$inferInsert

/** Nights, some interrupted or missing, and occasional naps; none in the future. */
export const sleepsFor = (patient: DemoPatient, today: string, now: Date): SleepRow[] => {
  if (!hasHistory(patient)) return []
  const r = randomOf('sleep', patient.index)
  const origin = originOf(patient)
  const rowOf = (from: number, minutes: number): SleepRow => ({
    user_id: patient.id,
    started_at: new Date(from).toISOString(),
    ended_at: new Date(from + minutes * minuteMs).toISOString(),
    origin,
    created_at: new Date(from + minutes * minuteMs).toISOString(),
  })
  return lastDays(today, patient.index === 0 ? stepDays : otherDays)
    .flatMap((day) => {
      const [after, minutes] = nightOn(patient, r, day)
      const isRecent = patient.index === 0 && day.daysAgo < saekiNights.length
      const [isMissing, isBroken, naps] = [r.chance(0.07), r.chance(0.12), r.chance(0.06)]
      if (isMissing && !isRecent) return []
      const evening = tokyoStartOfDay(day.day).getTime() - 120 * minuteMs
      const from = evening + after * minuteMs
      const first = Math.round(minutes * 0.45)
      const night = isBroken && !isRecent ? [rowOf(from, first), rowOf(from + (first + 25) * minuteMs, minutes - first)] : [rowOf(from, minutes)]
      return naps && !isRecent ? [...night, rowOf(evening + (15 * 60 + 40) * minuteMs, 25)] : night
    })
    .filter(({ ended_at }) => Date.parse(ended_at) <= now.getTime())
}

/** Functions by category that derive the value of a day from its steps, in the unit of the category. */
const measuredBy: Record<string, (steps: number, r: Random) => number> = {
  active_energy_burned: (count, r) => count * 0.054 + 8 + r.normal() * 14,
  distance: (count, r) => count * 0.00069 + r.normal() * 0.12,
  stairs_climbed: (count, r) => count / 1050 + r.normal() * 1.6,
  stand_hour: (count, r) => 7 + count / 2600 + r.normal(),
  total_energy_burned: (count, r) => 1470 + count * 0.054 + r.normal() * 24,
}
const decimals: Record<string, number> = { distance: 1 }

/** Values of a day, dated at its start. */
export const dailyValuesFor = (patient: DemoPatient, categories: { id: number; name: string }[], stepRows: StepRow[]): (typeof lifestyles.$inferInsert)[] => {
  const measured = categories.filter(({ name }) => name in measuredBy)
  return stepRows.slice(0, patient.index === 0 ? stepDays : otherDays).flatMap(({ measured_on, count }) => {
    const r = randomOf(`day ${measured_on}`, patient.index)
    const answered_at = tokyoStartOfDay(measured_on).toISOString()
    return measured.map(({ id, name }) => {
      const scale = 10 ** (decimals[name] ?? 0)
      const value = Math.max(0, Math.round(measuredBy[name]!(count, r) * scale) / scale)
      return { user_id: patient.id, category_id: id, answered_at, value, created_at: answered_at }
    })
  })
}
