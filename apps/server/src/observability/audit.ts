import { sql } from 'drizzle-orm'
import type { Db } from '../database/db.ts'
import { preparedQuery, rawQuery } from '../database/prepared.ts'

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
/** Cache of the reads that this process logged in the current window, by reader and call, so that polling every three seconds costs no query. */
type Logged = { window: number; count: number; patientsByCall: Map<string, Set<number | null>> }
const loggedByDb = new WeakMap<object, Logged>()

const loggedOf = (db: Db, window: number): Logged => {
  const logged = loggedByDb.get(db)
  if (logged?.window === window && logged.count <= maxLogged) return logged
  const fresh = { window, count: 0, patientsByCall: new Map() }
  loggedByDb.set(db, fresh)
  return fresh
}

const insertRows = preparedQuery((_, isRead: boolean) => {
  const [user_id, action, outcome, status, ip, request_id] = ['user_id', 'action', 'outcome', 'status', 'ip', 'request_id'].map((name) => sql.placeholder(name))
  return rawQuery(sql`
    insert into audit_logs (user_id, patient_id, action, outcome, status, ip, request_id, read_window)
    select ${user_id}, patient_id, ${action}, ${outcome}, ${status}, ${ip}, ${request_id},
      ${isRead ? sql`date_bin('10 minutes', clock_timestamp(), 'epoch')` : sql`null`}
    from unnest(${sql.placeholder('patient_ids')}::bigint[]) patient_id
    on conflict do nothing`)
})

/**
 * Writes the audit log: who accessed which patient's record. Reads are deduplicated per user, patient, call, outcome and 10 minutes; a call that accessed no
 * record adds one row without a patient. For reads, returns a function that adds them to the cache of logged reads. Call it after the commit: rows that are
 * rolled back must be written again.
 */
export const auditInTransaction = async (db: Db, entry: AuditEntry): Promise<(() => void) | undefined> => {
  const logged = loggedOf(db, Math.floor(Date.now() / windowMs))
  const call = `${entry.user_id} ${entry.action} ${entry.outcome}`
  const known = logged.patientsByCall.get(call) ?? new Set()
  const patients: (number | null)[] = [...entry.patient_ids]
  const newPatients = (patients.length ? patients : [null]).filter((patient_id) => !entry.isRead || !known.has(patient_id))
  if (!newPatients.length) return undefined
  const { user_id, action, outcome, status, ip = null, request_id, isRead } = entry
  await insertRows(db, isRead).execute({ user_id, action, outcome, status, ip, request_id, patient_ids: newPatients })
  if (!isRead) return undefined
  return () => {
    logged.patientsByCall.set(call, known)
    for (const patient_id of newPatients) known.add(patient_id)
    logged.count += newPatients.length
  }
}

/** `auditInTransaction` for a statement on its own. */
export const audit = async (db: Db, entry: AuditEntry): Promise<void> => {
  const remember = await auditInTransaction(db, entry)
  remember?.()
}
