import { scopeOf } from '@sukoyaka/wire/access'
import type { AllergyKind } from '@sukoyaka/wire/record/illness'
import { sql } from 'drizzle-orm'
import type { Actor } from '../../access/actor.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { later } from '../../database/columns.ts'
import { allergy_reactions } from './tables.ts'

type Answer = { user_id: number; kind: AllergyKind; is_occured: boolean; description?: string; answered_at: string }

/**
 * Writes an answer of a questionnaire to the record. An allergy that staff recorded is neither removed nor taken over by it. An answer that somebody sends
 * who may not record allergies counts as the patient's own.
 */
export const recordAllergyAnswer = async (
  scope: PatientScope,
  actor: Pick<Actor, 'id' | 'role'>,
  { user_id, kind, is_occured, description, answered_at }: Answer,
): Promise<void> => {
  const confirmation = { confirmed_at: answered_at, confirmed_by: scopeOf(actor.role, 'diagnoses.write') ? actor.id : user_id }
  await scope
    .insert(allergy_reactions)
    .values({ user_id, kind, is_occured, description: description ?? '', ...confirmation })
    .onConflictDoUpdate({
      target: [allergy_reactions.user_id, allergy_reactions.kind],
      // a description that was not sent is kept
      set: { is_occured, ...(description !== undefined && { description }), ...confirmation, updated_at: later(allergy_reactions.updated_at) },
      setWhere: sql`not ${allergy_reactions.is_occured} or ${allergy_reactions.confirmed_by} = ${user_id}`,
    })
}
