import type { Challenge } from '@sukoyaka/wire/people/account'

/** What the second sign-in step needs from the first. Kept in memory only, so that the password is never stored: a reload returns to the first step. */
export type Pending = { email: string; password: string; challenge: Challenge }

let pending: Pending | undefined
export const readPending = () => pending
export const setPending = (next: Pending | undefined) => {
  pending = next
}
