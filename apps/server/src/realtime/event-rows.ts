import type { Tag } from '@sukoyaka/wire/all'
import { sql } from 'drizzle-orm'
import type { Db } from '../database/db.ts'
import { preparedQuery, rawQuery } from '../database/prepared.ts'
import type { PresenceReport } from './record-presence.ts'

/**
 * Subject of an event, for clients that display it: the kind and the record's id. The record of `presence.changed` is the user, who does not receive it:
 * people see the presence of others only.
 */
export type EventSubject = { kind: EventKind; record_id: number }
export type EventKind = 'message.new' | 'message.changed' | 'message.deleted' | 'message.read' | StaffOnlyKind
/**
 * Kinds that patients do not receive: staff opened messages, changed whether a conversation waits for a reply or who takes care of it, or entered, left or
 * typed in a conversation.
 */
export const staffOnlyKinds = ['message.opened', 'room.changed', 'presence.changed'] as const
type StaffOnlyKind = (typeof staffOnlyKinds)[number]

const insertEvent = preparedQuery(() => {
  const [user_id, patient_id, changes] = [sql.placeholder('user_id'), sql.placeholder('patient_id'), sql.placeholder('changes')]
  return rawQuery<{ id: string }>(
    sql`select publish_event(${user_id}, ${patient_id}, ${changes}::text[], ${sql.placeholder('kind')}, ${sql.placeholder('record_id')}) as id`,
  )
})

/** Id of the newest event published with a `Db`. Later transactions of the connection may have the same `Db`. */
const newestEvents = new WeakMap<Db, number>()
/**
 * Runs `run` in the transaction and adds the id of the newest event that it published with `tx`, if any, to its result. No event with a lower id commits
 * after that one, because the counter is locked until the commit.
 */
export const withNewestEvent = async <T extends object>(tx: Db, run: (tx: Db) => Promise<T>): Promise<T & { newestEvent: number | undefined }> => {
  newestEvents.delete(tx)
  const result = await run(tx)
  return { ...result, newestEvent: newestEvents.get(tx) }
}

const publishEvent = async (db: Db, user_id: number | null, patient_id: number | null, changes: readonly Tag[], subject?: EventSubject): Promise<void> => {
  const [event] = await insertEvent(db).execute({ user_id, patient_id, changes, kind: subject?.kind ?? null, record_id: subject?.record_id ?? null })
  newestEvents.set(db, Number(event!.id))
}

const selectNewestEvent = preparedQuery(() => rawQuery<{ last: string }>(sql`select last from event_counter`))
/** Id of the newest event. What is read afterwards includes the changes of all events up to it. */
export const newestEventId = async (db: Db): Promise<number> => {
  const [counter] = await selectNewestEvent(db).execute()
  return Number(counter!.last)
}

/** Publishes an event about this patient when the transaction commits; `canReceiveEvent` decides who receives it. */
export const publishPatientEvent = (db: Db, patient_id: number, changes: readonly Tag[], subject?: EventSubject) =>
  publishEvent(db, null, patient_id, changes, subject)

/** Publishes an event to this user only. */
export const publishUserEvent = (db: Db, user_id: number, changes: readonly Tag[]) => publishEvent(db, user_id, null, changes)

/** Tells every server process that a window has a record open or left it, when the transaction commits. Nothing is stored. */
export const publishPresence = (db: Pick<Db, 'execute'>, report: PresenceReport) =>
  db.execute(sql`select pg_notify('record_presence', ${JSON.stringify(report)})`)
