import { sql } from 'drizzle-orm'
import type { PatientScope } from '../../access/patient-scope.ts'
import { apiError } from '../../errors/api-error.ts'
import { notifyAll, teamOrAdmins } from './recipient-store.ts'

/**
 * Notifies the patient and the concierges of the care team that a contract was not paid; without a concierge the patient and the admins. Open notifications
 * about the same charge are replaced.
 */
export const notifyOfPayment = async (scope: PatientScope, { patient_id, record_id }: { patient_id: number; record_id: number }): Promise<void> => {
  if (!scope.includes(patient_id)) throw apiError('not_found')
  // built per call: declined charges are rare
  await scope.db.execute(
    sql`delete from notifications where kind = 'contract_payment' and patient_id = ${patient_id} and record_id = ${record_id} and checked_at is null`,
  )
  const concierges = await teamOrAdmins(scope, patient_id, (team) => team.filter(({ role }) => role === 'concierge'))
  await notifyAll(scope, [patient_id, ...concierges], { kind: 'contract_payment', patient_id, record_id })
}

/** Notifies the patient that a payment for a contract was refunded. */
export const notifyOfContractRefund = (scope: PatientScope, { patient_id, record_id }: { patient_id: number; record_id: number }): Promise<void> =>
  notifyAll(scope, [patient_id], { kind: 'contract_refunded', patient_id, record_id })
