import type { Language } from '@sukoyaka/phrases/language'
import type { Assessment, AssessmentKind, addAssessment, changeAssessment, listAssessments } from '@sukoyaka/wire/care/assessment'
import type { Input } from '@sukoyaka/wire/endpoint'
import { and, desc, eq, isNull, ne, or, sql } from 'drizzle-orm'
import { eachPatient, maxRowsOfEach, type PatientOfRow, rowsOfEach } from '../../access/each-patient.ts'
import { patientQuery, type QueryTools } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { later } from '../../database/columns.ts'
import { type Db, errorCodeOf } from '../../database/db.ts'
import { isAnyOf, preparedQuery } from '../../database/prepared.ts'
import { apiError, fieldError } from '../../errors/api-error.ts'
import { assertUnchanged } from '../../errors/assert-unchanged.ts'
import { users } from '../account/tables.ts'
import { categoriesExist } from '../category/store.ts'
import { diseasesFor } from '../disease/store.ts'
import { diseases } from '../disease/tables.ts'
import { requirePatient } from '../patient/require-store.ts'
import { assessment_reasons, assessments } from './tables.ts'

type Row = typeof assessments.$inferSelect
const maxRows = 1000

const reasonsOfAssessments = patientQuery(({ db, rows }) =>
  db
    .select({ assessment_id: assessment_reasons.assessment_id, id: assessment_reasons.category_id, type: assessment_reasons.type })
    .from(rows(assessment_reasons))
    .where(isAnyOf(assessment_reasons.assessment_id))
    .orderBy(assessment_reasons.type, assessment_reasons.category_id),
)

const withReasons = async (scope: PatientScope, rows: Row[]): Promise<Assessment[]> => {
  const reasons = rows.length ? await reasonsOfAssessments(scope).execute({ ids: rows.map(({ id }) => id) }) : []
  const reasonsByAssessment = Map.groupBy(reasons, ({ assessment_id }) => assessment_id)
  return rows.map((row) => ({ ...row, reasons: (reasonsByAssessment.get(row.id) ?? []).map(({ id, type }) => ({ id, type })) }))
}

const newestAssessments = ({ db, rows }: QueryTools, user_id: PatientOfRow, max: number, isOfDisease = false) =>
  db
    .select()
    .from(rows(assessments))
    .where(and(eq(assessments.user_id, user_id), isOfDisease ? eq(assessments.disease_id, sql.placeholder('disease_id')) : undefined))
    .orderBy(desc(assessments.conducted_on), desc(assessments.id))
    .limit(max)
const assessmentsOfPatient = patientQuery((tools, isOfDisease: boolean) => newestAssessments(tools, sql.placeholder('user_id'), maxRows, isOfDisease))
const assessmentsOfEach = patientQuery((tools) => rowsOfEach(newestAssessments(tools, eachPatient, maxRowsOfEach)))
const assessmentsWithIds = patientQuery(({ db, rows }) => db.select().from(rows(assessments)).where(isAnyOf(assessments.id)))

export const assessmentsOf = async (
  scope: PatientScope,
  { user_id, disease_id, include }: Input<typeof listAssessments>,
  language: Language,
): Promise<Assessment[]> => {
  await requirePatient(scope, user_id)
  const rows = await assessmentsOfPatient(scope, disease_id !== undefined).execute({ user_id, disease_id })
  const found = await withReasons(scope, rows)
  return include?.includes('disease') ? withDiseases(scope.db, found, language) : found
}

/** The newest assessments of each of these patients. */
export const assessmentsOfAll = async (scope: PatientScope, user_ids: number[]) => withReasons(scope, await assessmentsOfEach(scope).execute({ ids: user_ids }))

const withDiseases = async (db: Db, found: Assessment[], language: Language): Promise<Assessment[]> => {
  const ids = [...new Set(found.map((row) => row.disease_id))]
  const byId = new Map((ids.length ? await diseasesFor(db, { q: { id_in: ids } }, language) : []).map((disease) => [disease.id, disease]))
  return found.map((row) => ({ ...row, disease: byId.get(row.disease_id)! }))
}

/** The assessments with these ids, with their diseases, in any order. */
export const assessmentsByIds = async (scope: PatientScope, ids: readonly number[], language: Language): Promise<Assessment[]> => {
  const rows = await assessmentsWithIds(scope).execute({ ids })
  return withDiseases(scope.db, await withReasons(scope, rows), language)
}

const assessmentOf = async (scope: PatientScope, id: number): Promise<Assessment> => {
  const rows = await assessmentsWithIds(scope).execute({ ids: [id] })
  return (await withReasons(scope, rows))[0]!
}

type AssessmentKey = Pick<Row, 'id' | 'user_id' | 'disease_id' | 'kind'>

const openDuplicates = patientQuery(({ db, rows }) =>
  db
    .select({ id: assessments.id })
    .from(rows(assessments))
    .where(
      and(
        eq(assessments.user_id, sql.placeholder('user_id')),
        eq(assessments.disease_id, sql.placeholder('disease_id')),
        eq(assessments.kind, sql.placeholder('kind')),
        isNull(assessments.solved_on),
        ne(assessments.id, sql.placeholder('id')),
      ),
    ),
)

