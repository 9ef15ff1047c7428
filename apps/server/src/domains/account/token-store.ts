import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Language } from '@sukoyaka/phrases/language'
import { and, eq, gt, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { AppContext } from '../../context/app-context.ts'
import type { Db } from '../../database/db.ts'
import { preparedQuery } from '../../database/prepared.ts'
import { makeCode } from './challenge-store.ts'
import { lockAccount } from './store.ts'
import { type tokenKinds, account_tokens as tokens, users } from './tables.ts'
import { hashToken, makeToken } from './token.ts'

export type TokenKind = (typeof tokenKinds)[number]

const validMinutes: Record<TokenKind, number> = { activation: 7 * 24 * 60, password_reset: 60, email_change: 10 }
const resendSeconds = 30
export const maxCodeTries = 5

const hashCode = (secret: Buffer, token_hash: Buffer, code: string) =>
  createHmac('sha256', secret)
    .update(`${token_hash.toString('base64url')} ${code}`)
    .digest()

export const revokeTokens = async (db: Db, user_id: number, kind: TokenKind) => {
  await db
    .update(tokens)
    .set({ used_at: sql`now()` })
    .where(and(eq(tokens.user_id, user_id), eq(tokens.kind, kind), isNull(tokens.used_at)))
}

type NewToken = { user_id: number; kind: TokenKind; email: string; previous_email?: string; is_printed?: true; language?: Language }
/** Makes a token with a six-digit code and invalidates earlier ones of its kind. The database stores only hashes of both. Call it in a transaction. */
export const issueToken = async (
  db: Db,
  { user_id, kind, email, previous_email, is_printed, language }: NewToken,
  { secret, random }: Pick<AppContext, 'secret' | 'random'>,
) => {
  await lockAccount(db, user_id)
  await revokeTokens(db, user_id, kind)
  const token = makeToken(random)
  const code = makeCode(random)
  const token_hash = hashToken(token)
  const [created] = await db
    .insert(tokens)
    .values({
      user_id,
      kind,
      email,
      previous_email,
      is_printed,
      language,
      token_hash,
      code_hash: hashCode(secret, token_hash, code),
      expires_at: sql`now() + make_interval(mins => ${validMinutes[kind]})`,
      resend_at: sql`now() + make_interval(secs => ${resendSeconds})`,
    })
    .returning({ id: tokens.id, expires_at: tokens.expires_at, resend_at: tokens.resend_at })
  return { token, code, ...created! }
}

/** An invitation is valid only while the account has no password: one call may issue it while another one sets the password. */
const isOpen = and(
  isNull(tokens.used_at),
  gt(tokens.expires_at, sql`now()`),
  isNull(users.deactivated_at),
  or(ne(tokens.kind, 'activation'), isNull(users.password_hash)),
)
/** A link stays valid only while the account has the address it was issued for. */
const isOfCurrentAddress = or(eq(tokens.kind, 'email_change'), eq(sql`lower(${users.email})`, sql`lower(${tokens.email})`))

const tokenColumns = {
  id: tokens.id,
  user_id: tokens.user_id,
  token_hash: tokens.token_hash,
  code_hash: tokens.code_hash,
  email: tokens.email,
  expires_at: tokens.expires_at,
}
export type OpenToken = { id: number; user_id: number; token_hash: Buffer; code_hash: Buffer | null; email: string; expires_at: string }

const openToken = preparedQuery((db) =>
  db
    .select(tokenColumns)
    .from(tokens)
    .innerJoin(users, eq(users.id, tokens.user_id))
    .where(
      and(
        or(eq(tokens.token_hash, sql.placeholder('token_hash')), eq(tokens.exchange_hash, sql.placeholder('token_hash'))),
        eq(tokens.kind, sql.placeholder('kind')),
        isOpen,
        isOfCurrentAddress,
      ),
    ),
)

const openPrinted = preparedQuery((db) =>
  db
    .select({ id: tokens.id })
    .from(tokens)
    .innerJoin(users, eq(users.id, tokens.user_id))
    .where(and(eq(tokens.user_id, sql.placeholder('user_id')), eq(tokens.kind, 'activation'), tokens.is_printed, isOpen, isOfCurrentAddress)),
)

/** Whether this person has a valid invitation on paper. */
export const hasPrintedInvitation = async (db: Db, user_id: number): Promise<boolean> => (await openPrinted(db).execute({ user_id })).length > 0

/** The token, if it is known and meets `isOpen` and `isOfCurrentAddress`. */
export const findToken = async (db: Db, kind: TokenKind, token: string): Promise<OpenToken | undefined> => {
  const [found] = await openToken(db).execute({ token_hash: hashToken(token), kind })
  return found
}

const openTokenOfAddress = preparedQuery((db) =>
  db
    .select(tokenColumns)
    .from(tokens)
    .innerJoin(users, eq(users.id, tokens.user_id))
    .where(and(eq(sql`lower(${users.email})`, sql.placeholder('email')), eq(tokens.kind, sql.placeholder('kind')), isOpen, isOfCurrentAddress)),
)

/** The open token that was issued for this address: for people who type its code. */
export const findTokenByEmail = async (db: Db, kind: TokenKind, email: string): Promise<OpenToken | undefined> => {
  const [found] = await openTokenOfAddress(db).execute({ email: email.toLowerCase(), kind })
  return found
}

/**
 * Compares a code. Counts the try before, in one conditional statement, so that concurrent tries cannot exceed five. Returns whether the code is right and
 * the tries left, or undefined if the token accepts no more.
 */
export const tryCode = async (
  db: Db,
  { id, token_hash }: OpenToken,
  code: string,
  secret: Buffer,
): Promise<{ isRight: boolean; tries_left: number } | undefined> => {
  const [counted] = await db
    .update(tokens)
    .set({ attempts: sql`${tokens.attempts} + 1` })
    .where(and(eq(tokens.id, id), lt(tokens.attempts, maxCodeTries), isNull(tokens.used_at), gt(tokens.expires_at, sql`now()`)))
    .returning({ attempts: tokens.attempts, code_hash: tokens.code_hash })
  if (!counted?.code_hash) return undefined
  return { isRight: timingSafeEqual(hashCode(secret, token_hash, code), counted.code_hash), tries_left: maxCodeTries - counted.attempts }
}

/** Makes a second token for the person who entered the code; the link stays valid. */
export const exchangeToken = async (db: Db, id: number, random: AppContext['random']): Promise<string> => {
  const token = makeToken(random)
  await db
    .update(tokens)
    .set({ exchange_hash: hashToken(token) })
    .where(and(eq(tokens.id, id), isNull(tokens.used_at)))
  return token
}

/** Marks the token as used; false if it was used, replaced or revoked before, or has expired. */
export const useToken = async (db: Db, id: number): Promise<boolean> => {
  const updated = await db
    .update(tokens)
    .set({ used_at: sql`now()` })
    .where(and(eq(tokens.id, id), isNull(tokens.used_at), gt(tokens.expires_at, sql`now()`)))
    .returning({ id: tokens.id })
  return updated.length === 1
}

const reissueWait = preparedQuery((db) =>
  db
    .select({ wait: sql<number>`greatest(0, ceil(extract(epoch from ${tokens.resend_at} - now())))::int` })
    .from(tokens)
    .where(
      and(
        eq(tokens.user_id, sql.placeholder('user_id')),
        eq(tokens.kind, sql.placeholder('kind')),
        eq(tokens.email, sql.placeholder('email')),
        isNull(tokens.used_at),
      ),
    ),
)

/** Seconds until another token of this kind may be mailed to this address; 0 if now. */
export const secondsToReissue = async (db: Db, { user_id, kind, email }: { user_id: number; kind: TokenKind; email: string }): Promise<number> => {
  const [found] = await reissueWait(db).execute({ user_id, kind, email })
  return found?.wait ?? 0
}
