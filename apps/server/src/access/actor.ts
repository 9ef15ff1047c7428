import type { Role } from '@sukoyaka/wire/access'

/** The signed-in person who makes a call. */
export type Actor = {
  id: number
  role: Role
  session_id: number
  /** What a program with a bearer token may read; undefined for the person. */
  scopes?: readonly string[]
}
