import type { Input } from '@sukoyaka/wire/endpoint'
import type { AllergyReaction, addAllergyReaction, changeAllergyReaction } from '@sukoyaka/wire/record/illness'
import { asc, eq } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { lockRow, normalizeText } from '../../access/rows.ts'
import { later } from '../../database/columns.ts'
import { isAnyOf } from '../../database/prepared.ts'
import { apiError } from '../../errors/api-error.ts'
import { requirePatient } from '../patient/require-store.ts'
import { allergy_reactions } from './tables.ts'

export const allergiesOf = async (scope: PatientScope, user_id: number) => {
  await requirePatient(scope, user_id)
  return allergiesOfAll(scope, [user_id])
}

const allergiesOfPatients = patientQuery(({ db, rows }) =>
  db
    .select()
    .from(rows(allergy_reactions))
    .where(isAnyOf(allergy_reactions.user_id, 'user_ids'))
    .orderBy(asc(allergy_reactions.user_id), asc(allergy_reactions.kind))
    .limit(1000),
)

/** Allergies of several patients; none for those outside the scope. */
export const allergiesOfAll = (scope: PatientScope, user_ids: number[]) => allergiesOfPatients(scope).execute({ user_ids })

export const insertAllergy = async (scope: PatientScope, { description = '', ...values }: Input<typeof addAllergyReaction>): Promise<AllergyReaction> => {
  await requirePatient(scope, values.user_id)
  const [added] = await scope
    .insert(allergy_reactions)
    .values({ ...values, description: normalizeText(description) })
    .onConflictDoNothing()
    .returning()
  if (!added) throw apiError('invalid', { fields: { kind: ['taken'] } })
  return added
}

export const updateAllergy = async (
  scope: PatientScope,
  { id, updated_at, is_occured, description }: Input<typeof changeAllergyReaction>,
): Promise<AllergyReaction> => {
  const existing = await lockRow(scope, allergy_reactions, { id, updated_at })
  const [changed] = await scope
    .update(allergy_reactions)
    .set({
      is_occured: is_occured ?? existing.is_occured,
      description: description === undefined ? existing.description : normalizeText(description),
      updated_at: later(allergy_reactions.updated_at),
    })
    .where(eq(allergy_reactions.id, id))
    .returning()
  return changed!
}
