import type { Language } from '@sukoyaka/phrases/language'
import { changeUntil } from '@sukoyaka/rules/people/reservation'
import { menuText } from '@sukoyaka/rules/test-package'
import { testPackageStatus } from '@sukoyaka/wire/record/checkup'
import { asc, desc } from 'drizzle-orm'
import { patientQuery } from '../../../access/patient-query.ts'
import type { PatientScope } from '../../../access/patient-scope.ts'
import { isAnyOf } from '../../../database/prepared.ts'
import { holidayDays } from '../../facility/holidays.ts'
import { facilitiesShown, rulesOf } from '../../facility/store.ts'
import { suggested_datetimes, type test_packages } from '../tables.ts'

type Package = Pick<typeof test_packages.$inferSelect, 'id' | 'facility_id' | 'course' | 'options' | 'status' | 'tested_at' | 'cancelled_at'>

const suggestedDatesOfPackages = patientQuery(({ db, rows }) =>
  db
    .select({
      id: suggested_datetimes.id,
      test_package_id: suggested_datetimes.test_package_id,
      datetime: suggested_datetimes.datetime,
      priority: suggested_datetimes.priority,
    })
    .from(rows(suggested_datetimes))
    .where(isAnyOf(suggested_datetimes.test_package_id))
    .orderBy(desc(suggested_datetimes.priority), asc(suggested_datetimes.id)),
)

/** Loads the booking data of these checkups. Returns a look-up function. */
export const bookedOf = async (scope: PatientScope, packages: readonly Package[], language: Language) => {
  const ids = packages.map(({ id }) => id)
  const facility_ids = packages.flatMap(({ facility_id }) => facility_id ?? [])
  const suggestedDates = await suggestedDatesOfPackages(scope).execute({ ids })
  const facilities = await facilitiesShown(scope.db, facility_ids, language)
  const isFixed = ({ status, cancelled_at }: Package) => status === testPackageStatus.fix && cancelled_at === null
  const rules = Map.groupBy(
    await rulesOf(
      scope.db,
      packages.flatMap((item) => (isFixed(item) ? (item.facility_id ?? []) : [])),
    ),
    ({ facility_id }) => facility_id,
  )
  return (item: Package) => ({
    facility: (item.facility_id !== null && facilities.get(item.facility_id)) || null,
    menu_text: menuText(item.course, item.options),
    suggested_datetimes: suggestedDates.filter(({ test_package_id }) => test_package_id === item.id),
    change_until: isFixed(item) && item.facility_id !== null ? changeUntil(rules.get(item.facility_id) ?? [], item.tested_at, holidayDays()) : null,
  })
}
