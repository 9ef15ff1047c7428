import { fold } from '@sukoyaka/rules/fold'
import { careRoles } from '@sukoyaka/wire/access'
import { type InterviewProposal, type Message, maxBytesPerRoom } from '@sukoyaka/wire/care/message'
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Actor } from '../../../access/actor.ts'
import { patientQuery } from '../../../access/patient-query.ts'
import type { PatientScope } from '../../../access/patient-scope.ts'
import { assertValid, normalizeText } from '../../../access/rows.ts'
import { isAnyOf, rawQuery } from '../../../database/prepared.ts'
import { apiError } from '../../../errors/api-error.ts'
import { insertFiles, requireStorage } from '../../../files/file-rows.ts'
import type { Upload } from '../../../files/store-uploads.ts'
import { users } from '../../account/tables.ts'
import { hasChat } from '../../contract/store.ts'
import { requirePatient } from '../../patient/require-store.ts'
import { care_people } from '../../patient/tables.ts'
import { notifyOfMessage } from '../notify-store.ts'
import { message_files, message_mentions, message_rooms, message_unreads, messages } from '../tables.ts'
import { ownerOfMessageFiles } from './image-store.ts'

/** Who sends, and the time by the app's clock. */
export type Sender = { actor: Pick<Actor, 'id' | 'role'>; scope: PatientScope; now: Date }

export type NewMessage = {
  patient_id: number
  body?: string
  content_type?: Message['content_type']
  message_type?: Message['message_type']
  reply_to_message_id?: number | null
  mention_ids?: number[]
  is_urgent?: boolean
  client_id?: string
  data_entry_request_id?: number
  card?: InterviewProposal | { recommendation_id: number }
  /** False: the message is no reply, so a waiting patient still waits. */
  isReply?: boolean
  /** A bulk message: unread for the patient, not for colleagues. */
  isToMany?: boolean
  /** An answer to a card. Patients whose service has no chat may send it too. */
  isAnswer?: boolean
}

const careList = sql.join(
  careRoles.map((role) => sql`${role}`),
  sql`, `,
)

const messageByClientId = patientQuery(({ db, rows }) =>
  db
    .select({ id: messages.id, patient_id: messages.patient_id, body: messages.body, deleted_at: messages.deleted_at })
    .from(rows(messages))
    .where(and(eq(messages.sender_id, sql.placeholder('sender_id')), eq(messages.client_id, sql.placeholder('client_id')))),
)

/** Id of the message already sent with this `client_id`. Throws `idempotency_key_reused` if its patient differs or, unless it was deleted, its text. */
const findDuplicate = async ({ scope, actor }: Sender, { client_id, patient_id }: NewMessage, body: string): Promise<number | undefined> => {
  if (client_id === undefined) return undefined
  const [found] = await messageByClientId(scope).execute({ sender_id: actor.id, client_id })
  if (found && (found.patient_id !== patient_id || (found.body !== body && !found.deleted_at))) throw apiError('idempotency_key_reused', { fields: {} })
  return found?.id
}

const messageOfRoom = patientQuery(({ db, rows }) =>
  db
    .select({ id: messages.id })
    .from(rows(messages))
    .where(and(eq(messages.id, sql.placeholder('id')), eq(messages.patient_id, sql.placeholder('patient_id')))),
)

/** Accepts a deleted message: it may be deleted while somebody writes a reply to it, and the reply then shows that it was. */
const assertInRoom = async ({ scope }: Sender, patient_id: number, id: number) => {
  const [found] = await messageOfRoom(scope).execute({ id, patient_id })
  assertValid({ reply_to_message_id: !found && 'not_allowed' })
}

const membersOf = patientQuery(({ db, rows }, isPatient: boolean) => {
  const patient_id = sql.placeholder('patient_id')
  return db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        isAnyOf(users.id),
        isNull(users.deactivated_at),
        isPatient
          ? sql`exists (select from ${rows(care_people)} where ${care_people.user_id} = ${patient_id} and ${care_people.staff_id} = ${users.id})`
          : sql`(${users.id} = ${patient_id} or ${users.role} in (${careList}))`,
      ),
    )
})

/** Staff may mention care staff and the patient; a patient only their care team; nobody a deactivated person. Throws `person_not_mentionable`. */
const assertMembers = async ({ scope, actor }: Sender, patient_id: number, ids: readonly number[]) => {
  if (!ids.length) return
  const found = await membersOf(scope, actor.role === 'patient').execute({ ids: [...ids], patient_id })
  if (found.length < new Set(ids).size) throw apiError('person_not_mentionable', { fields: { mention_ids: ['not_allowed'] } })
}

