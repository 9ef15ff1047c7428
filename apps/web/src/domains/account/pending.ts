import type { Challenge } from '@sukoyaka/wire/people/account'

/** Input for the second sign-in step. Memory only, so that the password is never stored; a reload starts over. */
export type Pending = { email: string; password: string; challenge: Challenge }

let pending: Pending | undefined
export const readPending = () => pending
export const setPending = (next: Pending | undefined) => {
  pending = next
}
