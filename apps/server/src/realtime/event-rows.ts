import type { Tag } from '@sukoyaka/wire/endpoint'
import { sql } from 'drizzle-orm'
import type { Db } from '../database/db.ts'

/** What an event is about, for windows that show it: the kind of what happened and the record it happened to. */
export type About = { kind: EventKind; record_id: number }
export type EventKind = 'message.new' | 'message.changed' | 'message.deleted' | 'message.read' | CareKind
/** What happened among the care side alone: somebody of them opened messages, or said that a room needs no reply. */
export const careKinds = ['message.opened', 'room.changed'] as const
type CareKind = (typeof careKinds)[number]

const tell = async (db: Db, user_id: number | null, patient_id: number | null, changes: readonly Tag[], about?: About): Promise<void> => {
  const what = sql`array[${sql.join(
    changes.map((tag) => sql`${tag}`),
    sql`, `,
  )}]::text[]`
  await db.execute(sql`select publish_event(${user_id}, ${patient_id}, ${what}, ${about?.kind ?? null}, ${about?.record_id ?? null})`)
}

/** Tells those who may see this patient that something changed, when the transaction commits. */
export const tellAbout = (db: Db, patient_id: number, changes: readonly Tag[], about?: About) => tell(db, null, patient_id, changes, about)

/** Tells this person alone. */
export const tellPerson = (db: Db, user_id: number, changes: readonly Tag[]) => tell(db, user_id, null, changes)
