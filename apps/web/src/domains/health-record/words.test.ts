import { expect, test } from 'vitest'
import { parseTypedNumber, parseTypedTime } from './words.ts'

test.each([
  ['５８．２', 58.2],
  ['58,2', 58.2],
  ['1e3', undefined],
  ['', undefined],
])('parses %s as %s', (typed, number) => {
  expect(parseTypedNumber(typed)).toBe(number)
})
test.each([
  ['830', '08:30'],
  ['８：３０', '08:30'],
  ['24:00', undefined],
])('parses time %s as %s', (typed, time) => {
  expect(parseTypedTime(typed)).toBe(time)
})
