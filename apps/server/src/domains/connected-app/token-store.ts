import type { Input, Reply } from '@sukoyaka/wire/endpoint'
import type { issueAppToken, revokeAppToken } from '@sukoyaka/wire/people/connected-app'
import type { AppContext } from '../../context/app-context.ts'
import type { Db } from '../../database/db.ts'
import { apiError } from '../../errors/api-error.ts'
import { makeToken } from '../account/token.ts'
import { isVerified, keyedHash } from './hash.ts'
import { findByCode, findByToken, insertToken, revokeGrant, useCode, useToken } from './store.ts'

type Issued = Reply<typeof issueAppToken>
type Granted = { grant: { id: number; user_id: number; scopes: string[] }; role: string }

const issue = async ({ secret, random }: AppContext, db: Db, { grant, role }: Granted): Promise<Issued> => {
  const access_token = makeToken(random)
  const expires_in = await insertToken(db, grant.id, 'access', keyedHash(secret, access_token))
  const refresh_token = grant.scopes.includes('offline_access') ? makeToken(random) : undefined
  if (refresh_token) await insertToken(db, grant.id, 'refresh', keyedHash(secret, refresh_token))
  const isOfPatient = role === 'patient'
  return {
    access_token,
    token_type: 'Bearer',
    expires_in,
    scope: grant.scopes.join(' '),
    ...(isOfPatient && { patient: String(grant.user_id) }),
    ...(refresh_token && { refresh_token }),
  }
}

/** Undefined if the code is not valid. A second use revokes the grant, because one of the two users stole the code. */
const byCode = async (context: AppContext, db: Db, { client_id, code, redirect_uri, code_verifier }: Input<typeof issueAppToken>) => {
  const found = code === undefined ? undefined : await findByCode(db, keyedHash(context.secret, code))
  if (!found || found.client_id !== client_id) return undefined
  if (found.grant.code_used_at !== null) {
    await revokeGrant(db, found.grant.id)
    return undefined
  }
  if (found.isExpired || found.grant.redirect_uri !== redirect_uri || !isVerified(code_verifier ?? '', found.grant.code_challenge)) return undefined
  await useCode(db, found.grant.id)
  return issue(context, db, found)
}

const byRefreshToken = async (context: AppContext, db: Db, { client_id, refresh_token }: Input<typeof issueAppToken>) => {
  const found = refresh_token === undefined ? undefined : await findByToken(db, keyedHash(context.secret, refresh_token))
  if (found?.kind !== 'refresh' || found.client_id !== client_id || !found.grant.scopes.includes('offline_access')) return undefined
  // the lock is on the grant: what was read of the token may be older than its use by another call
  if (!(await useToken(db, found.token_id))) {
    await revokeGrant(db, found.grant.id)
    return undefined
  }
  if (found.isExpired) return undefined
  return issue(context, db, found)
}

/** Throws 400 `grant_invalid`, after the commit: a grant that is revoked because of a second use must stay revoked. */
export const issueToken = async (context: AppContext, input: Input<typeof issueAppToken>): Promise<Issued> => {
  const exchange = input.grant_type === 'authorization_code' ? byCode : byRefreshToken
  const issued = await context.db.transaction((tx) => exchange(context, tx, input))
  if (!issued) throw apiError('grant_invalid')
  return issued
}

export const revokeByToken = async ({ secret }: AppContext, db: Db, { token, client_id }: Input<typeof revokeAppToken>) => {
  const found = await findByToken(db, keyedHash(secret, token))
  if (found?.client_id === client_id) await revokeGrant(db, found.grant.id)
  return { revoked: true }
}
