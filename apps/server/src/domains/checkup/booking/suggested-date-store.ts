import type { Input } from '@sukoyaka/wire/endpoint'
import type { addTestPackage } from '@sukoyaka/wire/record/booking'
import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { patientQuery } from '../../../access/patient-query.ts'
import type { PatientScope } from '../../../access/patient-scope.ts'
import { fieldError } from '../../../errors/api-error.ts'
import { suggested_datetimes, type test_packages } from '../tables.ts'
import { assertBookable } from './date-store.ts'

type Package = Pick<typeof test_packages.$inferSelect, 'id' | 'user_id' | 'facility_id' | 'course' | 'options'>
export type SuggestedDates = NonNullable<Input<typeof addTestPackage>['suggested_datetimes_attributes']>

const field = 'suggested_datetimes_attributes'

/** The first choice has the highest `priority`. */
export const firstSuggestedDate = (suggestedDates: SuggestedDates | undefined) => suggestedDates?.toSorted((a, b) => b.priority - a.priority)[0]?.datetime

/** Replaces all suggested dates: each must be bookable, without duplicates. */
export const putSuggestedDates = async (scope: PatientScope, testPackage: Package, suggestedDates: SuggestedDates, now: Date): Promise<void> => {
  const isRepeated = (keyOf: (suggestedDate: SuggestedDates[number]) => number) => new Set(suggestedDates.map(keyOf)).size < suggestedDates.length
  if (isRepeated(({ priority }) => priority) || isRepeated(({ datetime }) => Date.parse(datetime))) throw fieldError(field, 'twice')
  await assertBookable(
    scope.db,
    testPackage,
    suggestedDates.map(({ datetime }, index) => ({ field: `${field}.${index}.datetime`, datetime })),
    now,
  )
  await scope.delete(suggested_datetimes).where(eq(suggested_datetimes.test_package_id, testPackage.id))
  if (suggestedDates.length)
    await scope
      .insert(suggested_datetimes)
      .values(suggestedDates.map((suggestedDate) => ({ test_package_id: testPackage.id, user_id: testPackage.user_id, ...suggestedDate })))
}

const storedFirstSuggestedDate = patientQuery(({ db, rows }) =>
  db
    .select({ datetime: suggested_datetimes.datetime })
    .from(rows(suggested_datetimes))
    .where(eq(suggested_datetimes.test_package_id, sql.placeholder('id')))
    .orderBy(desc(suggested_datetimes.priority), asc(suggested_datetimes.id))
    .limit(1),
)
/** The stored first suggested date of a checkup; undefined without any. */
export const firstSuggestedDateOf = async (scope: PatientScope, { id }: Pick<Package, 'id'>) =>
  (await storedFirstSuggestedDate(scope).execute({ id }))[0]?.datetime

const suggestedDateById = patientQuery(({ db, rows }) =>
  db
    .select({ datetime: suggested_datetimes.datetime })
    .from(rows(suggested_datetimes))
    .where(and(eq(suggested_datetimes.id, sql.placeholder('suggested_datetime_id')), eq(suggested_datetimes.test_package_id, sql.placeholder('id')))),
)

export const suggestedDateOf = async (scope: PatientScope, { id }: Pick<Package, 'id'>, suggested_datetime_id: number): Promise<string> => {
  const [suggestedDate] = await suggestedDateById(scope).execute({ suggested_datetime_id, id })
  if (!suggestedDate) throw fieldError('fix_suggested_datetime_id', 'not_allowed')
  return suggestedDate.datetime
}
