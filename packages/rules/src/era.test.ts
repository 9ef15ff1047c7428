import { expect, test } from 'vitest'
import { eraYear } from './era.ts'

test.each([
  ['1968-03-14', '昭和43年'],
  ['2019-05-01', '令和元年'],
  ['2019-04-30', '平成31年'],
  ['1989-01-08', '平成元年'],
  ['1989-01-07', '昭和64年'],
  ['1926-12-25', '昭和元年'],
  ['1926-12-24', '大正15年'],
  ['1912-07-30', '大正元年'],
  ['1912-07-29', '明治45年'],
  ['1873-01-01', '明治6年'],
  ['1872-12-31', ''],
  ['2026-11-21', '令和8年'],
])('shows %s as %s', (day, year) => expect(eraYear(day, 'ja')).toBe(year))

test('names the era in the other languages', () => {
  expect(eraYear('1968-03-14', 'en')).toBe('Showa 43')
  expect(eraYear('2019-05-01', 'kr')).toBe('레이와 1년')
})
