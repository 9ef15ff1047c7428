import type { Bands } from '@sukoyaka/wire/record/checkup'
import { expect, test } from 'vitest'
import numeric from '../../../../apps/server/reference-data/numeric_test_result_categories.json' with { type: 'json' }
import { bySeverity, directionOf, printRange, printValue, rangeFor, statusOf } from './checkup.ts'

/** The documented meaning of the bands, written a second time: every band that claims a value. */
const claims = ({ healthy, warning, unhealthy }: Bands, v: number) => {
  const inside = (b: Bands['healthy']) => (b.min === null || v >= b.min) && (b.max === null || v < b.max)
  return [
    inside(healthy) ? [0] : [],
    (unhealthy.below !== null && v < unhealthy.below) || (unhealthy.above !== null && v >= unhealthy.above) ? [1] : [],
    warning.some(inside) ? [2] : [],
  ].flat()
}

test('every range of every category judges the values around each of its borders as the bands say', () => {
  let cases = 0
  for (const { decimals, ranges } of numeric.items)
    for (const range of ranges as Bands[]) {
      const borders = [range.healthy, ...range.warning].flatMap(({ min, max }) => [min, max]).concat(range.unhealthy.below, range.unhealthy.above)
      for (const border of borders.filter((b) => b !== null))
        for (const step of [-1, 0, 1]) {
          const value = Number((border + step * 10 ** -decimals).toFixed(decimals))
          expect([statusOf(value, range)]).toEqual(claims(range, value))
          cases++
        }
    }
  expect(cases).toBeGreaterThan(1000)
})

const any = { sex: 'any' as const, age_min: 18, age_max: null }
const male = { sex: 'male' as const, age_min: 18, age_max: 64 }

test('the range of somebody’s sex goes before the one for any; children and people of unknown age have none', () => {
  expect(rangeFor([any, male], 'male', 40)).toBe(male)
  expect(rangeFor([any, male], 'male', 65)).toBe(any)
  expect(rangeFor([any, male], null, 40)).toBe(any)
  expect(rangeFor([male], null, 40)).toBeUndefined()
  expect(rangeFor([any], 'female', 17)).toBeUndefined()
  expect(rangeFor([any], 'female', null)).toBeUndefined()
})

test('ranges are printed with the last value that still belongs to them', () => {
  expect(printRange({ min: 60, max: 120 }, 0)).toBe('60–119')
  expect(printRange({ min: null, max: 130 }, 0)).toBe('–129')
  expect(printRange({ min: 30, max: null }, 1)).toBe('30.0–')
  expect(printRange({ min: null, max: 5.6 }, 1)).toBe('–5.5')
})

test('values keep the laboratory’s decimals and a true minus', () => {
  expect([printValue(6, 1), printValue(1.005, 2), printValue(-2.5, 1), printValue(-0.01, 1)]).toEqual(['6.0', '1.01', '−2.5', '0.0'])
})

test('high and low are told against the healthy band', () => {
  expect([119, 120, 59, 60].map((v) => directionOf(v, { healthy: { min: 60, max: 120 } }))).toEqual([undefined, 'high', 'low', undefined])
})

test('異常 comes before 注意, 未判定 and 基準内', () => {
  expect([{ status: 0 }, {}, { status: 2 }, { status: 1 }].sort(bySeverity)).toEqual([{ status: 1 }, { status: 2 }, {}, { status: 0 }])
})
