import type { Language } from '@sukoyaka/phrases/language'
import { tokyoDay } from '@sukoyaka/rules/time'
import { scopeOf } from '@sukoyaka/wire/access'
import type { AllergyKind } from '@sukoyaka/wire/record/illness'
import { and, eq, sql } from 'drizzle-orm'
import type { Actor } from '../../access/actor.ts'
import { patientQuery } from '../../access/patient-query.ts'
import { type PatientScope, requireRow } from '../../access/patient-scope.ts'
import { later } from '../../database/columns.ts'
import { withAnswer } from './answer-note.ts'
import { allergy_reactions } from './tables.ts'

const allergyOfKind = patientQuery(({ db, rows }) =>
  db
    .select({ id: allergy_reactions.id, description: allergy_reactions.description })
    .from(rows(allergy_reactions))
    .where(and(eq(allergy_reactions.user_id, sql.placeholder('user_id')), eq(allergy_reactions.kind, sql.placeholder('kind')))),
)

/** Adds to the description of an allergy that staff recorded what a patient says about it and it does not have. Who confirmed the allergy stays. */
const addToDescription = async (scope: PatientScope, { user_id, kind, description = '', answered_at, language }: Answer) => {
  const recorded = requireRow(await allergyOfKind(scope).execute({ user_id, kind }))
  const added = withAnswer(recorded.description, description, { day: tokyoDay(answered_at), language })
  if (added === recorded.description) return
  await scope
    .update(allergy_reactions)
    .set({ description: added, updated_at: later(allergy_reactions.updated_at) })
    .where(eq(allergy_reactions.id, recorded.id))
}

type Answer = { user_id: number; kind: AllergyKind; is_occured: boolean; description?: string; answered_at: string; language: Language }

/**
 * Writes an answer of a questionnaire to the record. An allergy that staff recorded is neither removed nor taken over by it; what a "yes" says about it is
 * added to the description. An answer that somebody sends who may not record allergies counts as the patient's own.
 */
export const recordAllergyAnswer = async (scope: PatientScope, actor: Pick<Actor, 'id' | 'role'>, answer: Answer): Promise<void> => {
  const { user_id, kind, is_occured, description, answered_at } = answer
  const confirmation = { confirmed_at: answered_at, confirmed_by: scopeOf(actor.role, 'diagnoses.write') ? actor.id : user_id }
  // a row that the condition excludes is locked, too
  const written = await scope
    .insert(allergy_reactions)
    .values({ user_id, kind, is_occured, description: description ?? '', ...confirmation })
    .onConflictDoUpdate({
      target: [allergy_reactions.user_id, allergy_reactions.kind],
      // a description that was not sent is kept
      set: { is_occured, ...(description !== undefined && { description }), ...confirmation, updated_at: later(allergy_reactions.updated_at) },
      setWhere: sql`not ${allergy_reactions.is_occured} or ${allergy_reactions.confirmed_by} = ${user_id}`,
    })
    .returning({ id: allergy_reactions.id })
  if (!written.length && is_occured) await addToDescription(scope, answer)
}
