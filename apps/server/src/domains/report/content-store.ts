import type { Language } from '@sukoyaka/phrases/language'
import { formatUnit } from '@sukoyaka/rules/record/answer'
import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { isAnyOf } from '../../database/prepared.ts'
import { apiError, fieldError } from '../../errors/api-error.ts'
import { users } from '../account/tables.ts'
import { numericType } from '../checkup/judging-store.ts'
import { numericCategories } from '../checkup/store.ts'
import { reference_ranges, test_packages, test_results } from '../checkup/tables.ts'
import { allergiesOfAll } from '../illness/store.ts'
import { fileTypes, imageCategories } from '../imaging/read-store.ts'
import { medicineIntakesOf } from '../medication/store.ts'

const maxRows = 1000
/** Maximum number of earlier checkups that a report compares with. */
const maxEarlier = 2

const staff = alias(users, 'staff')
const commenter = alias(users, 'commenter')

const packageById = patientQuery(({ db, rows }) =>
  db
    .select({
      id: test_packages.id,
      user_id: test_packages.user_id,
      kind: test_packages.kind,
      name: test_packages.name,
      location: test_packages.location,
      tested_at: test_packages.tested_at,
      released_at: test_packages.released_at,
      comment: test_packages.comment,
      commented_at: test_packages.commented_at,
      provider_judgements: test_packages.provider_judgements,
      cancelled_at: test_packages.cancelled_at,
      patient: {
        last_name: users.last_name,
        first_name: users.first_name,
        last_name_kana: users.last_name_kana,
        first_name_kana: users.first_name_kana,
        birthday: users.birthday,
        sex: users.sex,
      },
      released_by: { last_name: staff.last_name, first_name: staff.first_name, role: staff.role },
      comment_by: { last_name: commenter.last_name, first_name: commenter.first_name, role: commenter.role },
    })
    .from(rows(test_packages))
    .innerJoin(users, eq(users.id, test_packages.user_id))
    .leftJoin(staff, eq(staff.id, test_packages.released_by))
    .leftJoin(commenter, eq(commenter.id, test_packages.comment_by))
    .where(eq(test_packages.id, sql.placeholder('id'))),
)

/** Released checkups of the same kind before this one, without cancelled ones, newest first: other kinds measure other things under other conditions. */
const earlierPackages = patientQuery(({ db, rows }) =>
  db
    .select({ id: test_packages.id, tested_at: test_packages.tested_at })
    .from(rows(test_packages))
    .where(
      and(
        eq(test_packages.user_id, sql.placeholder('user_id')),
        eq(test_packages.kind, sql.placeholder('kind')),
        ne(test_packages.id, sql.placeholder('id')),
        lt(test_packages.tested_at, sql.placeholder('tested_at')),
        isNotNull(test_packages.released_at),
        isNull(test_packages.cancelled_at),
      ),
    )
    .orderBy(desc(test_packages.tested_at), desc(test_packages.id))
    .limit(maxEarlier),
)

/** Values of these checkups in the order of measuring, each with the range it was judged by. */
const valuesOfPackages = patientQuery(({ db, rows }) =>
  db
    .select({
      test_package_id: test_results.test_package_id,
      category_id: test_results.category_id,
      recorded_at: test_results.recorded_at,
      value: sql<number>`${test_results.value}`,
      comparator: test_results.comparator,
      status: sql<0 | 1 | 2 | null>`${test_results.status}`,
      is_serious: test_results.is_serious,
      healthyRange: reference_ranges.healthy,
    })
    .from(rows(test_results))
    .leftJoin(reference_ranges, eq(reference_ranges.id, test_results.range_id))
    .where(and(isAnyOf(test_results.test_package_id), eq(test_results.type, numericType), isNotNull(test_results.value)))
    .orderBy(asc(test_results.recorded_at), asc(test_results.id))
    .limit(maxRows * (maxEarlier + 1)),
)

/** Results of the patient with images or videos that are in released checkups or outside of checkups, newest first. */
const findingsOfPatient = patientQuery(({ db, rows }) =>
  db
    .select({
      test_package_id: test_results.test_package_id,
      category_id: test_results.category_id,
      recorded_at: test_results.recorded_at,
      finding: test_results.finding,
      status: sql<0 | 1 | 2 | null>`${test_results.status}`,
      follow_up_kind: test_results.follow_up_kind,
      follow_up_on: test_results.follow_up_on,
      is_follow_up_done: test_results.is_follow_up_done,
    })
    .from(rows(test_results))
    // the user_id condition lets the planner read this patient's checkups only
    .leftJoin(rows(test_packages), and(eq(test_packages.id, test_results.test_package_id), eq(test_packages.user_id, test_results.user_id)))
    .where(
      and(
        eq(test_results.user_id, sql.placeholder('user_id')),
        inArray(test_results.type, fileTypes),
        or(isNull(test_results.test_package_id), isNotNull(test_packages.released_at)),
      ),
    )
    .orderBy(desc(test_results.recorded_at), desc(test_results.id))
    .limit(maxRows),
)

/**
 * What a report prints from the record, such as visible results, allergies and medicines. Drafts and texts of a model, such as minutes that nobody has
 * approved, are in other tables and are not read. Throws `not_found`, and `invalid` for a checkup that is not released or is cancelled.
 */
export const reportContent = async (scope: PatientScope, id: number, language: Language) => {
  const [found] = await packageById(scope).execute({ id })
  if (!found) throw apiError('not_found')
  const { user_id } = found
  scope.record(user_id)
  if (found.released_at === null || found.cancelled_at !== null) throw fieldError('test_package_id', 'not_allowed')
  const earlier = await earlierPackages(scope).execute({ id, user_id, kind: found.kind, tested_at: found.tested_at })
  return {
    ...found,
    released_at: found.released_at,
    earlier,
    values: await valuesOfPackages(scope).execute({ ids: [id, ...earlier.map((item) => item.id)] }),
    categories: (await numericCategories(scope.db, language)).map((category) => ({ ...category, unit_display: formatUnit(category.unit_display, language) })),
    findings: await findingsOfPatient(scope).execute({ user_id }),
    imageCategories: await imageCategories(scope.db, language),
    allergies: await allergiesOfAll(scope, [user_id]),
    medicines: await medicineIntakesOf(scope, { user_id, include: ['medicine'] }, language),
  }
}
export type ReportContent = Awaited<ReturnType<typeof reportContent>>
