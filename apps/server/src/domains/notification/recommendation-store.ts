import { sql } from 'drizzle-orm'
import type { PatientScope } from '../../access/patient-scope.ts'
import { apiError } from '../../errors/api-error.ts'
import { publishUserEvent } from '../../realtime/event-rows.ts'
import { care_people } from '../patient/tables.ts'

type Notice = { patient_id: number; record_id: number; actor_id: number }

// built per call: a recommendation is rare
/** Notifies the patient’s main doctor about a recommendation, unless it is the doctor’s own. An open notification about the same one is replaced. */
export const notifyMainDoctor = async (scope: PatientScope, { patient_id, record_id, actor_id }: Notice): Promise<void> => {
  if (!scope.includes(patient_id)) throw apiError('not_found')
  await scope.db.execute(
    sql`delete from notifications where kind = 'recommendation' and patient_id = ${patient_id} and record_id = ${record_id} and checked_at is null`,
  )
  const { rows } = await scope.db.execute<{ recipient: string }>(sql`
    insert into notifications (user_id, kind, patient_id, record_id)
    select c.staff_id, 'recommendation', ${patient_id}, ${record_id} from ${scope.from(care_people, 'c')} join users u on u.id = c.staff_id
    where c.user_id = ${patient_id} and c.main and c.role = 'doctor' and c.staff_id <> ${actor_id} and u.deactivated_at is null
    returning user_id as recipient`)
  for (const { recipient } of rows) await publishUserEvent(scope.db, Number(recipient), ['notifications'])
}
