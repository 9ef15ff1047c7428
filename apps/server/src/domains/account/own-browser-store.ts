import type { OpenSession, TrustedDevice } from '@sukoyaka/wire/people/session'
import { and, desc, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import { preparedQuery } from '../../database/prepared.ts'
import { apiError } from '../../errors/api-error.ts'
import { isValidSession } from './session-store.ts'
import { trusted_devices as devices, sessions, users } from './tables.ts'
import { hashToken } from './token.ts'

const maxListed = 100
const now = sql`now()`
const browserColumns = (table: typeof sessions | typeof devices) => ({
  id: table.id,
  browser: table.browser,
  address_family: sql<'IPv4' | 'IPv6' | null>`'IPv' || ${table.address_family}`,
  created_at: table.created_at,
  last_used_at: table.last_used_at,
  expires_at: table.expires_at,
})

const openSessions = preparedQuery((db) =>
  db
    .select({ ...browserColumns(sessions), is_current: sql<boolean>`${sessions.id} = ${sql.placeholder('session_id')}` })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.user_id))
    .where(and(eq(sessions.user_id, sql.placeholder('user_id')), isValidSession))
    .orderBy(desc(sessions.last_used_at), desc(sessions.id))
    .limit(maxListed),
)

export const sessionsOf = async (db: Db, actor: Actor): Promise<{ items: OpenSession[] }> => ({
  items: await openSessions(db).execute({ user_id: actor.id, session_id: actor.session_id }),
})

/** Ends one of the caller's sessions; a database trigger notifies its event streams. Throws 404 if it is another person's, ended or expired. */
export const endOwnSession = async (db: Db, actor: Actor, id: number): Promise<null> => {
  const ended = await db
    .update(sessions)
    .set({ ended_at: now })
    .where(and(eq(sessions.id, id), eq(sessions.user_id, actor.id), isNull(sessions.ended_at), gt(sessions.expires_at, now)))
    .returning({ id: sessions.id })
  if (!ended.length) throw apiError('not_found')
  return null
}

export const endSessionsExcept = async (db: Db, { id, session_id }: Pick<Actor, 'id' | 'session_id'>): Promise<null> => {
  await db
    .update(sessions)
    .set({ ended_at: now })
    .where(and(eq(sessions.user_id, id), ne(sessions.id, session_id), isNull(sessions.ended_at)))
  return null
}

const trustedDevices = preparedQuery((db) =>
  db
    .select({ ...browserColumns(devices), is_current: sql<boolean>`${devices.token_hash} = ${sql.placeholder('token_hash')}` })
    .from(devices)
    .where(and(eq(devices.user_id, sql.placeholder('user_id')), gt(devices.expires_at, now)))
    .orderBy(desc(devices.last_used_at), desc(devices.id))
    .limit(maxListed),
)

/** `token`: the device cookie of this browser. */
export const devicesOf = async (db: Db, actor: Actor, token: string | undefined): Promise<{ items: TrustedDevice[] }> => ({
  items: await trustedDevices(db).execute({ user_id: actor.id, token_hash: hashToken(token ?? '') }),
})

const deviceIds = preparedQuery((db) =>
  db
    .select({ id: devices.id })
    .from(devices)
    .where(eq(devices.user_id, sql.placeholder('user_id'))),
)
export const deviceIdsOf = async (db: Db, user_id: number): Promise<number[]> => (await deviceIds(db).execute({ user_id })).map(({ id }) => id)

export const removeOwnDevice = async (db: Db, actor: Actor, id: number): Promise<null> => {
  const removed = await db
    .delete(devices)
    .where(and(eq(devices.id, id), eq(devices.user_id, actor.id)))
    .returning({ id: devices.id })
  if (!removed.length) throw apiError('not_found')
  return null
}

export const removeDevices = async (db: Db, user_id: number): Promise<null> => {
  await db.delete(devices).where(eq(devices.user_id, user_id))
  return null
}
