import { expect, test } from 'vitest'
import { choiceOf, newDraft } from './choice.ts'

test('choosing nothing means no recipients; everyone must be chosen explicitly', () => {
  expect(choiceOf(newDraft)).toBe(undefined)
  expect(choiceOf({ ...newDraft, mode: 'list' })).toBe(undefined)
  expect(choiceOf({ ...newDraft, everyone: true })).toEqual({ everyone: true })
})

test('the choice contains either filters or patients, never both', () => {
  const draft = { ...newDraft, plans: ['3'], patients: [{ id: 7, name: '山田 花子' }], lastCheckupBefore: '2025-04-01' }
  expect(choiceOf(draft)).toEqual({ plan_ids: [3], last_checkup_before: '2025-04-01' })
  expect(choiceOf({ ...draft, mode: 'list' })).toEqual({ patient_ids: [7] })
})
