import { type Permission, type Role, scopeOf } from '@sukoyaka/wire/access'
import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import { apiError } from '../errors/api-error.ts'

/** The authenticated caller. */
export type Actor = { id: number; role: Role; session_id: number }

declare const minted: unique symbol
/** The patient scope of one call. Only this module creates one, so a query that takes it cannot run without a permission check. */
export type Reach = { readonly [minted]: true; readonly own?: number; readonly touched: Set<number> }

/** Throws 403 if the role lacks the permission. Runs before any look-up, so own, foreign and missing records give the same answer. */
export const reachOf = (actor: Pick<Actor, 'id' | 'role'>, permission: Permission): Reach => {
  const scope = scopeOf(actor.role, permission)
  if (!scope) throw apiError('forbidden')
  return { ...(scope === 'own' && { own: actor.id }), touched: new Set<number>() } as unknown as Reach
}

/** Scope for another permission within the same call. Shares the list of patients for the audit log. */
export const reachUnder = (actor: Pick<Actor, 'id' | 'role'>, permission: Permission, reach: Reach): Reach =>
  Object.assign(reachOf(actor, permission), { touched: reach.touched })

/** Unrestricted scope. Background jobs and seeding only. */
export const unrestrictedReach = (): Reach => ({ touched: new Set<number>() }) as unknown as Reach

/** SQL condition that limits a query to the patient scope; `column` holds the patient's id. */
export const within = (reach: Reach, column: AnyColumn | SQL): SQL => (reach.own === undefined ? sql`true` : sql`${column} = ${reach.own}`)

/** Same condition for a prepared statement: pass the patient's id as `own`. */
export const withinOwn = (isOwn: boolean, column: AnyColumn | SQL): SQL => (isOwn ? sql`${column} = ${sql.placeholder('own')}` : sql`true`)

/** Record the access to this patient's data for the audit log. */
export const touch = (reach: Reach, patient_id: number) => {
  // without a patient id the access would not be logged
  if (!Number.isInteger(patient_id)) throw new Error('patient id is not an integer')
  reach.touched.add(patient_id)
}

/** Whether the scope includes this person's rows. */
export const reaches = (reach: Reach, user_id: number) => reach.own === undefined || reach.own === user_id
