import { expect, test } from 'vitest'
import { relatedToSymptoms } from './related-records.ts'

const indicator = (type: string, name: string, priority = 1) => ({ type: `${type}_category`, name, priority })
const angina = { id: 1, indicators: [indicator('symptom', 'chest_pain'), indicator('numeric_test_result', 'ldl'), indicator('image_test_result', 'ecg', 2)] }
const anemia = { id: 2, indicators: [indicator('symptom', 'fatigue', 2), indicator('symptom', 'chest_pain', 3), indicator('numeric_test_result', 'hb')] }
const gout = { id: 3, indicators: [indicator('symptom', 'toe_pain'), indicator('numeric_test_result', 'uric_acid')] }

test('an item that indicates the same disease as a reported symptom has a weight; a higher priority gives a higher weight', () => {
  const { disease_ids, weightOf } = relatedToSymptoms([angina, anemia, gout, { id: 4 }], new Set(['chest_pain', 'fatigue']))
  expect([...disease_ids]).toEqual([1, 2])
  const [ldl, ecg] = [weightOf('numeric_test_result_category', 'ldl'), weightOf('image_test_result_category', 'ecg')]
  expect([ldl > ecg, ecg > 0, weightOf('numeric_test_result_category', 'hb') > 0]).toEqual([true, true, true])
  // no reported symptom indicates gout; `ldl` is a numeric item, not an image
  expect([weightOf('numeric_test_result_category', 'uric_acid'), weightOf('image_test_result_category', 'ldl')]).toEqual([0, 0])
})

test('without symptoms nothing is related', () => {
  expect(relatedToSymptoms([angina, anemia], new Set()).disease_ids.size).toBe(0)
})
