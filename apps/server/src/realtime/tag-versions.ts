import type { Tag } from '@sukoyaka/wire/all'
import type { Pool } from 'pg'

export type TagVersions = {
  /** A number that grows with each committed event that has one of these tags. Reads one row if nothing was published since the last call. */
  versionOf: (tags: readonly Tag[]) => Promise<number>
}

type Row = { last: number; id: number | null; changes: string[] | null }

const maxEvents = 1_000
/** Higher than any id. */
const noEvents = Number.MAX_SAFE_INTEGER

/** Keeps the id of the newest event of each tag. PostgreSQL is asked on each call, so a version covers every change that was committed before the call. */
export const openTagVersions = (pool: Pool): TagVersions => {
  const newest = new Map<string, number>()
  /** All events up to this id are counted, except those up to `start`, whose tags are unknown. */
  let known = noEvents
  let start = 0

  const readNew = async () => {
    const after = known
    const { rows } = await pool.query<Row>({
      name: 'tag_versions',
      text: `select c.last, e.id, e.changes from event_counter c left join lateral (select id, changes from events where id > $1 order by id limit ${maxEvents}) e on true`,
      values: [after],
    })
    const { last, id } = rows[0]!
    // false at the first call, and if the events after `after` are too many to read or some were already deleted: then their tags are unknown
    const hasAll = after !== noEvents && rows.length < maxEvents && (last <= after || id === after + 1)
    if (hasAll) for (const row of rows) for (const tag of row.changes ?? []) newest.set(tag, Math.max(newest.get(tag) ?? 0, row.id!))
    else start = Math.max(start, last)
    known = known === noEvents ? last : Math.max(known, last)
  }

  return {
    versionOf: async (tags) => {
      await readNew()
      return Math.max(start, ...tags.map((tag) => newest.get(tag) ?? 0))
    },
  }
}
