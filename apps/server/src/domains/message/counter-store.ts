import { type SQL, sql } from 'drizzle-orm'
import { type PatientSource, patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { rawQuery } from '../../database/prepared.ts'
import { bulk_recipients } from '../bulk-message/tables.ts'
import { message_rooms, message_unreads, messages } from './tables.ts'

const isBulkMessage = (source: PatientSource, message_id: SQL) =>
  sql`exists (select from ${source.rows(bulk_recipients)} where ${bulk_recipients.message_id} = ${message_id})`

/** SQL condition: the message aliased `m` is a reply to the patient. Bulk messages, data entry requests and recommended products are not replies. */
export const isReply = (source: PatientSource) =>
  sql`(m.sender_id <> m.patient_id and m.deleted_at is null and m.message_type not in ('data_entry_request', 'product') and not ${isBulkMessage(source, sql`m.id`)})`

/** SQL condition: the message aliased `m` counts as unread for this user. A bulk message is unread for the patient only. */
export const isNewTo = (scope: PatientScope, user_id: SQL) =>
  sql`(m.sender_id <> ${user_id} and m.deleted_at is null and (m.patient_id = ${user_id} or not ${isBulkMessage(scope, sql`m.id`)}))`

const roomLock = patientQuery(({ rows }) =>
  rawQuery(sql`
    select from ${rows(message_rooms)} where ${message_rooms.patient_id} = (select patient_id from ${rows(messages)} where id = ${sql.placeholder('id')}) for update`),
)

/** Locks the room of a message with the lock that sending takes too, so that no message is added or deleted meanwhile. */
export const lockRoomOf = (scope: PatientScope, id: number) => roomLock(scope).execute({ id })

type DeletedMessage = { id: number; patient_id: number }
/**
 * Before a message is deleted: decrements the unread counters that include it. A counter of n includes only the n newest messages that are new to its
 * user. The caller must hold the room lock.
 */
export const decrementUnread = (scope: PatientScope, { id, patient_id }: DeletedMessage) =>
  scope.db.execute(sql`
    update ${scope.target(message_unreads)} u set unread_count = u.unread_count - 1
    where u.patient_id = ${patient_id} and ${scope.ownerIs(sql`u.patient_id`)} and u.last_read_message_id < ${id} and u.unread_count > 0
      and exists (select from ${scope.from(messages, 'm')} where m.id = ${id} and ${isNewTo(scope, sql`u.user_id`)})
      and (select count(*) from (
        select from ${scope.from(messages, 'm')} where m.patient_id = u.patient_id and m.id > ${id} and ${isNewTo(scope, sql`u.user_id`)} limit u.unread_count) newer) < u.unread_count`)
