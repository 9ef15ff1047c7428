import { maxPasskeys, type Passkey } from '@sukoyaka/wire/people/passkey'
import { and, asc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '../../../database/db.ts'
import { preparedQuery } from '../../../database/prepared.ts'
import { apiError, fieldError } from '../../../errors/api-error.ts'
import { lockAccount } from '../store.ts'
import { passkey_challenges as challenges, passkeys, users } from '../tables.ts'
import { hashToken } from '../token.ts'

const challengeMinutes = 5
const columns = { id: passkeys.id, name: passkeys.name, created_at: passkeys.created_at, last_used_at: passkeys.last_used_at }

const ownPasskeys = preparedQuery((db) =>
  db
    .select({ ...columns, credential_id: passkeys.credential_id, transports: passkeys.transports })
    .from(passkeys)
    .where(eq(passkeys.user_id, sql.placeholder('user_id')))
    .orderBy(asc(passkeys.id)),
)
export const passkeysOf = (db: Db, user_id: number) => ownPasskeys(db).execute({ user_id })

/** Stores a challenge for a sign-in, or for a new passkey of this person. */
export const addChallenge = async (db: Db, challenge: string, user_id: number | null): Promise<void> => {
  await db.insert(challenges).values({ challenge_hash: hashToken(challenge), user_id, expires_at: sql`now() + make_interval(mins => ${challengeMinutes})` })
}

/** Uses up a challenge. False if it is unknown, used, expired or somebody else’s. */
export const useChallenge = async (db: Db, challenge: string, user_id: number | null): Promise<boolean> => {
  const used = await db
    .delete(challenges)
    .where(
      and(
        eq(challenges.challenge_hash, hashToken(challenge)),
        user_id === null ? isNull(challenges.user_id) : eq(challenges.user_id, user_id),
        gt(challenges.expires_at, sql`now()`),
      ),
    )
    .returning({ challenge_hash: challenges.challenge_hash })
  return used.length > 0
}

/** Throws 422 if a person who has these passkeys may not have another. */
export const assertMayAdd = (existing: readonly unknown[]) => {
  if (existing.length >= maxPasskeys) throw fieldError('name', 'too_many')
}

type NewPasskey = Omit<typeof passkeys.$inferInsert, 'id' | 'created_at' | 'last_used_at'>

/** Throws 422 if the person has `maxPasskeys`, or if the credential is registered already. */
export const insertPasskey = async (db: Db, passkey: NewPasskey): Promise<Passkey> => {
  const { user_id } = passkey
  await lockAccount(db, user_id)
  assertMayAdd(await passkeysOf(db, user_id))
  const [added] = await db.insert(passkeys).values(passkey).onConflictDoNothing().returning(columns)
  if (!added) throw apiError('passkey_rejected')
  return added
}

const isOwn = (user_id: number, id: number) => and(eq(passkeys.id, id), eq(passkeys.user_id, user_id))

/** Throws 404 for a passkey of another person. */
export const renamePasskey = async (db: Db, user_id: number, id: number, name: string): Promise<Passkey> => {
  const [changed] = await db.update(passkeys).set({ name }).where(isOwn(user_id, id)).returning(columns)
  if (!changed) throw apiError('not_found')
  return changed
}

/** Throws 404 for a passkey of another person. */
export const deletePasskey = async (db: Db, user_id: number, id: number): Promise<void> => {
  const removed = await db.delete(passkeys).where(isOwn(user_id, id)).returning({ id: passkeys.id })
  if (!removed.length) throw apiError('not_found')
}

const passkeyWithAccount = preparedQuery((db) =>
  db
    .select({
      id: passkeys.id,
      credential_id: passkeys.credential_id,
      public_key: passkeys.public_key,
      counter: passkeys.counter,
      account: {
        id: users.id,
        role: users.role,
        email: users.email,
        first_name: users.first_name,
        last_name: users.last_name,
        otp_required: users.otp_required,
      },
    })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.user_id))
    .where(and(eq(passkeys.credential_id, sql.placeholder('credential_id')), isNull(users.deactivated_at))),
)

/** A passkey of an active account. */
export const findPasskey = async (db: Db, credential_id: string) => {
  const [found] = await passkeyWithAccount(db).execute({ credential_id })
  return found
}

/** Stores the counter that came with a use. False if it does not exceed the stored one, unless the stored one is 0: some authenticators do not count. */
export const usePasskey = async (db: Db, id: number, counter: number): Promise<boolean> => {
  const used = await db
    .update(passkeys)
    .set({ counter, last_used_at: sql`now()` })
    .where(and(eq(passkeys.id, id), or(eq(passkeys.counter, 0), sql`${passkeys.counter} < ${counter}`)))
    .returning({ id: passkeys.id })
  return used.length > 0
}

const isRecentSession = preparedQuery((db) =>
  db
    .select({ isRecent: sql<boolean>`created_at > now() - interval '10 minutes'` })
    .from(sql`sessions`)
    .where(sql`id = ${sql.placeholder('session_id')}`),
)

/** Whether this session began within the last ten minutes. */
export const signedInRecently = async (db: Db, session_id: number): Promise<boolean> => {
  const [found] = await isRecentSession(db).execute({ session_id })
  return found?.isRecent ?? false
}
