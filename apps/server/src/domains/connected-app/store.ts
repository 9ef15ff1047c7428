import { canRead, grantableScopes } from '@sukoyaka/rules/people/app-scope'
import type { Role } from '@sukoyaka/wire/access'
import type { AppGrant } from '@sukoyaka/wire/people/connected-app'
import { and, desc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../database/db.ts'
import { preparedQuery } from '../../database/prepared.ts'
import { apiError } from '../../errors/api-error.ts'
import { users } from '../account/tables.ts'
import { app_grants, app_tokens, connected_apps } from './tables.ts'

const appByClientId = preparedQuery((db) =>
  db
    .select()
    .from(connected_apps)
    .where(and(eq(connected_apps.client_id, sql.placeholder('client_id')), connected_apps.is_active)),
)

type AppRequest = { client_id: string; redirect_uri: string; scope: string }

/**
 * The app and the scopes that this person can grant. Throws 422 for an unknown app or redirect URI, so that nobody is redirected there, and if no scope to
 * read is left.
 */
export const requestedApp = async (db: Db, role: Role, { client_id, redirect_uri, scope }: AppRequest) => {
  const [app] = await appByClientId(db).execute({ client_id })
  if (!app?.redirect_uris.includes(redirect_uri)) throw apiError('app_unknown')
  const scopes = grantableScopes(scope, app.scopes, role === 'patient')
  if (!canRead(scopes)) throw apiError('scope_invalid')
  return { app, scopes }
}

type NewGrant = { app_id: number; user_id: number; scopes: string[]; redirect_uri: string; code_hash: Buffer; code_challenge: string }

/** Stores a grant whose code is valid for a minute. */
export const insertGrant = async (db: Db, grant: NewGrant) => {
  await db.insert(app_grants).values({ ...grant, code_expires_at: sql`now() + interval '1 minute'` })
}

const grantByCode = preparedQuery((db) =>
  db
    .select({ grant: app_grants, client_id: connected_apps.client_id, role: users.role, isExpired: sql<boolean>`${app_grants.code_expires_at} <= now()` })
    .from(app_grants)
    .innerJoin(connected_apps, eq(connected_apps.id, app_grants.app_id))
    .innerJoin(users, eq(users.id, app_grants.user_id))
    .where(and(eq(app_grants.code_hash, sql.placeholder('code_hash')), isNull(app_grants.revoked_at), connected_apps.is_active, isNull(users.deactivated_at)))
    .for('update', { of: app_grants }),
)
export const findByCode = async (db: Db, code_hash: Buffer) => (await grantByCode(db).execute({ code_hash }))[0]

const grantDays = 90
const grantEnd = sql`${app_grants.created_at} + make_interval(days => ${grantDays})`
/** No token is valid after the 90 days that the person agreed to, however often the app refreshes. */
const tokenEnd = sql`least(${app_tokens.expires_at}, ${grantEnd})`

const tokenByHash = preparedQuery((db) =>
  db
    .select({
      grant: app_grants,
      token_id: app_tokens.id,
      kind: app_tokens.kind,
      client_id: connected_apps.client_id,
      role: users.role,
      isExpired: sql<boolean>`${tokenEnd} <= now()`,
    })
    .from(app_tokens)
    .innerJoin(app_grants, eq(app_grants.id, app_tokens.grant_id))
    .innerJoin(connected_apps, eq(connected_apps.id, app_grants.app_id))
    .innerJoin(users, eq(users.id, app_grants.user_id))
    .where(and(eq(app_tokens.token_hash, sql.placeholder('token_hash')), isNull(app_grants.revoked_at), connected_apps.is_active, isNull(users.deactivated_at)))
    .for('update', { of: app_grants }),
)
/** A token of either kind, with its grant locked. */
export const findByToken = async (db: Db, token_hash: Buffer) => (await tokenByHash(db).execute({ token_hash }))[0]

export const useCode = async (db: Db, grant_id: number) => {
  await db.update(app_grants).set({ code_used_at: sql`now()` }).where(eq(app_grants.id, grant_id))
}
/** Returns false if the token was used already, also by a call at the same time. */
export const useToken = async (db: Db, token_id: number): Promise<boolean> => {
  const used = await db
    .update(app_tokens)
    .set({ used_at: sql`now()` })
    .where(and(eq(app_tokens.id, token_id), isNull(app_tokens.used_at)))
    .returning({ id: app_tokens.id })
  return used.length > 0
}

const accessSeconds = 3_600

/** Returns in how many seconds the token ends: with the grant at the latest. */
export const insertToken = async (db: Db, grant_id: number, kind: 'access' | 'refresh', token_hash: Buffer): Promise<number> => {
  const lifetime = kind === 'access' ? sql`make_interval(secs => ${accessSeconds})` : sql`make_interval(days => ${grantDays})`
  const expires_at = sql`least(now() + ${lifetime}, (select ${grantEnd} from ${app_grants} where ${app_grants.id} = ${grant_id}))`
  const [added] = await db
    .insert(app_tokens)
    .values({ grant_id, kind, token_hash, expires_at })
    .returning({ seconds: sql<number>`round(extract(epoch from ${app_tokens.expires_at} - now()))::int` })
  return added!.seconds
}

/** Ends the access of all apps that this person connected. Called where all sessions of the account end: its new password or address, role, deactivation. */
export const revokeGrantsOf = async (db: Db, user_id: number) => {
  await db
    .update(app_grants)
    .set({ revoked_at: sql`now()` })
    .where(and(eq(app_grants.user_id, user_id), isNull(app_grants.revoked_at)))
}

export const revokeGrant = async (db: Db, grant_id: number) => {
  await db
    .update(app_grants)
    .set({ revoked_at: sql`now()` })
    .where(and(eq(app_grants.id, grant_id), isNull(app_grants.revoked_at)))
}

const liveToken = preparedQuery((db) =>
  db
    .select({
      id: users.id,
      role: users.role,
      grant_id: app_grants.id,
      scopes: app_grants.scopes,
      allowed: connected_apps.scopes,
      isStale: sql<boolean>`coalesce(${app_grants.last_used_at} < now() - interval '1 minute', true)`,
    })
    .from(app_tokens)
    .innerJoin(app_grants, eq(app_grants.id, app_tokens.grant_id))
    .innerJoin(connected_apps, eq(connected_apps.id, app_grants.app_id))
    .innerJoin(users, eq(users.id, app_grants.user_id))
    .where(
      and(
        eq(app_tokens.token_hash, sql.placeholder('token_hash')),
        eq(app_tokens.kind, 'access'),
        gt(tokenEnd, sql`now()`),
        isNull(app_grants.revoked_at),
        connected_apps.is_active,
        isNull(users.deactivated_at),
      ),
    ),
)

/** The person of an access token, with the scopes that the role and the app still allow. Undefined if the token is not valid or no scope to read is left. */
export const findAppSession = async (db: Db, token_hash: Buffer) => {
  const [found] = await liveToken(db).execute({ token_hash })
  if (!found) return undefined
  const scopes = grantableScopes(found.scopes.join(' '), found.allowed, found.role === 'patient')
  if (!canRead(scopes)) return undefined
  if (found.isStale) await db.update(app_grants).set({ last_used_at: sql`now()` }).where(eq(app_grants.id, found.grant_id))
  return { id: found.id, role: found.role, session_id: 0, scopes }
}

const grantsOfUser = preparedQuery((db) =>
  db
    .select({
      id: app_grants.id,
      name: connected_apps.name,
      scopes: app_grants.scopes,
      created_at: app_grants.created_at,
      last_used_at: app_grants.last_used_at,
    })
    .from(app_grants)
    .innerJoin(connected_apps, eq(connected_apps.id, app_grants.app_id))
    .where(and(eq(app_grants.user_id, sql.placeholder('user_id')), isNull(app_grants.revoked_at), isNotNull(app_grants.code_used_at), gt(grantEnd, sql`now()`)))
    .orderBy(desc(app_grants.id))
    .limit(100),
)
export const grantsOf = (db: Db, user_id: number): Promise<AppGrant[]> => grantsOfUser(db).execute({ user_id })

/** Throws 404 unless the id is that of a grant of this person that is not revoked. */
export const revokeOwnGrant = async (db: Db, user_id: number, id: number): Promise<null> => {
  const revoked = await db
    .update(app_grants)
    .set({ revoked_at: sql`now()` })
    .where(and(eq(app_grants.id, id), eq(app_grants.user_id, user_id), isNull(app_grants.revoked_at)))
    .returning({ id: app_grants.id })
  if (!revoked.length) throw apiError('not_found')
  return null
}

/** Deletes tokens a week after they expired, and grants whose code nobody used a day after it expired. */
export const connectedAppRetention = [
  sql`delete from app_tokens where expires_at < now() - interval '7 days'`,
  sql`delete from app_grants where code_used_at is null and code_expires_at < now() - interval '1 day'`,
]
