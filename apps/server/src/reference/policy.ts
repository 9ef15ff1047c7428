import type { Db } from '../database/db.ts'
import { policies } from '../domains/policy/tables.ts'

/** Adds versions that are missing. An existing version is never changed, because people have agreed to it. */
export const loadPolicies = async (db: Db, text: string): Promise<void> => {
  const { items } = JSON.parse(text) as { items: (typeof policies.$inferInsert)[] }
  await db.insert(policies).values(items).onConflictDoNothing()
}
