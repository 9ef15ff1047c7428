import { expect, test } from 'vitest'
import { byPartialDay, canFollow, earliest, formatMonths, formatPartialDay, formatPeriod, isPartialDay, latest, validatePastDay } from './partial-day.ts'

test.each([
  ['2019', true],
  ['2019-04', true],
  ['2019-04-12', true],
  ['2020-02-29', true],
  ['2019-02-29', false],
  ['2019-13', false],
  ['2019-00', false],
  ['2019-4', false],
  ['19', false],
  ['0999', false],
  ['2019-04-31', false],
  ['', false],
])('%s is a valid partial day: %s', (text, expected) => {
  expect(isPartialDay(text)).toBe(expected)
})

test('finds the first and the last day of a year, a month and a day', () => {
  expect([earliest('2019'), latest('2019')]).toEqual(['2019-01-01', '2019-12-31'])
  expect([earliest('2020-02'), latest('2020-02')]).toEqual(['2020-02-01', '2020-02-29'])
  expect([earliest('2019-04-12'), latest('2019-04-12')]).toEqual(['2019-04-12', '2019-04-12'])
})

test('sorts latest first, the more precise before the less precise, unknown last', () => {
  const days = [null, '2019', '2020-01', '2019-04', '2019-04-12', '1998']
  expect(days.toSorted(byPartialDay)).toEqual(['2020-01', '2019-04-12', '2019-04', '2019', '1998', null])
})

test('rejects the day of a past event only if it is certainly in the future or before birth', () => {
  const validate = (day: string | null) => validatePastDay(day, '2026-11-21', '1968-03-14')
  expect([null, '2026', '2026-11', '2026-11-21', '1968', '1968-03'].map(validate)).toEqual(Array(6).fill(undefined))
  expect(['2027', '2026-12', '2026-11-22'].map(validate)).toEqual(Array(3).fill('in_future'))
  expect(['1967', '1968-02', '1968-03-13'].map(validate)).toEqual(Array(3).fill('before_birth'))
  expect(validate('2019-02-30')).toBe('format')
})

test('allows an end that may be on or after the start, and rejects an earlier one', () => {
  expect(canFollow('2019-04', '2019')).toBe(true)
  expect(canFollow('2019', '2019-04')).toBe(true)
  expect(canFollow('2019-04-12', '2019-04-11')).toBe(false)
  expect(canFollow('2020', '2019')).toBe(false)
  expect(canFollow(null, '2019')).toBe(true)
})

test('formats a year, a month or a day as precisely as it is known', () => {
  expect(['2019', '2019-04', '2019-04-12'].map((day) => formatPartialDay(day, 'ja'))).toEqual(['2019年頃', '2019.04', '2019.04.12'])
  expect([formatPartialDay('2019', 'en'), formatPartialDay('2019', 'kr')]).toEqual(['around 2019', '2019년경'])
})

test('leaves an unknown start or end of a period open; `formatMonths` leaves out the days', () => {
  expect(formatPeriod('2019', '2020-03', 'ja')).toBe('2019年頃–2020.03')
  expect(formatPeriod('2019-04-12', null, 'ja')).toBe('2019.04.12–')
  expect(formatPeriod(null, '2020', 'ja')).toBe('–2020年頃')
  expect(formatPeriod('1997', '1997', 'ja')).toBe('1997年頃')
  expect(formatPeriod(null, null, 'ja')).toBe('')
  expect(formatMonths('2026-04-03', null)).toBe('2026.04–')
  expect(formatMonths('2025', '2026-01-31')).toBe('2025–2026.01')
})
