import type { Language } from '@sukoyaka/phrases/language'
import type { Input } from '@sukoyaka/wire/endpoint'
import { type changeTestPackage, type listTestPackages, type releaseTestPackage, type TestPackage, testPackageStatus } from '@sukoyaka/wire/record/checkup'
import { and, asc, count, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Actor } from '../../access/actor.ts'
import { eachPatient, maxRowsOfEach, rowsOfEach } from '../../access/each-patient.ts'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { later, localName } from '../../database/columns.ts'
import { isAnyOf, preparedQuery } from '../../database/prepared.ts'
import { apiError, fieldError } from '../../errors/api-error.ts'
import { assertUnchanged } from '../../errors/assert-unchanged.ts'
import { users } from '../account/tables.ts'
import { requirePatient } from '../patient/require-store.ts'
import { patients } from '../patient/tables.ts'
import { bookedOf } from './booking/booked-store.ts'
import { deriveWithheld } from './derived-store.ts'
import { hidePackage } from './hide-store.ts'
import { test_categories, test_packages, test_results, tests } from './tables.ts'

const maxRows = 1000

export type Package = typeof test_packages.$inferSelect
const hidden = { called_on: null, serious_count: null, result_count: null, cancel_reason: null }

/** What a patient sees of a checkup: never the fields of `hidden`, and comment and provider's judgements only after the release. */
const asShown = (package_: Package): Package & typeof hidden => {
  const isReleased = package_.released_at !== null
  return {
    ...package_,
    ...hidden,
    ...(isReleased ? {} : { comment: null, comment_by: null, commented_at: null }),
    provider_judgements: isReleased ? package_.provider_judgements : [],
    // once the checkup is complete, `detail` is hidden until the release
    detail: isReleased || package_.status !== testPackageStatus.complete ? package_.detail : '',
  }
}

/** Checkups, newest first. */
const packages = patientQuery(({ db, rows }, key: 'user_id' | 'id' | 'ids', withCancelled: boolean) =>
  db
    .select()
    .from(rows(test_packages))
    .where(
      and(
        key === 'ids' ? isAnyOf(test_packages.id, 'value') : eq(test_packages[key], sql.placeholder('value')),
        withCancelled ? undefined : isNull(test_packages.cancelled_at),
      ),
    )
    .orderBy(desc(test_packages.tested_at), desc(test_packages.id))
    .limit(maxRows),
)
const testsOfPackages = patientQuery(({ db, rows }, language: Language) =>
  db
    .select({
      id: tests.id,
      test_package_id: tests.test_package_id,
      category_id: tests.category_id,
      tested_at: tests.tested_at,
      kind: test_categories.group,
      name: test_categories.name,
      name_ja: test_categories.name_ja,
      display_name: localName(test_categories, language),
    })
    .from(rows(tests))
    .innerJoin(test_categories, eq(test_categories.id, tests.category_id))
    .where(isAnyOf(tests.test_package_id))
    .orderBy(asc(test_categories.sort_number), asc(tests.id)),
)
const countsOfPackages = patientQuery(({ db, rows }) =>
  db
    .select({
      test_package_id: test_results.test_package_id,
      result_count: count(),
      serious_count: sql<number>`(count(*) filter (where ${test_results.is_serious}))::int`,
    })
    .from(rows(test_results))
    .where(isAnyOf(test_results.test_package_id))
    .groupBy(test_results.test_package_id),
)

type Dated = Pick<TestPackage, 'status' | 'suggested_datetimes' | 'tests'>

/**
 * A checkup in arrangement has the date of its first suggested date, or none: the stored date then only determines its contract year and its position
 * in lists.
 */
const withKnownDates = <P extends Dated & { tested_at: string | null }>(testPackage: P): P => {
  if (testPackage.status !== testPackageStatus.edit) return testPackage
  const suggestedDate = testPackage.suggested_datetimes[0]
  if (suggestedDate) return { ...testPackage, tested_at: suggestedDate.datetime }
  return { ...testPackage, tested_at: null, tests: testPackage.tests.map((test) => ({ ...test, tested_at: null })) }
}

/** The rows as the API returns them. */
const toTestPackages = async (scope: PatientScope, found: Package[], language: Language): Promise<TestPackage[]> => {
  if (!found.length) return []
  const ids = found.map(({ id }) => id)
  const testsOf = Map.groupBy(await testsOfPackages(scope, language).execute({ ids }), (row) => row.test_package_id)
  const booked = await bookedOf(scope, found, language)
  // in a patient’s call: `asShown` hides what is not released, and the results are not counted
  if (scope.own !== undefined)
    return found.map((testPackage) => withKnownDates({ ...asShown(testPackage), ...booked(testPackage), tests: testsOf.get(testPackage.id) ?? [] }))
  const countsOf = new Map((await countsOfPackages(scope).execute({ ids })).map((item) => [item.test_package_id, item]))
  return found.map((testPackage) =>
    withKnownDates({
      ...testPackage,
      ...booked(testPackage),
      result_count: countsOf.get(testPackage.id)?.result_count ?? 0,
      serious_count: countsOf.get(testPackage.id)?.serious_count ?? 0,
      tests: testsOf.get(testPackage.id) ?? [],
    }),
  )
}

