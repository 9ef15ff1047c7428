import { sql } from 'drizzle-orm'
import type { PatientScope } from '../../access/patient-scope.ts'
import { apiError } from '../../errors/api-error.ts'
import { publishUserEvent } from '../../realtime/event-rows.ts'
import { care_people } from '../patient/tables.ts'
import { notifications } from './tables.ts'

// built per call: declined and refunded charges are rare
/**
 * Notifies the patient and the concierges of the care team that a contract was not paid; without a concierge the patient and the admins. Open notifications
 * about the same charge are replaced.
 */
export const notifyOfPayment = async (scope: PatientScope, { patient_id, record_id }: { patient_id: number; record_id: number }): Promise<void> => {
  if (!scope.includes(patient_id)) throw apiError('not_found')
  await scope.db.execute(
    sql`delete from notifications where kind = 'contract_payment' and patient_id = ${patient_id} and record_id = ${record_id} and checked_at is null`,
  )
  const { rows } = await scope.db.execute<{ recipient: string }>(sql`
    with concierges as (
      select c.staff_id as id from ${scope.from(care_people, 'c')} join users u on u.id = c.staff_id
      where c.user_id = ${patient_id} and c.role = 'concierge' and u.deactivated_at is null
    ), recipients as (
      select ${patient_id}::bigint as id
      union select id from concierges
      union select id from users where role = 'admin' and deactivated_at is null and not exists (select from concierges)
    )
    insert into notifications (user_id, kind, patient_id, record_id)
    select id, 'contract_payment', ${patient_id}, ${record_id} from recipients
    returning user_id as recipient`)
  for (const { recipient } of rows) await publishUserEvent(scope.db, Number(recipient), ['notifications'])
}

/** Notifies the patient that a payment for a contract was refunded. */
export const notifyOfContractRefund = async (scope: PatientScope, { patient_id, record_id }: { patient_id: number; record_id: number }): Promise<void> => {
  if (!scope.includes(patient_id)) throw apiError('not_found')
  await scope.db.insert(notifications).values({ user_id: patient_id, kind: 'contract_refunded', patient_id, record_id })
  await publishUserEvent(scope.db, patient_id, ['notifications'])
}
