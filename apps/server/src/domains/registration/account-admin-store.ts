import type { Input } from '@sukoyaka/wire/endpoint'
import type { changeRole } from '@sukoyaka/wire/people/account-admin'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Actor } from '../../access/actor.ts'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { assertValid } from '../../access/rows.ts'
import { later } from '../../database/columns.ts'
import { apiError } from '../../errors/api-error.ts'
import { assertUnchanged } from '../../errors/assert-unchanged.ts'
import { clearAttempts } from '../../http/rate-limit.ts'
import { countersOf } from '../account/limits.ts'
import { deviceIdsOf, removeDevices, sessionsOf } from '../account/own-browser-store.ts'
import { getUserRow, lockPerson } from '../account/store.ts'
import { sessions, users } from '../account/tables.ts'
import { revokeGrantsOf } from '../connected-app/store.ts'
import { care_people } from '../patient/tables.ts'
import { mayDoTasks } from '../task/store.ts'
import { assertOtherAdmin, unassignRooms } from './deactivation-store.ts'

const otherRoles = patientQuery(({ db, rows }) =>
  db
    .select({ id: care_people.id })
    .from(rows(care_people))
    .where(and(eq(care_people.staff_id, sql.placeholder('id')), sql`${care_people.role} <> ${sql.placeholder('role')}`))
    .limit(1),
)

/**
 * Gives a member of staff another role, ends the sessions (`endSessions`) and, if the role may not answer patients, unassigns the conversations. Throws 404; 409 for somebody in a care team with another role than the
 * new one, and if the account changed since `updated_at`; 422 for a patient, the caller and the last administrator.
 */
export const updateRole = async (scope: PatientScope, actor: Pick<Actor, 'id'>, { id, role, updated_at }: Input<typeof changeRole>): Promise<null> => {
  const { db } = scope
  const { role: existing } = await getUserRow(scope, id, 'anybody')
  assertValid({ role: (existing === 'patient' || id === actor.id) && 'not_allowed' })
  if (role === existing) return null
  // both lock the account, so that nobody is added to a care team with the old role
  await (existing === 'admin' ? assertOtherAdmin(db, id) : lockPerson(scope, id))
  assertUnchanged(await getUserRow(scope, id, 'anybody'), updated_at)
  if ((await otherRoles(scope).execute({ id, role })).length) throw apiError('cares_for_patients')
  await db
    .update(users)
    .set({ role, updated_at: later(users.updated_at) })
    .where(eq(users.id, id))
  if (!(await mayDoTasks(db, id))) await unassignRooms(scope, id)
  return endSessions(scope, id)
}

/** Ends all sessions of an account and the access of its connected apps, and forgets its trusted devices. Throws 404. */
export const endSessions = async (scope: PatientScope, id: number): Promise<null> => {
  await getUserRow(scope, id, 'anybody')
  await scope.db
    .update(sessions)
    .set({ ended_at: sql`now()` })
    .where(and(eq(sessions.user_id, id), isNull(sessions.ended_at)))
  await revokeGrantsOf(scope.db, id)
  return removeDevices(scope.db, id)
}

/** Unlocks an account: forgets its wrong passwords, also those from its trusted devices, its wrong codes and the codes and links mailed to it. Throws 404. */
export const unlock = async (scope: PatientScope, id: number): Promise<null> => {
  const { email } = await getUserRow(scope, id, 'anybody')
  const counters = countersOf({ id, email, device_ids: await deviceIdsOf(scope.db, id) })
  for (const { kind, key } of counters) await clearAttempts(scope.db, kind, key)
  return null
}

/** Open sessions of an account. Throws 404. */
export const sessionsOfUser = async (scope: PatientScope, actor: Actor, id: number) => {
  await getUserRow(scope, id, 'anybody')
  return sessionsOf(scope.db, { ...actor, id })
}