/** Throws 422 if the patient has another open assessment of this kind and disease. Between concurrent calls, the unique index decides. */
const assertNoDuplicate = async (scope: PatientScope, { id, user_id, disease_id, kind }: AssessmentKey) => {
  const [duplicate] = await openDuplicates(scope).execute({ id, user_id, disease_id, kind })
  if (duplicate) throw takenError()
}
const takenError = () => apiError('invalid', { fields: { disease_id: ['taken'] } })
const mapUniqueViolation = async <T>(query: Promise<T>): Promise<T> =>
  query.catch((error) => {
    throw errorCodeOf(error) === '23505' ? takenError() : error
  })

type Reasons = Input<typeof changeAssessment>['reasons_attributes']
const putReasons = async (scope: PatientScope, assessment_id: number, reasons: Reasons = []) => {
  const [removed, remaining] = [reasons.filter((reason) => reason._destroy), reasons.filter((reason) => !reason._destroy)]
  if (!(await categoriesExist(scope.db, remaining))) throw apiError('invalid', { fields: { reasons_attributes: ['not_allowed'] } })
  if (removed.length)
    await scope
      .delete(assessment_reasons)
      .where(
        and(
          eq(assessment_reasons.assessment_id, assessment_id),
          or(...removed.map(({ id, type }) => and(eq(assessment_reasons.type, type), eq(assessment_reasons.category_id, id)))),
        ),
      )
  if (remaining.length)
    await scope
      .insert(assessment_reasons)
      .values(remaining.map(({ id, type }) => ({ assessment_id, type, category_id: id })))
      .onConflictDoNothing()
}

const birthdayOfUser = preparedQuery((db) =>
  db
    .select({ birthday: users.birthday })
    .from(users)
    .where(eq(users.id, sql.placeholder('user_id'))),
)

/** Throws 422 for an assessment before the patient's birth. */
const assertAfterBirth = async (db: Db, user_id: number, conducted_on: string | undefined) => {
  if (conducted_on === undefined) return
  const [person] = await birthdayOfUser(db).execute({ user_id })
  if (person?.birthday && conducted_on < person.birthday) throw apiError('invalid', { fields: { conducted_on: ['before_birth'] } })
}

const assertNotInFuture = (field: 'conducted_on' | 'solved_on', day: string | null | undefined, today: string) => {
  if (day && day > today) throw apiError('invalid', { fields: { [field]: ['in_future'] } })
}

const normalizeMemo = (memo: string) => memo.replace(/\r\n?/g, '\n').trim()

const diseaseById = preparedQuery((db) =>
  db
    .select({ id: diseases.id })
    .from(diseases)
    .where(eq(diseases.id, sql.placeholder('disease_id'))),
)

export const insertAssessment = async (
  scope: PatientScope,
  { user_id, disease_id, kind, conducted_on, memo = '', reasons_attributes }: Input<typeof addAssessment>,
  today: string,
): Promise<Assessment> => {
  await requirePatient(scope, user_id)
  assertNotInFuture('conducted_on', conducted_on, today)
  await assertAfterBirth(scope.db, user_id, conducted_on)
  const [disease] = await diseaseById(scope.db).execute({ disease_id })
  if (!disease) throw apiError('invalid', { fields: { disease_id: ['not_allowed'] } })
  await assertNoDuplicate(scope, { id: 0, user_id, disease_id, kind })
  const [added] = await mapUniqueViolation(
    scope
      .insert(assessments)
      .values({ user_id, disease_id, kind, memo: normalizeMemo(memo), conducted_on: conducted_on ?? today })
      .returning(),
  )
  await putReasons(scope, added!.id, reasons_attributes)
  return assessmentOf(scope, added!.id)
}

const lockedAssessment = patientQuery(({ db, rows }) =>
  db
    .select()
    .from(rows(assessments))
    .where(eq(assessments.id, sql.placeholder('id')))
    .for('update'),
)

export const updateAssessment = async (
  scope: PatientScope,
  { id, updated_at, reasons_attributes, memo, ...change }: Input<typeof changeAssessment>,
  today: string,
): Promise<Assessment> => {
  const [existing] = await lockedAssessment(scope).execute({ id })
  if (!existing) throw apiError('not_found')
  scope.record(existing.user_id)
  assertUnchanged(existing, updated_at)
  assertNotInFuture('conducted_on', change.conducted_on, today)
  assertNotInFuture('solved_on', change.solved_on, today)
  await assertAfterBirth(scope.db, existing.user_id, change.conducted_on)
  const next = { ...existing, ...change, ...(memo !== undefined && { memo: normalizeMemo(memo) }) }
  if (next.solved_on && next.solved_on < next.conducted_on)
    throw change.solved_on ? fieldError('solved_on', 'before_conducted_on') : fieldError('conducted_on', 'after_solved_on')
  if (!next.solved_on) await assertNoDuplicate(scope, next)
  const { kind, conducted_on, solved_on } = next
  await mapUniqueViolation(
    scope
      .update(assessments)
      .set({ kind: kind as AssessmentKind, conducted_on, solved_on, memo: next.memo, updated_at: later(assessments.updated_at) })
      .where(eq(assessments.id, id)),
  )
  await putReasons(scope, id, reasons_attributes)
  return assessmentOf(scope, id)
}
