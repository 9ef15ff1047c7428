import type { Language } from '@sukoyaka/phrases/language'
import { skinType } from '@sukoyaka/rules/record/lifestyle'
import type { Input } from '@sukoyaka/wire/endpoint'
import type { addMedicalQuestionnaireAnswers } from '@sukoyaka/wire/record/questionnaire'
import { and, eq, sql } from 'drizzle-orm'
import type { Actor } from '../../access/actor.ts'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { later } from '../../database/columns.ts'
import { preparedQuery, rawQuery } from '../../database/prepared.ts'
import { apiError } from '../../errors/api-error.ts'
import { recordAllergyAnswer } from '../illness/answer-store.ts'
import { lifestyles } from '../lifestyle/tables.ts'
import { requirePatient } from '../patient/require-store.ts'
import { symptoms } from '../symptom/tables.ts'
import { shownOf, storedAnswersOf } from './answers.ts'
import { assertAnswers, validAnswers } from './store.ts'
import { type Answers, questionnaires } from './tables.ts'

type AnswersInput = Input<typeof addMedicalQuestionnaireAnswers>

const lockedQuestionnaire = patientQuery(({ db, rows }) =>
  db
    .select({ id: questionnaires.id, answers: questionnaires.answers, answered_at: questionnaires.answered_at })
    .from(rows(questionnaires))
    .where(and(eq(questionnaires.id, sql.placeholder('questionnaire_id')), eq(questionnaires.user_id, sql.placeholder('user_id'))))
    .for('update'),
)
const submissionLock = preparedQuery(() => rawQuery(sql`select pg_advisory_xact_lock(hashtextextended(${sql.placeholder('key')}, 0))`))

/** Locks the open questionnaire that is sent, or creates one. Throws `not_found`, or `conflict` if it was sent already. */
const lockQuestionnaire = async (scope: PatientScope, actor: Actor, { user_id, questionnaire_id }: AnswersInput): Promise<{ id: number; answers: Answers }> => {
  if (questionnaire_id !== undefined) {
    const [existing] = await lockedQuestionnaire(scope).execute({ questionnaire_id, user_id })
    if (!existing) throw apiError('not_found')
    if (existing.answered_at !== null) throw apiError('conflict')
    return existing
  }
  const [created] = await scope.insert(questionnaires).values({ user_id, created_by: actor.id, answered_at: sql`now()` }).returning({ id: questionnaires.id })
  return { id: created!.id, answers: {} }
}

/**
 * Writes the answers to the record with one timestamp, together with those that were saved before and are still valid. Throws `invalid` with the wrong
 * answers or if there is no answer at all, `not_found` for an unknown patient, and what `lockQuestionnaire` throws.
 */
export const sendAnswers = async (scope: PatientScope, actor: Actor, input: AnswersInput, language: Language): Promise<number> => {
  const { user_id } = input
  await requirePatient(scope, user_id)
  // serialises the patient's submissions, so that two answers to a question never have the same timestamp
  await submissionLock(scope.db).execute({ key: `answers ${user_id}` })
  const { id, answers: savedAnswers } = await lockQuestionnaire(scope, actor, input)
  const categoryIds = await assertAnswers(scope, user_id, input)
  const { set, cleared } = storedAnswersOf(input)
  const kept = Object.entries(await validAnswers(scope, user_id, savedAnswers)).filter(([path]) => !cleared.includes(path))
  const answers = { ...Object.fromEntries(kept), ...set }
  const { symptoms: symptomAnswers, lifestyles: lifestyleAnswers, allergy_reactions: allergies } = shownOf(answers)
  if (!symptomAnswers.length && !lifestyleAnswers.length && !allergies.length) throw apiError('invalid', { fields: { symptoms: ['required'] } })
  const parts = [
    ...(symptomAnswers.length ? ['symptoms' as const] : []),
    ...(lifestyleAnswers.length ? ['lifestyles' as const] : []),
    ...(allergies.length ? ['allergy_reactions' as const] : []),
  ]
  const [updated] = await scope
    .update(questionnaires)
    .set({
      answers,
      parts,
      answered_at: sql`greatest(clock_timestamp(), (select max(q.answered_at) from ${scope.from(questionnaires, 'q')} where q.user_id = ${user_id}) + interval '1 millisecond')`,
      updated_at: later(questionnaires.updated_at),
      version: sql`${questionnaires.version} + 1`,
      yes_symptoms: symptomAnswers.filter(({ name, value }) => value === 1 && name !== skinType).map(({ name }) => name),
    })
    .where(eq(questionnaires.id, id))
    .returning({ answered_at: questionnaires.answered_at })
  const answered_at = updated!.answered_at!
  const rows = (part: 'symptoms' | 'lifestyles', partAnswers: { name: string; value: number }[]) =>
    partAnswers.map(({ name, value }) => ({ user_id, category_id: categoryIds[part].get(name)!, questionnaire_id: id, answered_at, value }))
  if (symptomAnswers.length) await scope.insert(symptoms).values(rows('symptoms', symptomAnswers))
  if (lifestyleAnswers.length) await scope.insert(lifestyles).values(rows('lifestyles', lifestyleAnswers))
  for (const { kind } of allergies) {
    const { value, description, is_same } = answers[`allergy_reactions.${kind}`]!
    const said = { is_occured: Boolean(value), ...(value && description !== undefined && { description }), ...(is_same && { is_same }) }
    await recordAllergyAnswer(scope, actor, { user_id, kind, ...said, answered_at, language })
  }
  return id
}
