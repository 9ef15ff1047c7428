import type { Role } from '@sukoyaka/wire/access'

/** The signed-in person who makes a call. */
export type Actor = { id: number; role: Role; session_id: number }
