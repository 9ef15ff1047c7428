import { expect, test } from 'vitest'
import { firstAidOf } from './first-aid.ts'

const recorded_at = '2026-11-20T22:00:00Z'
const now = new Date('2026-11-20T22:30:00Z')
const glucose = (value: number, side?: 'low' | 'high') => ({
  recorded_at,
  measured: [{ numeric_category: 'casual_glucose', value }],
  serious_values: side ? [{ category_name: 'casual_glucose', side }] : [],
})

test('low glucose needs sugar at once, also above the critical limit', () => {
  expect(firstAidOf(glucose(45, 'low'), now)).toBe('glucose_low')
  expect(firstAidOf(glucose(69), now)).toBe('glucose_low')
  expect(firstAidOf(glucose(70), now)).toBeUndefined()
  expect(firstAidOf(glucose(480, 'high'), now)).toBeUndefined()
})

test('critically high blood pressure at home needs first aid, low pressure does not', () => {
  const pressure = (side: 'low' | 'high') => ({
    recorded_at,
    measured: [{ numeric_category: 'home_systolic_blood_pressure', value: 190 }],
    serious_values: [{ category_name: 'home_systolic_blood_pressure', side }],
  })
  expect(firstAidOf(pressure('high'), now)).toBe('pressure_high')
  expect(firstAidOf(pressure('low'), now)).toBeUndefined()
})

test('a measurement of more than an hour ago needs no first aid', () => {
  expect(firstAidOf(glucose(45, 'low'), new Date('2026-11-20T23:00:00Z'))).toBe('glucose_low')
  expect(firstAidOf(glucose(45, 'low'), new Date('2026-11-20T23:00:01Z'))).toBeUndefined()
})
