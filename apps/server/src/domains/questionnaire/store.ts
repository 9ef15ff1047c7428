import { type GivenAnswers, problemsOf, type Questions } from '@sukoyaka/rules/record/questionnaire'
import type { Input } from '@sukoyaka/wire/endpoint'
import type { FieldReason } from '@sukoyaka/wire/errors'
import {
  type Questionnaire,
  type QuestionnaireDetail,
  type QuestionnairePart,
  questionnaireParts,
  type saveQuestionnaire,
} from '@sukoyaka/wire/record/questionnaire'
import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Actor } from '../../access/actor.ts'
import { eachPatient, maxRowsOfEach, type PatientOfRow, rowsOfEach } from '../../access/each-patient.ts'
import { type PatientSource, patientQuery, type QueryTools } from '../../access/patient-query.ts'
import { type PatientScope, requireRow } from '../../access/patient-scope.ts'
import { later } from '../../database/columns.ts'
import type { Db } from '../../database/db.ts'
import { isAnyOf, preparedQuery } from '../../database/prepared.ts'
import { apiError } from '../../errors/api-error.ts'
import { users } from '../account/tables.ts'
import { allergy_reactions } from '../illness/tables.ts'
import { lifestyle_categories, lifestyles } from '../lifestyle/tables.ts'
import { requirePatient } from '../patient/require-store.ts'
import { symptom_categories, symptoms } from '../symptom/tables.ts'
import { shownOf, storedAnswersOf } from './answers.ts'
import { type Answers, questionnaires } from './tables.ts'

const maxRows = 1000

const countIn = (places: readonly string[], part: QuestionnairePart) => places.filter((place) => place.startsWith(`${part}.`)).length
const yes = sql<string[]>`${questionnaires.yes_symptoms}`
/** The symptoms answered with yes in the previous sent questionnaire that has answers about symptoms. */
const yesBefore = (source: PatientSource) => sql<string[] | null>`(
  select p.yes_symptoms from ${source.from(questionnaires, 'p')}
  where p.user_id = questionnaires.user_id and p.answered_at < questionnaires.answered_at and 'symptoms' = any(p.parts)
  order by p.answered_at desc limit 1)`

const columnsIn = (source: PatientSource) => ({
  id: questionnaires.id,
  user_id: questionnaires.user_id,
  parts: questionnaires.parts,
  answered_at: questionnaires.answered_at,
  version: questionnaires.version,
  created_at: questionnaires.created_at,
  updated_at: questionnaires.updated_at,
  answers: questionnaires.answers,
  yes: yes.as('yes'),
  before: yesBefore(source).as('before'),
})
type Counted = 'symptom_count' | 'lifestyle_count' | 'allergy_count' | 'yes_count' | 'new_symptoms' | 'gone_symptoms'
type Row = Omit<Questionnaire, Counted | 'parts'> & {
  yes: string[]
  before: string[] | null
  answers: Answers
  parts: QuestionnairePart[]
}

const toQuestionnaire = ({ answers, yes, before, ...row }: Row): Questionnaire => {
  const isCompared = row.answered_at !== null && before !== null && row.parts.includes('symptoms')
  const places = Object.keys(answers)
  return {
    ...row,
    symptom_count: countIn(places, 'symptoms'),
    lifestyle_count: countIn(places, 'lifestyles'),
    allergy_count: countIn(places, 'allergy_reactions'),
    yes_count: yes.length,
    new_symptoms: isCompared ? yes.filter((name) => !before.includes(name)) : [],
    gone_symptoms: isCompared ? before.filter((name) => answers[`symptoms.${name}`] && !yes.includes(name)) : [],
  }
}

const questionnairesWithIds = patientQuery((source) => source.db.select(columnsIn(source)).from(source.rows(questionnaires)).where(isAnyOf(questionnaires.id)))
const newestQuestionnaires = (source: QueryTools, user_id: PatientOfRow, max: number) =>
  source.db
    .select(columnsIn(source))
    .from(source.rows(questionnaires))
    .where(eq(questionnaires.user_id, user_id))
    .orderBy(sql`${questionnaires.answered_at} desc nulls first`, desc(questionnaires.id))
    .limit(max)
