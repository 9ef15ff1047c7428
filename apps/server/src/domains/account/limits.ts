import { createHash } from 'node:crypto'
import type { Limit } from '../../http/rate-limit.ts'

/** Attempts of one IP address at the calls that check a password, a passkey at sign-in, or a code or token from a mail or a printed invitation. */
export const addressLimit: Limit = { kind: 'sign_in_address', max: 100, minutes: 15 }

/** Key of an account in the stored rate limits: a hash, because an e-mail address is personal data. */
export const accountKey = (email: string) => createHash('sha256').update(email.toLowerCase()).digest('base64url')

/** Key of a trusted device. Its attempts are counted apart, so that somebody who guesses elsewhere cannot lock out the owner. */
export const deviceKey = (id: number) => `device ${id}`
