// built per call: only the job runs `dueHolds` and `lockHold`
import type { Role } from '@sukoyaka/wire/access'
import { holdSeconds } from '@sukoyaka/wire/boards/release-queue'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Actor } from '../../access/actor.ts'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { later } from '../../database/columns.ts'
import { isAnyOf } from '../../database/prepared.ts'
import { users } from '../account/tables.ts'
import { test_packages } from '../checkup/tables.ts'
import { held_releases } from './tables.ts'

export type HeldRelease = typeof held_releases.$inferSelect
type NewHold = Pick<HeldRelease, 'test_package_id' | 'user_id' | 'version' | 'comment' | 'called_on'>

// rounded down to milliseconds, so that the job does not run before the release is due
const releases_at = sql`date_trunc('milliseconds', now()) + make_interval(secs => ${holdSeconds})`

/** Holds a release; a hold that the checkup has is replaced, and its delay begins again. */
export const putHold = (scope: PatientScope, actor: Pick<Actor, 'id'>, hold: NewHold) => {
  const values = { ...hold, held_by: actor.id, releases_at }
  return scope.insert(held_releases).values(values).onConflictDoUpdate({ target: held_releases.test_package_id, set: values })
}

const holds = patientQuery(({ db, rows }) =>
  db
    .select({
      test_package_id: held_releases.test_package_id,
      version: held_releases.version,
      comment: held_releases.comment,
      called_on: held_releases.called_on,
    })
    .from(rows(held_releases))
    .where(isAnyOf(held_releases.test_package_id)),
)

/** The holds of these checkups, by the id of the checkup. */
export const holdsOf = async (scope: PatientScope, ids: number[]) => new Map((await holds(scope).execute({ ids })).map((hold) => [hold.test_package_id, hold]))

/** Stops releases that were not carried out yet, and returns the ids of their checkups. Waits for one that is being carried out. */
export const removeHolds = async (scope: PatientScope, ids: number[]): Promise<number[]> => {
  const removed = await scope
    .delete(held_releases)
    .where(sql`${held_releases.test_package_id} = any(${sql.param(ids)}::bigint[])`)
    .returning({ id: held_releases.test_package_id })
  return removed.map(({ id }) => id)
}

/** Stores the comment of a release that was refused, with its author. Patients see it after the release. */
export const keepComment = async (scope: PatientScope, { test_package_id, comment, held_by }: HeldRelease): Promise<void> => {
  if (!comment) return
  await scope
    .update(test_packages)
    .set({ comment, comment_by: held_by, commented_at: sql`now()`, updated_at: later(test_packages.updated_at) })
    .where(and(eq(test_packages.id, test_package_id), isNull(test_packages.released_at)))
}

const isDue = sql`${held_releases.releases_at} <= now()`

/** Checkups whose release is due, in the order in which they were held. */
export const dueHolds = async (scope: PatientScope): Promise<number[]> =>
  (
    await scope.db
      .select({ id: held_releases.test_package_id })
      .from(scope.rows(held_releases))
      .where(isDue)
      .orderBy(asc(held_releases.releases_at), asc(held_releases.test_package_id))
  ).map(({ id }) => id)

export type DueHold = HeldRelease & { role: Role; is_holder_active: boolean }

/** Locks a hold that is due; undefined if it was stopped, replaced or carried out. */
export const lockHold = async (scope: PatientScope, test_package_id: number): Promise<DueHold | undefined> => {
  const [hold] = await scope.db
    .select()
    .from(scope.rows(held_releases))
    .where(and(eq(held_releases.test_package_id, test_package_id), isDue))
    .for('update')
  if (!hold) return undefined
  const [holder] = await scope.db
    .select({ role: users.role, is_holder_active: sql<boolean>`${users.deactivated_at} is null` })
    .from(users)
    .where(eq(users.id, hold.held_by))
  return holder && { ...hold, ...holder }
}
