import type { Language } from '@sukoyaka/phrases/language'
import { canFollow, validatePastDay } from '@sukoyaka/rules/partial-day'
import type { Input } from '@sukoyaka/wire/endpoint'
import type {
  addFamilyPastIllness,
  addPastIllness,
  changeFamilyPastIllness,
  changePastIllness,
  FamilyPastIllness,
  listPastIllnesses,
  PastIllness,
} from '@sukoyaka/wire/record/illness'
import { asc, desc, eq, sql } from 'drizzle-orm'
import { eachPatient, maxRowsOfEach, type PatientOfRow, rowsOfEach } from '../../access/each-patient.ts'
import { patientQuery, type QueryTools } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { assertValid, lockRow, normalizeText } from '../../access/rows.ts'
import { later } from '../../database/columns.ts'
import type { Db } from '../../database/db.ts'
import { preparedQuery } from '../../database/prepared.ts'
import { diseasesFor } from '../disease/store.ts'
import { diseases } from '../disease/tables.ts'
import { birthdayOf, requirePatient } from '../patient/require-store.ts'
import { family_past_illnesses, past_illnesses } from './tables.ts'

const maxRows = 1000
type ListQuery = Input<typeof listPastIllnesses>

const withDiseases = async <T extends { disease_id: number }>(db: Db, rows: T[], include: ListQuery['include'], language: Language) => {
  if (!include?.includes('disease') || !rows.length) return rows
  const found = await diseasesFor(db, { q: { id_in: [...new Set(rows.map(({ disease_id }) => disease_id))] } }, language)
  const byId = new Map(found.map((disease) => [disease.id, disease]))
  return rows.map((row) => ({ ...row, disease: byId.get(row.disease_id)! }))
}

const diseaseById = preparedQuery((db) =>
  db
    .select({ id: diseases.id })
    .from(diseases)
    .where(eq(diseases.id, sql.placeholder('id'))),
)
const isDisease = async (db: Db, id: number) => (await diseaseById(db).execute({ id })).length > 0

const newestPastIllnesses = ({ db, rows }: QueryTools, user_id: PatientOfRow, max: number) =>
  db
    .select()
    .from(rows(past_illnesses))
    .where(eq(past_illnesses.user_id, user_id))
    .orderBy(sql`${past_illnesses.diagnosed_on} desc nulls last`, desc(past_illnesses.id))
    .limit(max)
const pastIllnessesOfPatient = patientQuery((tools) => newestPastIllnesses(tools, sql.placeholder('user_id'), maxRows))
const pastIllnessesOfEach = patientQuery((tools) => rowsOfEach(newestPastIllnesses(tools, eachPatient, maxRowsOfEach)))

/** The newest past illnesses of each of these patients. */
export const pastIllnessesOfAll = (scope: PatientScope, user_ids: number[]) => pastIllnessesOfEach(scope).execute({ ids: user_ids })

export const pastIllnessesOf = async (scope: PatientScope, { user_id, include }: ListQuery, language: Language): Promise<PastIllness[]> => {
  await requirePatient(scope, user_id)
  return withDiseases(scope.db, await pastIllnessesOfPatient(scope).execute({ user_id }), include, language)
}

type Past = Pick<PastIllness, 'user_id' | 'disease_id' | 'diagnosed_on' | 'recovered_on'>

const checkPast = async (scope: PatientScope, { user_id, disease_id, diagnosed_on, recovered_on }: Past, today: string) => {
  const birthday = await birthdayOf(scope, user_id)
  assertValid({
    disease_id: !(await isDisease(scope.db, disease_id)) && 'not_allowed',
    diagnosed_on: validatePastDay(diagnosed_on, today, birthday),
    recovered_on: validatePastDay(recovered_on, today, birthday) ?? (!canFollow(diagnosed_on, recovered_on) && 'before_diagnosed_on'),
  })
}

