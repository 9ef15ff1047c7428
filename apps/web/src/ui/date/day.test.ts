import { expect, test } from 'vitest'
import { parsePartialDay, showDay } from './day.ts'

test('shows a day with dots', () => {
  expect(showDay('1968-03-14')).toBe('1968.03.14')
  expect(showDay(null)).toBe('')
})

test.each([
  ['', null],
  ['2019', '2019'],
  ['２０１９年', '2019'],
  ['2019年頃', '2019'],
  ['2019頃', '2019'],
  ['2019년경', '2019'],
  ['2019년 4월', '2019-04'],
  ['2019.4', '2019-04'],
  ['2019/04', '2019-04'],
  ['2019年4月', '2019-04'],
  ['2019.04.12', '2019-04-12'],
  ['20190412', '2019-04-12'],
  ['平成31年4月12日', '2019-04-12'],
  ['2019.13', undefined],
  ['2019.02.30', undefined],
  ['4月ごろ', undefined],
  ['19', undefined],
])('parses the partial date %s as %s', (text, day) => {
  expect(parsePartialDay(text)).toBe(day)
})
