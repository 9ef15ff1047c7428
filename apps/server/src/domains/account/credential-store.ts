import { and, eq, isNull, sql } from 'drizzle-orm'
import { later } from '../../database/columns.ts'
import type { Db } from '../../database/db.ts'
import { preparedQuery } from '../../database/prepared.ts'
import type { ChangedAddress } from './mail-queue.ts'
import { takenError } from './store.ts'
import { account_tokens, users } from './tables.ts'

const ownCredentials = preparedQuery((db) =>
  db
    .select({
      id: users.id,
      role: users.role,
      email: users.email,
      first_name: users.first_name,
      last_name: users.last_name,
      otp_required: users.otp_required,
      password_hash: users.password_hash,
    })
    .from(users)
    .where(and(eq(users.id, sql.placeholder('id')), isNull(users.deactivated_at))),
)

/** An active account with its password hash, which is null before the activation. */
export const credentialsById = async (db: Db, id: number) => {
  const [found] = await ownCredentials(db).execute({ id })
  return found
}

const idOfAddress = preparedQuery((db) =>
  db
    .select({ id: users.id })
    .from(users)
    .where(eq(sql`lower(${users.email})`, sql.placeholder('email'))),
)

/** The id of the account with this e-mail address, deactivated or not. */
export const idOfEmail = async (db: Db, email: string): Promise<number | undefined> => {
  const [found] = await idOfAddress(db).execute({ email: email.toLowerCase() })
  return found?.id
}

/** Changes e-mail address or password. A database trigger ends all sessions after a new password. Throws 422 for the address of another account. */
export const changeCredentials = async (db: Db, id: number, change: { email?: string; password_hash?: string }) => {
  try {
    await db
      .update(users)
      .set({ ...change, updated_at: later(users.updated_at) })
      .where(eq(users.id, id))
  } catch (error) {
    throw takenError(error)
  }
}

const addressesOfChange = preparedQuery((db) =>
  db
    .select({ email: account_tokens.email, previous_email: account_tokens.previous_email })
    .from(account_tokens)
    .where(eq(account_tokens.id, sql.placeholder('id'))),
)

/** The new or the previous e-mail address of a change, by the id of its token. */
export const addressOf = async (db: Db, token_id: number, address: ChangedAddress): Promise<string | undefined> => {
  const [found] = await addressesOfChange(db).execute({ id: token_id })
  return found?.[address] ?? undefined
}
