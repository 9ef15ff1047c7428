import { sql } from 'drizzle-orm'
import type { RowsTarget } from './target.ts'

/** A notification, an unread record and push subscriptions per person. */
export type NoticeRows = Record<
  number,
  {
    notification_id: number
    record_id: number
    /** Each DELETE request uses one up. */
    subscription_ids: number[]
  }
>

/** Staff have notifications about every patient, patients about themselves; everyone has one unread record. */
export const addNotices = async ({ context: { db } }: RowsTarget, canary: string): Promise<NoticeRows> => {
  const { rows: notifications } = await db.execute<{ id: number; user_id: number }>(sql`
    insert into notifications (user_id, kind, patient_id, record_id, body, mailed_at)
    select u.id, 'bulk_test', p.user_id, 1, case when u.role <> 'patient' then ${canary} else '' end, now() from users u, patients p where u.role <> 'patient' or p.user_id = u.id returning id, user_id`)
  const { rows: unreadRows } = await db.execute<{ id: number; user_id: number }>(
    sql`insert into user_unread_records (user_id, record_type, record_id) select id, 'interview', 1 from users returning id, user_id`,
  )
  const { rows: subscriptionRows } = await db.execute<{ id: number; user_id: number }>(sql`
    insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth)
    select u.id, (select min(s.id) from sessions s where s.user_id = u.id), 'https://web.push.apple.com/' || u.id || '/' || n, 'p', 'a' from users u, generate_series(1, 12) n
    where exists (select from sessions s where s.user_id = u.id) returning id, user_id`)
  const idsOf = (user_id: number, rows: { id: number; user_id: number }[]) => rows.filter((row) => Number(row.user_id) === user_id).map(({ id }) => Number(id))
  const ids = notifications.map(({ user_id }) => Number(user_id))
  return Object.fromEntries(
    ids.map((id) => [
      id,
      { notification_id: idsOf(id, notifications)[0]!, record_id: idsOf(id, unreadRows)[0]!, subscription_ids: idsOf(id, subscriptionRows) },
    ]),
  )
}
