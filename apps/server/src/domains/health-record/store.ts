import type { Language } from '@sukoyaka/phrases/language'
import { type Measured, measuredBy } from '@sukoyaka/rules/record/home/measured'
import { clockLeeway } from '@sukoyaka/rules/time'
import type { Input } from '@sukoyaka/wire/endpoint'
import {
  type addHealthRecord,
  type changeHealthRecord,
  type HealthRecord,
  type HealthRecordCategory,
  type listHealthRecords,
  selfMeasured,
} from '@sukoyaka/wire/record/health-record'
import { and, asc, desc, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import type { Actor } from '../../access/actor.ts'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { columnsOf } from '../../access/patient-table.ts'
import { lockRow, normalizeText } from '../../access/rows.ts'
import { later, localName } from '../../database/columns.ts'
import type { Db } from '../../database/db.ts'
import { pageOf, pageSize } from '../../database/page.ts'
import { preparedQuery } from '../../database/prepared.ts'
import { apiError, fieldError } from '../../errors/api-error.ts'
import { lockPatient } from '../checkup/judging-store.ts'
import { result_categories, test_results } from '../checkup/tables.ts'
import { requirePatient } from '../patient/require-store.ts'
import { health_record_categories, health_records } from './tables.ts'

const categoriesIn = preparedQuery((db, language: Language) =>
  db
    .select({ ...getTableColumns(health_record_categories), display_name: localName(health_record_categories, language) })
    .from(health_record_categories)
    .orderBy(asc(health_record_categories.sort_number), asc(health_record_categories.id)),
)

export const healthRecordCategories = async (db: Db, language: Language): Promise<HealthRecordCategory[]> => {
  const rows = await categoriesIn(db, language).execute()
  return rows.map((row) => ({ ...row, values: row.values.map((value) => ({ ...value, display_name: value[`name_${language}`] })) }))
}

const recordColumns = { ...columnsOf(health_records), category: health_record_categories.name }

const pageOfPatient = patientQuery(({ db, rows }) =>
  db
    .select({ ...recordColumns, total_count: sql<number>`count(*) over ()`.mapWith(Number) })
    .from(rows(health_records))
    .innerJoin(health_record_categories, eq(health_record_categories.id, health_records.category_id))
    .where(eq(health_records.user_id, sql.placeholder('user_id')))
    .orderBy(desc(health_records.recorded_at), desc(health_records.id))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset')),
)

/** Newest first, paginated. */
export const healthRecordsOf = async (scope: PatientScope, { user_id, limit = pageSize, page = 1 }: Input<typeof listHealthRecords> & { user_id: number }) => {
  await requirePatient(scope, user_id)
  return pageOf(page, (bounds) => pageOfPatient(scope).execute({ user_id, ...bounds }), limit)
}

type Category = typeof health_record_categories.$inferSelect
type NewRecord = Input<typeof addHealthRecord>

const categoriesBy = preparedQuery((db, hasId: boolean, hasName: boolean) =>
  db
    .select()
    .from(health_record_categories)
    .where(
      and(
        hasId ? eq(health_record_categories.id, sql.placeholder('category_id')) : undefined,
        hasName ? eq(health_record_categories.name, sql.placeholder('category')) : undefined,
      ),
    ),
)

const categoryOf = async (db: Db, { category_id, category }: NewRecord): Promise<Category> => {
  const field = category_id === undefined ? 'category' : 'category_id'
  if (category_id === undefined && category === undefined) throw fieldError('category', 'required')
  const [found] = await categoriesBy(db, category_id !== undefined, category !== undefined).execute({ category_id, category })
  if (!found?.is_active) throw fieldError(field, 'not_allowed')
  // this call takes no files, so it takes no pictures
  if (found.value_kind === 'photo') throw fieldError(field, 'not_allowed')
  return found
}

/** The values for all numbers of the category. Throws 422 unless each is given once, no other is given, and the first of a pair is the larger one. */
const valuesOf = ({ values: definitions, value_kind }: Category, { value, values }: Pick<NewRecord, 'value' | 'values'>): HealthRecord['values'] => {
  if (value !== undefined && values?.length) throw fieldError('value', 'not_allowed')
  const inputValues = value === undefined ? (values ?? []) : [{ name: definitions[0]?.name ?? 'value', value }]
  const field = value === undefined && value_kind !== 'number' ? 'values' : 'value'
  if (inputValues.some(({ name }) => !definitions.some((item) => item.name === name))) throw fieldError(field, 'not_allowed')
  if (new Set(inputValues.map(({ name }) => name)).size < inputValues.length) throw fieldError(field, 'taken')
  const recordedValues = definitions.map(({ name, possible }) => {
    const found = inputValues.find((entry) => entry.name === name)
    if (!found) throw fieldError(field, 'required')
    const errorField = value_kind === 'pair' ? name : field
    if (found.value < possible.min) throw fieldError(errorField, 'too_small')
    if (found.value > possible.max) throw fieldError(errorField, 'too_large')
    return found
  })
  if (value_kind === 'pair' && recordedValues[0]!.value <= recordedValues[1]!.value) throw fieldError(definitions[1]!.name, 'too_large')
  return recordedValues
}

const recordById = patientQuery(({ db, rows }) =>
  db
    .select(recordColumns)
    .from(rows(health_records))
    .innerJoin(health_record_categories, eq(health_record_categories.id, health_records.category_id))
    .where(eq(health_records.id, sql.placeholder('id'))),
)
const find = async (scope: PatientScope, id: number): Promise<HealthRecord> => (await recordById(scope).execute({ id }))[0]!

const textOf = ({ value_kind }: Category, text: string): string => {
  const normalized = normalizeText(text)
  if (value_kind === 'text' && !normalized) throw fieldError('text', 'required')
  return normalized
}

/** The moment of a record. A moment of up to `clockLeeway` in the future is now, because it is that of a clock that is fast. */
const pastMoment = (recorded_at: string, now: Date) => {
  const at = Date.parse(recorded_at)
  if (at > now.getTime() + clockLeeway) throw fieldError('recorded_at', 'in_future')
  return new Date(Math.min(at, now.getTime())).toISOString()
}

/** A stored record, and those of its values that results must follow. */
type StoredRecord = { record: HealthRecord; measured: Measured }

export const insertHealthRecord = async (scope: PatientScope, actor: Actor, newRecord: NewRecord, now: Date): Promise<StoredRecord> => {
  await requirePatient(scope, newRecord.user_id)
  const category = await categoryOf(scope.db, newRecord)
  const values = valuesOf(category, newRecord)
  const text = textOf(category, newRecord.text ?? '')
  const recorded_at = pastMoment(newRecord.recorded_at ?? now.toISOString(), now)
  const [added] = await scope
    .insert(health_records)
    .values({ user_id: newRecord.user_id, category_id: category.id, recorded_at, values, text, created_by: actor.id })
    .returning({ id: health_records.id })
  return { record: await find(scope, added!.id), measured: measuredBy(category, values) }
}

/** The number as it was entered in the category’s own unit: the stored one is rounded. */
const enteredValue = sql<number>`case when ${test_results.entered_unit} = ${result_categories.unit_display} then ${test_results.entered_value} else ${test_results.value} end`

const resultsOfMoment = patientQuery(({ db, rows }) =>
  db
    .select({ id: test_results.id, name: result_categories.name, value: enteredValue, origin: test_results.origin })
    .from(rows(test_results))
    .innerJoin(result_categories, eq(result_categories.id, test_results.category_id))
    .where(
      and(
        eq(test_results.user_id, sql.placeholder('user_id')),
        eq(test_results.recorded_at, sql.placeholder('recorded_at')),
        isNull(test_results.test_package_id),
        eq(test_results.is_derived, false),
      ),
    ),
)

/** Rejects values that would overwrite different ones of the same moment, of any origin. */
export const assertNotMeasured = async (scope: PatientScope, { user_id, recorded_at }: HealthRecord, measured: Measured) => {
  await lockPatient(scope, user_id)
  const results = await resultsOfMoment(scope).execute({ user_id, recorded_at })
  if (results.some(({ name, value }) => measured.some((entry) => entry.numeric_category === name && entry.value !== value)))
    throw fieldError('recorded_at', 'time_taken')
}

const recordsOfMoment = patientQuery(({ db, rows }) =>
  db
    .select({ values: health_records.values })
    .from(rows(health_records))
    .where(
      and(
        eq(health_records.user_id, sql.placeholder('user_id')),
        eq(health_records.category_id, sql.placeholder('category_id')),
        eq(health_records.recorded_at, sql.placeholder('recorded_at')),
      ),
    ),
)

type RecordRow = typeof health_records.$inferSelect

/**
 * The ids of the results that a record created for these values; null for one that was changed or deleted since. Without those that an equal record still needs,
 * and those of equal values that came from elsewhere, such as a device.
 * If two calls remove equal records, the second waits for the first and then gets the results that no record needs any more.
 */
const createdResultIds = async (scope: PatientScope, { user_id, category_id, recorded_at }: RecordRow, measured: Measured): Promise<(number | null)[]> => {
  await lockPatient(scope, user_id)
  const remaining = await recordsOfMoment(scope).execute({ user_id, category_id, recorded_at })
  const isStillRecorded = (name: string, value: number) => remaining.some(({ values }) => values.some((item) => item.name === name && item.value === value))
  const stored = await resultsOfMoment(scope).execute({ user_id, recorded_at })
  const ids: (number | null)[] = []
  for (const { name, numeric_category, value } of measured) {
    if (isStillRecorded(name, value)) continue
    const equal = stored.filter((result) => result.name === numeric_category && result.value === value)
    const created = equal.find(({ origin }) => origin === selfMeasured)
    if (created) ids.push(created.id)
    else if (!equal.length) ids.push(null)
  }
  return ids
}

const isStored = (id: number | null) => id !== null

/** Deletes a record. Returns the ids of the unchanged results that it alone created. */
export const deleteHealthRecord = async (scope: PatientScope, id: number): Promise<number[]> => {
  const [deleted] = await scope.delete(health_records).where(eq(health_records.id, id)).returning()
  if (!deleted) throw apiError('not_found')
  scope.record(deleted.user_id)
  const [category] = await categoriesBy(scope.db, true, false).execute({ category_id: deleted.category_id })
  return (await createdResultIds(scope, deleted, measuredBy(category!, deleted.values))).filter(isStored)
}

/** Changes a record. `outdatedIds`: the results of the former values or time, in place of which the new ones are `measured`. */
export const updateHealthRecord = async (
  scope: PatientScope,
  { id, updated_at, ...change }: Input<typeof changeHealthRecord>,
  now: Date,
): Promise<StoredRecord & { outdatedIds: number[] }> => {
  const former = await lockRow(scope, health_records, { id, updated_at })
  const [category] = await categoriesBy(scope.db, true, false).execute({ category_id: former.category_id })
  const values = change.value === undefined && change.values === undefined ? former.values : valuesOf(category!, change)
  const text = change.text === undefined ? former.text : textOf(category!, change.text)
  const recorded_at = change.recorded_at === undefined ? former.recorded_at : pastMoment(change.recorded_at, now)
  await scope
    .update(health_records)
    .set({ values, text, recorded_at, updated_at: later(health_records.updated_at) })
    .where(eq(health_records.id, id))
  const isChanged = ({ name, value }: Measured[number]) =>
    recorded_at !== former.recorded_at || !former.values.some((item) => item.name === name && item.value === value)
  const measured = measuredBy(category!, values).filter(isChanged)
  const outdated = measuredBy(category!, former.values).filter(({ name }) => measured.some((item) => item.name === name))
  const outdatedIds = await createdResultIds(scope, former, outdated)
  if (outdatedIds.includes(null)) throw apiError('result_changed')
  return { record: await find(scope, id), measured, outdatedIds: outdatedIds.filter(isStored) }
}
