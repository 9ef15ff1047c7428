import type { Appointment } from '@medplum/fhirtypes'
import { type BaseRow, coded, iso, metaOf, patientOf, referenceTo } from './coding.ts'
import { checkupConcept } from './diagnostic-report.ts'

export type InterviewRow = BaseRow & {
  kind: string
  name: string
  conducted_at: string
  ends_at: string | null
  status: 'scheduled' | 'done' | 'cancelled'
  is_online: boolean
  location: string
  patient_summary: string
  staff_ids: string[]
}
export type BookingRow = BaseRow & {
  kind: string
  name: string
  location: string
  facility_id: string | null
  facility: string | null
  tested_at: string
  status: number
  is_cancelled: boolean
  is_done: boolean
}

const interviewNames: Record<string, string> = { intro: '初回面談', plan: '計画面談', follow: 'フォロー面談', review: '振り返り面談', other: '面談' }
export const interviewName = ({ kind, name }: Pick<InterviewRow, 'kind' | 'name'>) => name || (interviewNames[kind] ?? '面談')

/** FHIR requires both start and end or neither; an interview without an end is shown as half an hour. */
const endOf = ({ conducted_at, ends_at }: InterviewRow) => (ends_at ? iso(ends_at) : new Date(Date.parse(iso(conducted_at)) + 1_800_000).toISOString())

export const toInterviewAppointment = (row: InterviewRow): Appointment => ({
  resourceType: 'Appointment',
  id: `interview-${row.id}`,
  meta: metaOf(row),
  status: row.status === 'cancelled' ? 'cancelled' : row.status === 'done' ? 'fulfilled' : 'booked',
  serviceType: [coded(interviewName(row), [])],
  description: interviewName(row),
  start: iso(row.conducted_at),
  end: endOf(row),
  participant: [
    { actor: patientOf(row), status: 'accepted' },
    ...row.staff_ids.map((id) => ({ actor: referenceTo('Practitioner', id), status: 'accepted' as const })),
  ],
})

/** A checkup, shown as an hour. While dates are only suggested, the stored date is a placeholder, so the appointment has no time. */
export const toCheckupAppointment = (row: BookingRow): Appointment => ({
  resourceType: 'Appointment',
  id: `checkup-${row.id}`,
  meta: metaOf(row),
  status: row.is_cancelled ? 'cancelled' : row.is_done ? 'fulfilled' : row.status === 1 ? 'proposed' : 'booked',
  serviceType: [checkupConcept(row)],
  ...(row.status !== 1 && { start: iso(row.tested_at), end: new Date(Date.parse(iso(row.tested_at)) + 3_600_000).toISOString() }),
  participant: [
    { actor: patientOf(row), status: 'accepted' },
    ...(row.facility_id
      ? [{ actor: { display: row.facility ?? row.location }, status: 'accepted' as const }]
      : row.location
        ? [{ actor: { display: row.location }, status: 'accepted' as const }]
        : []),
  ],
  basedOn: [referenceTo('ServiceRequest', row.id)],
})
