import type { Language } from '@sukoyaka/phrases/language'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { AppContext } from '../../../context/app-context.ts'
import { type Db, inTransaction } from '../../../database/db.ts'
import { preparedQuery } from '../../../database/prepared.ts'
import { publishPatientEvent } from '../../../realtime/event-rows.ts'
import { type Account, lockAccount } from '../store.ts'
import { account_tokens as tokens } from '../tables.ts'
import { issueToken, revokeTokens, useToken } from '../token-store.ts'

const latestInvitation = preparedQuery((db) =>
  db
    .select({ revoked_at: tokens.revoked_at, language: tokens.language })
    .from(tokens)
    .where(and(eq(tokens.user_id, sql.placeholder('user_id')), eq(tokens.kind, 'activation')))
    .orderBy(desc(tokens.id))
    .limit(1),
)

/** Whether the person's latest invitation is revoked. */
export const isRevoked = async (db: Db, user_id: number): Promise<boolean> => {
  const [latest] = await latestInvitation(db).execute({ user_id })
  return latest !== undefined && latest.revoked_at !== null
}

/** The language of the person's latest invitation. Japanese if there is none. */
export const invitationLanguage = async (db: Db, user_id: number): Promise<Language> => {
  const [latest] = await latestInvitation(db).execute({ user_id })
  return latest?.language ?? 'ja'
}

/** Revokes a person's invitation. If there is none yet, stores a revoked one that nobody gets, so that the queued job mails none. */
export const saveRevocation = async (
  db: Db,
  { user_id, email }: { user_id: number; email: string },
  context: Pick<AppContext, 'secret' | 'random'>,
): Promise<null> => {
  await lockAccount(db, user_id)
  if (!(await latestInvitation(db).execute({ user_id })).length) await issueToken(db, { user_id, kind: 'activation', email }, context)
  await revokeTokens(db, user_id, 'activation')
  await db
    .update(tokens)
    .set({ revoked_at: sql`now()` })
    .where(and(eq(tokens.user_id, user_id), eq(tokens.kind, 'activation'), isNull(tokens.revoked_at)))
  return null
}

/** Lets the job mail an invitation again. */
export const liftRevocation = async (db: Db, user_id: number) => {
  await db
    .update(tokens)
    .set({ revoked_at: null })
    .where(and(eq(tokens.user_id, user_id), eq(tokens.kind, 'activation')))
}

/** Publishes that the invitation of a patient changed, so that open lists of invitations refetch it. */
export const publishInvitation = async (db: Db, { id, role }: Pick<Account, 'id' | 'role'>) => {
  if (role === 'patient') await publishPatientEvent(db, id, ['invitations'])
}

/** Makes an invitation invalid that did not reach anybody, so that staff see it as not sent. */
export const withdrawInvitation = (db: Db, token_id: number, account: Pick<Account, 'id' | 'role'>): Promise<void> =>
  inTransaction(db, async (tx) => {
    await useToken(tx, token_id)
    await publishInvitation(tx, account)
  })

/** Records when the page of an invitation was first opened. Returns whether this was the first time. */
export const markOpened = async (db: Db, id: number): Promise<boolean> => {
  const opened = await db
    .update(tokens)
    .set({ opened_at: sql`now()` })
    .where(and(eq(tokens.id, id), isNull(tokens.opened_at)))
    .returning({ id: tokens.id })
  return opened.length > 0
}
