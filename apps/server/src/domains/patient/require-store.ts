import { and, eq, isNull, sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import { type PatientScope, requireRow } from '../../access/patient-scope.ts'
import { users } from '../account/tables.ts'
import { isKnownPatient, keepPatient } from './known-patients.ts'
import { patients } from './tables.ts'

const patientById = patientQuery(({ db, rows }) =>
  db
    .select({ user_id: patients.user_id })
    .from(rows(patients))
    .where(and(eq(patients.user_id, sql.placeholder('user_id')), isNull(patients.merged_into))),
)

/** The patients that a call has checked, by the `accessed` that all its scopes share. */
const checked = new WeakMap<PatientScope['accessed'], Set<number>>()

/**
 * Checks the patient named in a request, once per call. Throws the same 404 for a patient outside the scope, a merged one, a member of staff and an
 * unknown id.
 */
export const requirePatient = async (scope: PatientScope, user_id: number): Promise<void> => {
  const known = checked.get(scope.accessed) ?? new Set()
  checked.set(scope.accessed, known)
  if (scope.includes(user_id) && (known.has(user_id) || isKnownPatient(scope, user_id))) return scope.record(user_id)
  await keepPatient(scope, user_id, async () => requireRow(await patientById(scope).execute({ user_id })))
  known.add(user_id)
}

const birthday = patientQuery(({ db, rows }) =>
  db
    .select({ birthday: users.birthday })
    .from(rows(patients))
    .innerJoin(users, eq(users.id, patients.user_id))
    .where(eq(patients.user_id, sql.placeholder('user_id'))),
)

/** The patient's birthday, to reject earlier dates; null if unknown or outside the scope. */
export const birthdayOf = async (scope: PatientScope, user_id: number): Promise<string | null> => {
  const [found] = await birthday(scope).execute({ user_id })
  return found?.birthday ?? null
}
