import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Db } from '../../database/db.ts'
import { audit_chain, audit_changes, audit_logs } from '../../database/tables.ts'

export type Source = 'log' | 'change'
/** The last link of the chain or of its checked part; `seq` is 0 before the first link. */
export type Head = { seq: number; hash: Buffer }
/** `content` is null if the row is missing. */
export type Link = { seq: number; hash: Buffer; source: Source; id: number; content: string | null; is_old: boolean }

export const batchSize = 2_000
/** Rows stay in the tables for at least this long; `archive_audit` refuses younger ones. */
export const keptYears = 5
export const noHead = (): Head => ({ seq: 0, hash: Buffer.alloc(32) })

/** Every column of a row except `read_window`, as text that does not depend on settings of the connection. */
export const contentOfLog = sql`jsonb_build_array(l.id, extract(epoch from l.at), l.user_id, l.patient_id, l.action, l.outcome, l.status, l.ip, l.request_id)::text`
export const contentOfChange = sql`jsonb_build_array(c.id, extract(epoch from c.at), c.request_id, c.user_id, c.table_name, c.row_id, c.operation, c.before, c.after)::text`

export const nextHash = (previous: Buffer, { source, content }: { source: Source; content: string }): Buffer =>
  createHash('sha256').update(previous).update(source).update(content).digest()

// built per call: a command and a monthly job
export const linksAfter = async (db: Db, seq: number, limit = batchSize): Promise<Link[]> => {
  const { rows } = await db.execute<{ seq: string; hash: Buffer; source: Source; id: string; content: string | null; is_old: boolean | null }>(sql`
    select k.seq, k.hash, case when k.log_id is null then 'change' else 'log' end as source, coalesce(k.log_id, k.change_id) as id,
      case when l.id is not null then ${contentOfLog} when c.id is not null then ${contentOfChange} end as content,
      coalesce(l.at, c.at) < now() - make_interval(years => ${keptYears}) as is_old
    from ${audit_chain} k left join ${audit_logs} l on l.id = k.log_id left join ${audit_changes} c on c.id = k.change_id
    where k.seq > ${seq} order by k.seq limit ${limit}`)
  return rows.map((row) => ({ ...row, seq: Number(row.seq), id: Number(row.id), is_old: row.is_old ?? false }))
}
