import type { Communication } from '@medplum/fhirtypes'
import { type BaseRow, iso, metaOf, patientOf, referenceTo } from './coding.ts'

export type MessageRow = BaseRow & { body: string; sender_id: string; sender_role: string; is_urgent: boolean; reply_to_message_id: string | null }

/** A message of the conversation with the patient. Staff notes are not included. */
export const toCommunication = (row: MessageRow): Communication => ({
  resourceType: 'Communication',
  id: row.id,
  meta: metaOf(row),
  status: 'completed',
  priority: row.is_urgent ? 'urgent' : 'routine',
  subject: patientOf(row),
  ...(row.reply_to_message_id && { inResponseTo: [referenceTo('Communication', row.reply_to_message_id)] }),
  sent: iso(row.at),
  sender: row.sender_role === 'patient' ? patientOf(row) : referenceTo('Practitioner', row.sender_id),
  ...(row.sender_role !== 'patient' && { recipient: [patientOf(row)] }),
  ...(row.body.trim() && { payload: [{ contentString: row.body }] }),
})