export const insertPastIllness = async (
  scope: PatientScope,
  { user_id, disease_id, diagnosed_on = null, recovered_on = null, detail = '' }: Input<typeof addPastIllness>,
  today: string,
): Promise<PastIllness> => {
  await requirePatient(scope, user_id)
  const row = { user_id, disease_id, diagnosed_on, recovered_on, detail: normalizeText(detail) }
  await checkPast(scope, row, today)
  const [added] = await scope.insert(past_illnesses).values(row).returning()
  return added!
}

export const updatePastIllness = async (
  scope: PatientScope,
  { id, updated_at, detail, ...change }: Input<typeof changePastIllness>,
  today: string,
): Promise<PastIllness> => {
  const existing = await lockRow(scope, past_illnesses, { id, updated_at })
  const { user_id, disease_id, diagnosed_on, recovered_on } = { ...existing, ...change }
  await checkPast(scope, { user_id, disease_id, diagnosed_on, recovered_on }, today)
  const [changed] = await scope
    .update(past_illnesses)
    .set({
      disease_id,
      diagnosed_on,
      recovered_on,
      detail: detail === undefined ? existing.detail : normalizeText(detail),
      updated_at: later(past_illnesses.updated_at),
    })
    .where(eq(past_illnesses.id, id))
    .returning()
  return changed!
}

const firstOfFamily = ({ db, rows }: QueryTools, user_id: PatientOfRow, max: number) =>
  db.select().from(rows(family_past_illnesses)).where(eq(family_past_illnesses.user_id, user_id)).orderBy(asc(family_past_illnesses.id)).limit(max)
const familyOfPatient = patientQuery((tools) => firstOfFamily(tools, sql.placeholder('user_id'), maxRows))
const familyOfEach = patientQuery((tools) => rowsOfEach(firstOfFamily(tools, eachPatient, maxRowsOfEach)))

/** The family illnesses of each of these patients. */
export const familyIllnessesOfAll = (scope: PatientScope, user_ids: number[]) => familyOfEach(scope).execute({ ids: user_ids })

export const familyIllnessesOf = async (scope: PatientScope, { user_id, include }: ListQuery, language: Language): Promise<FamilyPastIllness[]> => {
  await requirePatient(scope, user_id)
  return withDiseases(scope.db, await familyOfPatient(scope).execute({ user_id }), include, language)
}

const checkFamily = async (db: Db, { disease_id, diagnosed_on }: Pick<FamilyPastIllness, 'disease_id' | 'diagnosed_on'>, today: string) =>
  assertValid({ disease_id: !(await isDisease(db, disease_id)) && 'not_allowed', diagnosed_on: validatePastDay(diagnosed_on, today) })

export const insertFamily = async (
  scope: PatientScope,
  { user_id, disease_id, relative, diagnosed_on = null, diagnosed_age = null }: Input<typeof addFamilyPastIllness>,
  today: string,
): Promise<FamilyPastIllness> => {
  await requirePatient(scope, user_id)
  await checkFamily(scope.db, { disease_id, diagnosed_on }, today)
  const [added] = await scope.insert(family_past_illnesses).values({ user_id, disease_id, relative, diagnosed_on, diagnosed_age }).returning()
  return added!
}

export const updateFamily = async (
  scope: PatientScope,
  { id, updated_at, ...change }: Input<typeof changeFamilyPastIllness>,
  today: string,
): Promise<FamilyPastIllness> => {
  const existing = await lockRow(scope, family_past_illnesses, { id, updated_at })
  const { disease_id, relative, diagnosed_on, diagnosed_age } = { ...existing, ...change }
  await checkFamily(scope.db, { disease_id, diagnosed_on }, today)
  const [changed] = await scope
    .update(family_past_illnesses)
    .set({ disease_id, relative, diagnosed_on, diagnosed_age, updated_at: later(family_past_illnesses.updated_at) })
    .where(eq(family_past_illnesses.id, id))
    .returning()
  return changed!
}
