import { and, eq, isNull, sql } from 'drizzle-orm'
import { type Actor, type Reach, touch, within } from '../../access/gate.ts'
import type { Db } from '../../kit/db.ts'
import { refuse } from '../../kit/refusal.ts'
import { files } from '../../kit/tables.ts'
import { notifications } from '../../notification/tables.ts'
import { message_files, message_likes, message_mentions, message_pins, message_reactions, message_rooms, message_unreads, messages } from '../tables.ts'

/** The room without it: its newest, and since when the patient waits. */
const keepRoom = (db: Db, patient_id: number, byStaff: boolean) =>
  db.execute(sql`
    with newest as (
      select id, published_at from ${messages} where patient_id = ${patient_id} and deleted_at is null order by id desc limit 1
    ), waits as (
      select min(published_at) as since from ${messages} m where m.patient_id = ${patient_id} and m.sender_id = ${patient_id} and m.deleted_at is null
        and m.id > coalesce((select max(s.id) from ${messages} s where s.patient_id = ${patient_id} and s.sender_id <> ${patient_id} and s.deleted_at is null), 0)
    )
    update ${message_rooms} r set
      last_message_id = (select id from newest),
      last_message_at = (select published_at from newest),
      unresponded_since = case
        -- an answer that was taken back is none
        when ${byStaff} then coalesce(r.unresponded_since, (select since from waits))
        when r.unresponded_since is not null then (select since from waits) end
    where r.patient_id = ${patient_id}`)

/** Takes the words and files of a message back; answers the keys whose bytes go once that is committed. */
export const deleteMessage = async (db: Db, actor: Actor, reach: Reach, id: number): Promise<string[]> => {
  const mine = actor.role === 'admin' ? undefined : eq(messages.sender_id, actor.id)
  const [held] = await db
    .select({ patient_id: messages.patient_id, sender_id: messages.sender_id })
    .from(messages)
    .where(and(eq(messages.id, id), within(reach, messages.patient_id), isNull(messages.deleted_at), mine))
    .for('update')
  if (!held) throw refuse('not_found')
  const { patient_id, sender_id } = held
  touch(reach, patient_id)
  await db
    .update(messages)
    .set({ deleted_at: sql`now()` as never, body: '', body_search: '', card: null })
    .where(eq(messages.id, id))
  const gone = await db
    .delete(files)
    .where(sql`${files.id} in (select ${message_files.file_id} from ${message_files} where ${message_files.message_id} = ${id})`)
    .returning({ key: files.key })
  for (const marks of [message_pins, message_reactions, message_likes, message_mentions]) await db.delete(marks).where(eq(marks.message_id, id))
  await db
    .update(message_unreads)
    .set({ unread_count: sql`greatest(${message_unreads.unread_count} - 1, 0)` })
    .where(
      and(
        eq(message_unreads.patient_id, patient_id),
        sql`${message_unreads.user_id} <> ${sender_id}`,
        sql`${message_unreads.last_read_message_id} < ${id}`,
        sql`${message_unreads.unread_count} > 0`,
      ),
    )
  await db.delete(notifications).where(and(eq(notifications.message_id, id), isNull(notifications.checked_at), eq(notifications.count, 1)))
  await keepRoom(db, patient_id, sender_id !== patient_id)
  return gone.map(({ key }) => key)
}
