import { isCareRole, type Role } from '@sukoyaka/wire/access'
import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { Identity } from '../../context/app-context.ts'
import type { Db } from '../../database/db.ts'
import { preparedQuery, rawQuery } from '../../database/prepared.ts'
import { clientColumns } from './browser.ts'
import { sessions, trusted_devices, users } from './tables.ts'
import { hashToken, makeToken } from './token.ts'

const isStaff = (role: Role) => isCareRole(role) || role === 'admin'
const idleMinutes = 30

export const isValidSession = and(
  isNull(sessions.ended_at),
  gt(sessions.expires_at, sql`now()`),
  isNull(users.deactivated_at),
  or(eq(users.role, 'patient'), gt(sessions.last_used_at, sql`now() - make_interval(mins => ${sql.raw(String(idleMinutes))})`)),
)

const liveSession = preparedQuery((db) =>
  db
    .select({
      id: users.id,
      role: users.role,
      session_id: sessions.id,
      isStale: sql<boolean>`${sessions.last_used_at} < now() - interval '1 minute'`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.user_id))
    .where(and(eq(sessions.token_hash, sql.placeholder('token_hash')), eq(sql`lower(${users.email})`, sql.placeholder('email')), isValidSession)),
)

/** `isStale`: the stored time of the last use is more than a minute ago. */
export type FoundSession = Identity & { isStale: boolean }

/** The valid session with this token, of the account with this e-mail address in lower case. */
export const readSession = async (db: Db, token_hash: Buffer, email: string): Promise<FoundSession | undefined> => {
  const [found] = await liveSession(db).execute({ token_hash, email })
  return found
}

/** Stores the time of the last use. */
export const useSession = async (db: Db, id: number) => {
  await db.update(sessions).set({ last_used_at: sql`now()` }).where(eq(sessions.id, id))
}

const validSessions = preparedQuery(() =>
  rawQuery<{ id: number }>(sql`
    select ${sessions.id} as id
    from unnest(${sql.placeholder('ids')}::bigint[], ${sql.placeholder('emails')}::text[]) stream (session_id, email)
    join ${sessions} on ${sessions.id} = stream.session_id
    join ${users} on ${users.id} = ${sessions.user_id} and lower(${users.email}) = stream.email
    where ${isValidSession}`),
)

/** Which of these sessions are still valid; one query for all event streams. Does not prolong them. */
export const validSessionsOf = async (db: Db, streams: readonly { session_id: number; email: string }[]): Promise<Set<number>> => {
  const ids = streams.map(({ session_id }) => session_id)
  const emails = streams.map(({ email }) => email.toLowerCase())
  return new Set((await validSessions(db).execute({ ids, emails })).map(({ id }) => id))
}

type Client = Parameters<typeof clientColumns>[0]
const noClient: Client = { ip: '', user_agent: '' }

/** Creates a session of 365 days for a patient; of 12 hours for staff, which also ends when idle. The token is returned once and stored as a hash. */
export const addSession = async (db: Db, user: { id: number; role: Role }, random: (bytes: number) => Buffer, client = noClient): Promise<string> => {
  const token = makeToken(random)
  const expiresAt = isStaff(user.role) ? sql`now() + interval '12 hours'` : sql`now() + interval '365 days'`
  await db.insert(sessions).values({ user_id: user.id, token_hash: hashToken(token), expires_at: expiresAt, ...clientColumns(client) })
  return token
}

/** Ends a session; a database trigger notifies its event streams. */
export const endSession = async (db: Db, session_id: number) => {
  await db
    .update(sessions)
    .set({ ended_at: sql`now()` })
    .where(and(eq(sessions.id, session_id), isNull(sessions.ended_at)))
}

const deviceDays = 30

/** Remembers this browser; returns the value of its cookie and how long that is valid, in seconds. */
export const trustDevice = async (db: Db, user_id: number, random: (bytes: number) => Buffer, client = noClient) => {
  const token = makeToken(random)
  await db
    .insert(trusted_devices)
    .values({ user_id, token_hash: hashToken(token), expires_at: sql`now() + make_interval(days => ${deviceDays})`, ...clientColumns(client) })
  return { token, maxAge: deviceDays * 86_400 }
}

const deviceByToken = preparedQuery((db) =>
  db
    .select({ id: trusted_devices.id, user_id: trusted_devices.user_id })
    .from(trusted_devices)
    .innerJoin(users, eq(users.id, trusted_devices.user_id))
    .where(
      and(
        eq(trusted_devices.token_hash, sql.placeholder('token_hash')),
        gt(trusted_devices.expires_at, sql`now()`),
        eq(sql`lower(${users.email})`, sql.placeholder('email')),
      ),
    ),
)

/** The trusted device of a cookie, if it belongs to the account with this e-mail address. */
export const findDevice = async (db: Db, token: string | undefined, email: string) => {
  if (!token) return undefined
  const [found] = await deviceByToken(db).execute({ token_hash: hashToken(token), email: email.toLowerCase() })
  return found
}

export const useDevice = async (db: Db, id: number) => {
  await db.update(trusted_devices).set({ last_used_at: sql`now()` }).where(eq(trusted_devices.id, id))
}