/** Increments the unread count of the patient and, unless it is a bulk message, of the care staff, except the sender and deactivated people. */
const incrementUnread = patientQuery(({ target }, isToMany: boolean) =>
  rawQuery(sql`
    insert into ${target(message_unreads)} (patient_id, user_id, unread_count)
    select ${sql.placeholder('patient_id')}, u.id, 1 from ${users} u
    where u.id <> ${sql.placeholder('sender_id')} and u.deactivated_at is null
      and (u.id = ${sql.placeholder('patient_id')} or ${isToMany ? sql`false` : sql`u.role in (${careList})`})
    order by u.id
    on conflict (user_id, patient_id) do update set unread_count = ${message_unreads.unread_count} + 1`),
)

/** One sender per room at a time, so that the newest message is correct. */
const lockedRoom = patientQuery(({ db, rows }) =>
  db
    .select({ id: message_rooms.id })
    .from(rows(message_rooms))
    .where(eq(message_rooms.patient_id, sql.placeholder('patient_id')))
    .for('update'),
)

/** Updates the room's newest message and whether the patient waits for a reply. */
const updateRoom = (
  { scope, actor }: Sender,
  { patient_id, id, published_at, isReply }: { patient_id: number; id: number; published_at: string; isReply: boolean },
) =>
  scope
    .update(message_rooms)
    .set({
      last_message_id: id,
      last_message_at: published_at,
      ...(actor.role === 'patient' && { unresponded_since: sql`coalesce(${message_rooms.unresponded_since}, ${published_at})` }),
      ...(actor.role !== 'patient' && isReply && { unresponded_since: null }),
    })
    .where(eq(message_rooms.patient_id, patient_id))

/**
 * Sends a message in the call's transaction and updates counters, room and notifications. A repeated `client_id` returns the id of the first message and
 * changes nothing.
 */
export const insertMessage = async (sender: Sender, input: NewMessage, uploads: Upload[] = []): Promise<{ id: number; isNew: boolean }> => {
  const {
    patient_id,
    content_type = 'text',
    message_type = 'user',
    mention_ids = [],
    reply_to_message_id = null,
    isReply = true,
    isToMany = false,
    isAnswer = false,
  } = input
  const { actor, scope, now } = sender
  const [room] = await lockedRoom(scope).execute({ patient_id })
  if (!room) await requirePatient(scope, patient_id)
  if (actor.role === 'patient' && !isAnswer && !(await hasChat(scope, patient_id, now))) throw apiError('chat_not_included')
  const body = normalizeText(input.body ?? '')
  // on a retry the checks below could fail (quoted card moved, member gone, storage full), so they come after the search for the message already sent;
  // without such checks the unique key detects the retry
  const canFailOnRetry = reply_to_message_id !== null || mention_ids.length > 0 || uploads.length > 0
  const duplicateId = canFailOnRetry ? await findDuplicate(sender, input, body) : undefined
  if (duplicateId !== undefined) return { id: duplicateId, isNew: false }
  assertValid({ body: !body && !uploads.length && message_type === 'user' && 'required' })
  if (reply_to_message_id !== null) await assertInRoom(sender, patient_id, reply_to_message_id)
  await assertMembers(sender, patient_id, mention_ids)
  // the room lock prevents concurrent uploads
  if (uploads.length) await requireStorage(scope.db, patient_id, ownerOfMessageFiles, uploads, maxBytesPerRoom)
  const [added] = await scope
    .insert(messages)
    .values({
      patient_id,
      sender_id: actor.id,
      body,
      body_search: fold([body, ...uploads.map(({ name }) => name)].filter(Boolean).join('\n')),
      content_type,
      message_type,
      reply_to_message_id,
      client_id: input.client_id ?? null,
      is_urgent: input.is_urgent ?? false,
      data_entry_request_id: input.data_entry_request_id ?? null,
      card: input.card ?? null,
    })
    .onConflictDoNothing({ target: [messages.sender_id, messages.client_id], where: isNotNull(messages.client_id) })
    .returning({ id: messages.id, published_at: messages.published_at })
  if (!added) return { id: (await findDuplicate(sender, input, body))!, isNew: false }
  const { id, published_at } = added
  scope.record(patient_id)
  if (uploads.length) {
    const file_ids = await insertFiles(scope.db, patient_id, ownerOfMessageFiles, uploads)
    await scope.insert(message_files).values(file_ids.map((file_id) => ({ message_id: id, patient_id, file_id })))
  }
  const mentionedIds = [...new Set(mention_ids)].filter((user_id) => user_id !== actor.id)
  if (mentionedIds.length) await scope.insert(message_mentions).values(mentionedIds.map((user_id) => ({ message_id: id, patient_id, user_id })))
  await updateRoom(sender, { patient_id, id, published_at, isReply })
  await incrementUnread(scope, isToMany).execute({ patient_id, sender_id: actor.id })
  const isRequest = message_type === 'data_entry_request'
  await notifyOfMessage(scope, { id, patient_id, sender_id: actor.id, mention_ids: mentionedIds, is_urgent: input.is_urgent ?? false, isToMany, isRequest })
  return { id, isNew: true }
}
