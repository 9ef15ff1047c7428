import { apiError } from '../../errors/api-error.ts'

const timeoutMs = 15_000

type Channel = { channel_id: string; channel_secret: string; token_url: string }

const readIdToken = (body: string): string | undefined => {
  try {
    const { id_token } = JSON.parse(body) as { id_token?: unknown }
    return typeof id_token === 'string' ? id_token : undefined
  } catch {
    return undefined
  }
}

/**
 * The ID token for the code of a LINE login. Throws `unavailable` if LINE does not answer completely, redirects, or answers with a status of 500 or more, and
 * `signature_invalid` if the answer has no ID token, for example because LINE does not accept the code.
 */
export const idTokenOf = async ({ channel_id: client_id, channel_secret: client_secret, token_url }: Channel, code: string, redirect_uri: string) => {
  let response: Response
  let body: string
  try {
    response = await fetch(token_url, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri, client_id, client_secret }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    body = await response.text()
  } catch {
    throw apiError('unavailable', { retry_after: 30 })
  }
  if (response.status >= 500) throw apiError('unavailable', { retry_after: 30 })
  const id_token = response.ok ? readIdToken(body) : undefined
  if (id_token === undefined) throw apiError('signature_invalid')
  return id_token
}
