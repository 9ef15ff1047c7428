import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Actor } from '../../../access/actor.ts'
import { patientQuery } from '../../../access/patient-query.ts'
import type { PatientScope } from '../../../access/patient-scope.ts'
import { files } from '../../../database/tables.ts'
import { apiError } from '../../../errors/api-error.ts'
import { decrementUnread, isReply, lockRoomOf } from '../counter-store.ts'
import { forgetMessage } from '../notify-store.ts'
import { message_files, message_likes, message_mentions, message_pins, message_reactions, message_rooms, messages } from '../tables.ts'

/**
 * Updates the room after a deletion: its newest message, and since when the patient waits. After the newest reply is deleted, the patient's messages
 * between the previous reply and the deleted one wait again, except those that need no reply; earlier and later ones keep their state.
 */
const updateRoom = (scope: PatientScope, { id, patient_id, sender_id, wasReply }: { id: number; patient_id: number; sender_id: number; wasReply: boolean }) =>
  scope.db.execute(sql`
    with newest as (
      select id, published_at from ${scope.from(messages, 'm')} where patient_id = ${patient_id} and deleted_at is null order by id desc limit 1
    ), reply as (
      select id from ${scope.from(messages, 'm')} where m.patient_id = ${patient_id} and ${isReply(scope)} order by id desc limit 1
    ), answered as (
      select min(published_at) as since from ${scope.from(messages, 'm')} where m.patient_id = ${patient_id} and m.sender_id = ${patient_id} and m.deleted_at is null and not m.needs_no_reply
        and m.id > coalesce((select id from reply), 0) and m.id < ${id}
    )
    update ${scope.target(message_rooms)} r set
      last_message_id = (select id from newest),
      last_message_at = (select published_at from newest),
      unresponded_since = case
        when ${wasReply} then least(r.unresponded_since, (select since from answered))
        when ${sender_id === patient_id} then (select min(m.published_at) from ${scope.from(messages, 'm')}
          where m.patient_id = ${patient_id} and m.sender_id = ${patient_id} and m.deleted_at is null and not m.needs_no_reply and m.published_at >= r.unresponded_since)
        else r.unresponded_since end
    where r.patient_id = ${patient_id}`)

const lockedMessage = patientQuery((source, isOwnOnly: boolean) =>
  source.db
    .select({
      patient_id: messages.patient_id,
      sender_id: messages.sender_id,
      wasReply: sql<boolean>`exists (select from ${source.from(messages, 'm')} where m.id = ${sql.placeholder('id')} and ${isReply(source)})`,
    })
    .from(source.rows(messages))
    .where(
      and(eq(messages.id, sql.placeholder('id')), isNull(messages.deleted_at), isOwnOnly ? eq(messages.sender_id, sql.placeholder('sender_id')) : undefined),
    )
    .for('update'),
)

/**
 * Clears a message's text and card, and deletes its files, marks and mentions. Only an admin deletes messages of others. Returns the keys of the files,
 * to be removed after the commit.
 */
export const deleteMessage = async (actor: Actor, scope: PatientScope, id: number): Promise<string[]> => {
  await lockRoomOf(scope, id)
  const [message] = await lockedMessage(scope, actor.role !== 'admin').execute({ id, sender_id: actor.id })
  if (!message) throw apiError('not_found')
  const { patient_id, sender_id, wasReply } = message
  scope.record(patient_id)
  await decrementUnread(scope, { id, patient_id })
  await forgetMessage(scope, { id, patient_id })
  await scope.update(messages).set({ deleted_at: sql`now()`, body: '', body_search: '', card: null }).where(eq(messages.id, id))
  const deletedFiles = await scope.db
    .delete(files)
    .where(sql`${files.id} in (select ${message_files.file_id} from ${scope.rows(message_files)} where ${message_files.message_id} = ${id})`)
    .returning({ key: files.key })
  for (const marks of [message_pins, message_reactions, message_likes, message_mentions]) await scope.delete(marks).where(eq(marks.message_id, id))
  await updateRoom(scope, { id, patient_id, sender_id, wasReply })
  return deletedFiles.map(({ key }) => key)
}
