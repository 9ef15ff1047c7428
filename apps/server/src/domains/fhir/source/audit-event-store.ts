import { scopeOf } from '@sukoyaka/wire/access'
import { sql } from 'drizzle-orm'
import { audit_logs } from '../../../database/tables.ts'
import { users } from '../../account/tables.ts'
import { type AuditRow, toAuditEvent } from '../resource/audit-event.ts'
import { source } from './source.ts'

export const auditSources = [
  source<AuditRow>({
    type: 'AuditEvent',
    // the audit log is no patient table: the condition on the patient is written here
    select: ({ own }) => sql`
      select l.id, l.patient_id, l.at, l.at as updated_at, '{}'::text[] as codes, '{}'::text[] as categories, l.action, l.outcome, l.user_id, u.role
      from ${audit_logs} l left join ${users} u on u.id = l.user_id where l.patient_id is not null ${own ? sql`and l.patient_id = ${own}` : sql``}`,
    toResource: toAuditEvent,
    // as in the web app: patients see who accessed their record, and administrators read the log
    allows: (role) => role === 'patient' || scopeOf(role, 'administration.write') !== undefined,
  }),
]
