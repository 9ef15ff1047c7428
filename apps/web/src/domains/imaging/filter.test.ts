import type { ImageTestResult } from '@sukoyaka/wire/record/imaging'
import { expect, test } from 'vitest'
import { filtered, noFilter, previousOf, togglePicked } from './filter.ts'

const item = (id: number, category_id: number, recorded_at: string, status: number | null) => ({ id, category_id, recorded_at, status }) as ImageTestResult
const results = [
  item(4, 1, '2026-10-14T00:00:00Z', 2),
  item(3, 2, '2026-10-13T16:00:00Z', 0),
  item(2, 1, '2025-10-14T00:00:00Z', 1),
  item(1, 1, '2024-10-14T00:00:00Z', null),
]
const ids = (list: ImageTestResult[]) => list.map(({ id }) => id)

test('filters by category, Tokyo date and finding', () => {
  expect(ids(filtered(results, noFilter))).toEqual([4, 3, 2, 1])
  expect(ids(filtered(results, { ...noFilter, category_id: 2 }))).toEqual([3])
  expect(ids(filtered(results, { ...noFilter, day: '2026-10-14' }))).toEqual([4, 3])
  expect(ids(filtered(results, { ...noFilter, findings: true }))).toEqual([4, 2])
})

test('finds the previous examination of the same category; a third selection replaces the first', () => {
  expect(previousOf(results, results[0]!)?.id).toBe(2)
  expect(previousOf(results, results[1]!)).toBeUndefined()
  expect(togglePicked([4, 3], 2)).toEqual([3, 2])
  expect(togglePicked([4, 3], 4)).toEqual([3])
})
