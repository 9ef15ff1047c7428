import { untoldDays } from '@sukoyaka/rules/record/checkup'
import { reachedOutcomes } from '@sukoyaka/wire/boards/urgent-contact'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PatientSource, QueryTools } from '../../access/patient-query.ts'
import { numericType } from './judging-store.ts'
import { test_packages, test_results, urgent_contacts } from './tables.ts'

const reached = sql.raw(reachedOutcomes.map((outcome) => `'${outcome}'`).join(', '))

/** Contacts `k` with which the patient was told of the current value of the result `alias`. */
export const toldContacts = (from: PatientSource['from'], alias: string): SQL => {
  const result = sql.identifier(alias)
  return sql`${from(urgent_contacts, 'k')}
      where k.user_id = ${result}.user_id and k.outcome in (${reached}) and ${result}.id = any(k.result_ids) and k.version >= ${result}.updated_at`
}

/**
 * Whether the patient was told of the result `alias`: reached about this value, or its checkup is released and has a day of the call, which before the
 * release is about the values of that day only. The checkup is read by its key: for an `exists` after `or` PostgreSQL reads all checkups into a hash table.
 */
export const isTold = (from: PatientSource['from'], alias: string): SQL => {
  const result = sql.identifier(alias)
  return sql`(exists (select from ${toldContacts(from, alias)})
    or coalesce((select called.called_on is not null and called.released_at is not null from ${from(test_packages, 'called')} where called.id = ${result}.test_package_id), false))`
}

/**
 * Whether the result `alias` is a critical value of the last days of which the patient was not told, although the later values of its category, at least one,
 * are not critical. Lists of the newest values show it too. For the patient, the values of a checkup are later ones only after its release.
 */
export const isUntoldDespiteLater = ({ from, own }: Pick<QueryTools, 'from' | 'own'>, alias: string, now: SQLWrapper): SQL => {
  const result = sql.identifier(alias)
  const isVisible = own
    ? sql`(later.test_package_id is null or (select visible.released_at is not null from ${from(test_packages, 'visible')} where visible.id = later.test_package_id))`
    : sql`true`
  const later = sql`select from ${from(test_results, 'later')} where later.user_id = ${result}.user_id and later.category_id = ${result}.category_id
      and later.type = ${sql.raw(String(numericType))} and (later.recorded_at, later.id) > (${result}.recorded_at, ${result}.id) and ${isVisible}`
  return sql`(${result}.is_serious and ${result}.recorded_at > ${now} - make_interval(days => ${untoldDays}::int) and exists (${later})
      and not exists (${later} and later.is_serious) and not ${isTold(from, alias)})`
}
