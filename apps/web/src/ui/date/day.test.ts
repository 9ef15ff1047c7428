import { expect, test } from 'vitest'
import { parseDay, parsePartialDay, showDay } from './day.ts'

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
])('parses %s as %s', (typed, day) => {
  expect(parseDay(typed)).toBe(day)
})

test.each(['', '2026', '2026.13.01', '2026.02.30', '2025.02.29', '26.11.21', '明日', '2026112', '0000.01.01'])('rejects %s', (typed) => {
  expect(parseDay(typed)).toBeNull()
})

test('shows a day with dots', () => {
  expect(showDay('1968-03-14')).toBe('1968.03.14')
  expect(showDay(null)).toBe('')
})

test.each([
  ['', null],
  ['2019', '2019'],
  ['２０１９年', '2019'],
  ['2019年頃', '2019'],
  ['2019.4', '2019-04'],
  ['2019/04', '2019-04'],
  ['2019年4月', '2019-04'],
  ['2019.04.12', '2019-04-12'],
  ['20190412', '2019-04-12'],
  ['2019.13', undefined],
  ['2019.02.30', undefined],
  ['4月ごろ', undefined],
  ['19', undefined],
])('parses the partial date %s as %s', (text, day) => {
  expect(parsePartialDay(text)).toBe(day)
})
