import type { Bands, ResultStatus } from '@sukoyaka/wire/checkup'
const inside = (v: number, b: { min: number | null; max: number | null }) => (b.min === null || v >= b.min) && (b.max === null || v < b.max)
export const statusOf = (v: number, b: Bands): ResultStatus | undefined => (inside(v, b.healthy) ? 0 : b.warning.some((w) => inside(v, w)) ? 2 : (b.unhealthy.below !== null && v < b.unhealthy.below) || (b.unhealthy.above !== null && v >= b.unhealthy.above) ? 1 : undefined)
export const rangeFor = <R extends { sex: string; age_min: number; age_max: number | null }>(ranges: R[], sex: string | null, age: number): R | undefined => {
  const fits = ranges.filter((r) => age >= r.age_min && (r.age_max === null || age <= r.age_max))
  return fits.find((r) => r.sex === sex) ?? fits.find((r) => r.sex === 'any')
}
