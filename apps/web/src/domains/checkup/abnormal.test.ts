import { expect, test } from 'vitest'
import * as data from '../../test/data/checkup.ts'
import { isAbnormal, newestOfEach, scaleOf } from './abnormal.ts'

const result = (id: number, category_id: number, recorded_at: string, value: number, status?: number) =>
  data.result(id, category_id, value, recorded_at, { category: data.category(category_id, `c${category_id}`, ''), status: status ?? null })
const range = data.range(1, 1)
const rangeOf = () => range

test('sorts the newest values by status, 異常 before 注意, then by date', () => {
  const newestValues = newestOfEach(
    [
      result(1, 1, '2026-10-14T00:00:00Z', 162, 1),
      result(2, 1, '2025-10-14T00:00:00Z', 100, 0),
      result(3, 2, '2026-11-01T00:00:00Z', 6, 2),
      result(4, 3, '2026-11-02T00:00:00Z', 18, 1),
      result(5, 4, '2026-11-02T00:00:00Z', 5),
      result(6, 5, '2026-11-02T00:00:00Z', 5, 0),
    ],
    rangeOf,
  )
  expect(newestValues.map(({ newest }) => newest.id)).toEqual([4, 1, 3, 5, 6])
  expect(newestValues.filter(isAbnormal).map(({ newest }) => newest.id)).toEqual([4, 1, 3])
})

test('puts critical values and those far beyond their range before other abnormal ones, however old', () => {
  const named = (id: number, name: string, value: number, is_serious = false) =>
    data.result(id, id, value, `2026-11-0${id}T00:00:00Z`, { category: data.category(id, name, ''), status: 1, is_serious })
  const newestValues = newestOfEach([named(1, 'potassium', 6.8, true), named(2, 'ldl_cholesterol', 190), named(3, 'hba1c', 6.1), named(4, 'ldl', 162)], rangeOf)
  expect(newestValues.map(({ newest, isFar }) => [newest.id, isFar])).toEqual([
    [1, false],
    [2, true],
    [4, false],
    [3, false],
  ])
})

test('lists a critical value first even if its range is unknown', () => {
  const critical = data.result(1, 1, 115, '2026-01-01T00:00:00Z', { category: data.category(1, 'sodium', ''), status: null, is_serious: true })
  const newestValues = newestOfEach([critical, result(2, 2, '2026-11-02T00:00:00Z', 162, 1)], rangeOf)
  expect(newestValues.filter(isAbnormal).map(({ newest }) => newest.id)).toEqual([1, 2])
})

test('lists an estimate after measured values of the same severity', () => {
  const estimate = data.result(1, 1, 10.4, '2026-11-02T00:00:00Z', { category: data.category(1, 'estimated_salt_intake', ''), status: 1 })
  const newestValues = newestOfEach([estimate, result(2, 2, '2026-10-01T00:00:00Z', 162, 1), result(3, 3, '2026-11-02T00:00:00Z', 130, 2)], rangeOf)
  expect(newestValues.map(({ newest }) => newest.id)).toEqual([2, 1, 3])
})

test('an item whose newest value is back in range is not abnormal', () => {
  const newestValues = newestOfEach([result(1, 1, '2025-01-01T00:00:00Z', 200, 1), result(2, 1, '2026-01-01T00:00:00Z', 100, 0)], rangeOf)
  expect(newestValues.filter(isAbnormal)).toEqual([])
})

test('of two values at the same time, the one that was added last is the newest', () => {
  // in the order of the API: the newest first
  const [newestValue] = newestOfEach([result(2, 1, '2026-11-02T00:00:00Z', 118, 0), result(1, 1, '2026-11-02T00:00:00Z', 196, 1)], rangeOf)
  expect(newestValue).toMatchObject({ newest: { id: 2 }, points: [{ id: 1 }, { id: 2 }] })
})

test('a critical value of which the patient was not told takes the place of the newest one', () => {
  const results = [result(2, 1, '2026-11-21T12:15:00Z', 118, 0), result(3, 2, '2026-11-20T00:00:00Z', 162, 1)]
  const untold = data.result(1, 1, 196, '2026-11-21T12:14:00Z', { category: results[0]!.category!, status: 1, is_serious: true })
  const [worst, other] = newestOfEach(results, rangeOf, [untold])
  expect(worst).toMatchObject({ newest: { value: 196 }, later: { value: 118 }, points: [{ id: 1 }] })
  expect(other).toMatchObject({ newest: { id: 3 }, later: undefined })
  // the later value is in a checkup that is not released to this patient
  expect(newestOfEach([untold], rangeOf, [untold])).toMatchObject([{ newest: { id: 1 }, later: undefined, points: [{ id: 1 }] }])
})

test('limits the trend to the three years before the newest value', () => {
  const [newestValue] = newestOfEach(
    [result(1, 1, '2022-01-01T00:00:00Z', 1, 1), result(2, 1, '2024-01-01T00:00:00Z', 2, 1), result(3, 1, '2026-01-01T00:00:00Z', 3, 1)],
    rangeOf,
  )
  expect(newestValue?.points.map(({ id }) => id)).toEqual([2, 3])
})

test('the scale of a range bar includes a value far outside the range', () => {
  const { low, high } = scaleOf([900], range)
  expect(low).toBeGreaterThanOrEqual(0)
  expect(high).toBeGreaterThan(900)
  expect(scaleOf([-3], { healthy: { min: -2, max: 2 }, unhealthy: { below: null, above: null } }).low).toBeLessThan(-3)
})
