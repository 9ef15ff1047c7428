import { createHash } from 'node:crypto'
import type { Limit } from '../../http/rate-limit.ts'

/** Attempts of one IP address at the calls that take a password, a passkey, a mailed code or a mailed token. */
export const addressLimit: Limit = { kind: 'sign_in_address', max: 100, minutes: 15 }

/** Key of an account in the stored rate limits: a hash, because an e-mail address is personal data. */
export const accountKey = (email: string) => createHash('sha256').update(email.toLowerCase()).digest('base64url')
