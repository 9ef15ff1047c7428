import { eq, sql } from 'drizzle-orm'
import type { Actor } from '../../access/actor.ts'
import { type Db, violatedUniqueOf } from '../../database/db.ts'
import { preparedQuery } from '../../database/prepared.ts'
import { apiError } from '../../errors/api-error.ts'
import { line_accounts } from './tables.ts'

const linkOfUser = preparedQuery((db) =>
  db
    .select({ linked_at: line_accounts.linked_at })
    .from(line_accounts)
    .where(eq(line_accounts.user_id, sql.placeholder('user_id'))),
)

export const linkedAt = async (db: Db, actor: Pick<Actor, 'id'>): Promise<string | null> => {
  const [found] = await linkOfUser(db).execute({ user_id: actor.id })
  return found?.linked_at ?? null
}

/** Replaces an earlier link of the person. Throws 422 if the LINE user is linked to another account. */
export const saveLink = async (db: Db, { id: user_id }: Pick<Actor, 'id'>, line_user_id: string) => {
  try {
    await db
      .insert(line_accounts)
      .values({ user_id, line_user_id })
      .onConflictDoUpdate({ target: line_accounts.user_id, set: { line_user_id, linked_at: sql`now()` } })
  } catch (error) {
    throw violatedUniqueOf(error) === 'line_accounts_line_user_id_key' ? apiError('line_account_taken', { fields: {} }) : error
  }
}

export const removeLink = async (db: Db, actor: Pick<Actor, 'id'>): Promise<null> => {
  await db.delete(line_accounts).where(eq(line_accounts.user_id, actor.id))
  return null
}
