import { expect, test } from 'vitest'
import { firstAidOf } from './first-aid.ts'

test('first aid depends on the category and the side of the critical value', () => {
  expect(firstAidOf([{ category_name: 'casual_glucose', side: 'low' }])).toBe('glucose_low')
  expect(firstAidOf([{ category_name: 'casual_glucose', side: 'high' }])).toBeUndefined()
  expect(firstAidOf([{ category_name: 'home_diastolic_blood_pressure', side: 'high' }])).toBe('pressure_high')
  expect(firstAidOf([])).toBeUndefined()
})
