import { sql } from 'drizzle-orm'
import type { Db } from '../database/db.ts'
import { users } from '../domains/account/tables.ts'

/** Public: of every account of the demo. */
export const demoPassword = 'asano-sanpo-30pun'

/** Whether the database has no accounts. Apart from the seed, which is loaded only if it has none. */
export const isEmpty = async (db: Db) => !(await db.execute(sql`select from ${users} limit 1`)).rowCount
