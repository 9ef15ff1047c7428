import { createHmac, timingSafeEqual } from 'node:crypto'
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { Db } from '../../database/db.ts'
import { preparedQuery } from '../../database/prepared.ts'
import { sign_in_challenges, users } from './tables.ts'
import { hashToken, makeToken } from './token.ts'

export const maxTries = 5
export const codeMinutes = 10
const resendSeconds = 30

/** Six digits, uniformly distributed. */
export const makeCode = (random: (bytes: number) => Buffer): string => {
  // 4,294,000,000 is the largest multiple of a million in 32 bits; the values from there on would favour low codes
  for (;;) {
    const randomNumber = random(4).readUInt32BE()
    if (randomNumber < 4_294_000_000) return String(randomNumber % 1_000_000).padStart(6, '0')
  }
}

const hashCode = (secret: Buffer, challenge: string, code: string) => createHmac('sha256', secret).update(`${challenge} ${code}`).digest()

/** Creates a challenge and invalidates earlier ones. */
export const addChallenge = async (db: Db, user_id: number, code: string, secret: Buffer, random: (bytes: number) => Buffer) =>
  db.transaction(async (tx) => {
    await tx
      .update(sign_in_challenges)
      .set({ used_at: sql`now()` })
      .where(and(eq(sign_in_challenges.user_id, user_id), isNull(sign_in_challenges.used_at)))
    const challenge = makeToken(random)
    const [created] = await tx
      .insert(sign_in_challenges)
      .values({
        user_id,
        token_hash: hashToken(challenge),
        code_hash: hashCode(secret, challenge, code),
        expires_at: sql`now() + make_interval(mins => ${codeMinutes})`,
        resend_at: sql`now() + make_interval(secs => ${resendSeconds})`,
      })
      .returning({ expires_at: sign_in_challenges.expires_at, resend_at: sign_in_challenges.resend_at })
    return { challenge, ...created! }
  })

const hasToken = eq(sign_in_challenges.token_hash, sql.placeholder('token_hash'))

const resendWait = preparedQuery((db) =>
  db
    .select({ wait: sql<number>`greatest(0, ceil(extract(epoch from ${sign_in_challenges.resend_at} - now())))::int` })
    .from(sign_in_challenges)
    .where(and(hasToken, eq(sign_in_challenges.user_id, sql.placeholder('user_id')), isNull(sign_in_challenges.used_at))),
)

/** Seconds until a new code may be requested for this challenge; 0 if now. A challenge of another account counts as none. */
export const secondsToResend = async (db: Db, user_id: number, challenge: string): Promise<number> => {
  const [found] = await resendWait(db).execute({ token_hash: hashToken(challenge), user_id })
  return found?.wait ?? 0
}

const challengeByToken = preparedQuery((db) =>
  db
    .select({ id: sign_in_challenges.id, user_id: sign_in_challenges.user_id })
    .from(sign_in_challenges)
    .innerJoin(users, eq(users.id, sign_in_challenges.user_id))
    .where(and(hasToken, eq(sql`lower(${users.email})`, sql.placeholder('email')), isNull(users.deactivated_at))),
)

/** The id and the user of a challenge, even if it expired or was used; undefined if it is unknown, or if its account is deactivated or has another address. */
export const findChallenge = async (db: Db, challenge: string, email: string) => {
  const [found] = await challengeByToken(db).execute({ token_hash: hashToken(challenge), email: email.toLowerCase() })
  return found
}

/**
 * Counts a try before the code is compared, in one conditional statement, so that concurrent tries cannot exceed five. Returns undefined if the
 * challenge accepts no more tries.
 */
export const countAttempt = async (db: Db, id: number) => {
  const [updated] = await db
    .update(sign_in_challenges)
    .set({ attempts: sql`${sign_in_challenges.attempts} + 1` })
    .where(
      and(
        eq(sign_in_challenges.id, id),
        lt(sign_in_challenges.attempts, maxTries),
        isNull(sign_in_challenges.used_at),
        gt(sign_in_challenges.expires_at, sql`now()`),
      ),
    )
    .returning({ attempts: sign_in_challenges.attempts, code_hash: sign_in_challenges.code_hash })
  return updated
}

export const isCode = (secret: Buffer, challenge: string, code: string, code_hash: Buffer) => timingSafeEqual(hashCode(secret, challenge, code), code_hash)

const triesOfChallenge = preparedQuery((db) =>
  db
    .select({
      isUsedUp: sql<boolean>`${sign_in_challenges.attempts} >= ${maxTries} and ${sign_in_challenges.used_at} is null and ${sign_in_challenges.expires_at} > now()`,
    })
    .from(sign_in_challenges)
    .where(eq(sign_in_challenges.id, sql.placeholder('id'))),
)

/** The reason why a challenge accepts no more tries. */
export const challengeEndReason = async (db: Db, id: number): Promise<'otp_used_up' | 'otp_expired'> => {
  const [found] = await triesOfChallenge(db).execute({ id })
  return found?.isUsedUp ? 'otp_used_up' : 'otp_expired'
}

/** Marks the challenge as used; false if it was used or replaced before, or has expired. */
export const useChallenge = async (db: Db, id: number): Promise<boolean> => {
  const updated = await db
    .update(sign_in_challenges)
    .set({ used_at: sql`now()` })
    .where(and(eq(sign_in_challenges.id, id), isNull(sign_in_challenges.used_at), gt(sign_in_challenges.expires_at, sql`now()`)))
    .returning({ id: sign_in_challenges.id })
  return updated.length === 1
}
