import { and, eq, isNull, sql } from 'drizzle-orm'
import type { PatientScope } from '../../access/patient-scope.ts'
import { publishUserEvent } from '../../realtime/event-rows.ts'
import { notifyAll, teamOrAdmins } from '../notification/recipient-store.ts'
import { notifications } from '../notification/tables.ts'

const kind = 'stress_interview'

/**
 * Notifies the doctors of the active care team of a request for an interview. Without a doctor it notifies the whole active team, and without a team the
 * administrators.
 */
export const notifyOfInterviewRequest = async (scope: PatientScope, { id, user_id }: { id: number; user_id: number }): Promise<void> => {
  const recipients = await teamOrAdmins(scope, user_id, (team) => {
    const doctors = team.filter(({ role }) => role === 'doctor')
    return doctors.length ? doctors : team
  })
  await notifyAll(scope, recipients, { kind, patient_id: user_id, record_id: id })
}

/** Deletes the unchecked notifications about a request that was withdrawn. */
export const forgetInterviewRequest = async (scope: PatientScope, id: number): Promise<void> => {
  const deleted = await scope.db
    .delete(notifications)
    .where(
      and(eq(notifications.kind, kind), eq(notifications.record_id, id), isNull(notifications.checked_at), scope.ownerIs(sql`${notifications.patient_id}`)),
    )
    .returning({ user_id: notifications.user_id })
  for (const { user_id } of deleted) await publishUserEvent(scope.db, user_id, ['notifications'])
}
