import type { Language } from '@sukoyaka/phrases/language'
import { tokyoDay } from '@sukoyaka/rules/time'
import { scopeOf } from '@sukoyaka/wire/access'
import type { AllergyKind } from '@sukoyaka/wire/record/illness'
import { and, eq, not, or, sql } from 'drizzle-orm'
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

/** Adds to the description of a recorded allergy what an answer says about it and it does not have. Who confirmed the allergy stays. */
const addToDescription = async (scope: PatientScope, { user_id, kind, description = '', answered_at, language }: Answer) => {
  const recorded = requireRow(await allergyOfKind(scope).execute({ user_id, kind }))
  const added = withAnswer(recorded.description, description, { day: tokyoDay(answered_at), language })
  if (added === recorded.description) return
  await scope
    .update(allergy_reactions)
    .set({ description: added, updated_at: later(allergy_reactions.updated_at) })
    .where(eq(allergy_reactions.id, recorded.id))
}

/** `is_same`: copied from the record when the questionnaire was answered. */
type Answer = {
  user_id: number
  kind: AllergyKind
  is_occured: boolean
  description?: string
  is_same?: boolean
  answered_at: string
  language: Language
}

/** Confirms a recorded allergy, or that there is none. Changes nothing if the record says something else by now, or if staff recorded the allergy. */
const confirmRecorded = async (scope: PatientScope, { user_id, kind, is_occured }: Answer, confirmation: { confirmed_at: string; confirmed_by: number }) => {
  await scope
    .update(allergy_reactions)
    .set({ ...confirmation, updated_at: later(allergy_reactions.updated_at) })
    .where(
      and(
        eq(allergy_reactions.user_id, user_id),
        eq(allergy_reactions.kind, kind),
        eq(allergy_reactions.is_occured, is_occured),
        or(not(allergy_reactions.is_occured), eq(allergy_reactions.confirmed_by, user_id)),
      ),
    )
}

/**
 * Writes an answer of a questionnaire to the record. An allergy that staff recorded is neither removed nor taken over by it. What a "yes" says about a recorded
 * allergy is added to the description, whoever recorded it. An answer copied from the record adds nothing: staff may have corrected the record since. An answer
 * that somebody sends who may not record allergies counts as the patient's own.
 */
export const recordAllergyAnswer = async (scope: PatientScope, actor: Pick<Actor, 'id' | 'role'>, answer: Answer): Promise<void> => {
  const { user_id, kind, is_occured, description = '', answered_at } = answer
  const confirmation = { confirmed_at: answered_at, confirmed_by: scopeOf(actor.role, 'diagnoses.write') ? actor.id : user_id }
  if (answer.is_same) return confirmRecorded(scope, answer, confirmation)
  const recorded = allergy_reactions.description
  // what was said about an allergy that was then cleared does not come back with a "yes"; a text that begins with the recorded one replaces it
  const described = sql`case when ${allergy_reactions.is_occured} and not starts_with(${description}::text, ${recorded}) then ${recorded} else ${description} end`
  // a row that the condition excludes is locked, too
  await scope
    .insert(allergy_reactions)
    .values({ user_id, kind, is_occured, description, ...confirmation })
    .onConflictDoUpdate({
      target: [allergy_reactions.user_id, allergy_reactions.kind],
      set: { is_occured, ...(is_occured && { description: described }), ...confirmation, updated_at: later(allergy_reactions.updated_at) },
      setWhere: sql`not ${allergy_reactions.is_occured} or ${allergy_reactions.confirmed_by} = ${user_id}`,
    })
  if (is_occured && description) await addToDescription(scope, answer)
}
