import type { OpenHistory, openMessages } from '@sukoyaka/wire/care/message-mark'
import type { Input } from '@sukoyaka/wire/endpoint'
import { and, asc, eq, ne, sql } from 'drizzle-orm'
import type { Actor } from '../../../access/actor.ts'
import { patientQuery } from '../../../access/patient-query.ts'
import type { PatientScope } from '../../../access/patient-scope.ts'
import { assertValid } from '../../../access/rows.ts'
import { isAnyOf, preparedQuery, rawQuery } from '../../../database/prepared.ts'
import { apiError } from '../../../errors/api-error.ts'
import { personColumns } from '../../account/store.ts'
import { users } from '../../account/tables.ts'
import { isNewTo } from '../counter-store.ts'
import { checkRoomNotifications } from '../notify-store.ts'
import { message_open_histories, message_rooms, message_unreads, messages } from '../tables.ts'

/**
 * Maximum number of open histories that one call writes per room (for the messages since the last read position) and in total: the first opening of an old
 * room may cover very many messages.
 */
const maxPerRoom = 1_000
const maxTotal = 10_000

export type Opened = { patient_id: number; last_read_message_id: number; unread_count: number }
/** `firstRead`: the newest message of the patient that this call opened and that no member of staff had opened before. */
type OpenedRoom = Opened & { isChanged: boolean; firstRead: number | undefined }

const messageRooms = patientQuery(({ db, rows }) =>
  db
    .select({ patient_id: messages.patient_id, up_to: sql<number>`max(${messages.id})`.mapWith(Number), count: sql<number>`count(*)::int` })
    .from(rows(messages))
    .where(isAnyOf(messages.id))
    .groupBy(messages.patient_id)
    .orderBy(asc(messages.patient_id)),
)

/** The rooms of these messages, with the newest of the ids in each. Throws `not_found` unless all messages are in scope. */
const roomsOfMessages = async (scope: PatientScope, ids: readonly number[]) => {
  const rows = await messageRooms(scope).execute({ ids: [...ids] })
  if (rows.reduce((sum, { count }) => sum + count, 0) < new Set(ids).size) throw apiError('not_found')
  for (const { patient_id } of rows) scope.record(patient_id)
  return rows
}

const patientRooms = patientQuery(({ db, rows }) =>
  db
    .select({ patient_id: message_rooms.patient_id, up_to: sql<number>`0`.mapWith(Number) })
    .from(rows(message_rooms))
    .where(isAnyOf(message_rooms.patient_id)),
)

/** Rooms given without a message, for example because they have none. Throws `not_found` unless all are in scope. */
const roomsOfPatients = async (scope: PatientScope, patient_ids: readonly number[]) => {
  const rows = await patientRooms(scope).execute({ ids: [...patient_ids] })
  if (rows.length < new Set(patient_ids).size) throw apiError('not_found')
  for (const { patient_id } of rows) scope.record(patient_id)
  return rows
}

const bigints = (values: readonly number[]) => sql`${sql.param([...values])}::bigint[]`

const lockedCounters = patientQuery(({ db, rows }) =>
  db
    .select()
    .from(rows(message_unreads))
    .where(and(eq(message_unreads.user_id, sql.placeholder('user_id')), isAnyOf(message_unreads.patient_id)))
    .orderBy(asc(message_unreads.patient_id))
    .for('update'),
)

/** Locks the person's counters, in the order of the patients to prevent deadlocks: of two concurrent calls, the second counts from the first one's position. */
const lockCounters = async (scope: PatientScope, user_id: number, patient_ids: readonly number[]) => {
  await scope.db.execute(sql`
    insert into ${scope.target(message_unreads)} (patient_id, user_id) select patient_id, ${user_id} from unnest(${bigints(patient_ids)}) patient_id
    order by patient_id on conflict do nothing`)
  return lockedCounters(scope).execute({ user_id, ids: [...patient_ids] })
}

/** Records that the person opened others' messages: those since the last position, and the given ones. Returns the new records. */
const insertHistories = async (scope: PatientScope, user_id: number, ids: readonly number[], rooms: { patient_id: number; from: number; to: number }[]) => {
  const { rows } = await scope.db.execute<{ patient_id: number; message_id: number }>(sql`
    insert into ${scope.target(message_open_histories)} (message_id, patient_id, user_id)
    select id, patient_id, ${user_id} from (
      select m.id, m.patient_id from unnest(${bigints(rooms.map(({ patient_id }) => patient_id))}, ${bigints(rooms.map(({ from }) => from))}, ${bigints(rooms.map(({ to }) => to))})
        as room (patient_id, last, up_to)
      cross join lateral (
        select id, patient_id from ${scope.rows(messages)} where patient_id = room.patient_id and id > room.last and id <= room.up_to and sender_id <> ${user_id} and deleted_at is null
        order by id desc limit ${sql.raw(String(maxPerRoom))}
      ) m
      union
      select id, patient_id from ${scope.rows(messages)} where id = any(${bigints(ids)}) and sender_id <> ${user_id} and deleted_at is null
      order by id desc limit ${sql.raw(String(maxTotal))}
    ) opened
    on conflict do nothing returning patient_id, message_id`)
  return rows.map(({ patient_id, message_id }) => ({ patient_id: Number(patient_id), message_id: Number(message_id) }))
}

const readLocks = preparedQuery(() =>
  rawQuery(sql`select pg_advisory_xact_lock(hashtextextended('message_read', patient_id)) from unnest(${sql.placeholder('ids')}::bigint[]) patient_id`),
)

