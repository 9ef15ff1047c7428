import { sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { rawQuery } from '../../database/prepared.ts'
import { notifications } from '../notification/tables.ts'
import { care_people } from '../patient/tables.ts'
import { isNewTo } from './counter-store.ts'
import { message_mentions, messages } from './tables.ts'

type Sent = { id: number; patient_id: number; sender_id: number; mention_ids: readonly number[]; is_urgent: boolean; isToMany?: boolean; isRequest?: boolean }

/**
 * Notifies the care team, the patient and the people mentioned, except the sender and deactivated people. A bulk
 * message notifies the patient only. The patient is not notified of a data entry request here, but by `notifyOfRecord`. Each person has at most one open
 * notification per room and kind: a further message increases its count and makes it due for mail and push again.
 */
export const notifyOfMessage = (
  scope: PatientScope,
  { id, patient_id, sender_id, mention_ids, is_urgent, isToMany = false, isRequest = false }: Sent,
): Promise<unknown> => insertNotifications(scope, isToMany, isRequest).execute({ id, patient_id, sender_id, mention_ids: [...mention_ids], is_urgent })

const insertNotifications = patientQuery(({ rows }, isToMany: boolean, isRequest: boolean) => {
  const [id, patient_id, sender_id, is_urgent] = [
    sql.placeholder('id'),
    sql.placeholder('patient_id'),
    sql.placeholder('sender_id'),
    sql.placeholder('is_urgent'),
  ]
  return rawQuery(sql`
    insert into ${notifications} (user_id, kind, patient_id, message_id, is_urgent)
    select recipients.user_id, recipients.kind, ${patient_id}, ${id}, ${is_urgent}
    from (
      select distinct on (user_id) user_id, kind from (
        select unnest(${sql.placeholder('mention_ids')}::bigint[]) as user_id, 'mention' as kind, 0 as at
        ${isToMany ? sql`` : sql`union all select ${care_people.staff_id}, 'message', 1 from ${rows(care_people)} where ${care_people.user_id} = ${patient_id}`}
        ${isRequest ? sql`` : sql`union all select ${patient_id}, 'message', 1`}
      ) everybody order by user_id, at
    ) recipients
    join users u on u.id = recipients.user_id and u.deactivated_at is null
    where recipients.user_id <> ${sender_id}
    order by recipients.user_id
    on conflict (user_id, kind, patient_id) where checked_at is null and kind in ('message', 'mention')
    do update set message_id = excluded.message_id, count = ${notifications.count} + 1, updated_at = now(), pushed_at = null,
      unmailed_since = case when ${notifications.mailed_at} is null then ${notifications.unmailed_since} else now() end, mailed_at = null,
      is_urgent = ${notifications.is_urgent} or excluded.is_urgent`)
})

/** Before a message is deleted: decrements the open message and mention notifications that count it and deletes those that reach zero. */
export const forgetMessage = async (scope: PatientScope, { id, patient_id }: { id: number; patient_id: number }): Promise<void> => {
  await scope.db.execute(sql`
    update ${notifications} n set count = n.count - 1
    from ${scope.from(messages, 'm')}
    where m.id = ${id} and n.patient_id = ${patient_id} and n.checked_at is null and n.created_at <= m.published_at and ${isNewTo(scope, sql`n.user_id`)}
      and n.kind = case when exists (select from ${scope.from(message_mentions, 'o')} where o.message_id = m.id and o.user_id = n.user_id) then 'mention' else 'message' end
      and not (m.message_type = 'data_entry_request' and n.user_id = m.patient_id)`)
  await scope.db.execute(
    sql`delete from ${notifications} n where n.patient_id = ${patient_id} and n.checked_at is null and n.kind in ('message', 'mention') and n.count < 1`,
  )
}

/** Marks as checked the message, mention and reminder notifications up to the read position or without a message. Returns whether there were any. */
export const checkRoomNotifications = async (
  scope: PatientScope,
  user_id: number,
  rooms: readonly { patient_id: number; last_read_message_id: number }[],
): Promise<boolean> => {
  const { rowCount } = await scope.db.execute(sql`
    update ${notifications} n set checked_at = now()
    from unnest(${sql.param(rooms.map(({ patient_id }) => patient_id))}::bigint[], ${sql.param(rooms.map((room) => room.last_read_message_id))}::bigint[])
      as room (patient_id, up_to)
    where n.user_id = ${user_id} and n.patient_id = room.patient_id and n.checked_at is null and n.kind in ('message', 'mention', 'reminder')
      and coalesce(n.message_id, 0) <= room.up_to`)
  return Boolean(rowCount)
}
