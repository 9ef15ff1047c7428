import type { PatientScope } from '../../access/patient-scope.ts'
import type { AppContext } from '../../context/app-context.ts'
import { connectionOf, type Db, type Queryable } from '../../database/db.ts'
import { invalidateOn } from '../../realtime/invalidation.ts'

const maxKnown = 50_000

/** The cache of each pool. */
const caches = new WeakMap<Queryable, { ids: Set<number>; startRead: () => () => boolean }>()

/**
 * Keeps in memory which patients exist, so that reads of a record need no statement to check it. A notification from PostgreSQL about a merge or deletion
 * empties the cache; `forget` empties it at once after a call of this server.
 */
export const openKnownPatients = (db: Db, events: Pick<AppContext['events'], 'listen'>) => {
  const ids = new Set<number>()
  const { forget, startRead } = invalidateOn(events, 'onPatientRemoved', () => ids.clear())
  caches.set(connectionOf(db).pool, { ids, startRead })
  return { forget }
}

/** Transactions ask the database: a patient merged meanwhile must not get new rows. */
const cacheOf = (scope: PatientScope) => (scope.isInTransaction ? undefined : caches.get(scope.pool))

export const isKnownPatient = (scope: PatientScope, user_id: number): boolean => Boolean(cacheOf(scope)?.ids.has(user_id))

/** Runs `find`, which throws unless the patient exists. Then caches the patient, except in a transaction or if the cache was emptied meanwhile. */
export const keepPatient = async (scope: PatientScope, user_id: number, find: () => Promise<unknown>) => {
  const cache = cacheOf(scope)
  const isCurrent = cache?.startRead()
  await find()
  if (!cache || !isCurrent?.()) return
  if (cache.ids.size >= maxKnown) cache.ids.clear()
  cache.ids.add(user_id)
}
