import { createHash } from 'node:crypto'
import type { Reply } from '@sukoyaka/wire/endpoint'
import { googleScopes, type unauthorizedScopes } from '@sukoyaka/wire/record/google-access'
import type { Actor } from '../../../access/actor.ts'
import { openSealed, seal, sealingKey } from '../../../config/seal.ts'
import type { AppContext } from '../../../context/app-context.ts'
import { apiError } from '../../../errors/api-error.ts'
import { addAuthorization, grantOf, saveTokens, takeAuthorization } from '../google-store.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest()
const verifierKey = ({ secret }: AppContext) => sealingKey(secret, 'google verifier')
export const tokenKey = ({ secret }: AppContext) => sealingKey(secret, 'google token')
/** The page to which Google redirects. It must be registered at Google for the client. */
const redirectUri = ({ config }: AppContext) => `${config.public_url}/settings/devices`

export const googleAccess = async ({ google }: AppContext, db: AppContext['db'], actor: Actor): Promise<Reply<typeof unauthorizedScopes>> => {
  const grant = await grantOf(db, actor)
  return {
    is_available: google !== undefined,
    connected_at: grant?.connected_at ?? null,
    refused_at: grant?.refused_at ?? null,
    items: google ? googleScopes.filter((scope) => grant?.refused_at || !grant?.scopes.includes(scope)) : [],
  }
}

/** The address of Google’s consent page. The verifier of the challenge is stored sealed. */
export const beginAuthorization = async (context: AppContext, db: AppContext['db'], { session_id }: Actor): Promise<{ url: string }> => {
  const { google, random } = context
  if (!google) throw apiError('google_off', { fields: {} })
  const { client_id, authorization_url } = await google.settings()
  const [state, verifier] = [random(32).toString('base64url'), random(32).toString('base64url')]
  await addAuthorization(db, { state_hash: sha256(state), session_id, sealed_verifier: seal(verifierKey(context), verifier) })
  const query = new URLSearchParams({
    client_id,
    redirect_uri: redirectUri(context),
    response_type: 'code',
    scope: googleScopes.join(' '),
    access_type: 'offline',
    include_granted_scopes: 'true',
    // without it a repeated consent brings no refresh token
    prompt: 'consent',
    state,
    code_challenge: sha256(verifier).toString('base64url'),
    code_challenge_method: 'S256',
  })
  return { url: `${authorization_url}?${query}` }
}

/** Exchanges the code outside of a transaction and stores the tokens sealed. */
export const endAuthorization = async (context: AppContext, actor: Actor, { code, state }: { code: string; state: string }) => {
  const { google, db, clock } = context
  if (!google) throw apiError('google_off', { fields: {} })
  const sealed = await takeAuthorization(db, actor, sha256(state))
  if (!sealed) throw apiError('google_state_invalid', { fields: {} })
  const tokens = await google.exchange(await google.settings(), {
    code,
    code_verifier: openSealed(verifierKey(context), sealed),
    redirect_uri: redirectUri(context),
  })
  const key = tokenKey(context)
  await saveTokens(db, actor, {
    sealed_access_token: seal(key, tokens.access_token),
    sealed_refresh_token: tokens.refresh_token === undefined ? null : seal(key, tokens.refresh_token),
    scopes: tokens.scopes,
    expires_at: new Date(clock().getTime() + tokens.expires_in * 1_000).toISOString(),
  })
  return googleAccess(context, db, actor)
}
