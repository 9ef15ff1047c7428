import type { Tag } from '@sukoyaka/wire/endpoint'
import { sql } from 'drizzle-orm'
import type { Db } from '../database/db.ts'

/** Subject of an event, for clients that display it: the kind and the record's id. */
export type About = { kind: EventKind; record_id: number }
export type EventKind = 'message.new' | 'message.changed' | 'message.deleted' | 'message.read' | CareKind
/** Kinds that patients do not receive: staff opened messages, or marked a conversation as needing no reply. */
export const careKinds = ['message.opened', 'room.changed'] as const
type CareKind = (typeof careKinds)[number]

const tell = async (db: Db, user_id: number | null, patient_id: number | null, changes: readonly Tag[], about?: About): Promise<void> => {
  const what = sql`array[${sql.join(
    changes.map((tag) => sql`${tag}`),
    sql`, `,
  )}]::text[]`
  await db.execute(sql`select publish_event(${user_id}, ${patient_id}, ${what}, ${about?.kind ?? null}, ${about?.record_id ?? null})`)
}

/** Publishes an event to everyone who may see this patient, when the transaction commits. */
export const tellAbout = (db: Db, patient_id: number, changes: readonly Tag[], about?: About) => tell(db, null, patient_id, changes, about)

/** Publishes an event to this user only. */
export const tellPerson = (db: Db, user_id: number, changes: readonly Tag[]) => tell(db, user_id, null, changes)
