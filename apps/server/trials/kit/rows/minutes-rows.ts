import { sql } from 'drizzle-orm'
import type { RowsTarget } from './target.ts'

/** Interviews and minutes of one patient; requests use some of them up. */
export type MinutesRows = {
  interview_id: number
  /** Interviews with draft minutes. */
  drafted_ids: number[]
  /** Action items of the minutes of `interview_id`. */
  item_ids: number[]
  /** Minutes without an interview (`waiting_ids`), and interviews without minutes (`free_ids`). */
  waiting_ids: number[]
  free_ids: number[]
}

const unusedId = 8_888_888
export const noMinutes: MinutesRows = { interview_id: unusedId, drafted_ids: [unusedId], item_ids: [unusedId], waiting_ids: [unusedId], free_ids: [unusedId] }

const rowsPerList = 60

export const addMinutes = async ({ context: { db } }: RowsTarget, user_id: number, interview_id: number, canary: string): Promise<MinutesRows> => {
  const ids = async (query: ReturnType<typeof sql>) => (await db.execute<{ id: number }>(query)).rows.map(({ id }) => Number(id))
  const interviews = () =>
    ids(
      sql`insert into interviews (interviewee_id, kind, conducted_at, meeting_type) select ${user_id}, 'follow', '2026-01-12T05:00:00Z'::timestamptz + n * interval '1 day', 'other' from generate_series(1, ${rowsPerList}) n returning id`,
    )
  const transcript = JSON.stringify([{ speaker: canary, text: canary, at: 1 }])
  const sections = JSON.stringify([{ kind: 'summary', title: '', sentences: [{ text: canary, source: { from: 0, to: 0 } }] }])
  const minutes = (interviewIds: readonly (number | null)[], label = '') =>
    ids(
      sql`insert into interview_minutes (interview_id, external_id, body_hash, name, met_at, attendees, transcript, sections)
        select i, ${`trial ${user_id} ${label}`} || n, '', ${canary}, '2020-01-12T05:00:00Z', array[${canary}], ${transcript}::jsonb, ${sections}::jsonb from unnest(${sql.param(interviewIds)}::bigint[]) with ordinality as t (i, n) returning id`,
    )
  const drafted_ids = await interviews()
  const [first] = await minutes([interview_id, ...drafted_ids])
  const item_ids = await ids(
    sql`insert into minutes_action_items (minutes_id, content, description, assignee_name) select ${first}, ${canary}, ${canary}, ${canary} from generate_series(1, ${rowsPerList * 2}) returning id`,
  )
  return {
    interview_id,
    drafted_ids,
    item_ids,
    waiting_ids: await minutes(
      Array.from({ length: rowsPerList * 2 }, () => null),
      'waiting ',
    ),
    free_ids: await interviews(),
  }
}

/** Three calendar feeds per person. */
export const addFeeds = async ({ context: { db } }: RowsTarget): Promise<Record<number, number[]>> => {
  const { rows } = await db.execute<{ id: number; user_id: number }>(
    sql`insert into calendar_feeds (user_id, secret_hash, name) select id, convert_to(id || ' ' || n, 'UTF8'), '電話' from users, generate_series(1, 3) n returning id, user_id`,
  )
  return Object.fromEntries(
    [...Map.groupBy(rows, ({ user_id }) => Number(user_id))].map(([user_id, ownRows]) => [user_id, ownRows.map(({ id }) => Number(id))]),
  )
}
