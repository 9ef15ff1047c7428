import { expect, test } from 'vitest'
import { choiceAfterKey, choicesOf, clampDay, dayAfterKey, turnPage, weeksOf } from './month.ts'

test('weeks of a month start on Sunday and have seven cells', () => {
  const weeks = weeksOf('2026-11')
  expect(weeks).toHaveLength(5)
  expect(weeks[0]?.[0]).toBe('2026-11-01')
  expect(weeks[4]).toEqual(['2026-11-29', '2026-11-30', null, null, null, null, null])
})

test.each([
  ['ArrowLeft', false, '2026-10-31'],
  ['ArrowRight', false, '2026-11-02'],
  ['ArrowUp', false, '2026-10-25'],
  ['ArrowDown', false, '2026-11-08'],
  ['Home', false, '2026-11-01'],
  ['End', false, '2026-11-07'],
  ['PageUp', false, '2026-10-01'],
  ['PageDown', false, '2026-12-01'],
  ['PageUp', true, '2025-11-01'],
  ['PageDown', true, '2027-11-01'],
  ['a', false, undefined],
])('from Sunday 2026-11-01 the key %s (Shift: %s) leads to %s', (key, withShift, day) => {
  expect(dayAfterKey('2026-11-01', key, withShift)).toBe(day)
})

test('a day that the target month does not have becomes the last day of that month', () => {
  expect(dayAfterKey('2026-10-31', 'PageDown')).toBe('2026-11-30')
  expect(dayAfterKey('2028-02-29', 'PageDown', true)).toBe('2029-02-28')
  expect(turnPage('2026-03-31', 'day', -1)).toBe('2026-02-28')
})

test('months of a year and years of a decade are in rows of three', () => {
  expect(choicesOf('1968-03-14', 'month')).toHaveLength(4)
  expect(choicesOf('1968-03-14', 'month')[0]).toEqual(['1968-01-14', '1968-02-14', '1968-03-14'])
  expect(choicesOf('1968-03-14', 'year').map((row) => row.map((day) => day.slice(0, 4)))).toEqual([
    ['1960', '1961', '1962'],
    ['1963', '1964', '1965'],
    ['1966', '1967', '1968'],
    ['1969'],
  ])
})

test('keys move by choice, row and page; Home and End stay in the row', () => {
  expect(choiceAfterKey('1968-03-14', 'ArrowRight', 'month')).toBe('1968-04-14')
  expect(choiceAfterKey('1968-03-14', 'ArrowUp', 'month')).toBe('1967-12-14')
  expect(choiceAfterKey('1968-03-14', 'Home', 'month')).toBe('1968-01-14')
  expect(choiceAfterKey('1968-03-14', 'PageDown', 'month')).toBe('1969-03-14')
  expect(choiceAfterKey('1968-03-14', 'ArrowDown', 'year')).toBe('1971-03-14')
  expect(choiceAfterKey('1969-03-14', 'End', 'year')).toBe('1969-03-14')
  expect(choiceAfterKey('1968-03-14', 'PageUp', 'year')).toBe('1958-03-14')
  expect(choiceAfterKey('1968-03-14', 'Enter', 'year')).toBeUndefined()
})

test('a day before the minimum becomes the minimum, and a day after the maximum becomes the maximum', () => {
  expect(clampDay('2026-11-01', '2026-11-10', '2026-11-20')).toBe('2026-11-10')
  expect(clampDay('2026-11-30', undefined, '2026-11-20')).toBe('2026-11-20')
  expect(clampDay('2026-11-15')).toBe('2026-11-15')
})
