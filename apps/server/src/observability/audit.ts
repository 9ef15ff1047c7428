import { sql } from 'drizzle-orm'
import type { Db } from '../database/db.ts'

export type Audited = {
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
const notedBy = new WeakMap<object, Map<string, number>>()

const notedIn = (db: Db) => {
  const noted = notedBy.get(db) ?? new Map<string, number>()
  if (noted.size > 50_000) noted.clear()
  notedBy.set(db, noted)
  return noted
}

/**
 * Writes the audit log: who accessed which patient's record. Reads are deduplicated per user, patient, call and 10 minutes; a call that accessed no
 * record is one row without a patient.
 */
export const audit = async (db: Db, a: Audited) => {
  const window = Math.floor(Date.now() / windowMs)
  const noted = notedIn(db)
  const patients = [...a.patient_ids]
  const keyOf = (patient_id: number | null) => `${a.user_id} ${patient_id} ${a.action} ${a.outcome}`
  const fresh = (patients.length ? patients : [null]).filter((patient_id) => !a.isRead || noted.get(keyOf(patient_id)) !== window)
  if (!fresh.length) return
  await db.execute(sql`
    insert into audit_logs (user_id, patient_id, action, outcome, status, ip, request_id, read_window)
    select ${a.user_id}, patient_id, ${a.action}, ${a.outcome}, ${a.status}, ${a.ip ?? null}, ${a.request_id},
      ${a.isRead ? sql`date_bin('10 minutes', clock_timestamp(), 'epoch')` : sql`null`}
    from unnest(${sql.param(fresh)}::bigint[]) patient_id
    on conflict do nothing`)
  if (a.isRead) for (const patient_id of fresh) noted.set(keyOf(patient_id), window)
}
