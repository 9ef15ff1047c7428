import type { AuditEvent } from '@medplum/fhirtypes'
import { isReadAction } from '@sukoyaka/rules/people/record-access'
import { type BaseRow, iso, metaOf, patientOf, referenceTo } from './coding.ts'

export type AuditRow = BaseRow & { action: string; outcome: 'done' | 'denied' | 'failed'; user_id: string | null; role: string | null }

const actions: Record<string, 'C' | 'R' | 'U' | 'D'> = { POST: 'C', PUT: 'U', PATCH: 'U', DELETE: 'D' }
const outcomes = { done: '0', denied: '4', failed: '8' } as const

/** One row of the audit log: who accessed this record by which call. */
export const toAuditEvent = (row: AuditRow): AuditEvent => ({
  resourceType: 'AuditEvent',
  id: row.id,
  meta: metaOf(row),
  type: { system: 'http://terminology.hl7.org/CodeSystem/audit-event-type', code: 'rest', display: 'RESTful Operation' },
  action: isReadAction(row.action) ? 'R' : (actions[row.action.split(' ')[0]!] ?? 'E'),
  recorded: iso(row.at),
  outcome: outcomes[row.outcome],
  agent: [
    {
      ...(row.user_id && { who: row.role === 'patient' ? referenceTo('Patient', row.user_id) : referenceTo('Practitioner', row.user_id) }),
      requestor: true,
    },
  ],
  source: { observer: { display: 'Sukoyaka' } },
  entity: [{ what: patientOf(row), description: row.action }],
})
