import { expect, test } from 'vitest'
import { category, range } from '../../../test/data/checkup.ts'
import { emptyInput, judgementOf } from './draft.ts'

const ldl = category(1, 'ldl_cholesterol', 'LDLコレステロール')
const judge = (text: string, more = {}) => judgementOf(ldl, range(1, 1), { ...emptyInput, text, ...more })

test('judges input as it is typed, in other units too', () => {
  expect(judge('118')).toMatchObject({ state: 'fine', status: 0, side: undefined, is_serious: false })
  expect(judge('162')).toMatchObject({ state: 'fine', status: 1, side: 'high' })
  expect(judge('4.2', { unit: 'mmol/L' })).toMatchObject({ state: 'fine', value: 162, status: 1 })
  expect(judge('260')).toMatchObject({ is_serious: true })
})

test('requires confirmation of an unlikely value and rejects an impossible or unreadable one', () => {
  expect(judge('400').state).toBe('unlikely')
  expect(judge('400', { confirmed: true }).state).toBe('fine')
  expect(judge('5000', { confirmed: true }).state).toBe('impossible')
  expect(judge('abc').state).toBe('unreadable')
  expect(judge(' ').state).toBe('empty')
})

const dipstick = {
  ...category(2, 'urine_occult_blood', '尿潜血'),
  value_labels: ['(−)', '(±)', '(1+)'],
  unit: '',
  unit_display: '',
  possible: null,
  likely: null,
  conversions: [],
}
test('reads a dipstick result by its label and rejects a bare digit', () => {
  const state = (text: string) => judgementOf(dipstick, undefined, { ...emptyInput, text })
  expect(['-', '(−)', '±', '1+', '（１＋）'].map(state)).toMatchObject([{ value: 0 }, { value: 0 }, { value: 1 }, { value: 2 }, { value: 2 }])
  expect([state('1').state, state('2').state]).toEqual(['unreadable', 'unreadable'])
})

test('keeps the comparator of a value beyond a limit of measurement', () => {
  expect(judge('<60')).toMatchObject({ state: 'fine', value: 60, comparator: '<', status: 1, side: 'low' })
})

test('rejects values between the steps of an eye chart', () => {
  const acuity = {
    ...category(3, 'visual_acuity_left', '裸眼視力(左)'),
    steps: [0.7, 0.8, 1],
    decimals: 2,
    unit: '',
    unit_display: '',
    possible: null,
    likely: null,
    conversions: [],
  }
  expect(judgementOf(acuity, undefined, { ...emptyInput, text: '0.99' }).state).toBe('between')
  expect(judgementOf(acuity, undefined, { ...emptyInput, text: '0.8' }).state).toBe('fine')
})
