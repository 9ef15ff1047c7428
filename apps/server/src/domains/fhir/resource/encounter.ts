import type { Encounter } from '@medplum/fhirtypes'
import { type InterviewRow, interviewName } from './appointment.ts'
import { iso, metaOf, patientOf, referenceTo } from './coding.ts'
import { type CheckupRow, checkupConcept } from './diagnostic-report.ts'

const actCode = (code: string, display: string) => ({ system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code, display })

/** An interview that took place. */
export const toInterviewEncounter = (row: InterviewRow): Encounter => ({
  resourceType: 'Encounter',
  id: `interview-${row.id}`,
  meta: metaOf(row, 'Encounter'),
  status: 'finished',
  class: row.is_online ? actCode('VR', 'virtual') : actCode('AMB', 'ambulatory'),
  type: [{ text: interviewName(row) }],
  subject: patientOf(row),
  participant: row.staff_ids.map((id) => ({ individual: referenceTo('Practitioner', id) })),
  appointment: [referenceTo('Appointment', `interview-${row.id}`)],
  period: { start: iso(row.conducted_at), ...(row.ends_at && { end: iso(row.ends_at) }) },
  ...(row.patient_summary && { reasonCode: [{ text: row.patient_summary }] }),
})

/** A checkup that was done. */
export const toCheckupEncounter = (row: CheckupRow): Encounter => ({
  resourceType: 'Encounter',
  id: `checkup-${row.id}`,
  meta: metaOf(row, 'Encounter'),
  status: 'finished',
  class: actCode('AMB', 'ambulatory'),
  type: [checkupConcept(row)],
  subject: patientOf(row),
  appointment: [referenceTo('Appointment', `checkup-${row.id}`)],
  period: { start: iso(row.tested_at) },
  ...(row.facility_id
    ? { serviceProvider: referenceTo('Organization', row.facility_id, row.facility ?? row.location) }
    : row.location && { serviceProvider: { display: row.location } }),
})
