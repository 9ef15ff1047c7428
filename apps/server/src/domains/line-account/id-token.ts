import { createHmac, timingSafeEqual } from 'node:crypto'
import { apiError } from '../../errors/api-error.ts'

type Expected = { channel_id: string; channel_secret: string; nonce: string; now: Date }

const parse = (part: string): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

/** Compares in constant time: both texts are first hashed to the same length. */
const isEqual = (a: string, b: string) => {
  const hash = (text: string) => createHmac('sha256', 'compare').update(text).digest()
  return timingSafeEqual(hash(a), hash(b))
}

/**
 * The LINE user of an ID token that a LINE login returned: a JWT signed by HMAC-SHA256 with the channel secret. Throws 401 `signature_invalid` for another
 * algorithm, signature, issuer, channel or nonce, for an expired token and for an id that is no LINE user id.
 */
export const lineUserOf = (id_token: string, { channel_id, channel_secret, nonce, now }: Expected): string => {
  const [header = '', payload = '', signature = ''] = id_token.split('.')
  const signed = createHmac('sha256', channel_secret).update(`${header}.${payload}`).digest('base64url')
  const isSigned = parse(header).alg === 'HS256' && isEqual(signature, signed)
  const { iss, aud, exp, sub, nonce: sentNonce } = isSigned ? parse(payload) : {}
  const isCurrent = typeof exp === 'number' && exp * 1000 > now.getTime()
  const isForUs = iss === 'https://access.line.me' && aud === channel_id && typeof sentNonce === 'string' && isEqual(sentNonce, nonce)
  if (!isCurrent || !isForUs || typeof sub !== 'string' || !/^U[0-9a-f]{32}$/.test(sub)) throw apiError('signature_invalid')
  return sub
}
