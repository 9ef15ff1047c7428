import { desc, sql } from 'drizzle-orm'
import type { Db } from '../../database/db.ts'
import { audit_archives, audit_chain, audit_changes, audit_logs } from '../../database/tables.ts'
import { batchSize, contentOfChange, contentOfLog, type Head, nextHash, noHead, type Source } from './link-store.ts'

type Row = { source: Source; id: number; content: string }

/** The search for unchained rows begins this many ids before the newest chained id: a transaction that began earlier may commit a lower id later. */
const lateIds = 20_000
const lockKey = 0x5ca1_ab1e

// built per call: runs once in minutes
export const chainHead = async (db: Db): Promise<Head> => {
  const { rows } = await db.execute<{ seq: string; hash: Buffer }>(sql`select seq, hash from ${audit_chain} order by seq desc limit 1`)
  const [head] = rows
  return head ? { seq: Number(head.seq), hash: head.hash } : archivedHead(db)
}

/** The newest archived link, to which the oldest link in the table is chained. */
// built per call: runs once in minutes
export const archivedHead = async (db: Db): Promise<Head> => {
  const [newest] = await db
    .select({ seq: audit_archives.last_seq, hash: audit_archives.last_hash })
    .from(audit_archives)
    .orderBy(desc(audit_archives.last_seq))
    .limit(1)
  return newest ?? noHead()
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

/** Takes the lock that is needed to add or archive links. */
// built per call: runs once in minutes
export const lockChain = (tx: Db) => tx.execute(sql`select pg_advisory_xact_lock(${lockKey})`)

/** Chains a batch of committed rows; returns how many. Returns 0 while another server does it. */
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
