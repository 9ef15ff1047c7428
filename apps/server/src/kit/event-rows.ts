import type { Tag } from '@sukoyaka/wire/kit'
import { sql } from 'drizzle-orm'
import type { Db } from './db.ts'

/** Tells those who may see this patient that something changed which no call of theirs did, when the transaction commits. */
export const tellAbout = async (db: Db, patient_id: number, changes: readonly Tag[]): Promise<void> => {
  const what = sql`array[${sql.join(
    changes.map((tag) => sql`${tag}`),
    sql`, `,
  )}]::text[]`
  await db.execute(sql`select publish_event(null, ${patient_id}, ${what})`)
}