const questionnairesOfPatient = patientQuery((tools) => newestQuestionnaires(tools, sql.placeholder('user_id'), maxRows))
const questionnairesOfEach = patientQuery((tools) => rowsOfEach(newestQuestionnaires(tools, eachPatient, maxRowsOfEach)))

const find = async (scope: PatientScope, id: number): Promise<Row> => {
  const [found] = await questionnairesWithIds(scope).execute({ ids: [id] })
  if (!found) throw apiError('not_found')
  scope.record(found.user_id)
  return found
}

export const questionnairesOf = async (scope: PatientScope, user_id: number): Promise<Questionnaire[]> => {
  await requirePatient(scope, user_id)
  return (await questionnairesOfPatient(scope).execute({ user_id })).map(toQuestionnaire)
}

/** The newest questionnaires of each of these patients. */
export const questionnairesOfAll = async (scope: PatientScope, user_ids: number[]): Promise<Questionnaire[]> =>
  (await questionnairesOfEach(scope).execute({ ids: user_ids })).map(toQuestionnaire)

/** Questionnaires by id, in no particular order. */
export const questionnairesByIds = async (scope: PatientScope, ids: readonly number[]): Promise<Questionnaire[]> =>
  (await questionnairesWithIds(scope).execute({ ids })).map(toQuestionnaire)

/** The patient's open questionnaire with these parts added, or a new one. */
export const openQuestionnaire = async (
  scope: PatientScope,
  actor: Actor,
  { user_id, parts = [...questionnaireParts] }: { user_id: number; parts?: QuestionnairePart[] },
): Promise<Questionnaire> => {
  await requirePatient(scope, user_id)
  const [saved] = await scope
    .insert(questionnaires)
    .values({ user_id, parts: questionnaireParts.filter((part) => parts.includes(part)), created_by: actor.id })
    .onConflictDoUpdate({
      target: questionnaires.user_id,
      targetWhere: isNull(questionnaires.answered_at),
      set: {
        parts: sql`(select array_agg(p order by array_position(${sql.param([...questionnaireParts])}::text[], p)) from (select unnest(questionnaires.parts) p union select unnest(excluded.parts)) both_parts)`,
      },
    })
    .returning({ id: questionnaires.id })
  return toQuestionnaire(await find(scope, saved!.id))
}

/** Deletes the form of a cancelled request if nothing was saved in it. */
export const deleteUntouched = async (scope: PatientScope, id: number) => {
  await scope.delete(questionnaires).where(and(eq(questionnaires.id, id), isNull(questionnaires.answered_at), eq(questionnaires.version, 0)))
}

const lastSymptoms = patientQuery(({ db, rows }) =>
  db
    .selectDistinctOn([symptoms.category_id], { name: symptom_categories.name, value: symptoms.value })
    .from(rows(symptoms))
    .innerJoin(symptom_categories, eq(symptom_categories.id, symptoms.category_id))
    .where(eq(symptoms.user_id, sql.placeholder('user_id')))
    .orderBy(asc(symptoms.category_id), desc(symptoms.answered_at)),
)
const lastLifestyles = patientQuery(({ db, rows }) =>
  db
    .selectDistinctOn([lifestyles.category_id], { name: lifestyle_categories.name, value: lifestyles.value })
    .from(rows(lifestyles))
    .innerJoin(lifestyle_categories, and(eq(lifestyle_categories.id, lifestyles.category_id), eq(lifestyle_categories.line_chart, false)))
    .where(eq(lifestyles.user_id, sql.placeholder('user_id')))
    .orderBy(asc(lifestyles.category_id), desc(lifestyles.answered_at)),
)
const allergiesOfPatient = patientQuery(({ db, rows }) =>
  db
    .select({ kind: allergy_reactions.kind, is_occured: allergy_reactions.is_occured, description: allergy_reactions.description })
    .from(rows(allergy_reactions))
    .where(eq(allergy_reactions.user_id, sql.placeholder('user_id')))
    .orderBy(asc(allergy_reactions.kind)),
)

