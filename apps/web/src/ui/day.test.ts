import { expect, test } from 'vitest'
import { parseDay, showDay } from './day.ts'

test.each([
  ['2026-11-21', '2026-11-21'],
  ['2026/11/21', '2026-11-21'],
  ['2026.11.21', '2026-11-21'],
  ['20261121', '2026-11-21'],
  ['2026/1/5', '2026-01-05'],
  ['２０２６／１１／２１', '2026-11-21'],
  ['２０２６１１２１', '2026-11-21'],
  ['２０２６．１１．２１', '2026-11-21'],
  ['2026年11月21日', '2026-11-21'],
  [' 2024.02.29 ', '2024-02-29'],
])('somebody who types %s means %s', (typed, day) => {
  expect(parseDay(typed)).toBe(day)
})

test.each(['', '2026', '2026.13.01', '2026.02.30', '2025.02.29', '26.11.21', '明日', '2026112', '0000.01.01'])('%s is no day', (typed) => {
  expect(parseDay(typed)).toBeNull()
})

test('a day is shown with dots', () => {
  expect(showDay('1968-03-14')).toBe('1968.03.14')
  expect(showDay(null)).toBe('')
})
