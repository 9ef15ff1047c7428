import { addMonths, tokyoDay, tokyoStartOfDay } from '@sukoyaka/rules/time'
import { scopeOf } from '@sukoyaka/wire/access'
import type { listTimeline, TimelineEvent, TimelineKind, TimelineMonth } from '@sukoyaka/wire/boards/timeline'
import type { Input } from '@sukoyaka/wire/endpoint'
import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../../access/actor.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { apiError } from '../../errors/api-error.ts'
import { requiredPermissions, type Source, sources } from './source-store.ts'

/** A position in the stream: by instant, then source, then row. */
type TimelinePosition = { ms: number; rank: number; id: number }
export type Key = TimelinePosition & { kind: TimelineKind; event: TimelineEvent; is_day: boolean }

/** Makes years before 1970 positive, so that the text of a position has no sign. */
const offset = 1e14
/** Positions are clamped to instants that PostgreSQL can compare. */
const [earliest, latest] = [Date.parse('1000-01-01T00:00:00Z'), Date.parse('9000-01-01T00:00:00Z')]
const textOf = ({ ms, rank, id }: TimelinePosition) => `${(ms + offset).toString(36)}-${rank}-${id.toString(36)}`
const parsePosition = (text: string): TimelinePosition => {
  const [ms, rank, id] = text.split('-') as [string, string, string]
  const timestamp = Number.parseInt(ms, 36) - offset
  return { ms: Math.min(Math.max(timestamp, earliest), latest), rank: Number(rank), id: Number.parseInt(id, 36) }
}
/** A rank after all sources: the position follows everything of its instant. */
const maxRank = 99

const positionOfMonth = (month: string): TimelinePosition => ({ ms: tokyoStartOfDay(addMonths(`${month}-01`, 1)).getTime(), rank: maxRank, id: 0 })

/** Conditions on the source's column, which holds an instant or a Tokyo day. */
const sidesOf = ({ at, is_day }: Source, ms: number) => {
  const value = (instant: number) => (is_day ? tokyoDay(new Date(instant)) : new Date(instant).toISOString())
  return {
    before: sql`${at} <= ${value(ms - 1)}`,
    until: sql`${at} <= ${value(ms)}`,
    from: is_day ? sql`${at} > ${value(ms - 1)}` : sql`${at} >= ${value(ms)}`,
    after: sql`${at} > ${value(ms)}`,
  }
}

const olderThan = (source: Source, rank: number, { ms, rank: positionRank, id }: TimelinePosition): SQL => {
  const { before, until } = sidesOf(source, ms)
  if (rank !== positionRank) return rank > positionRank ? until : before
  return sql`(${source.at}, ${source.table.id}) < (${source.is_day ? tokyoDay(new Date(ms)) : new Date(ms).toISOString()}, ${id})`
}
const newerThan = (source: Source, rank: number, { ms, rank: positionRank, id }: TimelinePosition): SQL => {
  const { from, after } = sidesOf(source, ms)
  if (rank !== positionRank) return rank < positionRank ? from : after
  return sql`(${source.at}, ${source.table.id}) > (${source.is_day ? tokyoDay(new Date(ms)) : new Date(ms).toISOString()}, ${id})`
}

const instantOf = ({ at, is_day }: Source) => (is_day ? sql`(${at}::timestamp at time zone 'Asia/Tokyo')` : sql`${at}`)

/** The kinds a reader may see, each with the condition of the search, if any. */
export type VisibleKinds = ReadonlyMap<TimelineKind, SQL | undefined>

export const shownTo = ({ role }: Pick<Actor, 'role'>, kinds: readonly TimelineKind[] | undefined): TimelineKind[] =>
  (Object.keys(requiredPermissions) as TimelineKind[]).filter((kind) => (!kinds?.length || kinds.includes(kind)) && scopeOf(role, requiredPermissions[kind]))

const visibleSources = (visible: VisibleKinds) =>
  sources.flatMap((source, rank) => (visible.has(source.kind) ? [{ source, rank, found: visible.get(source.kind) }] : []))
const rowsOf = (scope: PatientScope, user_id: number, source: Source, found: SQL | undefined) => and(eq(source.user_id, user_id), source.where?.(scope), found)

