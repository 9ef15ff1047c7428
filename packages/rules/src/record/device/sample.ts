import type { FieldReason } from '@sukoyaka/wire/errors'
import type { Sample, SampleType } from '@sukoyaka/wire/record/device'

const [hourMs, minuteMs] = [3_600_000, 60_000]
/** Clocks of phones may be a little fast. */
const clockToleranceMs = 5 * minuteMs
/** A sample that starts earlier is rejected. */
const earliest = Date.parse('2000-01-01T00:00:00Z')

type TypeRule = {
  /** Factors that convert the accepted units to the stored unit, which comes first. */
  units: Record<string, number>
  /** Largest value of one sample, in the stored unit. */
  max: number
  isInteger?: true
  /** Longest sample in hours. */
  maxHours: number
}

const energy: TypeRule = { units: { kcal: 1, Cal: 1, kJ: 1 / 4.184 }, max: 20_000, maxHours: 24 }
const typeRules: Record<SampleType, TypeRule> = {
  steps: { units: { count: 1 }, max: 200_000, isInteger: true, maxHours: 24 },
  distance: { units: { m: 1, km: 1_000, mi: 1_609.344 }, max: 300_000, maxHours: 24 },
  active_energy: energy,
  basal_energy: energy,
  total_energy: energy,
  stairs: { units: { count: 1 }, max: 2_000, maxHours: 24 },
  stand_hour: { units: { count: 1 }, max: 1, isInteger: true, maxHours: 1 },
  sleep: { units: { stage: 1 }, max: 5, isInteger: true, maxHours: 24 },
  heart_rate: { units: { bpm: 1, 'count/min': 1 }, max: 350, maxHours: 24 },
  body_weight: { units: { kg: 1, g: 0.001, lb: 0.45359237 }, max: 500, maxHours: 24 },
}

/** The unit in which values of the type are stored. */
export const storedUnit = (type: SampleType): string => Object.keys(typeRules[type].units)[0]!

/** The value in the stored unit, without the noise of the conversion; undefined for a unit that the type does not have. */
export const storedValue = ({ type, value, unit }: Pick<Sample, 'type' | 'value' | 'unit'>): number | undefined => {
  const { units } = typeRules[type]
  return Object.hasOwn(units, unit) ? Math.round(value * units[unit]! * 1e6) / 1e6 : undefined
}

type Problem = { field: keyof Sample; reason: FieldReason }

/** The field of a sample that is wrong, and why. The value is in the stored unit, undefined if its unit is unknown; the times are in milliseconds. */
export const problemOf = (type: SampleType, value: number | undefined, start: number, end: number, now: number): Problem | undefined => {
  const { max, isInteger, maxHours } = typeRules[type]
  if (value === undefined) return { field: 'unit', reason: 'unknown_unit' }
  if (value < 0) return { field: 'value', reason: 'too_small' }
  if (value > max) return { field: 'value', reason: 'too_large' }
  if (isInteger && !Number.isInteger(value)) return { field: 'value', reason: 'not_a_step' }
  if (end < start) return { field: 'ended_at', reason: 'before_start' }
  if (start > now + clockToleranceMs) return { field: 'started_at', reason: 'in_future' }
  if (end > now + clockToleranceMs) return { field: 'ended_at', reason: 'in_future' }
  if (start < earliest) return { field: 'started_at', reason: 'too_long_ago' }
  if (end - start > maxHours * hourMs) return { field: 'ended_at', reason: maxHours === 1 ? 'over_an_hour' : 'over_a_day' }
  return undefined
}

export const sampleProblem = (sample: Sample, now: number): Problem | undefined =>
  problemOf(sample.type, storedValue(sample), Date.parse(sample.started_at), Date.parse(sample.ended_at), now)
