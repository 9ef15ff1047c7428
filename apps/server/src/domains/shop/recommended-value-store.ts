import type { Language } from '@sukoyaka/phrases/language'
import type { RecommendedValue } from '@sukoyaka/wire/people/recommendation'
import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { assertValid } from '../../access/rows.ts'
import { isAnyOf } from '../../database/prepared.ts'
import { numericCategories } from '../checkup/store.ts'
import { test_packages, test_results } from '../checkup/tables.ts'

const numericType = 0

/** Staff get no unreleased results either, because the patient reads the same reason. */
const releasedResults = patientQuery(({ db, rows }) =>
  db
    .select({
      test_result_id: test_results.id,
      category_id: test_results.category_id,
      value: test_results.value,
      comparator: test_results.comparator,
      recorded_at: test_results.recorded_at,
    })
    .from(rows(test_results))
    .leftJoin(rows(test_packages), and(eq(test_packages.id, test_results.test_package_id), eq(test_packages.user_id, test_results.user_id)))
    .where(
      and(
        eq(test_results.user_id, sql.placeholder('user_id')),
        isAnyOf(test_results.id),
        eq(test_results.type, numericType),
        or(isNull(test_results.test_package_id), isNotNull(test_packages.released_at)),
      ),
    ),
)

type Row = { patient_id: number; test_result_ids: number[] }

/** The released numeric results that rows of one patient name, by id. */
export const shownValues = async (scope: PatientScope, rows: readonly Row[], language: Language): Promise<ReadonlyMap<number, RecommendedValue>> => {
  const ids = [...new Set(rows.flatMap(({ test_result_ids }) => test_result_ids))]
  if (!ids.length) return new Map()
  const found = await releasedResults(scope).execute({ user_id: rows[0]!.patient_id, ids })
  const categories = new Map((await numericCategories(scope.db, language)).map((category) => [category.id, category]))
  return new Map(
    found.map(({ category_id, value, ...result }) => [
      result.test_result_id,
      // a numeric result has a value and a category of the catalogue
      { ...result, value: value!, category: categories.get(category_id)! },
    ]),
  )
}

export const assertMayShow = async (scope: PatientScope, user_id: number, ids: readonly number[]) => {
  const found = ids.length ? await releasedResults(scope).execute({ user_id, ids }) : []
  assertValid({ test_result_ids: found.length < ids.length && 'not_allowed' })
}
