import type { Language } from '@sukoyaka/phrases/language'
import type { Input } from '@sukoyaka/wire/endpoint'
import type { FieldReason } from '@sukoyaka/wire/errors'
import { type addHealthRecord, type HealthRecord, type HealthRecordCategory, type listHealthRecords, selfMeasured } from '@sukoyaka/wire/record/health-record'
import { and, asc, desc, eq, getTableColumns, isNull, ne, sql } from 'drizzle-orm'
import type { Actor } from '../../access/actor.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { columnsOf } from '../../access/patient-table.ts'
import { localName } from '../../database/columns.ts'
import type { Db } from '../../database/db.ts'
import { pageSize } from '../../database/page.ts'
import { apiError } from '../../errors/api-error.ts'
import { lockPatient } from '../checkup/judging-store.ts'
import { result_categories, test_results } from '../checkup/tables.ts'
import { requirePatient } from '../patient/require-store.ts'
import { health_record_categories, health_records } from './tables.ts'

const fieldError = (field: string, reason: FieldReason) => apiError('invalid', { fields: { [field]: [reason] } })

export const healthRecordCategories = async (db: Db, language: Language): Promise<HealthRecordCategory[]> => {
  const rows = await db
    .select({ ...getTableColumns(health_record_categories), display_name: localName(health_record_categories, language) })
    .from(health_record_categories)
    .orderBy(asc(health_record_categories.sort_number), asc(health_record_categories.id))
  return rows.map((row) => ({ ...row, values: row.values.map((value) => ({ ...value, display_name: value[`name_${language}`] })) }))
}

const recordColumns = { ...columnsOf(health_records), category: health_record_categories.name }

/** Newest first, paginated. */
export const healthRecordsOf = async (scope: PatientScope, { user_id, limit = pageSize, page = 1 }: Input<typeof listHealthRecords>) => {
  await requirePatient(scope, user_id)
  const rows = await scope.db
    .select({ ...recordColumns, total_count: sql<number>`count(*) over ()`.mapWith(Number) })
    .from(scope.rows(health_records))
    .innerJoin(health_record_categories, eq(health_record_categories.id, health_records.category_id))
    .where(eq(health_records.user_id, user_id))
    .orderBy(desc(health_records.recorded_at), desc(health_records.id))
    .limit(limit)
    .offset((page - 1) * limit)
  const total_count = rows[0]?.total_count ?? 0
  return { items: rows, page, next_page: page * limit < total_count ? page + 1 : null, total_count }
}

type Category = typeof health_record_categories.$inferSelect
type NewRecord = Input<typeof addHealthRecord>

const categoryOf = async (db: Db, { category_id, category }: NewRecord): Promise<Category> => {
  const field = category_id === undefined ? 'category' : 'category_id'
  if (category_id === undefined && category === undefined) throw fieldError('category', 'required')
  const [found] = await db
    .select()
    .from(health_record_categories)
    .where(
      and(
        category_id === undefined ? undefined : eq(health_record_categories.id, category_id),
        category === undefined ? undefined : eq(health_record_categories.name, category),
      ),
    )
  if (!found) throw fieldError(field, 'not_allowed')
  // a picture comes as a file
  if (found.value_kind === 'photo') throw fieldError(field, 'not_allowed')
  return found
}

