import type { Challenge } from '@sukoyaka/wire/people/account'

/** What the second step of signing in needs. It lives in this variable and nowhere else, so a reload starts over and nothing stores a password. */
export type Pending = { email: string; password: string; challenge: Challenge }

let pending: Pending | undefined
export const readPending = () => pending
export const setPending = (next: Pending | undefined) => {
  pending = next
}
