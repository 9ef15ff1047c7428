import { expect, test } from 'vitest'
import numeric from '../../../apps/server/reference-data/numeric_test_result_categories.json' with { type: 'json' }
import { statusOf } from './record/checkup.ts'
import { formatChange, formatRange, formatValue, isPossibleStep, readLabel, readTyped } from './value.ts'

const labels = ['(−)', '(±)', '(1+)', '(2+)', '(3+)', '(4+)']
const dipstick = { decimals: 0, value_labels: labels }
const acuity = { decimals: 2, steps: [0.1, 0.15, 0.6, 0.7, 0.8, 0.9, 1, 1.2, 2] }

test('prints values with the decimals of the category and a true minus sign', () => {
  const print = (value: number, decimals: number) => formatValue({ value }, { decimals })
  expect([print(6, 1), print(1.005, 2), print(-2.5, 1), print(-0.01, 1)]).toEqual(['6.0', '1.01', '−2.5', '0.0'])
})

test('prints a qualitative value as its label, never as its ordinal', () => {
  expect([0, 1, 2, 3, 4].map((value) => formatValue({ value }, dipstick))).toEqual(['(−)', '(±)', '(1+)', '(2+)', '(3+)'])
})

test('keeps the comparator of a value beyond a limit of measurement', () => {
  expect(formatValue({ value: 0.1, comparator: '<' }, { decimals: 1 })).toBe('<0.1')
  expect(formatValue({ value: 1000, comparator: '>=' }, { decimals: 0 })).toBe('≥1000')
})

test('prints steps of an eye chart with one decimal where that is exact', () => {
  expect([0.7, 0.15, 2].map((value) => formatValue({ value }, acuity))).toEqual(['0.7', '0.15', '2.0'])
})

test('prints ranges with the last value that belongs to them', () => {
  expect(formatRange({ min: 60, max: 120 }, { decimals: 0 })).toBe('60–119')
  expect(formatRange({ min: null, max: 130 }, { decimals: 0 })).toBe('–129')
  expect(formatRange({ min: 30, max: null }, { decimals: 1 })).toBe('30.0–')
  expect(formatRange({ min: null, max: 5.6 }, { decimals: 1 })).toBe('–5.5')
  expect(formatRange({ min: 0.7, max: 1 }, acuity)).toBe('0.7–0.9')
})

test('prints ranges of labels without open ends', () => {
  expect(formatRange({ min: null, max: 1 }, dipstick)).toBe('(−)')
  expect(formatRange({ min: null, max: 2 }, dipstick)).toBe('(−)–(±)')
  expect(formatRange({ min: 2, max: null }, dipstick)).toBe('(1+)–(4+)')
})

test('prints a change as a number; for labels and for values beyond a limit, prints both values', () => {
  const print = (from: number, to: number, format: Parameters<typeof formatChange>[2]) => formatChange({ value: from }, { value: to }, format, 'ja')
  expect([print(155, 162, { decimals: 0 }), print(1.2, 0.7, acuity), print(3, 3, { decimals: 0 })]).toEqual(['＋7', '−0.5', '±0'])
  expect([print(0, 2, dipstick), print(2, 2, dipstick)]).toEqual(['(−) → (1+)', '＝'])
  expect(formatChange({ value: 0.1, comparator: '<' }, { value: 0.3 }, { decimals: 1 }, 'ja')).toBe('<0.1 → 0.3')
})

test.each([
  ['-', 0],
  ['(-)', 0],
  ['−', 0],
  ['（－）', 0],
  ['陰性', 0],
  ['±', 1],
  ['(±)', 1],
  ['+-', 1],
  ['1+', 2],
  ['(1+)', 2],
  ['（１＋）', 2],
  ['＋', 2],
  ['2+', 3],
  ['3+', 4],
  ['（４＋）', 5],
  // a bare digit means different steps to different people
  ['1', undefined],
  ['2', undefined],
  ['0', undefined],
  ['高い', undefined],
])('reads %j as the label at %j', (text, at) => {
  expect(readLabel(text, labels)).toBe(at)
  expect(readTyped(text, dipstick)).toEqual(at === undefined ? 'unreadable' : { value: at, comparator: null })
})

const number = { value_labels: null }
test.each([
  ['162', 162, null],
  ['１６２．５', 162.5, null],
  [' 1,234 ', 1234, null],
  ['−2.5', -2.5, null],
  ['ー１', -1, null],
  ['.5', 0.5, null],
  ['3。4', 3.4, null],
  ['<0.05', 0.05, '<'],
  ['＜０．０５', 0.05, '<'],
  ['0.1未満', 0.1, '<'],
  ['>1000', 1000, '>'],
  ['1000以上', 1000, '>='],
  ['≦5', 5, '<='],
])('reads the typed %j as %j with the comparator %j', (text, value, comparator) => {
  expect(readTyped(text, number)).toEqual({ value, comparator })
})
test.each(['1..2', '1,2', '12a', '陽性', '<', '(1+)'])('does not read %j as a number', (text) => {
  expect(readTyped(text, number)).toBe('unreadable')
})
test.each(['', '　'])('reads %j as empty', (text) => {
  expect(readTyped(text, number)).toBeUndefined()
})

test('a category with labels or steps has no values between them', () => {
  expect([0, 5, 6, 1.5].map((value) => isPossibleStep({ value }, dipstick))).toEqual([true, true, false, false])
  expect([0.7, 0.99, 1.24].map((value) => isPossibleStep({ value }, acuity))).toEqual([true, false, false])
})

test('prints the healthy ranges of every category with labels or steps as labels or steps', () => {
  const stepped = numeric.items.filter((item) => 'value_labels' in item || 'steps' in item)
  expect(stepped.map(({ name }) => name)).toEqual(expect.arrayContaining(['urine_protein', 'urine_glucose', 'urine_occult_blood', 'visual_acuity_left']))
  for (const item of stepped as unknown as ({ name: string; ranges: { healthy: { min: number | null; max: number | null } }[] } & typeof acuity)[]) // cast: the JSON has wider types
    for (const { healthy } of item.ranges) expect(`${item.name} ${formatRange(healthy, item)}`).toMatch(/ (\([−±+\d]+\)|\d\.\d+–)$/)
})

test.each([
  [1.2, 0],
  [1, 0],
  [0.9, 2],
  [0.7, 2],
  [0.6, 1],
  [0.1, 1],
])('judges a visual acuity of %d as %d', (value, status) => {
  const { ranges } = numeric.items.find(({ name }) => name === 'visual_acuity_left')!
  expect(statusOf(value, ranges[0] as Parameters<typeof statusOf>[1])).toBe(status) // cast: the JSON has wider types
})