export const testPackagesOf = async (scope: PatientScope, { user_id, include }: Input<typeof listTestPackages>, language: Language) => {
  await requirePatient(scope, user_id)
  const withCancelled = Boolean(include?.includes('cancelled'))
  return toTestPackages(scope, await packages(scope, 'user_id', withCancelled).execute({ value: user_id }), language)
}

const packagesOfEach = patientQuery(({ db, rows }) =>
  rowsOfEach(
    db
      .select()
      .from(rows(test_packages))
      .where(and(eq(test_packages.user_id, eachPatient), isNull(test_packages.cancelled_at)))
      .orderBy(desc(test_packages.tested_at), desc(test_packages.id))
      .limit(maxRowsOfEach),
  ),
)

/** The newest checkups of each of these patients, without cancelled ones. */
export const testPackagesOfAll = async (scope: PatientScope, user_ids: number[], language: Language) =>
  toTestPackages(scope, await packagesOfEach(scope).execute({ ids: user_ids }), language)

/** The checkups with these ids, including cancelled ones. */
export const testPackagesByIds = async (scope: PatientScope, ids: readonly number[], language: Language) =>
  toTestPackages(scope, await packages(scope, 'ids', true).execute({ value: ids }), language)

export const testPackageOf = async (scope: PatientScope, id: number, language: Language) =>
  (await toTestPackages(scope, await packages(scope, 'id', true).execute({ value: id }), language))[0]!

const lockedPackage = patientQuery(({ db, rows }) =>
  db
    .select()
    .from(rows(test_packages))
    .where(eq(test_packages.id, sql.placeholder('id')))
    .for('update'),
)

/** Locks the row, so that it cannot change between the checks and the update. */
export const lockPackage = async (scope: PatientScope, id: number): Promise<Package> => {
  const [existing] = await lockedPackage(scope).execute({ id })
  if (!existing) throw apiError('not_found')
  scope.record(existing.user_id)
  return existing
}

const lockedPatients = patientQuery(({ db, rows }) => {
  const owners = db.select({ user_id: test_packages.user_id }).from(rows(test_packages)).where(isAnyOf(test_packages.id, 'ids'))
  return db.select({ user_id: patients.user_id }).from(rows(patients)).where(inArray(patients.user_id, owners)).orderBy(patients.user_id).for('no key update')
})

/** Locks the patients of these checkups, in the order of their ids. */
export const lockPatientsOf = (scope: PatientScope, ids: readonly number[]) => lockedPatients(scope).execute({ ids })

/** Locks the patient, then the checkup: the order of all calls that derive results from several rows of the patient. */
export const lockToDerive = async (scope: PatientScope, id: number): Promise<Package> => {
  await lockPatientsOf(scope, [id])
  return lockPackage(scope, id)
}

type Attributes = NonNullable<Input<typeof changeTestPackage>['tests_attributes']>

const testIdsOfPackage = patientQuery(({ db, rows }) =>
  db
    .select({ id: tests.id })
    .from(rows(tests))
    .where(eq(tests.test_package_id, sql.placeholder('test_package_id'))),
)
const testCategoryIds = preparedQuery((db) =>
  db
    .select({ id: test_categories.id })
    .from(test_categories)
    .where(and(isAnyOf(test_categories.id), test_categories.is_active)),
)

