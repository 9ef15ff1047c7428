import { sql } from 'drizzle-orm'
import type { World } from '../../test/world.ts'

/** What each was told and what is new to each. */
export type NoticeRows = Record<number, { notification_id: number; record_id: number }>

/** Everybody was told of both patients, and has one record that is new; patients of themselves alone. */
export const addNotices = async ({ house: { db } }: World, canary: string): Promise<NoticeRows> => {
  const { rows: told } = await db.execute<{ id: number; user_id: number }>(sql`
    insert into notifications (user_id, kind, patient_id, record_id, body, told_at)
    select u.id, 'bulk_test', p.user_id, 1, case when u.role <> 'patient' then ${canary} else '' end, now() from users u, patients p where u.role <> 'patient' or p.user_id = u.id returning id, user_id`)
  const { rows: unread } = await db.execute<{ id: number; user_id: number }>(
    sql`insert into user_unread_records (user_id, record_type, record_id) select id, 'interview', 1 from users returning id, user_id`,
  )
  const record_of = new Map(unread.map(({ id, user_id }) => [Number(user_id), Number(id)]))
  return Object.fromEntries(told.map(({ id, user_id }) => [Number(user_id), { notification_id: Number(id), record_id: record_of.get(Number(user_id))! }]))
}
