import { sql } from 'drizzle-orm'
import type { Files } from '../../context/app-context.ts'
import type { Db } from '../../database/db.ts'
import { audit_archives, audit_chain, audit_changes, audit_logs } from '../../database/tables.ts'
import { type Archived, archivedLinks } from './archive-store.ts'
import { type Head, type Link, linksAfter, nextHash, noHead, type Source } from './link-store.ts'

/**
 * The first difference between the rows and the chain. `seq` is 0 for a row that is not chained, `id` is 0 if the row is not known. `archive`: the key of the
 * file that holds the link, or should.
 */
export type Fault = { seq: number; source: Source; id: number; problem: Problem; archive?: string }
type Problem = 'changed' | 'missing' | 'not_chained' | 'link_missing' | 'archive_missing' | 'archive_unreadable'
type Known = { seq: number; hash: string }

/**
 * A row that is not in the chain although newer rows were written a day later or more. It is not compared with the current time: while the service is stopped,
 * and in a restored backup, the newest rows are not chained yet.
 */
// built per call: a command
const findUnchained = async (db: Db): Promise<Fault | undefined> => {
  const { rows } = await db.execute<{ source: Source; id: string }>(sql`
    with old as (select greatest((select max(at) from ${audit_logs}), (select max(at) from ${audit_changes})) - interval '1 day' as until)
    select * from (
      (select 'log' as source, l.id from ${audit_logs} l where l.at < (select until from old) and not exists (select from ${audit_chain} k where k.log_id = l.id) order by l.id limit 1)
      union all
      (select 'change', c.id from ${audit_changes} c where c.at < (select until from old) and not exists (select from ${audit_chain} k where k.change_id = c.id) order by c.id limit 1)
    ) unchained limit 1`)
  const [row] = rows
  return row && { seq: 0, source: row.source, id: Number(row.id), problem: 'not_chained' }
}

class BrokenChain extends Error {
  readonly fault: Fault
  constructor(fault: Fault) {
    super(fault.problem)
    this.fault = fault
  }
}

/** The head after this link. Throws `BrokenChain` if the link does not continue the chain. */
const follow = (head: Head, { seq, hash, source, id, content }: Omit<Link, 'is_old'>, known: Known | undefined, archive?: string): Head => {
  const broken = (problem: Problem) => new BrokenChain({ seq, source, id, problem, ...(archive !== undefined && { archive }) })
  if (seq !== head.seq + 1) throw broken('link_missing')
  if (content === null) throw broken('missing')
  const expected = nextHash(head.hash, { source, content })
  if (!expected.equals(hash) || (known?.seq === seq && known.hash !== hash.toString('hex'))) throw broken('changed')
  return { seq, hash: expected }
}

// built per call: a command
const archives = (db: Db) => db.select().from(audit_archives).orderBy(audit_archives.first_seq)

/** Compares a file with the chain, line by line. */
const followArchive = async (files: Files, archive: Archived, before: Head, known: Known | undefined): Promise<Head> => {
  const { key, first_seq, last_seq, last_hash } = archive
  const broken = (seq: number, problem: Problem) => new BrokenChain({ seq, source: 'log', id: 0, problem, archive: key })
  let head = before
  try {
    const links = await archivedLinks(files, key)
    if (!links) throw broken(first_seq, 'archive_missing')
    for await (const link of links) head = follow(head, link, known, key)
  } catch (error) {
    throw error instanceof BrokenChain ? error : broken(head.seq + 1, 'archive_unreadable')
  }
  if (head.seq !== last_seq) throw broken(head.seq + 1, 'link_missing')
  if (!head.hash.equals(last_hash)) throw broken(head.seq, 'changed')
  return head
}

/**
 * Compares the chain with the rows, from the first link on: first the archived ones, then those in the tables. Then looks for a row that was not chained.
 * `known` is a head that was noted earlier: a chain that was built again does not contain it.
 */
export const verifyChain = (db: Db, files: Files, known?: Known): Promise<{ head: Head; fault: Fault | undefined }> =>
  // one snapshot of the tables, because the job may archive rows meanwhile
  db.transaction(
    async (tx) => {
      let head = noHead()
      try {
        for (const archive of await archives(tx)) head = await followArchive(files, archive, head, known)
        for (let links = await linksAfter(tx, head.seq); links.length; links = await linksAfter(tx, head.seq))
          for (const link of links) head = follow(head, link, known)
      } catch (error) {
        if (error instanceof BrokenChain) return { head, fault: error.fault }
        throw error
      }
      if (known && known.seq > head.seq) return { head, fault: { seq: known.seq, source: 'log', id: 0, problem: 'link_missing' } }
      return { head, fault: await findUnchained(tx) }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
