import { sql } from 'drizzle-orm'
import type { RowsTarget } from './target.ts'

type ByAuthor = Record<number, number[]>
/** Ids of pins, reactions, likes, notes and reminders of one conversation; each DELETE request uses one up. All staff share the pins. */
export type MarkRows = { pins: number[]; reactions: ByAuthor; likes: ByAuthor; notes: ByAuthor; reminders: ByAuthor }

export const noMarks: MarkRows = { pins: [], reactions: {}, likes: {}, notes: {}, reminders: {} }

const rowsPerUser = 12

export const addMarks = async ({ context: { db } }: RowsTarget, user_id: number, canary: string): Promise<MarkRows> => {
  const message_ids = (
    await db.execute<{ id: number }>(sql`insert into messages (patient_id, sender_id, body, body_search)
      select ${user_id}, ${user_id}, ${canary}, ${canary} from generate_series(1, ${rowsPerUser * 2}) returning id`)
  ).rows.map(({ id }) => Number(id))
  const messageUserPairs = sql`unnest(${sql.param(message_ids.slice(0, rowsPerUser))}::bigint[]) m cross join (select id from users where id = ${user_id} or role <> 'patient') u`
  const idsByUser = async (query: ReturnType<typeof sql>): Promise<Record<number, number[]>> => {
    const { rows } = await db.execute<{ id: number; user_id: number }>(query)
    return Object.fromEntries(
      [...Map.groupBy(rows, (row) => Number(row.user_id))].map(([userId, rowsOfUser]) => [userId, rowsOfUser.map(({ id }) => Number(id))]),
    )
  }
  const { rows: pins } = await db.execute<{ id: number }>(sql`
    insert into message_pins (message_id, patient_id, user_id) select m, ${user_id}, u.id from unnest(${sql.param(message_ids)}::bigint[]) m
    cross join (select id from users where role = 'nurse' order by id limit 1) u returning id`)
  await db.execute(sql`insert into message_open_histories (message_id, patient_id, user_id) select m, ${user_id}, u.id from ${messageUserPairs}`)
  return {
    pins: pins.map(({ id }) => Number(id)),
    reactions: await idsByUser(
      sql`insert into message_reactions (message_id, patient_id, user_id, emoticon) select m, ${user_id}, u.id, 'heart' from ${messageUserPairs} returning id, user_id`,
    ),
    likes: await idsByUser(
      sql`insert into message_likes (message_id, patient_id, user_id) select m, ${user_id}, u.id from ${messageUserPairs} returning id, user_id`,
    ),
    notes: await idsByUser(sql`
      insert into message_notes (patient_id, author_id, body, body_search) select ${user_id}, u.id, ${canary}, ${canary} from users u cross join generate_series(1, ${rowsPerUser})
      where u.role <> 'patient' returning id, author_id as user_id`),
    reminders: await idsByUser(sql`
      insert into message_reminders (patient_id, user_id, remind_at, reason) select ${user_id}, id, now() + interval '30 days', ${canary} from users where role <> 'patient'
      on conflict (user_id, patient_id) where done_at is null do update set reason = excluded.reason returning id, user_id`),
  }
}
