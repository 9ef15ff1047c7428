import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import type { Db } from '../../database/db.ts'
import { preparedQuery } from '../../database/prepared.ts'
import { apiError } from '../../errors/api-error.ts'
import { removeDevices } from '../account/own-browser-store.ts'
import { getUserRow } from '../account/store.ts'
import { sessions, users } from '../account/tables.ts'
import { revokeGrantsOf } from '../connected-app/store.ts'
import { message_rooms } from '../message/tables.ts'
import { patients } from '../patient/tables.ts'

const activeAdmins = preparedQuery((db) =>
  db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'admin'), isNull(users.deactivated_at)))
    .orderBy(users.id)
    .for('update'),
)

/** Throws 422 for the last active administrator, and locks the rows of the active administrators. */
export const assertOtherAdmin = async (db: Db, id: number): Promise<void> => {
  const admins = await activeAdmins(db).execute()
  if (admins.length === 1 && admins[0]!.id === id) throw apiError('last_admin')
}

/** Leaves the conversations of somebody who can no longer answer them to nobody in particular. */
export const unassignRooms = async (scope: PatientScope, id: number): Promise<void> => {
  // the returned patients get the event of the change
  await scope.update(message_rooms).set({ assignee_id: null }).where(eq(message_rooms.assignee_id, id)).returning({ patient_id: message_rooms.patient_id })
}

/**
 * Deactivates an account, ends its sessions and the access of its connected apps, forgets its trusted devices and unassigns its conversations, in the
 * transaction of the scope. Throws 404 for an unknown one, 422 for the last active administrator: the rows of the
 * administrators are locked, so that two who deactivate each other cannot both succeed.
 */
export const deactivateAccount = async (scope: PatientScope, id: number): Promise<null> => {
  const { db } = scope
  await getUserRow(scope, id, 'anybody')
  await assertOtherAdmin(db, id)
  await db
    .update(users)
    .set({ deactivated_at: sql`now()` })
    .where(and(eq(users.id, id), isNull(users.deactivated_at)))
  await db
    .update(sessions)
    .set({ ended_at: sql`now()` })
    .where(and(eq(sessions.user_id, id), isNull(sessions.ended_at)))
  await unassignRooms(scope, id)
  await revokeGrantsOf(db, id)
  return removeDevices(db, id)
}

const mergedPatient = patientQuery(({ db, rows }) =>
  db
    .select({ user_id: patients.user_id })
    .from(rows(patients))
    .where(and(eq(patients.user_id, sql.placeholder('id')), isNotNull(patients.merged_into))),
)

/** Activates an account again. Throws 404 for an unknown one, 422 for a merged patient: the merge is undone instead. */
export const reactivateAccount = async (scope: PatientScope, id: number): Promise<null> => {
  await getUserRow(scope, id, 'anybody')
  if ((await mergedPatient(scope).execute({ id })).length) throw apiError('already_merged')
  await scope.db.update(users).set({ deactivated_at: null }).where(eq(users.id, id))
  return null
}
