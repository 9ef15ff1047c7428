import { type Bands, type ResultStatus, resultStatus } from '@sukoyaka/wire/record/checkup'

type Span = { min: number | null; max: number | null }
const isInside = (value: number, { min, max }: Span) => (min === null || value >= min) && (max === null || value < max)

/**
 * 0 healthy, 1 unhealthy, 2 warning. Bands are half-open: `min` inclusive, `max` exclusive. Unhealthy is `value < below` or `value >= above`. Undefined
 * if no band contains the value; complete bands leave no gap.
 */
export const statusOf = (value: number, bands: Bands): ResultStatus | undefined => {
  if (!Number.isFinite(value)) return undefined
  const { below, above } = bands.unhealthy
  if ((below !== null && value < below) || (above !== null && value >= above)) return resultStatus.unhealthy
  if (bands.warning.some((band) => isInside(value, band))) return resultStatus.warning
  return isInside(value, bands.healthy) ? resultStatus.healthy : undefined
}

export type RangeCondition = { sex: 'male' | 'female' | 'any'; age_min: number; age_max: number | null }

/**
 * The range for a person's sex and age in whole years, else the one for any sex. None if no range covers the age (all of ours start at 18), or if the
 * sex is unknown and only ranges by sex exist.
 */
export const rangeFor = <R extends RangeCondition>(ranges: readonly R[], sex: 'male' | 'female' | null, age: number | null): R | undefined => {
  if (age === null) return undefined
  const matchingAge = ranges.filter(({ age_min, age_max }) => age >= age_min && (age_max === null || age <= age_max))
  return matchingAge.find((range) => range.sex === sex) ?? matchingAge.find((range) => range.sex === 'any')
}

/** Side of the healthy band a value is on; undefined within. */
export const directionOf = (value: number, { healthy }: Pick<Bands, 'healthy'>): 'high' | 'low' | undefined => {
  if (healthy.max !== null && value >= healthy.max) return 'high'
  if (healthy.min !== null && value < healthy.min) return 'low'
  return undefined
}

const minus = '\u2212'

/** The value with the laboratory's decimals and a true minus sign. */
export const printValue = (value: number, decimals: number): string => {
  // toFixed rounds the binary number, which for 1.005 is below the decimal that was entered
  const text = (Math.round(Number(`${Math.abs(value)}e${decimals}`)) / 10 ** decimals).toFixed(decimals)
  return value < 0 && Number(text) !== 0 ? `${minus}${text}` : text
}

/** `60–119`, `–129`, `30.0–`: prints the last value that belongs to the band. Empty if unbounded. */
export const printRange = ({ min, max }: Span, decimals: number): string => {
  if (min === null && max === null) return ''
  const low = min === null ? '' : printValue(min, decimals)
  const high = max === null ? '' : printValue(max - 10 ** -decimals, decimals)
  return low && low === high ? low : `${low}–${high}`
}

const rank = (status: number | null | undefined) =>
  status === resultStatus.unhealthy ? 0 : status === resultStatus.warning ? 1 : status === resultStatus.healthy ? 3 : 2

/** Sort order 異常, 注意, 未判定, 基準内. */
export const bySeverity = (a: { status?: number | null | undefined }, b: { status?: number | null | undefined }): number => rank(a.status) - rank(b.status)
