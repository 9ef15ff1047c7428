import { sql } from 'drizzle-orm'
import type { Db } from '../database/db.ts'

export type AuditEntry = {
  user_id: number | null
  patient_ids: Iterable<number>
  /** Method and path pattern of the call, never its values. */
  action: string
  outcome: 'done' | 'denied' | 'failed'
  status: number
  /** Undefined if the client had already disconnected. */
  ip: string | undefined
  request_id: string
  isRead: boolean
}

const windowMs = 600_000
const maxLogged = 50_000
/** Patients whose read this process logged in the current window, by reader and call, so that polling every three seconds costs no query. */
type Logged = { window: number; count: number; patientsByCall: Map<string, Set<number | null>> }
const loggedByDb = new WeakMap<object, Logged>()

const loggedOf = (db: Db, window: number): Logged => {
  const logged = loggedByDb.get(db)
  if (logged?.window === window && logged.count <= maxLogged) return logged
  const fresh = { window, count: 0, patientsByCall: new Map() }
  loggedByDb.set(db, fresh)
  return fresh
}

/**
 * Writes the audit log: who accessed which patient's record. Reads are deduplicated per user, patient, call and 10 minutes; a call that accessed no
 * record is one row without a patient.
 */
export const audit = async (db: Db, entry: AuditEntry) => {
  const logged = loggedOf(db, Math.floor(Date.now() / windowMs))
  const call = `${entry.user_id} ${entry.action} ${entry.outcome}`
  const known = logged.patientsByCall.get(call) ?? new Set()
  const patients: (number | null)[] = [...entry.patient_ids]
  const newPatients = (patients.length ? patients : [null]).filter((patient_id) => !entry.isRead || !known.has(patient_id))
  if (!newPatients.length) return
  await db.execute(sql`
    insert into audit_logs (user_id, patient_id, action, outcome, status, ip, request_id, read_window)
    select ${entry.user_id}, patient_id, ${entry.action}, ${entry.outcome}, ${entry.status}, ${entry.ip ?? null}, ${entry.request_id},
      ${entry.isRead ? sql`date_bin('10 minutes', clock_timestamp(), 'epoch')` : sql`null`}
    from unnest(${sql.param(newPatients)}::bigint[]) patient_id
    on conflict do nothing`)
  if (!entry.isRead) return
  logged.patientsByCall.set(call, known)
  for (const patient_id of newPatients) known.add(patient_id)
  logged.count += newPatients.length
}
