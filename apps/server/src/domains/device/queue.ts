import type { Jobs } from '../../context/app-context.ts'
import type { Db } from '../../database/db.ts'

export const deviceQueue = 'device_days'
/** A phone sends many posts in a row. */
const afterSeconds = 1

/** Queues the derivation of a patient's dirty days in the transaction that made them dirty. */
export const requestDerivation = (jobs: Jobs, db: Db, user_id: number) =>
  jobs.send(db, deviceQueue, { user_id }, { singletonKey: String(user_id), startAfter: afterSeconds })
