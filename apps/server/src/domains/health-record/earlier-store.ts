import { formatNumber } from '@sukoyaka/rules/record/answer'
import { comparedDays, isUnlikeEarlier } from '@sukoyaka/rules/record/home/earlier-value'
import type { Measured } from '@sukoyaka/rules/record/home/measured'
import { formatDay, tokyoDay } from '@sukoyaka/rules/time'
import type { HealthRecord } from '@sukoyaka/wire/record/health-record'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { apiError } from '../../errors/api-error.ts'
import { result_categories, test_results } from '../checkup/tables.ts'

/** Outside of checkups, because the patient may not know the values of a checkup yet. */
const newestBefore = patientQuery(({ db, rows }) =>
  db
    .select({ value: test_results.value, recorded_at: test_results.recorded_at, unit: result_categories.unit_display })
    .from(rows(test_results))
    .innerJoin(result_categories, eq(result_categories.id, test_results.category_id))
    .where(
      and(
        eq(test_results.user_id, sql.placeholder('user_id')),
        eq(result_categories.name, sql.placeholder('numeric_category')),
        sql`${test_results.recorded_at} < ${sql.placeholder('recorded_at')}`,
        sql`${test_results.recorded_at} > ${sql.placeholder('recorded_at')}::timestamptz - make_interval(days => ${sql.placeholder('days')}::int)`,
        isNull(test_results.test_package_id),
        isNull(test_results.comparator),
      ),
    )
    .orderBy(desc(test_results.recorded_at))
    .limit(1),
)

/** Throws 422 for a value that is clearly unlike the newest earlier one of the patient, and names that. */
export const assertLikeEarlier = async (scope: PatientScope, { user_id, recorded_at }: HealthRecord, measured: Measured) => {
  for (const { name, numeric_category, value } of measured) {
    const days = comparedDays(numeric_category)
    const [earlier] = days === undefined ? [] : await newestBefore(scope).execute({ user_id, numeric_category, recorded_at, days })
    if (earlier?.value != null && isUnlikeEarlier(numeric_category, value, earlier.value))
      throw apiError('invalid', {
        fields: { [name]: ['unlike_earlier'] },
        values: { day: formatDay(tokyoDay(earlier.recorded_at), 'ja'), value: `${formatNumber(earlier.value, 1)} ${earlier.unit}` },
      })
  }
}
