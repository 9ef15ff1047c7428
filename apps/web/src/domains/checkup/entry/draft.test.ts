import { expect, test } from 'vitest'
import { category, range } from '../../../test/data/checkup.ts'
import { emptyInput, judgementOf, parseValue } from './draft.ts'

test.each([
  ['162', 162],
  ['１６２．５', 162.5],
  [' 1,234 ', 1234],
  ['−2.5', -2.5],
  ['ー１', -1],
  ['.5', 0.5],
  ['3。4', 3.4],
  ['', undefined],
  ['　', undefined],
  ['1..2', Number.NaN],
  ['1,2', Number.NaN],
  ['12a', Number.NaN],
  ['陽性', Number.NaN],
])('parses %j as %s', (text, value) => {
  expect(parseValue(text)).toEqual(value)
})

const ldl = category(1, 'ldl_cholesterol', 'LDLコレステロール')
const judge = (text: string, more = {}) => judgementOf(ldl, range(1, 1), { ...emptyInput, text, ...more })

test('judges input as it is typed, in other units too', () => {
  expect(judge('118')).toMatchObject({ state: 'fine', status: 0, side: undefined, is_serious: false })
  expect(judge('162')).toMatchObject({ state: 'fine', status: 1, side: 'high' })
  expect(judge('4.2', { unit: 'mmol/L' })).toMatchObject({ state: 'fine', value: 162, status: 1 })
  expect(judge('260')).toMatchObject({ is_serious: true })
})

test('requires confirmation of an unlikely value and rejects an impossible one', () => {
  expect(judge('400').state).toBe('unlikely')
  expect(judge('400', { confirmed: true }).state).toBe('fine')
  expect(judge('5000', { confirmed: true }).state).toBe('impossible')
  expect(judge('abc').state).toBe('unreadable')
  expect(judge(' ').state).toBe('empty')
})
