import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { explainedCategories, explanationOf } from './explanation.ts'

test('explains a value by its side of the range, and never by the text of the other side', () => {
  const ldl = { name: 'ldl_cholesterol', is_serious: false }
  expect(explanationOf({ ...ldl, status: 1, side: 'high' })).toMatchObject({ about: 'ldl', meaning: 'cholesterol_high', next: 'confirm' })
  expect(explanationOf({ ...ldl, name: 'total_cholesterol', status: 1, side: 'high' }).meaning).toBe('cholesterol_high')
  expect(explanationOf({ ...ldl, status: 2, side: 'high' }).next).toBe('watch')
  expect(explanationOf({ name: 'weight', is_serious: false, status: 2, side: 'high', isHomeValue: true }).next).toBe('watch_home')
  expect(explanationOf({ ...ldl, status: 1, side: 'low' }).meaning).toBeUndefined()
  expect(explanationOf({ ...ldl, status: 0, side: undefined })).toMatchObject({ about: 'ldl', meaning: undefined, next: undefined })
  expect(explanationOf({ name: 'egfr', is_serious: false, status: 1, side: 'low' }).meaning).toBe('kidney_low')
})

test('the next step for a critical value is to contact the care team, even if the category has no explanation', () => {
  expect(explanationOf({ name: 'potassium', is_serious: true, status: 1, side: 'high' })).toEqual({
    about: undefined,
    meaning: undefined,
    source: undefined,
    next: 'contact',
  })
})

test('low glucose is not left to further measurements, and says when to take sugar even if it is critical', () => {
  for (const name of ['casual_glucose', 'fasting_glucose', 'ogtt_2h_glucose'])
    expect(explanationOf({ name, is_serious: false, status: 2, side: 'low', isHomeValue: true })).toMatchObject({
      ...{ about: 'glucose', meaning: 'glucose_low', advice: 'glucose_low', next: 'confirm' },
    })
  const critical = { name: 'casual_glucose', is_serious: true, status: 1 } as const
  expect(explanationOf({ ...critical, side: 'low' })).toMatchObject({ advice: 'glucose_low', next: 'contact' })
  expect(explanationOf({ ...critical, side: 'high' })).toMatchObject({ meaning: 'glucose_high', advice: undefined, next: 'contact' })
  // of a child, for whom there is no range
  expect(explanationOf({ ...critical, status: null, side: 'low' })).toMatchObject({ meaning: 'glucose_low', advice: 'glucose_low', next: 'contact' })
})

test('every explained category is in the reference data', () => {
  const known = new Set<string>()
  for (const file of ['numeric_test_result_categories', 'numeric_test_result_categories_extra']) {
    const { items } = JSON.parse(readFileSync(new URL(`../../../../../apps/server/reference-data/${file}.json`, import.meta.url), 'utf8')) as {
      items: { name: string }[]
    }
    for (const { name } of items) known.add(name)
  }
  expect(explainedCategories.filter((name) => !known.has(name))).toEqual([])
})
