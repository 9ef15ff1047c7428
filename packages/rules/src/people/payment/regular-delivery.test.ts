import { expect, test } from 'vitest'
import { changeUntil, followingDay, nextChangeableDay, orderLeadDays } from './regular-delivery.ts'

test('a delivery on the 31st comes on the last day of shorter months, then on the 31st again', () => {
  const cycle = { every_months: 1, day_of_month: 31 }
  const days = ['2027-01-31']
  for (let n = 0; n < 4; n++) days.push(followingDay(days.at(-1)!, cycle))
  expect(days).toEqual(['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31'])
  expect(followingDay('2027-12-31', { every_months: 2, day_of_month: 31 })).toBe('2028-02-29')
})

test('a delivery is ordered as many days before it as its products take, and can be changed until the day before', () => {
  expect([1, 2, 5, 60].map(orderLeadDays)).toEqual([2, 2, 5, 21])
  const next_on = '2026-12-10'
  expect([2, 5].map((order_lead_days) => changeUntil({ next_on, order_lead_days }))).toEqual(['2026-12-07', '2026-12-04'])
})

test('a resumed delivery skips the days that can no longer be changed', () => {
  const next = { next_on: '2026-12-10', every_months: 1, day_of_month: 10, order_lead_days: 2 }
  expect(nextChangeableDay(next, '2026-12-07')).toBe('2026-12-10')
  expect(nextChangeableDay(next, '2026-12-08')).toBe('2027-01-10')
  expect(nextChangeableDay({ ...next, order_lead_days: 5 }, '2026-12-05')).toBe('2027-01-10')
  expect(nextChangeableDay({ ...next, next_on: '2026-06-10' }, '2026-12-08')).toBe('2027-01-10')
})
