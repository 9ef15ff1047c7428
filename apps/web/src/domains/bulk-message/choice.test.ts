import { expect, test } from 'vitest'
import { choiceOf, newDraft } from './choice.ts'

test('nothing chosen is nobody, and everybody is said', () => {
  expect(choiceOf(newDraft)).toBe(undefined)
  expect(choiceOf({ ...newDraft, way: 'list' })).toBe(undefined)
  expect(choiceOf({ ...newDraft, everyone: true })).toEqual({ everyone: true })
})

test('conditions and names are not mixed: what stands on the other side is not sent', () => {
  const draft = { ...newDraft, plans: ['3'], patients: [{ id: 7, name: '山田 花子' }], before: '2025-04-01' }
  expect(choiceOf(draft)).toEqual({ plan_ids: [3], last_checkup_before: '2025-04-01' })
  expect(choiceOf({ ...draft, way: 'list' })).toEqual({ patient_ids: [7] })
})
