import type { Role } from '@sukoyaka/wire/access'
import type { Db } from '../../../src/database/db.ts'

/** The database that rows are added to, and the staff in it. */
export type RowsTarget = { context: { db: Db }; staff: Record<Exclude<Role, 'patient'>, { id: number }> }
