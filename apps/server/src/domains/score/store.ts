import type { Language } from '@sukoyaka/phrases/language'
import type { Input } from '@sukoyaka/wire/endpoint'
import { type HealthScore, type listHealthScores, totalName } from '@sukoyaka/wire/record/score'
import { and, desc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { eachCategory, eachPatient, rowsOfEachCategory } from '../../access/each-patient.ts'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { columnsOf } from '../../access/patient-table.ts'
import { isAnyOf, preparedQuery } from '../../database/prepared.ts'
import { test_packages, test_results } from '../checkup/tables.ts'
import { requirePatient } from '../patient/require-store.ts'
import { wordsOfCaps, wordsOfSources } from './label-store.ts'
import { type Cap, health_score_categories, health_scores, type Source } from './tables.ts'

type Category = typeof health_score_categories.$inferSelect

const withName = (category: Category, language: Language) => ({ ...category, display_name: category[`name_${language}`] })

const allCategories = preparedQuery((db) => db.select().from(health_score_categories).orderBy(health_score_categories.sort_number, health_score_categories.id))

const newestScores = patientQuery(({ db, rows }, isFiltered: boolean) => {
  const { stale_on, calculated_on, ...columns } = columnsOf(health_scores)
  const numbered = db
    .select({
      ...columns,
      place: sql<number>`row_number() over (partition by ${health_scores.category_id} order by ${health_scores.calculated_on} desc)`.as('place'),
    })
    .from(rows(health_scores))
    .where(
      and(
        eq(health_scores.user_id, sql.placeholder('user_id')),
        isFiltered
          ? sql`${health_scores.category_id} in (select ${health_score_categories.id} from ${health_score_categories} where ${isAnyOf(health_score_categories.name, 'category_name')})`
          : undefined,
      ),
    )
    .as('numbered')
  return db
    .select()
    .from(numbered)
    .where(sql`${numbered.place} <= ${sql.placeholder('count')}`)
    .orderBy(desc(numbered.calculated_at), desc(numbered.id))
})

const newestOfEachCategory = patientQuery(({ db, rows }) => {
  const { stale_on, calculated_on, sources, caps, ...columns } = columnsOf(health_scores)
  return rowsOfEachCategory(
    health_score_categories,
    db
      .select(columns)
      .from(rows(health_scores))
      .where(and(eq(health_scores.user_id, eachPatient), eq(health_scores.category_id, eachCategory)))
      .orderBy(desc(health_scores.calculated_on))
      .limit(1),
  )
})

/** The newest score of each of these patients in each category, without sources and findings. */
export const newestScoresOfAll = async (scope: PatientScope, user_ids: number[], language: Language): Promise<HealthScore[]> => {
  const categories = new Map((await allCategories(scope.db).execute()).map((category) => [category.id, withName(category, language)]))
  const rows = await newestOfEachCategory(scope).execute({ ids: user_ids })
  return rows.map(({ category_id, ...row }) => ({ ...row, category: categories.get(category_id)! }))
}

const visibleResults = patientQuery(({ db, rows }) =>
  db
    .select({ id: test_results.id })
    .from(rows(test_results))
    .leftJoin(rows(test_packages), and(eq(test_packages.id, test_results.test_package_id), eq(test_packages.user_id, test_results.user_id)))
    .where(and(isAnyOf(test_results.id), or(isNull(test_results.test_package_id), isNotNull(test_packages.released_at)))),
)

type Scored = { sources: Source[]; caps: Cap[] }

/** Hides from patients the sources and findings that belong to a checkup whose release was withdrawn. */
const withoutHidden = async <R extends Scored>(scope: PatientScope, rows: R[]): Promise<R[]> => {
  if (scope.own === undefined) return rows
  const ids = [
    ...new Set(
      rows.flatMap(({ sources, caps }) => [
        ...sources.flatMap(({ type, id }) => (type === 'numeric_test_result_category' && id !== null ? [id] : [])),
        ...caps.flatMap(({ finding, id }) => (finding === 'illness' ? [] : [id])),
      ]),
    ),
  ]
  if (!ids.length) return rows
  const visibleIds = new Set((await visibleResults(scope).execute({ ids })).map(({ id }) => id))
  const isVisible = ({ type, id }: Source) => type !== 'numeric_test_result_category' || id === null || visibleIds.has(id)
  return rows.map((row) => ({
    ...row,
    sources: row.sources.filter(isVisible),
    caps: row.caps.filter(({ finding, id }) => finding === 'illness' || visibleIds.has(id)),
  }))
}

const unreleased = patientQuery(({ db, rows }) =>
  db
    .select({ id: test_packages.id })
    .from(rows(test_packages))
    .innerJoin(
      rows(test_results),
      and(eq(test_results.test_package_id, test_packages.id), eq(test_results.user_id, test_packages.user_id), eq(test_results.type, 0)),
    )
    .where(and(eq(test_packages.user_id, sql.placeholder('user_id')), isNull(test_packages.released_at)))
    .limit(1),
)

/** Whether the patient has unreleased numeric results. Always false in the patient's own scope, so that patients do not learn of them. */
export const hasUnreleased = async (scope: PatientScope, user_id: number): Promise<boolean> =>
  scope.own === undefined && (await unreleased(scope).execute({ user_id })).length > 0

/** The parts of a category; for the total, the other categories. */
const partsOf = (category: Category, categories: Category[]): Pick<Source, 'type' | 'name' | 'weight'>[] =>
  category.name === totalName
    ? categories.flatMap(({ name, weight }) => (name === totalName ? [] : [{ type: 'health_score_category' as const, name, weight }]))
    : category.components

/** The newest `count` scores of each category: the total first, then in the order of the catalogue. */
export const healthScoresOf = async (
  scope: PatientScope,
  { user_id, category_name, count = 1, include }: Input<typeof listHealthScores>,
  language: Language,
): Promise<HealthScore[]> => {
  await requirePatient(scope, user_id)
  const categories = await allCategories(scope.db).execute()
  const found = await newestScores(scope, Boolean(category_name?.length)).execute({ user_id, category_name, count })
  const rows = include?.includes('sources') ? await withoutHidden(scope, found) : found
  const scoresByCategory = Map.groupBy(rows, ({ category_id }) => category_id)
  const isDetailed = Boolean(include?.includes('sources'))
  const wordsOf = isDetailed ? await wordsOfSources(scope.db, categories, language) : undefined
  const wordsOfCap = await wordsOfCaps(scope.db, isDetailed ? rows.flatMap(({ caps }) => caps) : [], language)
  return categories.flatMap((category) =>
    (scoresByCategory.get(category.id) ?? []).map(({ category_id, place, sources, caps, ...row }) => ({
      ...row,
      category: withName(category, language),
      ...(wordsOf && {
        sources: sources.map((source) => ({ ...source, ...wordsOf(source) })),
        missing: partsOf(category, categories)
          .filter(({ type, name }) => !sources.some((source) => source.type === type && source.name === name))
          .map(({ type, name, weight }) => ({ type, name, weight, display_name: wordsOf({ type, name, value: 0 }).display_name })),
        caps: caps.map(({ id, ...cap }) => ({ ...cap, ...wordsOfCap(cap) })),
      }),
    })),
  )
}
