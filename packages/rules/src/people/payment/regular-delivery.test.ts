import { expect, test } from 'vitest'
import { changeUntil, followingDay, nextChangeableDay, orderedOn } from './regular-delivery.ts'

test('a delivery on the 31st comes on the last day of shorter months, then on the 31st again', () => {
  const cycle = { every_months: 1, day_of_month: 31 }
  const days = ['2027-01-31']
  for (let n = 0; n < 4; n++) days.push(followingDay(days.at(-1)!, cycle))
  expect(days).toEqual(['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31'])
  expect(followingDay('2027-12-31', { every_months: 2, day_of_month: 31 })).toBe('2028-02-29')
})

test('a delivery can be changed until three days before it, and is ordered on the day after the last day for changes', () => {
  expect(changeUntil('2026-12-10')).toBe('2026-12-07')
  expect([orderedOn('2026-12-07'), orderedOn('2026-12-08')]).toEqual(['2026-12-09', '2026-12-10'])
})

test('a resumed delivery skips the days that can no longer be changed', () => {
  const cycle = { every_months: 1, day_of_month: 10 }
  expect(nextChangeableDay('2026-12-10', cycle, '2026-12-07')).toBe('2026-12-10')
  expect(nextChangeableDay('2026-12-10', cycle, '2026-12-08')).toBe('2027-01-10')
  expect(nextChangeableDay('2026-06-10', cycle, '2026-12-08')).toBe('2027-01-10')
})
