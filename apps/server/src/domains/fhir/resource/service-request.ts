import type { ServiceRequest } from '@medplum/fhirtypes'
import type { BookingRow } from './appointment.ts'
import { iso, metaOf, patientOf, referenceTo } from './coding.ts'
import { checkupConcept } from './diagnostic-report.ts'

/** A checkup as it was ordered. */
export const toServiceRequest = (row: BookingRow): ServiceRequest => ({
  resourceType: 'ServiceRequest',
  id: row.id,
  meta: metaOf(row, 'ServiceRequest_Common'),
  status: row.is_cancelled ? 'revoked' : row.is_done ? 'completed' : 'active',
  intent: row.status === 1 ? 'proposal' : 'order',
  code: checkupConcept(row),
  subject: patientOf(row),
  ...(row.status !== 1 && { occurrenceDateTime: iso(row.tested_at) }),
  ...(row.facility_id && { performer: [referenceTo('Organization', row.facility_id, row.facility ?? row.location)] }),
})
