import type { Language } from '@sukoyaka/phrases/language'
import { readPrecautions } from '@sukoyaka/rules/people/precautions'
import { testPackageStatus } from '@sukoyaka/wire/record/checkup'
import { and, eq, ne, sql } from 'drizzle-orm'
import { patientQuery } from '../../../access/patient-query.ts'
import type { PatientScope } from '../../../access/patient-scope.ts'
import { apiError } from '../../../errors/api-error.ts'
import { facilitiesShown } from '../../facility/store.ts'
import { test_packages } from '../tables.ts'

const packageWithDate = patientQuery(({ db, rows }) =>
  db
    .select()
    .from(rows(test_packages))
    .where(and(eq(test_packages.id, sql.placeholder('id')), ne(test_packages.status, testPackageStatus.edit))),
)

/** A checkup as a calendar entry, also a cancelled one; 404 without a fixed date. */
export const calendarEntryOf = async (scope: PatientScope, id: number, language: Language) => {
  const [found] = await packageWithDate(scope).execute({ id })
  if (!found) throw apiError('not_found')
  scope.record(found.user_id)
  const facility = found.facility_id === null ? undefined : (await facilitiesShown(scope.db, [found.facility_id], language)).get(found.facility_id)
  const precautionTexts = [found.course, ...found.options].flatMap((choice) => (choice ? [readPrecautions(choice.body_local)] : []))
  const precautions = [...new Set(precautionTexts.flatMap((body) => body?.precautions ?? []))]
  return {
    ...found,
    /** Unreadable text counts as absent and is reported. */
    isUnreadable: precautionTexts.includes(null),
    place: [found.location || facility?.display_name, facility?.access_text].filter(Boolean).join(' '),
    precautions,
  }
}
