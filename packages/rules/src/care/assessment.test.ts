import type { AssessmentKind } from '@sukoyaka/wire/care/assessment'
import { expect, test } from 'vitest'
import { isKnownToApply, openAndSolved } from './assessment.ts'

const assessment = (id: number, disease_id: number, kind: AssessmentKind, more: { conducted_on?: string; solved_on?: string } = {}) => ({
  id,
  disease_id,
  kind,
  conducted_on: more.conducted_on ?? '2026-10-28',
  solved_on: more.solved_on ?? null,
})
const ids = (assessments: ReturnType<typeof assessment>[]) => {
  const { problems, risks, solved } = openAndSolved(assessments)
  return { problems: problems.map(({ id }) => id), risks: risks.map(({ id }) => id), solved: solved.map(({ id }) => id) }
}

test('lists a suspected disease among the high risks', () => {
  expect(ids([assessment(1, 1, 'problem'), assessment(2, 2, 'suspect'), assessment(3, 3, 'high_risk')])).toEqual({ problems: [1], risks: [3, 2], solved: [] })
})

test('does not list a high risk of a disease the patient already has', () => {
  expect(ids([assessment(1, 7, 'problem'), assessment(2, 7, 'high_risk'), assessment(3, 7, 'suspect')])).toEqual({ problems: [1], risks: [], solved: [] })
})

test('lists a high risk again once the problem of the same disease is solved', () => {
  expect(ids([assessment(1, 7, 'problem', { solved_on: '2026-11-01' }), assessment(2, 7, 'high_risk')])).toEqual({ problems: [], risks: [2], solved: [1] })
})

test('counts an assessment solved today as solved', () => {
  expect(ids([assessment(1, 7, 'high_risk', { solved_on: '2026-11-21' })])).toEqual({ problems: [], risks: [], solved: [1] })
})

test('sorts by day, newest first, then by id', () => {
  const day = { conducted_on: '2026-11-20' }
  expect(ids([assessment(1, 1, 'problem'), assessment(2, 2, 'problem', day), assessment(3, 3, 'problem', day)]).problems).toEqual([3, 2, 1])
  expect(ids([assessment(4, 1, 'problem', { solved_on: '2026-01-01' }), assessment(5, 2, 'problem', { solved_on: '2026-11-01' })]).solved).toEqual([5, 4])
})

const risk = (more: object) => ({ id: null, display_name: null, weight: 2, min_age: null, sex: null, type: 'age' as const, ...more })
const woman = { birthday: '1968-11-22', sex: 'female' as const, problem_disease_ids: new Set([3]), family_disease_ids: new Set([5]) }

test('a risk by age applies from the birthday on which the patient reaches the age, and never without a birthday', () => {
  expect(isKnownToApply(risk({ min_age: 58 }), woman, '2026-11-21')).toBe(false)
  expect(isKnownToApply(risk({ min_age: 58 }), woman, '2026-11-22')).toBe(true)
  expect(isKnownToApply(risk({ min_age: 20 }), { ...woman, birthday: null }, '2026-11-22')).toBe(false)
})

test('a risk by sex, disease or family history applies if the patient is known to have this sex, disease or relative; other types never apply', () => {
  expect(isKnownToApply(risk({ type: 'sex', sex: 'female' }), woman, '2026-11-21')).toBe(true)
  expect(isKnownToApply(risk({ type: 'sex', sex: 'male' }), woman, '2026-11-21')).toBe(false)
  expect(isKnownToApply(risk({ type: 'sex', sex: 'male' }), { ...woman, sex: null }, '2026-11-21')).toBe(false)
  expect(isKnownToApply(risk({ type: 'disease', id: 3 }), woman, '2026-11-21')).toBe(true)
  expect(isKnownToApply(risk({ type: 'disease', id: 4 }), woman, '2026-11-21')).toBe(false)
  expect(isKnownToApply(risk({ type: 'family_history', id: 5 }), woman, '2026-11-21')).toBe(true)
  expect(isKnownToApply(risk({ type: 'family_history', id: 3 }), woman, '2026-11-21')).toBe(false)
  expect(isKnownToApply(risk({ type: 'disease', id: 5 }), woman, '2026-11-21')).toBe(false)
  expect(isKnownToApply(risk({ type: 'lifestyle_category', id: 3 }), woman, '2026-11-21')).toBe(false)
})
