import { derivations } from '@sukoyaka/rules/record/derived'
import { namesOwnUnit } from '@sukoyaka/rules/record/judge'
import type { addResultCategory, changeResultCategory } from '@sukoyaka/wire/boards/admin/result-category'
import type { Input, Reply } from '@sukoyaka/wire/endpoint'
import { eq, sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { assertValid, normalizeText } from '../../access/rows.ts'
import type { Db } from '../../database/db.ts'
import { preparedQuery } from '../../database/prepared.ts'
import { numericType } from '../checkup/judging-store.ts'
import { reference_ranges, result_categories, test_results } from '../checkup/tables.ts'
import { catalogueStore } from './catalogue-store.ts'
import { linesToStore, namesToEdit, namesToStore } from './translations.ts'

type CategoryRow = Reply<typeof addResultCategory>
type CategoryInput = Input<typeof addResultCategory>

const { name, name_ja, name_en, name_kr, sort_number, updated_at, is_active, group } = result_categories
const store = catalogueStore({
  table: result_categories,
  extra: {},
  search: sql`lower(${name_ja} || ' ' || ${name_en} || ' ' || ${name_kr} || ' ' || ${name})`,
  filters: { result_group: group, is_active },
  only: eq(result_categories.type, numericType),
  sorts: { sort_number, name_ja, updated_at },
  sort: 'sort_number',
  rowOf: ({ group: result_group, value_labels, possible, likely, serious, ...row }): CategoryRow => ({
    ...row,
    ...namesToEdit(row),
    // the column is text, but only these groups are stored
    result_group: result_group as CategoryRow['result_group'],
    value_labels: value_labels ?? [],
    possible_min: possible?.min ?? null,
    possible_max: possible?.max ?? null,
    likely_min: likely?.min ?? null,
    likely_max: likely?.max ?? null,
    serious_below: serious?.below ?? null,
    serious_above: serious?.above ?? null,
  }),
})

export const allResultCategories = store.list
export const resultCategoryOf = store.read

const resultOfCategory = patientQuery(({ db, rows }) =>
  db
    .select({ isUsed: sql<boolean>`true` })
    .from(rows(test_results))
    .where(eq(test_results.category_id, sql.placeholder('category_id')))
    .limit(1),
)

const rangeOfCategory = preparedQuery((db) =>
  db
    .select({ isUsed: sql<boolean>`true` })
    .from(reference_ranges)
    .where(eq(reference_ranges.category_id, sql.placeholder('category_id')))
    .limit(1),
)
/** Categories of which a formula expects or gives the unit. */
const calculatedNames = new Set(derivations.flatMap(({ name, from }) => [name, ...from]))

const isBefore = (low: number | null, high: number | null) => low === null || high === null || low < high

const columnsOf = (input: CategoryInput) => {
  const { result_group, value_labels, possible_min, possible_max, likely_min, likely_max, serious_below, serious_above, ...rest } = input
  assertValid({
    possible_max: !isBefore(possible_min, possible_max) && 'out_of_order',
    likely_max: !isBefore(likely_min, likely_max) && 'out_of_order',
    likely_min: likely_min !== null && possible_min !== null && likely_min < possible_min && 'out_of_order',
    serious_above: !isBefore(serious_below, serious_above) && 'out_of_order',
  })
  const labels = linesToStore(value_labels)
  return {
    ...rest,
    ...namesToStore(rest),
    unit: normalizeText(rest.unit),
    unit_display: normalizeText(rest.unit_display),
    source: normalizeText(rest.source),
    group: result_group,
    value_labels: labels.length ? labels : null,
    possible: { min: possible_min, max: possible_max },
    likely: { min: likely_min, max: likely_max },
    serious: { below: serious_below, above: serious_above },
  }
}

/** `code` is stored as `name`, the unique key of a category. */
export const insertResultCategory = async (db: Db, input: CategoryInput, code: string): Promise<CategoryRow> =>
  store.insert(db, { ...columnsOf(input), type: numericType, name: code })

/**
 * Throws 404, also for a category of images; 409 if it was saved since `updated_at`; 422 for invalid fields, if decimals or labels change while results use
 * the category, and if it gets another unit while results, ranges, conversions or formulas are in the present one.
 */
export const updateResultCategory = async (scope: PatientScope, { id, updated_at: version, ...input }: Input<typeof changeResultCategory>) => {
  const existing = await store.lock(scope.db, id, { updated_at: version })
  const columns = columnsOf(input)
  const changed = {
    unit: columns.unit !== existing.unit,
    unit_display: columns.unit_display !== existing.unit_display && !namesOwnUnit(existing, columns.unit_display),
    decimals: columns.decimals !== existing.decimals,
    value_labels: JSON.stringify(columns.value_labels) !== JSON.stringify(existing.value_labels),
  }
  if (Object.values(changed).includes(true)) {
    const category = { category_id: id }
    const hasResults = (await resultOfCategory(scope).execute(category)).length > 0
    const isUnitUsed =
      hasResults ||
      (existing.conversions ?? []).length > 0 ||
      calculatedNames.has(existing.name) ||
      (await rangeOfCategory(scope.db).execute(category)).length > 0
    assertValid({
      unit: changed.unit && isUnitUsed && 'unit_in_use',
      unit_display: changed.unit_display && isUnitUsed && 'unit_in_use',
      decimals: changed.decimals && hasResults && 'in_use',
      value_labels: changed.value_labels && hasResults && 'in_use',
    })
  }
  return store.update(scope.db, id, columns)
}
