import type { Role } from '@sukoyaka/wire/access'

/** The person who makes a call, signed in or through a connected app. */
export type Actor = {
  id: number
  role: Role
  session_id: number
  /** Scopes of the access token, if a connected app makes the call; undefined if the person is signed in. */
  scopes?: readonly string[]
}
