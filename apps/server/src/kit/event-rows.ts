import type { Tag } from '@sukoyaka/wire/kit'
import { sql } from 'drizzle-orm'
import type { Db } from './db.ts'

const tell = async (db: Db, user_id: number | null, patient_id: number | null, changes: readonly Tag[]): Promise<void> => {
  const what = sql`array[${sql.join(
    changes.map((tag) => sql`${tag}`),
    sql`, `,
  )}]::text[]`
  await db.execute(sql`select publish_event(${user_id}, ${patient_id}, ${what})`)
}

/** Tells those who may see this patient that something changed, when the transaction commits. */
export const tellAbout = (db: Db, patient_id: number, changes: readonly Tag[]) => tell(db, null, patient_id, changes)

/** Tells this person alone. */
export const tellPerson = (db: Db, user_id: number, changes: readonly Tag[]) => tell(db, user_id, null, changes)
