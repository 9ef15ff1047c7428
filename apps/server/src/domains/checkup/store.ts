import type { Language } from '@sukoyaka/phrases/language'
import { ageOn } from '@sukoyaka/rules/person'
import { rangeFor } from '@sukoyaka/rules/record/checkup'
import { tokyoDay } from '@sukoyaka/rules/time'
import type { Input } from '@sukoyaka/wire/endpoint'
import {
  type listReferenceRanges,
  type listTestPackageResults,
  type listTestResults,
  NumericTestResultCategory,
  ReferenceRange,
  TestResult,
} from '@sukoyaka/wire/record/checkup'
import type { ImageTestResult } from '@sukoyaka/wire/record/imaging'
import { maxResults } from '@sukoyaka/wire/record/value'
import { and, asc, desc, eq, getTableColumns, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { eachCategory, eachPatient, rowsOfEachCategory } from '../../access/each-patient.ts'
import { patientQuery, type QueryTools } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { columnsOf } from '../../access/patient-table.ts'
import { localName, toIso } from '../../database/columns.ts'
import type { Db } from '../../database/db.ts'
import { isAnyOf, preparedQuery } from '../../database/prepared.ts'
import { asciiJson, RawJson, rawJsonRows } from '../../database/raw-json.ts'
import { apiError } from '../../errors/api-error.ts'
import { fileTypes } from '../imaging/read-store.ts'
import { requirePatient } from '../patient/require-store.ts'
import { numericType, sexAndBirthdayOf } from './judging-store.ts'
import { reference_ranges, result_categories, test_categories, test_packages, test_results } from './tables.ts'
import { isUntoldDespiteLater } from './told-store.ts'

const maxRows = 1000

const numericCategoriesIn = preparedQuery((db, language: Language) =>
  db
    .select({ ...getTableColumns(result_categories), display_name: localName(result_categories, language) })
    .from(result_categories)
    .where(eq(result_categories.type, numericType))
    .orderBy(asc(result_categories.sort_number), asc(result_categories.id)),
)
export const numericCategories = (db: Db, language: Language) => numericCategoriesIn(db, language).execute()

const testCategoriesIn = preparedQuery((db, language: Language) =>
  db
    .select({ ...getTableColumns(test_categories), display_name: localName(test_categories, language) })
    .from(test_categories)
    .orderBy(asc(test_categories.sort_number), asc(test_categories.id)),
)
export const testCategories = (db: Db, language: Language) => testCategoriesIn(db, language).execute()

const isCurrent = sql`coalesce(${reference_ranges.valid_from} <= ${sql.placeholder('now')}, true) and coalesce(${reference_ranges.retired_at} > ${sql.placeholder('now')}, true)`
const currentRanges = preparedQuery((db, isFiltered: boolean) =>
  db
    .select({ ...getTableColumns(reference_ranges), category_name: result_categories.name })
    .from(reference_ranges)
    .innerJoin(result_categories, eq(result_categories.id, reference_ranges.category_id))
    .where(and(isCurrent, isFiltered ? isAnyOf(result_categories.name, 'category_names') : undefined))
    .orderBy(asc(result_categories.sort_number), asc(reference_ranges.id)),
)

/** Reference ranges for this person today; none without a birthday. */
export const referenceRangesOf = async (scope: PatientScope, { user_id, category_names }: Input<typeof listReferenceRanges>, now: Date) => {
  await requirePatient(scope, user_id)
  const { sex, birthday } = await sexAndBirthdayOf(scope.db, user_id)
  const rows = await currentRanges(scope.db, Boolean(category_names?.length)).execute({ category_names, now: now.toISOString() })
  if (!birthday) return []
  const age = ageOn(birthday, tokyoDay(now))
  return [...Map.groupBy(rows, (row) => row.category_id).values()].flatMap((ranges) => rangeFor(ranges, sex, age) ?? [])
}

type Row = Pick<typeof test_results.$inferSelect, Exclude<ResultField, 'value'>> & { value: number }

const pick = (row: object, properties: object) => Object.fromEntries(Object.entries(row).filter(([field]) => field in properties))

const withCategories = async (db: Db, rows: Row[], include: readonly string[] | undefined, language: Language): Promise<TestResult[]> => {
  if (!include?.includes('category')) return rows
  const catalogue = new Map(
    (await numericCategories(db, language)).map((category) => [category.id, pick(category, NumericTestResultCategory.properties) as NumericTestResultCategory]),
  )
  return rows.map((row) => ({ ...row, category: catalogue.get(row.category_id)! }))
}

type ResultField = keyof Omit<TestResult, 'category'>
const resultTable = columnsOf(test_results)
/** Only columns in the wire schema, because raw JSON bypasses the reply schema. */
const resultColumns = Object.fromEntries(
  Object.keys(TestResult.properties)
    .filter((field) => field in resultTable)
    .map((field) => [field, resultTable[field as ResultField]]),
) as Pick<typeof resultTable, ResultField>

/** Patients get the results of a checkup only after its release. */
const isVisible = (own: QueryTools['own']) => own && or(isNull(test_results.test_package_id), isNotNull(test_packages.released_at))

const newestResults = patientQuery(({ db, rows, own }, isFiltered: boolean, withCheckups: boolean) => {
  const numbered = db
    .select({
      ...resultColumns,
      place: sql<number>`row_number() over (partition by ${test_results.category_id} order by ${test_results.recorded_at} desc, ${test_results.id} desc)`.as(
        'place',
      ),
    })
    .from(rows(test_results))
    // the user_id condition lets the planner read this patient's packages only
    .leftJoin(rows(test_packages), and(eq(test_packages.id, test_results.test_package_id), eq(test_packages.user_id, test_results.user_id)))
    .where(
      and(
        eq(test_results.user_id, sql.placeholder('user_id')),
        eq(test_results.type, numericType),
        isVisible(own),
        isFiltered
          ? sql`${test_results.category_id} in (select ${result_categories.id} from ${result_categories} where ${isAnyOf(result_categories.name, 'categories')})`
          : undefined,
      ),
    )
    .as('numbered')
  const { place, ...columns } = numbered._.selectedFields
  const isNew = sql`${numbered.place} <= ${sql.placeholder('count')}`
  const newest = db
    .select(columns)
    .from(numbered)
    .where(withCheckups ? or(isNew, isNotNull(numbered.test_package_id)) : isNew)
    .orderBy(desc(numbered.recorded_at), desc(numbered.id))
    .limit(maxResults)
  return rawJsonRows(newest, resultColumns)
})

const rangesOf = preparedQuery((db) =>
  db
    .select({ ...getTableColumns(reference_ranges), category_name: result_categories.name })
    .from(reference_ranges)
    .innerJoin(result_categories, eq(result_categories.id, reference_ranges.category_id))
    .where(isAnyOf(reference_ranges.id))
    .orderBy(asc(result_categories.sort_number), asc(reference_ranges.id)),
)

const untoldResults = patientQuery((tools) => {
  const { db, rows, own } = tools
  return db
    .select(resultColumns)
    .from(rows(test_results))
    .leftJoin(rows(test_packages), and(eq(test_packages.id, test_results.test_package_id), eq(test_packages.user_id, test_results.user_id)))
    .where(
      and(
        eq(test_results.user_id, sql.placeholder('user_id')),
        eq(test_results.type, numericType),
        isVisible(own),
        isUntoldDespiteLater(tools, 'test_results', sql`${sql.placeholder('now')}::timestamptz`),
      ),
    )
    .orderBy(desc(test_results.recorded_at), desc(test_results.id))
})

/** Critical values of which the patient was not told, although the later values of their category are not critical. */
export const untoldResultsOf = async (scope: PatientScope, { user_id, include }: Input<typeof listTestResults>, language: Language, now: Date) => {
  if (!include?.includes('untold')) return undefined
  const rows = (await untoldResults(scope).execute({ user_id, now: now.toISOString() })) as Row[]
  return withCategories(scope.db, rows, include, language)
}

const columnIndex = (field: ResultField) => Object.keys(resultColumns).indexOf(field)

/** The ranges with these ids, which may repeat or be null. */
const judgingRanges = async (db: Db, range_ids: unknown[]) => {
  const ids = [...new Set(range_ids.flatMap((id) => (id === null ? [] : Number(id))))]
  return (await rangesOf(db).execute({ ids })).map((range) => pick(range, ReferenceRange.properties) as ReferenceRange)
}

/** JSON of each category by id, built once per request. */
const categoriesIn = async (db: Db, language: Language) =>
  new Map((await numericCategories(db, language)).map((category) => [String(category.id), asciiJson(pick(category, NumericTestResultCategory.properties))]))

/** Numbers, images and videos. */
export const allTypes = [numericType, ...fileTypes]

const noResults = { rows: [], jsonRows: [] }

type More = { images: readonly ImageTestResult[]; untold?: TestResult[] | undefined }

/** The newest `count` results per category, on request also all of checkups, newest first, with the stored status. `images`: the image results, also newest first. */
export const testResultsOf = async (
  scope: PatientScope,
  { user_id, count = 10, categories, types = allTypes, include }: Input<typeof listTestResults>,
  language: Language,
  { images, untold }: More,
) => {
  const isFiltered = Boolean(categories?.length)
  const withCheckups = include?.includes('checkups') ?? false
  const { rows, jsonRows } = types.includes(numericType)
    ? await newestResults(scope, isFiltered, withCheckups).execute({ user_id, count, categories })
    : noResults
  const catalogue = include?.includes('category') ? await categoriesIn(scope.db, language) : undefined
  const [category_id, range_id, recorded_at] = [columnIndex('category_id'), columnIndex('range_id'), columnIndex('recorded_at')]
  let items = ''
  let place = 0
  const separator = () => (items ? ',' : '')
  // appending to one string is faster than joining many
  for (const [i, row] of jsonRows.entries()) {
    for (; place < images.length && images[place]!.recorded_at > toIso(rows[i]![recorded_at]!); place++) items += `${separator()}${asciiJson(images[place])}`
    items += `${separator()}${row}${catalogue ? `,"category":${catalogue.get(rows[i]![category_id]!)}` : ''}}`
  }
  for (; place < images.length; place++) items += `${separator()}${asciiJson(images[place])}`
  const more = untold ? `,"untold":${asciiJson(untold)}` : ''
  if (!include?.includes('range')) return new RawJson(`{"items":[${items}]${more}}`)
  const ranges = await judgingRanges(scope.db, [...rows.map((row) => row[range_id]), ...(untold ?? []).map((result) => result.range_id)])
  return new RawJson(`{"items":[${items}],"ranges":${asciiJson(ranges)}${more}}`)
}

const newestOfEach = patientQuery(({ db, rows, own }) =>
  rowsOfEachCategory(
    result_categories,
    db
      .select(resultColumns)
      .from(rows(test_results))
      .leftJoin(rows(test_packages), and(eq(test_packages.id, test_results.test_package_id), eq(test_packages.user_id, test_results.user_id)))
      .where(and(eq(test_results.user_id, eachPatient), eq(test_results.category_id, eachCategory), eq(test_results.type, numericType), isVisible(own)))
      .orderBy(desc(test_results.recorded_at), desc(test_results.id))
      .limit(1),
    sql`category.type = ${numericType}`,
  ),
)

/** The newest numeric result of each of these patients in each category. */
export const newestResultsOfAll = async (scope: PatientScope, user_ids: number[]) =>
  (await newestOfEach(scope).execute({ ids: user_ids })) as (Row & { type: 0 })[]

/** The patient of a checkup; for the patient, only after its release. */
const patientOfPackage = patientQuery(({ db, rows, own }) =>
  db
    .select({ user_id: test_packages.user_id })
    .from(rows(test_packages))
    .where(and(eq(test_packages.id, sql.placeholder('id')), own && isNotNull(test_packages.released_at))),
)
const resultsOfPackage = patientQuery(({ db, rows }) =>
  db
    .select(resultColumns)
    .from(rows(test_results))
    .innerJoin(result_categories, eq(result_categories.id, test_results.category_id))
    .where(and(eq(test_results.test_package_id, sql.placeholder('id')), eq(test_results.type, numericType)))
    .orderBy(asc(result_categories.sort_number), asc(test_results.id))
    .limit(maxRows),
)

/** The patient of a checkup, with the access recorded. Throws `not_found`, for patients also before the release. */
export const patientOfReleasedPackage = async (scope: PatientScope, id: number): Promise<number> => {
  const [found] = await patientOfPackage(scope).execute({ id })
  if (!found) throw apiError('not_found')
  scope.record(found.user_id)
  return found.user_id
}

/** Numeric results of a checkup, with the ranges that judged them if `include` has `range`. */
export const packageResultsOf = async (scope: PatientScope, { id, include }: Input<typeof listTestPackageResults>, language: Language) => {
  const rows = (await resultsOfPackage(scope).execute({ id })) as Row[]
  const items = await withCategories(scope.db, rows, include, language)
  if (!include?.includes('range')) return { items }
  const ranges = await judgingRanges(
    scope.db,
    rows.map(({ range_id }) => range_id),
  )
  return { items, ranges }
}
