import type { Role } from '@sukoyaka/wire/access'

/** The signed-in person who makes a call. */
export type Actor = {
  id: number
  role: Role
  session_id: number
  /** Scopes of a connected app's access token; undefined for a session of the person. */
  scopes?: readonly string[]
}
