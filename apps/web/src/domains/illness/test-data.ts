import type { AllergyKind, AllergyReaction, FamilyPastIllness, PastIllness, PerformedOperation, Relative } from '@sukoyaka/wire/record/illness'
import { disease } from '../../test/data/disease.ts'

export const diseases = [disease(1, '痛風'), disease(2, '脳梗塞')] as const

const stamps = { user_id: 1, created_at: '2026-10-01T00:00:00Z', updated_at: '2026-10-01T00:00:00Z' }

export const pastIllness = (id: number, diagnosed_on: string | null, more: Partial<PastIllness> = {}): PastIllness => {
  const disease_id = more.disease_id ?? 1
  return { id, ...stamps, disease_id, disease: diseases.find((item) => item.id === disease_id), diagnosed_on, recovered_on: null, detail: '', ...more }
}

export const familyIllness = (id: number, relative: Relative, more: Partial<FamilyPastIllness> = {}): FamilyPastIllness => {
  const disease_id = more.disease_id ?? 2
  return {
    id,
    ...stamps,
    disease_id,
    disease: diseases.find((item) => item.id === disease_id),
    relative,
    diagnosed_on: null,
    diagnosed_age: null,
    ...more,
  }
}

export const operation = (id: number, name: string, more: Partial<PerformedOperation> = {}): PerformedOperation => ({
  id,
  ...stamps,
  name,
  operated_on: null,
  facility: '',
  detail: '',
  ...more,
})

export const allergy = (id: number, kind: AllergyKind, is_occured: boolean, description = '', more: Partial<AllergyReaction> = {}): AllergyReaction => ({
  id,
  user_id: 1,
  kind,
  is_occured,
  description,
  confirmed_at: stamps.updated_at,
  confirmed_by: null,
  is_self_reported: true,
  updated_at: stamps.updated_at,
  ...more,
})
