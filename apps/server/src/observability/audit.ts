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
/** Reads logged by this process in the current window, so that polling every three seconds costs no query. */
const loggedByDb = new WeakMap<object, Map<string, number>>()

const loggedIn = (db: Db) => {
  const logged = loggedByDb.get(db) ?? new Map<string, number>()
  if (logged.size > 50_000) logged.clear()
  loggedByDb.set(db, logged)
  return logged
}

/**
 * Writes the audit log: who accessed which patient's record. Reads are deduplicated per user, patient, call and 10 minutes; a call that accessed no
 * record is one row without a patient.
 */
export const audit = async (db: Db, entry: AuditEntry) => {
  const window = Math.floor(Date.now() / windowMs)
  const logged = loggedIn(db)
  const patients = [...entry.patient_ids]
  const keyOf = (patient_id: number | null) => `${entry.user_id} ${patient_id} ${entry.action} ${entry.outcome}`
  const newPatients = (patients.length ? patients : [null]).filter((patient_id) => !entry.isRead || logged.get(keyOf(patient_id)) !== window)
  if (!newPatients.length) return
  await db.execute(sql`
    insert into audit_logs (user_id, patient_id, action, outcome, status, ip, request_id, read_window)
    select ${entry.user_id}, patient_id, ${entry.action}, ${entry.outcome}, ${entry.status}, ${entry.ip ?? null}, ${entry.request_id},
      ${entry.isRead ? sql`date_bin('10 minutes', clock_timestamp(), 'epoch')` : sql`null`}
    from unnest(${sql.param(newPatients)}::bigint[]) patient_id
    on conflict do nothing`)
  if (entry.isRead) for (const patient_id of newPatients) logged.set(keyOf(patient_id), window)
}
