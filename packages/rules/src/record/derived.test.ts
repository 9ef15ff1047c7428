import { expect, test } from 'vitest'
import { bmi, derivations, derivedValue, egfr, friedewald, nonHdl } from './derived.ts'

test('formulas match published examples', () => {
  expect(bmi(64, 160)).toBeCloseTo(25, 10)
  expect(nonHdl(220, 50)).toBe(170)
  expect(friedewald(220, 50, 150)).toBe(140)
  // table of the Japanese Society of Nephrology: 60 years, creatinine 1.00
  expect(egfr(1, 60, 'male')).toBeCloseTo(59.9, 1)
  expect(egfr(1, 60, 'female')).toBeCloseTo(44.3, 1)
  expect(egfr(0.6, 20, 'male')).toBeCloseTo(143.6, 1)
})

const limits = { decimals: 1, possible: { min: 1, max: 250 } }
const derived = (
  name: string,
  values: Record<string, number>,
  person: { sex: 'male' | 'female' | null; age: number | null } = { sex: 'male', age: 60 },
  bounds = limits,
) => derivedValue(derivations.find((derivation) => derivation.name === name)!, (from) => values[from], person, bounds)

test('calculates nothing if an input is missing', () => {
  expect(derived('bmi', { weight: 64 })).toBeUndefined()
  expect(derived('bmi', { weight: 64, height: 160 })).toBe(25)
  expect(derived('non_hdl_cholesterol', { total_cholesterol: 200 })).toBeUndefined()
})

test('calculates LDL only with fasting triglycerides below 400', () => {
  const lipids = { total_cholesterol: 220, hdl_cholesterol: 50 }
  expect(derived('ldl_cholesterol', { ...lipids, triglyceride: 399 })).toBe(90.2)
  expect(derived('ldl_cholesterol', { ...lipids, triglyceride: 400 })).toBeUndefined()
  expect(derived('ldl_cholesterol', { ...lipids, triglyceride_casual: 150 })).toBeUndefined()
})

test('calculates eGFR only for adults of known sex', () => {
  const cr = { creatinine: 1 }
  expect(derived('egfr', cr, { sex: 'male', age: 18 })).toBe(84.6)
  expect(derived('egfr', cr, { sex: 'male', age: 17 })).toBeUndefined()
  expect(derived('egfr', cr, { sex: null, age: 60 })).toBeUndefined()
  expect(derived('egfr', cr, { sex: 'female', age: null })).toBeUndefined()
})

test('drops values outside the possible range', () => {
  expect(derived('ldl_cholesterol', { total_cholesterol: 100, hdl_cholesterol: 60, triglyceride: 300 })).toBeUndefined()
  expect(derived('egfr', { creatinine: 0.05 }, { sex: 'male', age: 20 })).toBeUndefined()
})
