import { sql } from 'drizzle-orm'
import type { Db } from '../database/db.ts'
import { users } from '../domains/account/tables.ts'

/** The password of every demo account; it is public. */
export const demoPassword = 'asano-sanpo-30pun'

/** Whether the database has no accounts. In a file of its own, because the start loads the modules of the seed only for an empty database. */
export const isEmpty = async (db: Db) => !(await db.execute(sql`select from ${users} limit 1`)).rowCount
