import type { Config } from '../config/config.ts'
import type { AppContext, Google } from '../context/app-context.ts'
import { apiError } from '../errors/api-error.ts'
import { openGoogleSandbox } from './sandbox.ts'

const timeoutMs = 15_000

type TokenReply = { access_token?: unknown; refresh_token?: unknown; expires_in?: unknown; scope?: unknown }

/** Exchanges a code for tokens. Throws `google_rejected` if Google does not take the code and `google_unreachable` if it does not answer. */
const exchange: Google['exchange'] = async ({ client_id, client_secret, token_url }, { code, code_verifier, redirect_uri }) => {
  let response: Response
  try {
    response = await fetch(token_url, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'authorization_code', code, code_verifier, redirect_uri, client_id, client_secret }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
  } catch {
    throw apiError('google_unreachable')
  }
  if (response.status >= 500) throw apiError('google_unreachable')
  const reply = (await response.json().catch(() => ({}))) as TokenReply
  if (!response.ok || typeof reply.access_token !== 'string') throw apiError('google_rejected', { fields: {} })
  return {
    access_token: reply.access_token,
    refresh_token: typeof reply.refresh_token === 'string' ? reply.refresh_token : undefined,
    expires_in: typeof reply.expires_in === 'number' ? reply.expires_in : 3_600,
    scopes: typeof reply.scope === 'string' ? reply.scope.split(' ').filter(Boolean) : [],
  }
}

/** Google if its client is set; else the sandbox in the demo; else undefined. */
export const openGoogle = (
  { google, demo, public_url }: Pick<Config, 'google' | 'demo' | 'public_url'>,
  services: Pick<AppContext, 'random'>,
): Google | undefined => {
  if (google) return { settings: async () => google, exchange, close: async () => {} }
  if (!demo) return undefined
  const sandbox = openGoogleSandbox(services, public_url)
  return { settings: sandbox.settings, exchange, close: sandbox.close }
}