/** All numbers of the category, each once; the first of a pair is the larger one. */
const valuesOf = ({ values: definitions, value_kind }: Category, { value, values }: NewRecord): HealthRecord['values'] => {
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

const find = async (scope: PatientScope, id: number): Promise<HealthRecord> => {
  const [found] = await scope.db
    .select(recordColumns)
    .from(scope.rows(health_records))
    .innerJoin(health_record_categories, eq(health_record_categories.id, health_records.category_id))
    .where(eq(health_records.id, id))
  return found!
}

/** A record, and the categories of its values among the results. */
type StoredRecord = { record: HealthRecord; measured: { name: string; numeric_category: string; value: number }[] }
const measuredBy = ({ values: definitions }: Pick<Category, 'values'>, values: HealthRecord['values']): StoredRecord['measured'] =>
  definitions.flatMap(({ name, numeric_category }) => values.filter((value) => value.name === name).map(({ value }) => ({ name, numeric_category, value })))

export const insertHealthRecord = async (scope: PatientScope, actor: Actor, newRecord: NewRecord, now: Date): Promise<StoredRecord> => {
  await requirePatient(scope, newRecord.user_id)
  const category = await categoryOf(scope.db, newRecord)
  const values = valuesOf(category, newRecord)
  const text = (newRecord.text ?? '').replace(/\r\n?/g, '\n').trim()
  if (category.value_kind === 'text' && !text) throw fieldError('text', 'required')
  const recorded_at = newRecord.recorded_at ?? now.toISOString()
  if (Date.parse(recorded_at) > now.getTime()) throw fieldError('recorded_at', 'in_future')
  const [added] = await scope
    .insert(health_records)
    .values({ user_id: newRecord.user_id, category_id: category.id, recorded_at, values, text, created_by: actor.id })
    .returning({ id: health_records.id })
  return { record: await find(scope, added!.id), measured: measuredBy(category, values) }
}

/** Does not overwrite what someone else measured at that moment. */
export const assertNotMeasured = async (scope: PatientScope, { user_id, recorded_at }: HealthRecord, measured: StoredRecord['measured']) => {
  await lockPatient(scope, user_id)
  const otherResults = await scope.db
    .select({ name: result_categories.name, value: test_results.value })
    .from(scope.rows(test_results))
    .innerJoin(result_categories, eq(result_categories.id, test_results.category_id))
    .where(
      and(
        eq(test_results.user_id, user_id),
        eq(test_results.recorded_at, recorded_at),
        isNull(test_results.test_package_id),
        eq(test_results.is_derived, false),
        ne(test_results.origin, selfMeasured),
      ),
    )
  if (otherResults.some(({ name, value }) => measured.some((entry) => entry.numeric_category === name && entry.value !== value)))
    throw fieldError('recorded_at', 'taken')
}

/** Returns the results that the record created and nobody has changed since. */
export const deleteHealthRecord = async (scope: PatientScope, id: number): Promise<number[]> => {
  const [deleted] = await scope.delete(health_records).where(eq(health_records.id, id)).returning()
  if (!deleted) throw apiError('not_found')
  scope.record(deleted.user_id)
  // serialised: the last of two equal records deletes the results
  await lockPatient(scope, deleted.user_id)
  const { user_id, category_id, recorded_at } = deleted
  const remaining = await scope.db
    .select({ values: health_records.values })
    .from(scope.rows(health_records))
    .where(and(eq(health_records.user_id, user_id), eq(health_records.category_id, category_id), eq(health_records.recorded_at, recorded_at)))
  const isStillRecorded = (name: string, value: number) => remaining.some(({ values }) => values.some((item) => item.name === name && item.value === value))
  const [category] = await scope.db.select().from(health_record_categories).where(eq(health_record_categories.id, category_id))
  const createdIds: number[] = []
  for (const { name, numeric_category, value } of measuredBy(category!, deleted.values)) {
    if (isStillRecorded(name, value)) continue
    const [result] = await scope.db
      .select({ id: test_results.id })
      .from(scope.rows(test_results))
      .innerJoin(result_categories, eq(result_categories.id, test_results.category_id))
      .where(
        and(
          eq(test_results.user_id, deleted.user_id),
          eq(result_categories.name, numeric_category),
          eq(test_results.recorded_at, deleted.recorded_at),
          eq(test_results.origin, selfMeasured),
          eq(test_results.value, value),
          isNull(test_results.test_package_id),
          eq(test_results.is_derived, false),
        ),
      )
    if (result) createdIds.push(result.id)
  }
  return createdIds
}