/** Adds, changes and removes tests by nested attributes; an `id` must be of a test of this checkup. */
export const putTests = async (
  scope: PatientScope,
  { id: test_package_id, user_id }: Pick<Package, 'id' | 'user_id'>,
  items: Attributes,
  tested_at: string,
) => {
  const notAllowedError = () => fieldError('tests_attributes', 'not_allowed')
  if (items.some((item) => item.user_id !== undefined && item.user_id !== user_id)) throw notAllowedError()
  const ownTestIds = new Set((await testIdsOfPackage(scope).execute({ test_package_id })).map(({ id }) => id))
  if (items.some(({ id }) => id !== undefined && !ownTestIds.has(id))) throw notAllowedError()
  const categoryIds = [...new Set(items.flatMap(({ category_id }) => category_id ?? []))]
  if (categoryIds.length && (await testCategoryIds(scope.db).execute({ ids: categoryIds })).length < categoryIds.length) throw notAllowedError()
  const removedIds = items.flatMap(({ id, _destroy }) => (id !== undefined && _destroy ? [id] : []))
  if (removedIds.length) await scope.delete(tests).where(inArray(tests.id, removedIds))
  for (const { id, _destroy, category_id, tested_at: testedAt } of items)
    if (id !== undefined && !_destroy && (category_id !== undefined || testedAt !== undefined))
      await scope
        .update(tests)
        .set({ ...(category_id !== undefined && { category_id }), ...(testedAt !== undefined && { tested_at: testedAt }) })
        .where(eq(tests.id, id))
  const added = items.filter(({ id, _destroy }) => id === undefined && !_destroy)
  if (added.some(({ category_id }) => category_id === undefined)) throw fieldError('tests_attributes', 'required')
  if (added.length)
    await scope
      .insert(tests)
      .values(added.map((item) => ({ user_id, test_package_id, category_id: item.category_id!, tested_at: item.tested_at ?? tested_at })))
}

const seriousResult = patientQuery(({ db, rows }) =>
  db
    .select({ id: test_results.id })
    .from(rows(test_results))
    .where(and(eq(test_results.test_package_id, sql.placeholder('test_package_id')), eq(test_results.is_serious, true)))
    .limit(1),
)

type Release = Input<typeof releaseTestPackage>

/** The changed comment with its author; nothing if it stays the same. A kept comment of a release from before authors were stored gets this one. */
const commentChange = (existing: Package, comment: string | null | undefined, author_id: number) => {
  const text = comment?.trim() || null
  if (comment === undefined || (text === existing.comment && (text === null || existing.commented_at !== null))) return {}
  return { comment: text, comment_by: text === null ? null : author_id, commented_at: text === null ? null : sql`now()` }
}

/** Releases a checkup or changes a released one. Returns `released_at` at the release, when the patient is to be notified; null at a later change. */
export const releasePackage = async (
  scope: PatientScope,
  actor: Pick<Actor, 'id'>,
  { id, comment, called_on, updated_at }: Release,
  language: Language,
  today: string,
) => {
  const existing = await lockToDerive(scope, id)
  assertUnchanged(existing, updated_at)
  if (existing.status !== testPackageStatus.complete) throw fieldError('status', 'not_allowed')
  if (called_on !== undefined && called_on > today) throw fieldError('called_on', 'in_future')
  if (!called_on && !existing.called_on) {
    const [serious] = await seriousResult(scope).execute({ test_package_id: id })
    if (serious) throw fieldError('called_on', 'required')
  }
  await scope
    .update(test_packages)
    .set({
      ...commentChange(existing, comment, actor.id),
      ...(called_on !== undefined && { called_on }),
      ...(existing.released_at === null && { released_at: sql`now()`, released_by: actor.id }),
      updated_at: later(test_packages.updated_at),
    })
    .where(eq(test_packages.id, id))
  if (existing.released_at !== null && called_on === today) await deriveWithheld(scope, { user_id: existing.user_id, test_package_id: id })
  const released = await testPackageOf(scope, id, language)
  return { released, released_at: existing.released_at === null ? released.released_at : null }
}

export const withdrawPackageRelease = async (scope: PatientScope, id: number, language: Language): Promise<TestPackage> => {
  const { user_id } = await lockToDerive(scope, id)
  await hidePackage(scope, id)
  // otherwise the next release would not need a call about them
  await deriveWithheld(scope, { user_id, test_package_id: id })
  return testPackageOf(scope, id, language)
}

/**
 * Deletes those of the checkups emptied by the undo of an import that nobody used. Of the others, withdraws the release: an empty checkup tells the patient
 * nothing.
 */
export const removeEmptied = async (scope: PatientScope, emptied: readonly { id: number; isUnused: boolean; isReleased: boolean }[]): Promise<void> => {
  for (const { id, isUnused, isReleased } of emptied) {
    if (isReleased) await hidePackage(scope, id)
    if (isUnused) await scope.delete(test_packages).where(eq(test_packages.id, id))
  }
}

/** Recipient of a release notice; undefined if the release was withdrawn or the account is deactivated. */
export const releaseRecipient = async (scope: PatientScope, { test_package_id, released_at }: { test_package_id: number; released_at: string }) => {
  // built per call: only the job runs it
  const [found] = await scope.db
    .select({ id: users.id, email: users.email })
    .from(scope.rows(test_packages))
    .innerJoin(users, eq(users.id, test_packages.user_id))
    .where(and(eq(test_packages.id, test_package_id), eq(test_packages.released_at, released_at), isNull(users.deactivated_at)))
  return found
}
