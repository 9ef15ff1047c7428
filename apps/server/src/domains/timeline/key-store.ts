import { addMonths, tokyoDay, tokyoStartOfDay } from '@sukoyaka/rules/time'
import { scopeOf } from '@sukoyaka/wire/access'
import type { listTimeline, TimelineEvent, TimelineKind, TimelineMonth } from '@sukoyaka/wire/boards/timeline'
import type { Input } from '@sukoyaka/wire/endpoint'
import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { Actor } from '../../access/actor.ts'
import { type PatientSource, patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { rawQuery } from '../../database/prepared.ts'
import { apiError } from '../../errors/api-error.ts'
import { foundCondition, type VisibleKinds } from './search-store.ts'
import { requiredPermissions, type Source, sources } from './source-store.ts'

/** A position in the stream: by instant, then source, then row. */
type TimelinePosition = { ms: number; rank: number; id: number }
export type Key = TimelinePosition & { kind: TimelineKind; event: TimelineEvent; is_day: boolean }

/** Makes instants before 1970 positive, so that the text of a position has no sign. */
const offset = 1e14
/** Positions are clamped to instants that PostgreSQL can compare. */
const [earliest, latest] = [Date.parse('1000-01-01T00:00:00Z'), Date.parse('9000-01-01T00:00:00Z')]
const textOf = ({ ms, rank, id }: TimelinePosition) => `${(ms + offset).toString(36)}-${rank}-${id.toString(36)}`
const parsePosition = (text: string): TimelinePosition => {
  const [ms, rank, id] = text.split('-') as [string, string, string]
  const timestamp = Number.parseInt(ms, 36) - offset
  return { ms: Math.min(Math.max(timestamp, earliest), latest), rank: Number(rank), id: Number.parseInt(id, 36) }
}
/** A rank above those of all sources: a position with this rank comes after all rows of its instant. */
const maxRank = 99

const positionOfMonth = (month: string): TimelinePosition => ({ ms: tokyoStartOfDay(addMonths(`${month}-01`, 1)).getTime(), rank: maxRank, id: 0 })

/** An id above those of all rows. */
const maxId = Number.MAX_SAFE_INTEGER

type Side = 'first' | 'older' | 'newer'

/**
 * The values of the placeholders `at_<rank>` and `id_<rank>`: where a position stands among the rows of each source. At the instant of the position, rows of
 * a lower rank are newer than it, and rows of a higher rank older.
 */
const startValues = ({ ms, rank: positionRank, id }: TimelinePosition): Record<string, string | number> =>
  Object.fromEntries(
    sources.flatMap(({ is_day }, rank) => {
      const instant = new Date(rank < positionRank ? ms - 1 : ms)
      return [
        [`at_${rank}`, is_day ? tokyoDay(instant) : instant.toISOString()],
        [`id_${rank}`, rank === positionRank ? id : maxId],
      ]
    }),
  )

const instantOf = ({ at, is_day }: Source) => (is_day ? sql`(${at}::timestamp at time zone 'Asia/Tokyo')` : sql`${at}`)

export const shownTo = ({ role }: Pick<Actor, 'role'>, kinds: readonly TimelineKind[] | undefined): TimelineKind[] =>
  (Object.keys(requiredPermissions) as TimelineKind[]).filter((kind) => (!kinds?.length || kinds.includes(kind)) && scopeOf(role, requiredPermissions[kind]))

/** The sources of these kinds, with the condition for the rows of the patient, and of the search if there is one. */
const rowsOfKinds = (tools: PatientSource, kinds: string, isSearch: boolean) =>
  sources.flatMap((source, rank) => {
    if (!kinds.split(',').includes(source.kind)) return []
    const condition = and(eq(source.user_id, sql.placeholder('user_id')), source.where?.(tools), isSearch ? foundCondition(source.kind) : undefined)
    return [{ source, rank, condition }]
  })
const isPast = ({ at, is_day }: Source) => sql`${at} <= ${sql.placeholder(is_day ? 'today' : 'now')}`
const nowValues = (now: Date) => ({ now: now.toISOString(), today: tokyoDay(now) })
const shapeOf = ({ kinds, found }: VisibleKinds): [kinds: string, isSearch: boolean] => [kinds.join(), found !== undefined]

const instantOfItem = patientQuery((tools, kind: string, isSearch: boolean) =>
  rawQuery<{ ms: number; rank: number }>(
    sql`${sql.join(
      rowsOfKinds(tools, kind, isSearch).map(
        ({ source, rank, condition }) => sql`(select ${rank}::int as rank, (extract(epoch from ${instantOf(source)}) * 1000)::float8 as ms
          from ${tools.rows(source.table)} where ${and(eq(source.table.id, sql.placeholder('id')), condition)})`,
      ),
      sql` union all `,
    )} order by rank limit 1`,
  ),
)

/** The position just before an item, so that the page begins with it. Undefined if the item does not exist or is not visible. */
const positionOfItem = async (scope: PatientScope, user_id: number, item: string, { kinds, found }: VisibleKinds): Promise<TimelinePosition | undefined> => {
  const [kind, text] = item.split('-') as [TimelineKind, string]
  if (!kinds.includes(kind)) return undefined
  const id = Number(text)
  const [row] = await instantOfItem(scope, kind, found !== undefined).execute({ user_id, id, ...found })
  return row && { ms: row.ms, rank: row.rank, id: id + 1 }
}

/** The next rows of the sources of these kinds, merged. */
const keysOfKinds = patientQuery((tools, kinds: string, isSearch: boolean, side: Side) => {
  const isAscending = side === 'newer'
  const direction = isAscending ? asc : desc
  const limit = sql.placeholder('limit')
  const parts = rowsOfKinds(tools, kinds, isSearch).map(({ source, rank, condition }) => {
    const { at, table } = source
    const start = sql`(${sql.placeholder(`at_${rank}`)}, ${sql.placeholder(`id_${rank}`)})`
    const isOnSide = side === 'first' ? undefined : sql`(${at}, ${table.id}) ${sql.raw(isAscending ? '>' : '<')} ${start}`
    const event = typeof source.event === 'string' ? sql`${sql.raw(`'${source.event}'`)}::text` : source.event(tools)
    return sql`(select ${sql.raw(String(rank))} as rank, ${table.id} as id, ${event} as event, ${instantOf(source)} as at from ${tools.rows(table)}
      where ${and(condition, isPast(source), isOnSide)} order by ${direction(at)}, ${direction(table.id)} limit ${limit})`
  })
  const order = isAscending ? sql`at asc, rank desc, id asc` : sql`at desc, rank asc, id desc`
  return rawQuery<{ rank: number; id: number; event: TimelineEvent; ms: number }>(
    sql`select rank, id, event, (extract(epoch from at) * 1000)::float8 as ms from (${sql.join(parts, sql` union all `)}) s order by ${order} limit ${limit}`,
  )
})

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
  if (!visible.kinds.length) return { keys: [], older: null, newer: null }
  const read = (side: Side, start: TimelinePosition | undefined, limit: number) =>
    keysOfKinds(scope, ...shapeOf(visible), side).execute({ user_id, limit, ...nowValues(now), ...visible.found, ...(start && startValues(start)) })
  const rows = await read(to ? 'newer' : from ? 'older' : 'first', to ?? from, limit + 1)
  const hasMore = rows.length > limit
  const page = rows.slice(0, limit).map((row): Key => ({ ...row, kind: sources[row.rank]!.kind, is_day: sources[row.rank]!.is_day }))
  const keys = to ? page.toReversed() : page
  const [first, last] = [keys[0], keys.at(-1)]
  const newest = first ?? from
  // a page that was read by `before` always has a newer page: the one that the position was taken from
  const hasNewer = to ? hasMore : from && (before !== undefined || (await read('newer', newest, 1)).length > 0)
  return {
    keys,
    older: to ? textOf(last ?? to) : hasMore && last ? textOf(last) : null,
    newer: hasNewer && newest ? textOf(newest) : null,
  }
}

const countsOfMonths = patientQuery((tools, kinds: string, isSearch: boolean) => {
  const parts = rowsOfKinds(tools, kinds, isSearch).map(
    ({ source, condition }) => sql`(select ${sql.raw(`'${source.kind}'`)} as kind, to_char(${instantOf(source)} at time zone 'Asia/Tokyo', 'YYYY-MM') as month,
      count(*) as count from ${tools.rows(source.table)} where ${and(condition, isPast(source))} group by 2)`,
  )
  return rawQuery<TimelineMonth>(
    sql`select month, kind, sum(count)::int as count from (${sql.join(parts, sql` union all `)}) s group by month, kind order by month desc, kind`,
  )
})

/** Number of items per month and kind. */
export const monthsOf = async (scope: PatientScope, user_id: number, visible: VisibleKinds, now: Date): Promise<TimelineMonth[]> =>
  visible.kinds.length ? countsOfMonths(scope, ...shapeOf(visible)).execute({ user_id, ...nowValues(now), ...visible.found }) : []
