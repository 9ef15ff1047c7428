import type { Jobs } from '../../context/app-context.ts'
import type { Db } from '../../database/db.ts'

export const deviceQueue = 'device_days'
/** After a large post more posts follow: the job waits longer, so that it derives the days of all posts together and does not slow the posts down. */
const [afterSeconds, afterManySeconds] = [1, 20]
const manySamples = 500

/** Queues the derivation of a patient's dirty days. Call it in the transaction that makes them dirty. */
export const requestDerivation = (jobs: Jobs, db: Db, user_id: number, sampleCount = 0) =>
  jobs.send(db, deviceQueue, { user_id }, { singletonKey: String(user_id), startAfter: sampleCount < manySamples ? afterSeconds : afterManySeconds })
