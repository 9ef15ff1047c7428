import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { Actor } from '../../access/actor.ts'
import { later } from '../../database/columns.ts'
import type { Db } from '../../database/db.ts'
import { preparedQuery } from '../../database/prepared.ts'
import { google_api_tokens, google_authorizations } from './tables.ts'

const tokenOfUser = preparedQuery((db) =>
  db
    .select({ scopes: google_api_tokens.scopes, connected_at: google_api_tokens.created_at, refused_at: google_api_tokens.refused_at })
    .from(google_api_tokens)
    .where(eq(google_api_tokens.user_id, sql.placeholder('user_id'))),
)

/** The scopes that Google granted for the account of the person. */
export const grantOf = async (db: Db, { id }: Pick<Actor, 'id'>): Promise<{ scopes: string[]; connected_at: string; refused_at: string | null } | undefined> =>
  (await tokenOfUser(db).execute({ user_id: id }))[0]

type Tokens = Pick<typeof google_api_tokens.$inferInsert, 'sealed_access_token' | 'sealed_refresh_token' | 'scopes' | 'expires_at'>

/** If Google sent no refresh token, the stored one stays. */
export const saveTokens = async (db: Db, { id: user_id }: Pick<Actor, 'id'>, tokens: Tokens) => {
  await db
    .insert(google_api_tokens)
    .values({ user_id, ...tokens })
    .onConflictDoUpdate({
      target: google_api_tokens.user_id,
      set: {
        sealed_access_token: sql`excluded.sealed_access_token`,
        sealed_refresh_token: sql`coalesce(excluded.sealed_refresh_token, ${google_api_tokens.sealed_refresh_token})`,
        scopes: sql`excluded.scopes`,
        expires_at: sql`excluded.expires_at`,
        refreshing_until: null,
        refused_at: null,
        updated_at: later(google_api_tokens.updated_at),
      },
    })
}

export const removeTokens = async (db: Db, { id }: Pick<Actor, 'id'>): Promise<null> => {
  await db.delete(google_api_tokens).where(eq(google_api_tokens.user_id, id))
  return null
}

export const addAuthorization = async (db: Db, authorization: { state_hash: Buffer; session_id: number; sealed_verifier: Buffer }) => {
  await db.insert(google_authorizations).values(authorization)
}

/** Takes an authorization of the session once, within ten minutes. A state of another session stays, so that a link of somebody else cannot use it up. */
export const takeAuthorization = async (db: Db, { session_id }: Pick<Actor, 'session_id'>, state_hash: Buffer): Promise<Buffer | undefined> => {
  const [taken] = await db
    .delete(google_authorizations)
    .where(
      and(
        eq(google_authorizations.state_hash, state_hash),
        eq(google_authorizations.session_id, session_id),
        sql`${google_authorizations.created_at} > now() - interval '10 minutes'`,
      ),
    )
    .returning({ sealed_verifier: google_authorizations.sealed_verifier })
  return taken?.sealed_verifier
}

const sealedTokens = preparedQuery((db) =>
  db
    .select({
      sealed_access_token: google_api_tokens.sealed_access_token,
      sealed_refresh_token: google_api_tokens.sealed_refresh_token,
      expires_at: google_api_tokens.expires_at,
    })
    .from(google_api_tokens)
    .where(and(eq(google_api_tokens.user_id, sql.placeholder('user_id')), isNull(google_api_tokens.refused_at))),
)
export type SealedTokens = { sealed_access_token: Buffer; sealed_refresh_token: Buffer | null; expires_at: string }

/** The sealed tokens of a person; undefined if there are none or Google refused them. */
export const sealedTokensOf = async (db: Db, user_id: number): Promise<SealedTokens | undefined> => (await sealedTokens(db).execute({ user_id }))[0]

/** Reserves the exchange for the caller. False while another one has it, and if the tokens that the caller read were replaced or removed since. */
export const claimRefresh = async (db: Db, user_id: number, { sealed_access_token }: SealedTokens, seconds: number): Promise<boolean> => {
  const { rowCount } = await db
    .update(google_api_tokens)
    .set({ refreshing_until: sql`now() + make_interval(secs => ${seconds})` })
    .where(
      and(
        eq(google_api_tokens.user_id, user_id),
        eq(google_api_tokens.sealed_access_token, sealed_access_token),
        or(isNull(google_api_tokens.refreshing_until), lt(google_api_tokens.refreshing_until, sql`now()`)),
      ),
    )
  return rowCount === 1
}

type Refreshed = Partial<Omit<typeof google_api_tokens.$inferInsert, 'user_id'>>
/** Stores the outcome of an exchange. False, storing nothing, if the stored tokens are no longer the exchanged ones, such as after a disconnection. */
export const endRefresh = async (db: Db, user_id: number, { sealed_access_token }: SealedTokens, refreshed: Refreshed): Promise<boolean> => {
  const { rowCount } = await db
    .update(google_api_tokens)
    .set({ ...refreshed, refreshing_until: null, updated_at: later(google_api_tokens.updated_at) })
    .where(and(eq(google_api_tokens.user_id, user_id), eq(google_api_tokens.sealed_access_token, sealed_access_token)))
  return rowCount === 1
}

const longEnded = preparedQuery((db) =>
  db
    .select({ user_id: google_api_tokens.user_id })
    .from(google_api_tokens)
    .where(and(isNull(google_api_tokens.refused_at), lt(google_api_tokens.expires_at, sql`now() - interval '1 day'`)))
    .orderBy(google_api_tokens.expires_at)
    .limit(10_000),
)
/** People whose access token expired more than a day ago: it is unknown whether Google still grants access. */
export const peopleToRefresh = async (db: Db): Promise<number[]> => (await longEnded(db).execute()).map(({ user_id }) => user_id)
