import Type, { type Static } from 'typebox'
import { Day, endpoint, Id, InputObject, Instant, Nullable, OneOf } from '../endpoint.ts'
import { Person } from '../people/account.ts'

export const auditOutcomes = ['done', 'denied', 'failed'] as const
export const auditOperations = ['insert', 'update', 'delete'] as const

const Values = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })
/** A changed row with the changed columns, except secrets and the texts that only searches use. */
const Change = Type.Object({
  id: Id,
  table_name: Type.String(),
  row_id: Nullable(Id),
  operation: OneOf(auditOperations),
  before: Nullable(Values),
  after: Nullable(Values),
})

export type AuditLog = Static<typeof AuditLog>
export const AuditLog = Type.Object({
  id: Id,
  at: Instant,
  /** The caller; null if nobody was signed in. */
  person: Nullable(Person),
  /** The patient whose record the call accessed; null if it accessed none. */
  patient: Nullable(Person),
  /** Method and path of the call. */
  action: Type.String(),
  outcome: OneOf(auditOutcomes),
  status: Type.Integer(),
  ip: Nullable(Type.String()),
  /** The first 1,000 changes of the call. */
  changes: Type.Array(Change),
  has_more_changes: Type.Boolean(),
})

const filters = {
  user_id: Type.Optional(Id),
  patient_id: Type.Optional(Id),
  outcome: Type.Optional(OneOf(auditOutcomes)),
  /** Days in Tokyo, both inclusive. */
  from: Type.Optional(Day),
  to: Type.Optional(Day),
}

export const listAuditLogs = endpoint({
  method: 'GET',
  path: '/api/audit_logs',
  permission: 'administration.write',
  summary: 'List the audit log, newest first',
  description:
    'Who read or changed which record, when and from which IP address, with the changed values; also sign-ins and denied calls. 50 entries a page; `before` is the `next_before` of the previous page. Reading the log is logged.',
  query: InputObject({ ...filters, before: Type.Optional(Id) }),
  reply: Type.Object({ items: Type.Array(AuditLog), next_before: Nullable(Id) }),
  example: { query: { outcome: 'denied' } },
})

export const exportAuditLogs = endpoint({
  method: 'GET',
  path: '/api/audit_logs/export',
  permission: 'administration.write',
  summary: 'Export the audit log as CSV, newest first',
  description: 'UTF-8 with a byte order mark, at most 50,000 entries: 422 `log_too_long` if there are more. The export is logged.',
  query: InputObject(filters),
  reply: Type.String(),
  media: 'text/csv',
  errors: ['log_too_long'],
  example: { query: { from: '2026-11-01', to: '2026-11-30' } },
})
