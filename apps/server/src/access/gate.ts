import { type Permission, type Role, scopeOf } from '@sukoyaka/wire/access'
import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import { apiError } from '../errors/api-error.ts'

/** Who asks. */
export type Actor = { id: number; role: Role; session_id: number }

declare const minted: unique symbol
/** The patients one call may touch. Only the gate makes one, so a query that takes it cannot be run unguarded. */
export type Reach = { readonly [minted]: true; readonly own?: number; readonly touched: Set<number> }

/** Throws 403 where the role lacks the permission: before any look-up, so that own, another's and absent are refused alike. */
export const reachOf = (actor: Pick<Actor, 'id' | 'role'>, permission: Permission): Reach => {
  const scope = scopeOf(actor.role, permission)
  if (!scope) throw apiError('forbidden')
  return { ...(scope === 'own' && { own: actor.id }), touched: new Set<number>() } as unknown as Reach
}

/** The same call under another permission, where what is asked decides which one it takes. */
export const reachUnder = (actor: Pick<Actor, 'id' | 'role'>, permission: Permission, reach: Reach): Reach =>
  Object.assign(reachOf(actor, permission), { touched: reach.touched })

/** Everybody's rows: for jobs and the demo, which no person asked for. */
export const unrestrictedReach = (): Reach => ({ touched: new Set<number>() }) as unknown as Reach

/** The condition that keeps a query within reach; `column` holds the patient's id. */
export const within = (reach: Reach, column: AnyColumn | SQL): SQL => (reach.own === undefined ? sql`true` : sql`${column} = ${reach.own}`)

/** The same in a statement that is built once: run with `own`. */
export const withinOwn = (isOwn: boolean, column: AnyColumn | SQL): SQL => (isOwn ? sql`${column} = ${sql.placeholder('own')}` : sql`true`)

/** Notes for the audit log whose record was opened. */
export const touch = (reach: Reach, patient_id: number) => {
  // a row without its patient would be seen and not written down
  if (!Number.isInteger(patient_id)) throw new Error('touched nobody')
  reach.touched.add(patient_id)
}

/** Whether this call may touch that person's rows at all. */
export const reaches = (reach: Reach, user_id: number) => reach.own === undefined || reach.own === user_id
