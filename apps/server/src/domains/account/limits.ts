import { createHash } from 'node:crypto'
import type { Limit } from '../../http/rate-limit.ts'

/** Attempts of one IP address at the calls that check a password, a passkey at sign-in, or a code or token from a mail or a printed invitation. */
export const addressLimit: Limit = { kind: 'sign_in_address', max: 100, minutes: 15 }

/** Wrong passwords of an account or from one of its trusted devices. */
export const accountLimit: Limit = { kind: 'sign_in_account', max: 10, minutes: 15 }
/** Mails with a sign-in code to an account. */
export const codeMailLimit: Limit = { kind: 'sign_in_mail', max: 5, minutes: 15 }
/** An account allows 50 wrong codes a day over all its challenges; there are a million possible codes. */
export const dailyCodeLimit: Limit = { kind: 'sign_in_code', max: 50, minutes: 24 * 60 }
/** Mails to an address with the link to a new password. */
export const resetMailLimit: Limit = { kind: 'reset_mail', max: 5, minutes: 15 }
/** Wrong codes of an invitation to an address. */
export const activationCodeLimit: Limit = { kind: 'activation_code', max: 10, minutes: 15 }

/** Key of an account in the stored rate limits: a hash, because an e-mail address is personal data. */
export const accountKey = (email: string) => createHash('sha256').update(email.toLowerCase()).digest('base64url')

/** Key of a trusted device. Its attempts are counted apart, so that somebody who guesses elsewhere cannot lock out the owner. */
export const deviceKey = (id: number) => `device ${id}`

/** The counters of an account that can keep its owner from signing in: each limit with its key. */
export const countersOf = (account: { id: number; email: string; device_ids: readonly number[] }): { kind: string; key: string }[] => {
  const [address, id] = [accountKey(account.email), String(account.id)]
  return [
    ...[address, ...account.device_ids.map(deviceKey)].map((key) => ({ kind: accountLimit.kind, key })),
    ...[codeMailLimit, dailyCodeLimit].map(({ kind }) => ({ kind, key: id })),
    ...[resetMailLimit, activationCodeLimit].map(({ kind }) => ({ kind, key: address })),
  ]
}
