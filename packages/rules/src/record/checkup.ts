import { type Bands, type ProviderJudgement, type ResultStatus, resultStatus } from '@sukoyaka/wire/record/checkup'
import type { Measurement } from '../value.ts'

/** A critical value of which the patient was not told is shown for so many days although a later value is not critical. */
export const untoldDays = 7

type Span = { min: number | null; max: number | null }
const isInside = (value: number, { min, max }: Span) => (min === null || value >= min) && (max === null || value < max)

/**
 * 0 healthy, 1 unhealthy, 2 warning. Bands are half-open: `min` inclusive, `max` exclusive. Unhealthy is `value < below` or `value >= above`. Undefined
 * if the value is not finite or no band contains it (complete bands have no gap).
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
 * The range for a person's sex and age in whole years, else the one for any sex. None if the age is unknown, if no range covers it (all of ours
 * start at 18), or if the sex is unknown and only ranges by sex exist.
 */
export const rangeFor = <R extends RangeCondition>(ranges: readonly R[], sex: 'male' | 'female' | null, age: number | null): R | undefined => {
  if (age === null) return undefined
  const matchingAge = ranges.filter(({ age_min, age_max }) => age >= age_min && (age_max === null || age <= age_max))
  return matchingAge.find((range) => range.sex === sex) ?? matchingAge.find((range) => range.sex === 'any')
}

/**
 * The number by which a value is judged. Bands include their lower limit, so that a value below a limit of measurement is judged as less than it: `<15`
 * is healthy in a band that ends at 15, and `<60` low in one that begins at 60.
 */
export const judgedNumber = ({ value, comparator }: Measurement): number => (comparator === '<' ? value - Math.max(1, Math.abs(value)) * 1e-9 : value)

/** The side of the healthy band on which a value is; undefined within the band. */
export const directionOf = (measurement: Measurement, { healthy }: Pick<Bands, 'healthy'>): 'high' | 'low' | undefined => {
  const value = judgedNumber(measurement)
  if (healthy.max !== null && value >= healthy.max) return 'high'
  if (healthy.min !== null && value < healthy.min) return 'low'
  return undefined
}

const rank = (status: number | null | undefined) =>
  status === resultStatus.unhealthy ? 0 : status === resultStatus.warning ? 1 : status === resultStatus.healthy ? 3 : 2

type Judged = { status?: number | null | undefined; is_serious?: boolean }

/** Whether a value is critical, 異常 or 注意. A critical value may have no status: critical limits are the same for everyone, but ranges may need sex and age. */
export const isAbnormal = ({ status, is_serious }: Judged): boolean =>
  is_serious === true || status === resultStatus.unhealthy || status === resultStatus.warning

/** The status by which a value is marked and counted: a critical value is 異常, even if no range judged it or a range judged it as less severe. */
export const markedStatus = <S extends ResultStatus | null>({ status, is_serious }: { status: S; is_serious: boolean }): S | typeof resultStatus.unhealthy =>
  is_serious ? resultStatus.unhealthy : status

/** Sort order: critical, 異常, 注意, 未判定, 基準内. */
export const bySeverity = (a: Judged, b: Judged): number => Number(b.is_serious ?? false) - Number(a.is_serious ?? false) || rank(a.status) - rank(b.status)

/** Texts of judgements that ask for nothing: of normal findings, and of parts that were not examined. */
const mild =
  /^(([AB]\d?(判定)?)?[\s:(]*(異常(なし|所見なし|(を)?認めず)|(特記)?所見なし|正常(範囲(内)?)?|(基準|正常)(値|範囲)内|問題なし|軽度異常)?\)?|[-‐‑–—―−ー]+|未実施|未受診|対象外)$/i

/**
 * Whether a provider’s judgement asks for something, such as 要精密検査 or D. Any text that is not known to ask for nothing does: it must not be overlooked
 * only because a provider words it in its own way.
 */
export const needsAttention = ({ text }: Pick<ProviderJudgement, 'text'>): boolean => !mild.test(text.normalize('NFKC').trim())
