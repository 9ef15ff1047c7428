import { describe, expect, test } from 'vitest'
import { formatAnswer, formatNumber, formatUnit } from './answer.ts'

const skin = { name: 'skin_type', value_type: 'other' }
const headache = { name: 'headache', value_type: 'boolean' }
const breakfast = { name: 'breakfast_skip', value_type: 'scale', options: [{ value: 1, label: '週1〜2日' }] }
const numberQuestion = (name: string, unit: string) => ({ name, value_type: 'number', unit })

describe('formatting an answer', () => {
  test('shows a skin type as a Roman numeral', () => {
    expect([1, 2, 3, 4, 5, 6].map((value) => formatAnswer(skin, value, 'ja'))).toEqual(['I', 'II', 'III', 'IV', 'V', 'VI'])
  })
  test('shows yes or no in the reader’s language', () => {
    expect((['ja', 'en', 'kr'] as const).map((language) => [1, 0].map((value) => formatAnswer(headache, value, language)))).toEqual([
      ['はい', 'いいえ'],
      ['Yes', 'No'],
      ['예', '아니요'],
    ])
  })
  test('shows whether a symptom is present, in the reader’s language', () => {
    expect((['ja', 'en', 'kr'] as const).map((language) => [1, 0].map((value) => formatAnswer(headache, value, language, 'symptom')))).toEqual([
      ['あり', 'なし'],
      ['Yes', 'No'],
      ['있음', '없음'],
    ])
  })
  test('shows units in the reader’s language', () => {
    expect(['回/分', 'mL/分/1.73m²', '万/μL', 'mg/dL'].map((unit) => (['ja', 'en', 'kr'] as const).map((language) => formatUnit(unit, language)))).toEqual([
      ['回/分', '/min', '회/분'],
      ['mL/分/1.73m²', 'mL/min/1.73m²', 'mL/분/1.73m²'],
      ['万/μL', '×10⁴/μL', '만/μL'],
      ['mg/dL', 'mg/dL', 'mg/dL'],
    ])
  })
  test('shows the label of the scale, or the number if there is none', () => {
    expect(formatAnswer(breakfast, 1, 'ja')).toBe('週1〜2日')
    expect(formatAnswer(breakfast, 9, 'ja')).toBe('9')
  })
  test('shows a number with its unit', () => {
    expect(formatAnswer(numberQuestion('sleep_time', 'h'), 6.5, 'ja')).toBe('6.5時間')
    expect(formatAnswer(numberQuestion('sleep_time', 'h'), 7, 'en')).toBe('7 h')
    expect(formatAnswer(numberQuestion('stairs_climbed', '{floor}'), 7, 'kr')).toBe('7층')
    expect(formatAnswer(numberQuestion('total_energy_burned', 'kcal'), 1842, 'ja')).toBe('1,842 kcal')
  })
})

test('numbers have thousands separators and no trailing zeros', () => {
  expect([0, 1234567, 4.8, 5, -0.04].map((value) => formatNumber(value, 1))).toEqual(['0', '1,234,567', '4.8', '5', '0'])
  expect(formatNumber(5, 1, 'all')).toBe('5.0')
})

test('very small numbers, which JavaScript writes with an exponent, are formatted like others', () => {
  expect([5.5e-17, -4.4e-16, 1e-7].map((value) => formatNumber(value, 1))).toEqual(['0', '0', '0'])
})