/** The newest answer to each question in the record, without daily measurements such as distances (`line_chart`). */
const lastOf = async (scope: PatientScope, user_id: number): Promise<QuestionnaireDetail['last']> => {
  const markSame = <T>(rows: T[]) => rows.map((row) => ({ ...row, is_same: true }))
  return {
    symptoms: markSame(await lastSymptoms(scope).execute({ user_id })),
    lifestyles: markSame(await lastLifestyles(scope).execute({ user_id })),
    allergy_reactions: markSame(
      (await allergiesOfPatient(scope).execute({ user_id })).map((row) => ({ ...row, description: row.is_occured ? row.description : '' })),
    ),
  }
}

export const getQuestionnaire = async (scope: PatientScope, id: number): Promise<QuestionnaireDetail> => {
  const row = await find(scope, id)
  return { ...toQuestionnaire(row), ...shownOf(row.answers), last: await lastOf(scope, row.user_id) }
}

const allSymptoms = preparedQuery((db) => db.select().from(symptom_categories))
const allLifestyles = preparedQuery((db) => db.select().from(lifestyle_categories))

/** All questions by name, including those that only one sex is asked. */
const questionsOf = async (db: Db): Promise<Questions & { ids: Record<'symptoms' | 'lifestyles', ReadonlyMap<string, number>> }> => {
  const [symptomRows, lifestyleRows] = [await allSymptoms(db).execute(), await allLifestyles(db).execute()]
  return {
    symptoms: new Map(symptomRows.map((symptom) => [symptom.name, symptom])),
    lifestyles: new Map(lifestyleRows.map((lifestyle) => [lifestyle.name, lifestyle])),
    ids: { symptoms: new Map(symptomRows.map(({ name, id }) => [name, id])), lifestyles: new Map(lifestyleRows.map(({ name, id }) => [name, id])) },
  }
}

const person = patientQuery(({ db, own }) =>
  db
    .select({ first_name: users.first_name, last_name: users.last_name, birthday: users.birthday, sex: users.sex })
    .from(users)
    .where(and(eq(users.id, sql.placeholder('user_id')), own && eq(users.id, own))),
)

/** Name, birthday and sex of the patient whose questionnaire it is. */
export const personOf = async (scope: PatientScope, user_id: number) => requireRow(await person(scope).execute({ user_id }))

const problemsIn = async (scope: PatientScope, user_id: number, given: GivenAnswers) => {
  const { sex } = await personOf(scope, user_id)
  const questions = await questionsOf(scope.db)
  return { problems: problemsOf(given, questions, sex), ids: questions.ids }
}

/** Throws `invalid` with a field for every wrong answer. */
export const assertAnswers = async (scope: PatientScope, user_id: number, answers: GivenAnswers) => {
  const { problems, ids } = await problemsIn(scope, user_id, answers)
  if (Object.keys(problems).length)
    throw apiError('invalid', { fields: Object.fromEntries(Object.entries(problems).map(([field, reason]): [string, FieldReason[]] => [field, [reason]])) })
  return ids
}

/** The saved answers that are still valid: a question may have been removed or no longer apply to the patient. */
export const validAnswers = async (scope: PatientScope, user_id: number, answers: Answers): Promise<Answers> => {
  const { problems } = await problemsIn(scope, user_id, shownOf(answers))
  return Object.fromEntries(Object.entries(answers).filter(([field]) => !problems[field]))
}

export const updateAnswers = async (scope: PatientScope, { id, ...sent }: Input<typeof saveQuestionnaire>): Promise<Questionnaire> => {
  const { user_id } = await find(scope, id)
  await assertAnswers(scope, user_id, sent)
  const { set, cleared } = storedAnswersOf(sent)
  const [changed] = await scope
    .update(questionnaires)
    .set({
      answers: sql`(${questionnaires.answers} || ${JSON.stringify(set)}::jsonb) - ${sql.param(cleared)}::text[]`,
      version: sql`${questionnaires.version} + 1`,
      updated_at: later(questionnaires.updated_at),
    })
    .where(and(eq(questionnaires.id, id), isNull(questionnaires.answered_at)))
    .returning({ id: questionnaires.id })
  if (!changed) throw apiError('conflict')
  return toQuestionnaire(await find(scope, id))
}