const newestUnreadByOthers = patientQuery(({ from }) =>
  rawQuery<{ patient_id: number; newest: number }>(sql`
    select m.patient_id, max(m.id) as newest from ${from(messages, 'm')}
    where m.id = any(${sql.placeholder('ids')}::bigint[]) and m.sender_id = m.patient_id and not exists (
      select from ${from(message_open_histories, 'o')} where o.message_id = m.id and o.user_id not in (${sql.placeholder('user_id')}, m.patient_id))
    group by m.patient_id`),
)

/**
 * By room, the newest patient message that staff have now read for the first time. An advisory lock serialises concurrent calls, so that the patient is
 * notified once. All rooms are locked before anything is published, because no call may wait for a lock while it holds the event counter.
 */
const firstReads = async (
  scope: PatientScope,
  user_id: number,
  opened: readonly { patient_id: number; message_id: number }[],
): Promise<Map<number, number>> => {
  const patient_ids = [...new Set(opened.map(({ patient_id }) => patient_id))].filter((id) => id !== user_id).sort((a, b) => a - b)
  if (!patient_ids.length) return new Map()
  await readLocks(scope.db).execute({ ids: patient_ids })
  const rows = await newestUnreadByOthers(scope).execute({ ids: opened.map(({ message_id }) => message_id), user_id })
  return new Map(rows.map(({ patient_id, newest }) => [Number(patient_id), Number(newest)]))
}

/**
 * Marks these messages and the earlier ones of their rooms as opened. A room given in `patient_ids` alone keeps its read position. No read position moves back;
 * the unread count is computed again from it and never rises. Whether the room waits for a reply does not change.
 */
export const openUpTo = async (
  actor: Actor,
  scope: PatientScope,
  { ids, patient_ids = [] }: Input<typeof openMessages>,
): Promise<{ rooms: OpenedRoom[]; hasCheckedNotifications: boolean }> => {
  assertValid({ ids: !ids.length && !patient_ids.length && 'required' })
  const roomsByMessage = ids.length ? await roomsOfMessages(scope, ids) : []
  const otherRooms = patient_ids.length ? await roomsOfPatients(scope, patient_ids) : []
  const requestedRooms = [...roomsByMessage, ...otherRooms.filter((room) => !roomsByMessage.some(({ patient_id }) => patient_id === room.patient_id))]
  const counters = await lockCounters(
    scope,
    actor.id,
    requestedRooms.map(({ patient_id }) => patient_id),
  )
  const counterByRoom = new Map(counters.map((row) => [row.patient_id, row]))
  const { rows: updatedRows } = await scope.db.execute<Opened>(sql`
    update ${scope.target(message_unreads)} u set
      last_read_message_id = greatest(u.last_read_message_id, room.up_to),
      unread_count = (select count(*) from (
        select from ${scope.from(messages, 'm')} where m.patient_id = u.patient_id and m.id > greatest(u.last_read_message_id, room.up_to)
          and ${isNewTo(scope, sql`u.user_id`)} limit u.unread_count) still)
    from unnest(${bigints(requestedRooms.map(({ patient_id }) => patient_id))}, ${bigints(requestedRooms.map(({ up_to }) => up_to))}) as room (patient_id, up_to)
    where u.user_id = ${actor.id} and u.patient_id = room.patient_id
    returning u.patient_id, u.last_read_message_id, u.unread_count`)
  const updatedRooms = updatedRows.map((row) => ({
    patient_id: Number(row.patient_id),
    last_read_message_id: Number(row.last_read_message_id),
    unread_count: Number(row.unread_count),
  }))
  const newHistories = await insertHistories(
    scope,
    actor.id,
    ids,
    updatedRooms.map(({ patient_id, last_read_message_id }) => ({
      patient_id,
      from: counterByRoom.get(patient_id)!.last_read_message_id,
      to: last_read_message_id,
    })),
  )
  const roomsWithNew = new Set(newHistories.map(({ patient_id }) => patient_id))
  const read = await firstReads(scope, actor.id, newHistories)
  const rooms = updatedRooms
    .map((room) => {
      const previous = counterByRoom.get(room.patient_id)!
      const isMoved = previous.last_read_message_id !== room.last_read_message_id || previous.unread_count !== room.unread_count
      return { ...room, isChanged: isMoved || roomsWithNew.has(room.patient_id), firstRead: read.get(room.patient_id) }
    })
    .sort((a, b) => a.patient_id - b.patient_id)
  return { rooms, hasCheckedNotifications: await checkRoomNotifications(scope, actor.id, rooms) }
}

const senderOfMessage = patientQuery(({ db, rows }) =>
  db
    .select({ patient_id: messages.patient_id, sender_id: messages.sender_id })
    .from(rows(messages))
    .where(eq(messages.id, sql.placeholder('message_id'))),
)

const historiesOfMessage = patientQuery(({ db, rows }) =>
  db
    .select({ user: personColumns, opened_at: message_open_histories.opened_at })
    .from(rows(message_open_histories))
    .innerJoin(users, eq(users.id, message_open_histories.user_id))
    .where(and(eq(message_open_histories.message_id, sql.placeholder('message_id')), ne(users.id, sql.placeholder('sender_id'))))
    .orderBy(asc(message_open_histories.opened_at), asc(users.id)),
)

/** The people other than its sender who opened a message, earliest first. */
export const openHistoriesOf = async (scope: PatientScope, message_id: number): Promise<OpenHistory[]> => {
  const [message] = await senderOfMessage(scope).execute({ message_id })
  if (!message) throw apiError('not_found')
  scope.record(message.patient_id)
  return historiesOfMessage(scope).execute({ message_id, sender_id: message.sender_id })
}
