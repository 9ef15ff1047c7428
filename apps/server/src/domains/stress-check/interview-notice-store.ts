import { and, eq, isNull, sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { publishUserEvent } from '../../realtime/event-rows.ts'
import { users } from '../account/tables.ts'
import { notifications } from '../notification/tables.ts'
import { care_people } from '../patient/tables.ts'

const kind = 'stress_interview'
const publish = async (scope: PatientScope, rows: readonly { user_id: number }[]) => {
  for (const { user_id } of rows) await publishUserEvent(scope.db, user_id, ['notifications'])
}

const activeTeam = patientQuery(({ db, rows }) =>
  db
    .select({ user_id: care_people.staff_id, role: care_people.role })
    .from(rows(care_people))
    .innerJoin(users, eq(users.id, care_people.staff_id))
    .where(and(eq(care_people.user_id, sql.placeholder('user_id')), isNull(users.deactivated_at))),
)

/** Notifies the doctors of the active care team of a request for an interview, or the whole active team if it has no doctor. */
export const notifyOfInterviewRequest = async (scope: PatientScope, { id, user_id }: { id: number; user_id: number }): Promise<void> => {
  const team = await activeTeam(scope).execute({ user_id })
  const doctors = team.filter(({ role }) => role === 'doctor')
  const recipients = [...new Map((doctors.length ? doctors : team).map((member) => [member.user_id, member])).values()]
  if (!recipients.length) return
  await scope.db.insert(notifications).values(recipients.map((member) => ({ user_id: member.user_id, kind, patient_id: user_id, record_id: id }) as const))
  await publish(scope, recipients)
}

/** Deletes the unchecked notifications about a request that was withdrawn. */
export const forgetInterviewRequest = async (scope: PatientScope, id: number): Promise<void> => {
  const deleted = await scope.db
    .delete(notifications)
    .where(
      and(eq(notifications.kind, kind), eq(notifications.record_id, id), isNull(notifications.checked_at), scope.ownerIs(sql`${notifications.patient_id}`)),
    )
    .returning({ user_id: notifications.user_id })
  await publish(scope, deleted)
}
