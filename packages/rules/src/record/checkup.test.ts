import type { Bands } from '@sukoyaka/wire/record/checkup'
import { expect, test } from 'vitest'
import numeric from '../../../../apps/server/reference-data/numeric_test_result_categories.json' with { type: 'json' }
import { bySeverity, directionOf, judgedNumber, markedStatus, needsAttention, rangeFor, statusOf } from './checkup.ts'

/** Independent implementation of the documented bands: the statuses of all bands that contain a value. */
const bandsContaining = ({ healthy, warning, unhealthy }: Bands, value: number) => {
  const isInside = (band: Bands['healthy']) => (band.min === null || value >= band.min) && (band.max === null || value < band.max)
  return [
    isInside(healthy) ? [0] : [],
    (unhealthy.below !== null && value < unhealthy.below) || (unhealthy.above !== null && value >= unhealthy.above) ? [1] : [],
    warning.some(isInside) ? [2] : [],
  ].flat()
}

test('judges the values around every bound in numeric_test_result_categories.json as the bands state', () => {
  let cases = 0
  for (const { decimals, ranges } of numeric.items)
    for (const range of ranges as Bands[]) {
      const borders = [range.healthy, ...range.warning].flatMap(({ min, max }) => [min, max]).concat(range.unhealthy.below, range.unhealthy.above)
      for (const border of borders.filter((item) => item !== null))
        for (const step of [-1, 0, 1]) {
          const value = Number((border + step * 10 ** -decimals).toFixed(decimals))
          expect([statusOf(value, range)]).toEqual(bandsContaining(range, value))
          cases++
        }
    }
  expect(cases).toBeGreaterThan(1000)
})

const anySex = { sex: 'any' as const, age_min: 18, age_max: null }
const male = { sex: 'male' as const, age_min: 18, age_max: 64 }

test('prefers the range of the person’s sex; returns none for children or if the age is unknown', () => {
  expect(rangeFor([anySex, male], 'male', 40)).toBe(male)
  expect(rangeFor([anySex, male], 'male', 65)).toBe(anySex)
  expect(rangeFor([anySex, male], null, 40)).toBe(anySex)
  expect(rangeFor([male], null, 40)).toBeUndefined()
  expect(rangeFor([anySex], 'female', 17)).toBeUndefined()
  expect(rangeFor([anySex], 'female', null)).toBeUndefined()
})

test('directionOf is high or low outside the healthy band, and undefined within it', () => {
  expect([119, 120, 59, 60].map((value) => directionOf({ value }, { healthy: { min: 60, max: 120 } }))).toEqual([undefined, 'high', 'low', undefined])
})

test('judges a value below a limit of measurement as less than the limit', () => {
  const bands = { healthy: { min: 60, max: 120 }, warning: [{ min: 120, max: 140 }], unhealthy: { below: 60, above: 140 } }
  const judge = (value: number, comparator: '<' | '<=' | '>=' | '>') => [
    statusOf(judgedNumber({ value, comparator }), bands),
    directionOf({ value, comparator }, bands),
  ]
  expect([judge(60, '<'), judge(60, '<='), judge(120, '<'), judge(120, '<=')]).toEqual([
    [1, 'low'],
    [0, undefined],
    [0, undefined],
    [2, 'high'],
  ])
  expect([judge(140, '>'), judge(140, '>='), judge(60, '>')]).toEqual([
    [1, 'high'],
    [1, 'high'],
    [0, undefined],
  ])
})

test('sorts 異常 before 注意, 未判定 and 基準内', () => {
  expect([{ status: 0 }, {}, { status: 2 }, { status: 1 }].sort(bySeverity)).toEqual([{ status: 1 }, { status: 2 }, {}, { status: 0 }])
})

test.each([
  [null, false, null],
  [2, false, 2],
  [null, true, 1],
  [0, true, 1],
  [2, true, 1],
] as const)('a value of status %s, critical: %s, is marked as %s', (status, is_serious, marked) => expect(markedStatus({ status, is_serious })).toBe(marked))

test.each([
  '',
  'A',
  'Ａ',
  'B',
  'B判定',
  'A：異常なし',
  'A（異常なし）',
  '異常なし',
  '異常を認めず',
  '所見なし',
  '正常',
  '正常範囲内',
  '基準値内',
  '軽度異常',
  '－',
  '未実施',
])('%s asks for nothing', (text) => expect(needsAttention({ text })).toBe(false))

test.each(['C', 'Ｄ２', 'E', '要精密検査', '要経過観察', '要治療', '治療中', '異常', '異常あり', '軽度異常（要再検査）', 'A（要経過観察）', '測定不能', '3'])(
  '%s needs attention',
  (text) => expect(needsAttention({ text })).toBe(true),
)
