import { and, eq, sql } from 'drizzle-orm'
import type { PatientScope } from '../../access/patient-scope.ts'
import { apiError } from '../../errors/api-error.ts'
import { publishUserEvent } from '../../realtime/event-rows.ts'
import { care_people } from '../patient/tables.ts'
import { notifications } from './tables.ts'

type Merge = { patient_id: number; record_id: number; actor_id: number }

// built per call: a merge is rare
/** After a merge, notifies the active care team of the kept patient, except the actor: the status of results may have changed. */
export const notifyOfMerge = async (scope: PatientScope, { patient_id, record_id, actor_id }: Merge): Promise<void> => {
  if (!scope.includes(patient_id)) throw apiError('not_found')
  const { rows } = await scope.db.execute<{ recipient: string }>(sql`
    insert into notifications (user_id, kind, patient_id, record_id)
    select c.staff_id, 'patients_merged', ${patient_id}, ${record_id}
    from ${scope.from(care_people, 'c')} join users u on u.id = c.staff_id
    where c.user_id = ${patient_id} and u.deactivated_at is null and u.id <> ${actor_id}
    returning user_id as recipient`)
  for (const { recipient } of rows) await publishUserEvent(scope.db, Number(recipient), ['notifications'])
}

/** Deletes the notifications of a merge that was undone. */
export const forgetMergeNotice = async (scope: PatientScope, record_id: number): Promise<void> => {
  const removed = await scope.db
    .delete(notifications)
    .where(and(eq(notifications.kind, 'patients_merged'), eq(notifications.record_id, record_id)))
    .returning({ user_id: notifications.user_id })
  for (const { user_id } of removed) await publishUserEvent(scope.db, user_id, ['notifications'])
}
