import type { Input } from '@sukoyaka/wire/endpoint'
import type { removeAllergyReaction } from '@sukoyaka/wire/record/illness'
import type { PatientScope } from '../../access/patient-scope.ts'
import { removeRow } from '../../access/rows.ts'
import { allergy_reactions, family_past_illnesses, past_illnesses, performed_operations } from './tables.ts'

export const removeAllergy = (scope: PatientScope, { id, updated_at }: Input<typeof removeAllergyReaction>) =>
  removeRow(scope, allergy_reactions, id, updated_at)
export const removePastIllness = (scope: PatientScope, id: number) => removeRow(scope, past_illnesses, id)
export const removeFamily = (scope: PatientScope, id: number) => removeRow(scope, family_past_illnesses, id)
export const removeOperation = (scope: PatientScope, id: number) => removeRow(scope, performed_operations, id)
