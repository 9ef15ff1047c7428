import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Db } from '../../database/db.ts'
import { audit_chain, audit_changes, audit_logs } from '../../database/tables.ts'

type Source = 'log' | 'change'
type Row = { source: Source; id: number; content: string }
/** The newest link of the chain; `seq` is 0 before the first. */
export type Head = { seq: number; hash: Buffer }

const batchSize = 2_000
/** Rows are looked for among this many ids before the newest chained one: a transaction that began earlier may commit a lower id later. */
const lateIds = 20_000
const lockKey = 0x5ca1_ab1e

/** Every column of a row as text that does not depend on settings of the connection. */
const contentOfLog = sql`jsonb_build_array(l.id, extract(epoch from l.at), l.user_id, l.patient_id, l.action, l.outcome, l.status, l.ip, l.request_id)::text`
const contentOfChange = sql`jsonb_build_array(c.id, extract(epoch from c.at), c.request_id, c.user_id, c.table_name, c.row_id, c.operation, c.before, c.after)::text`

const nextHash = (previous: Buffer, { source, content }: Pick<Row, 'source' | 'content'>): Buffer =>
  createHash('sha256').update(previous).update(source).update(content).digest()

// built per call: runs once in minutes
export const chainHead = async (db: Db): Promise<Head> => {
  const { rows } = await db.execute<{ seq: string; hash: Buffer }>(sql`select seq, hash from ${audit_chain} order by seq desc limit 1`)
  const [head] = rows
  return head ? { seq: Number(head.seq), hash: head.hash } : { seq: 0, hash: Buffer.alloc(32) }
}

// built per call: runs once in minutes
const unchainedRows = async (db: Db): Promise<Row[]> => {
  const { rows } = await db.execute<{ source: Source; id: string; content: string }>(sql`
    with
      logs as (select 'log' as source, l.at, l.id, ${contentOfLog} as content from ${audit_logs} l
        where l.id > coalesce((select max(log_id) from ${audit_chain}), 0) - ${lateIds}::bigint and not exists (select from ${audit_chain} k where k.log_id = l.id)
        order by l.id limit ${batchSize}),
      changes as (select 'change' as source, c.at, c.id, ${contentOfChange} as content from ${audit_changes} c
        where c.id > coalesce((select max(change_id) from ${audit_chain}), 0) - ${lateIds}::bigint and not exists (select from ${audit_chain} k where k.change_id = c.id)
        order by c.id limit ${batchSize})
    select source, id, content from (select * from logs union all select * from changes) rows order by at, source, id`)
  return rows.map(({ id, ...row }) => ({ ...row, id: Number(id) }))
}

/** Chains a batch of committed rows; returns how many. One server at a time: the others return 0. */
// built per call: runs once in minutes
export const chainBatch = (db: Db): Promise<number> =>
  db.transaction(async (tx) => {
    const { rows: locks } = await tx.execute<{ locked: boolean }>(sql`select pg_try_advisory_xact_lock(${lockKey}) as locked`)
    if (!locks[0]!.locked) return 0
    const rows = await unchainedRows(tx)
    let head = await chainHead(tx)
    const links = rows.map((row) => {
      head = { seq: head.seq + 1, hash: nextHash(head.hash, row) }
      return { ...head, log_id: row.source === 'log' ? row.id : null, change_id: row.source === 'change' ? row.id : null }
    })
    for (let at = 0; at < links.length; at += 500) await tx.insert(audit_chain).values(links.slice(at, at + 500))
    return links.length
  })

type Link = { seq: number; hash: Buffer; source: Source; id: number; content: string | null }
/** The first row whose content does not match the chain, or that is missing. */
export type Fault = { seq: number; source: Source; id: number; problem: 'changed' | 'missing' | 'not_chained' | 'link_missing' }

// built per call: a command
const linksAfter = async (db: Db, seq: number): Promise<Link[]> => {
  const { rows } = await db.execute<{ seq: string; hash: Buffer; source: Source; id: string; content: string | null }>(sql`
    select k.seq, k.hash, case when k.log_id is null then 'change' else 'log' end as source, coalesce(k.log_id, k.change_id) as id,
      case when l.id is not null then ${contentOfLog} when c.id is not null then ${contentOfChange} end as content
    from ${audit_chain} k left join ${audit_logs} l on l.id = k.log_id left join ${audit_changes} c on c.id = k.change_id
    where k.seq > ${seq} order by k.seq limit ${batchSize}`)
  return rows.map((row) => ({ ...row, seq: Number(row.seq), id: Number(row.id) }))
}

/** A row that the job should have chained long ago. */
// built per call: a command
const findUnchained = async (db: Db): Promise<Fault | undefined> => {
  const { rows } = await db.execute<{ source: Source; id: string }>(sql`
    select * from (
      (select 'log' as source, l.id from ${audit_logs} l where l.at < now() - interval '1 day' and not exists (select from ${audit_chain} k where k.log_id = l.id) order by l.id limit 1)
      union all
      (select 'change', c.id from ${audit_changes} c where c.at < now() - interval '1 day' and not exists (select from ${audit_chain} k where k.change_id = c.id) order by c.id limit 1)
    ) unchained limit 1`)
  const [row] = rows
  return row && { seq: 0, source: row.source, id: Number(row.id), problem: 'not_chained' }
}

/** Compares every row with the chain, from the first link on. `known` is a head that was noted earlier: a chain that was made anew does not contain it. */
export const verifyChain = async (db: Db, known?: { seq: number; hash: string }): Promise<{ head: Head; fault: Fault | undefined }> => {
  let head: Head = { seq: 0, hash: Buffer.alloc(32) }
  for (let links = await linksAfter(db, 0); links.length; links = await linksAfter(db, head.seq)) {
    for (const { seq, hash, source, id, content } of links) {
      const fault = (problem: Fault['problem']) => ({ head, fault: { seq, source, id, problem } })
      if (seq !== head.seq + 1) return fault('link_missing')
      if (content === null) return fault('missing')
      const expected = nextHash(head.hash, { source, content })
      if (!expected.equals(hash) || (known?.seq === seq && known.hash !== hash.toString('hex'))) return fault('changed')
      head = { seq, hash: expected }
    }
  }
  if (known && known.seq > head.seq) return { head, fault: { seq: known.seq, source: 'log', id: 0, problem: 'link_missing' } }
  return { head, fault: await findUnchained(db) }
}
