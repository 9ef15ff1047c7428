import { expect, test } from 'vitest'
import { addDays, addMonths, daysSince, formatDay, formatInstant, tokyoDay, tokyoStartOfDay } from './time.ts'

test('the day in Tokyo begins at 15:00 UTC', () => {
  expect(tokyoDay('2026-11-20T14:59:59.999Z')).toBe('2026-11-20')
  expect(tokyoDay('2026-11-20T15:00:00.000Z')).toBe('2026-11-21')
  expect(tokyoStartOfDay('2026-11-21').toISOString()).toBe('2026-11-20T15:00:00.000Z')
})

test.each([
  ['2026-12-31', 1, '2027-01-01'],
  ['2028-03-01', -1, '2028-02-29'],
  ['2026-03-01', -1, '2026-02-28'],
])('%s plus %i days is %s', (day, days, then) => expect(addDays(day, days)).toBe(then))

test.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2028-01-31', 1, '2028-02-29'],
  ['2026-11-21', 12, '2027-11-21'],
  ['2026-01-15', -1, '2025-12-15'],
])('%s plus %i months is %s', (day, months, then) => expect(addMonths(day, months)).toBe(then))

test('counts days by the calendar of Tokyo, not by 24 hours', () => {
  const now = new Date('2026-11-21T00:00:00Z')
  expect(daysSince('2026-11-20T14:59:00Z', now)).toBe(1)
  expect(daysSince('2026-11-20T15:00:00Z', now)).toBe(0)
  expect(daysSince('2026-11-22T00:00:00Z', now)).toBe(-1)
})

test('formats days and times in each language', () => {
  expect(formatDay('2026-11-21', 'ja')).toBe('2026.11.21')
  expect(formatDay('2026-11-21', 'ja', 'weekday')).toBe('2026.11.21（土）')
  expect(formatDay('2026-11-21', 'en', 'weekday')).toBe('2026.11.21 (Sat)')
  expect(formatDay('2026-11-21', 'kr', 'weekday')).toBe('2026.11.21(토)')
  expect(formatInstant('2026-11-21T05:00:00Z', 'ja', 'weekday')).toBe('2026.11.21（土）14:00')
  expect(formatInstant('2026-11-21T05:00:00Z', 'en', 'time')).toBe('14:00')
})

test('rejects invalid days and instants', () => {
  for (const day of ['21.11.2026', '2026-02-30', '2026-13-01', '2026-11-00']) expect(() => tokyoStartOfDay(day), day).toThrow(RangeError)
  expect(() => tokyoDay('soon')).toThrow(RangeError)
})
