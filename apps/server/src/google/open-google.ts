import type { Config, GoogleSettings } from '../config/config.ts'
import type { AppContext, Google } from '../context/app-context.ts'
import { apiError } from '../errors/api-error.ts'
import { openGoogleSandbox } from './sandbox.ts'

const timeoutMs = 15_000

type TokenReply = { error?: unknown; access_token?: unknown; refresh_token?: unknown; expires_in?: unknown; scope?: unknown }

/** Throws `google_rejected` if Google refuses the code or the refresh token, and `google_unreachable` for any other failure. */
const requestTokens = async ({ client_id, client_secret, token_url }: GoogleSettings, fields: Record<string, string>) => {
  let response: Response
  try {
    response = await fetch(token_url, {
      method: 'POST',
      body: new URLSearchParams({ ...fields, client_id, client_secret }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
  } catch {
    throw apiError('google_unreachable')
  }
  const reply = ((await response.json().catch(() => null)) ?? {}) as TokenReply
  // any other error, such as a wrong client or address, says nothing about the person’s consent
  const isRefused = reply.error === 'invalid_grant'
  if (!response.ok && !isRefused) throw apiError('google_unreachable')
  if (isRefused) throw apiError('google_rejected', { fields: {} })
  if (typeof reply.access_token !== 'string') throw apiError('google_unreachable')
  return {
    access_token: reply.access_token,
    refresh_token: typeof reply.refresh_token === 'string' ? reply.refresh_token : undefined,
    expires_in: typeof reply.expires_in === 'number' ? reply.expires_in : 3_600,
    scopes: typeof reply.scope === 'string' ? reply.scope.split(' ').filter(Boolean) : [],
  }
}

const exchange: Google['exchange'] = (settings, code) => requestTokens(settings, { grant_type: 'authorization_code', ...code })
const refresh: Google['refresh'] = (settings, refresh_token) => requestTokens(settings, { grant_type: 'refresh_token', refresh_token })

/** Google if its client is set; else the sandbox in the demo; else undefined. */
export const openGoogle = (
  { google, demo, public_url }: Pick<Config, 'google' | 'demo' | 'public_url'>,
  services: Pick<AppContext, 'random'>,
): Google | undefined => {
  if (google) return { settings: async () => google, exchange, refresh, close: async () => {} }
  if (!demo) return undefined
  const sandbox = openGoogleSandbox(services, public_url)
  return { settings: sandbox.settings, exchange, refresh, close: sandbox.close }
}