/** The position just before an item, so that the page begins with it. Undefined if the item does not exist or is not visible. */
const positionOfItem = async (scope: PatientScope, user_id: number, item: string, visible: VisibleKinds): Promise<TimelinePosition | undefined> => {
  const [kind, id] = item.split('-')
  for (const { source, rank, found } of visibleSources(visible).filter(({ source }) => source.kind === kind)) {
    // built per call: the kinds and their conditions vary
    const { rows } = await scope.db.execute<{ ms: number }>(
      sql`select (extract(epoch from ${instantOf(source)}) * 1000)::float8 as ms from ${scope.rows(source.table)} where ${and(eq(source.table.id, Number(id)), rowsOf(scope, user_id, source, found))}`,
    )
    if (rows[0]) return { ms: rows[0].ms, rank, id: Number(id) + 1 }
  }
  return undefined
}

type TimelineQuery = Pick<Input<typeof listTimeline>, 'user_id' | 'month' | 'item' | 'before' | 'after' | 'limit'>
const defaultLimit = 25

/** The keys of one page, with the cursors for older and newer pages. Throws `invalid` for more than one starting position. */
export const keysOf = async (
  scope: PatientScope,
  { user_id, month, item, before, after, limit = defaultLimit }: TimelineQuery,
  visible: VisibleKinds,
  now: Date,
) => {
  if ([month, item, before, after].filter((key) => key !== undefined).length > 1) {
    const fields = Object.entries({ month, item, before, after }).flatMap(([name, value]) => (value === undefined ? [] : [name]))
    throw apiError('invalid', { fields: Object.fromEntries(fields.map((name) => [name, ['not_allowed' as const]])) })
  }
  const from = before ? parsePosition(before) : month ? positionOfMonth(month) : item ? await positionOfItem(scope, user_id, item, visible) : undefined
  const to = after ? parsePosition(after) : undefined
  const parts = visibleSources(visible).map(({ source, rank, found }) => {
    const condition = to ? newerThan(source, rank, to) : from ? olderThan(source, rank, from) : undefined
    const direction = to ? asc : desc
    const event = typeof source.event === 'string' ? sql`${source.event}::text` : source.event(scope)
    return sql`(select ${rank}::int as rank, ${source.table.id} as id, ${event} as event, ${instantOf(source)} as at from ${scope.rows(source.table)}
      where ${and(rowsOf(scope, user_id, source, found), sidesOf(source, now.getTime()).until, condition)}
      order by ${direction(source.at)}, ${direction(source.table.id)} limit ${limit + 1})`
  })
  if (!parts.length) return { keys: [], older: null, newer: null }
  const order = to ? sql`at asc, rank desc, id asc` : sql`at desc, rank asc, id desc`
  // built per call: the kinds, their conditions and the position vary
  const { rows } = await scope.db.execute<{ rank: number; id: number; event: TimelineEvent; ms: number }>(
    sql`select rank, id, event, (extract(epoch from at) * 1000)::float8 as ms from (${sql.join(parts, sql` union all `)}) s order by ${order} limit ${limit + 1}`,
  )
  const hasMore = rows.length > limit
  const page = rows.slice(0, limit).map((row): Key => ({ ...row, kind: sources[row.rank]!.kind, is_day: sources[row.rank]!.is_day }))
  const keys = to ? page.toReversed() : page
  const [first, last] = [keys[0], keys.at(-1)]
  return {
    keys,
    older: to ? textOf(last ?? to) : hasMore && last ? textOf(last) : null,
    newer: to ? (hasMore && first ? textOf(first) : null) : from ? textOf(first ?? from) : null,
  }
}

/** Number of items per month and kind. */
export const monthsOf = async (scope: PatientScope, user_id: number, visible: VisibleKinds, now: Date): Promise<TimelineMonth[]> => {
  const parts = visibleSources(visible).map(
    ({
      source,
      found,
    }) => sql`(select ${source.kind}::text as kind, to_char(${instantOf(source)} at time zone 'Asia/Tokyo', 'YYYY-MM') as month, count(*) as count
      from ${scope.rows(source.table)} where ${and(rowsOf(scope, user_id, source, found), sidesOf(source, now.getTime()).until)} group by 2)`,
  )
  if (!parts.length) return []
  // built per call: the kinds and their conditions vary
  const { rows } = await scope.db.execute<TimelineMonth>(
    sql`select month, kind, sum(count)::int as count from (${sql.join(parts, sql` union all `)}) s group by month, kind order by month desc, kind`,
  )
  return rows
}
