import type { addRecordTemplate, changeRecordTemplate } from '@sukoyaka/wire/boards/admin/record-template'
import type { Input, Reply } from '@sukoyaka/wire/endpoint'
import { eq, sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { assertValid, normalizeText } from '../../access/rows.ts'
import type { Db } from '../../database/db.ts'
import { health_record_categories, health_records } from '../health-record/tables.ts'
import { catalogueStore } from './catalogue-store.ts'
import { namesToEdit, namesToStore } from './translations.ts'

type TemplateRow = Reply<typeof addRecordTemplate>
type TemplateInput = Input<typeof addRecordTemplate>

const { name_ja, name_en, name_kr, sort_number, updated_at, value_kind, is_active } = health_record_categories
const store = catalogueStore({
  table: health_record_categories,
  extra: {},
  search: sql`lower(${name_ja} || ' ' || ${name_en} || ' ' || ${name_kr})`,
  filters: { value_kind, is_active },
  sorts: { sort_number, name_ja, updated_at },
  sort: 'sort_number',
  rowOf: (row): TemplateRow => ({ ...row, ...namesToEdit(row) }),
})

export const allRecordTemplates = store.list
export const recordTemplateOf = store.read

const recordOfCategory = patientQuery(({ db, rows }) =>
  db
    .select({ isUsed: sql<boolean>`true` })
    .from(rows(health_records))
    .where(eq(health_records.category_id, sql.placeholder('category_id')))
    .limit(1),
)

const columnsOf = (input: TemplateInput) => ({ ...input, unit: normalizeText(input.unit), ...namesToStore(input) })

/** `name` identifies the template in the catalogue. Throws 422 without a Japanese name, and for numbers and pairs, which need a category of results. */
export const insertRecordTemplate = async (db: Db, input: TemplateInput, name: string): Promise<TemplateRow> => {
  assertValid({ value_kind: (input.value_kind === 'number' || input.value_kind === 'pair') && 'not_allowed' })
  return store.insert(db, { ...columnsOf(input), name })
}

/** Throws 404, 409 if it was saved since `updated_at`, and 422 for another kind, another unit while there are records, or no Japanese name. */
export const updateRecordTemplate = async (scope: PatientScope, { id, updated_at: version, ...input }: Input<typeof changeRecordTemplate>) => {
  const existing = await store.lock(scope.db, id, { updated_at: version })
  const columns = columnsOf(input)
  const isUnitChanged = columns.unit !== existing.unit
  const isUsed = isUnitChanged && (await recordOfCategory(scope).execute({ category_id: id })).length > 0
  assertValid({ value_kind: columns.value_kind !== existing.value_kind && 'in_use', unit: isUsed && 'in_use' })
  return store.update(scope.db, id, columns)
}
