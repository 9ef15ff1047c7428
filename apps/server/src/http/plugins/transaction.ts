import { type Endpoint, isReading } from '@sukoyaka/wire/endpoint'
import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../../context/app-context.ts'
import { type Db, inTransaction } from '../../database/db.ts'
import { withNewestEvent } from '../../realtime/event-rows.ts'
import { type CallResponse, checkKey, runOnce, runOnceInSteps } from './idempotency.ts'

/** `attempt` does the work of the call, `responseOf` makes its response, and `finish` runs at the end of its transaction. */
type CallSteps<A> = { attempt: (db: Db) => Promise<A>; responseOf: (attempt: A) => CallResponse; finish: (db: Db, attempt: A) => Promise<void> }
/**
 * `attempt` is undefined if a stored response of the same idempotency key was returned. `newestEvent`: id of the newest event that a write published with
 * the `Db` of its transaction.
 */
export type Completed<A> = { response: CallResponse; attempt: A | undefined; newestEvent?: number | undefined }

/**
 * Runs a call: a read without a transaction, a write in a transaction that is retried after a serialisation failure. A POST that writes runs once per
 * idempotency key, unless `isNeverStored`; later calls with the key get the stored response. With `atomic: false` the handler opens its own transactions.
 */
export const runCall = async <A>(
  context: AppContext,
  request: FastifyRequest,
  { endpoint, atomic, body }: { endpoint: Endpoint; atomic: boolean; body: unknown },
  { attempt, responseOf, finish }: CallSteps<A>,
): Promise<Completed<A>> => {
  const { method, path, isNeverStored } = endpoint
  const key = method === 'POST' && !isReading(endpoint) && !isNeverStored ? request.headers['idempotency-key'] : undefined
  if (key !== undefined) checkKey(String(key))
  const call =
    key === undefined ? undefined : { key: String(key), user_id: request.actor?.id ?? null, route: `${method} ${path}`, body: [request.params, body] }
  const run = async (db: Db): Promise<Completed<A>> => {
    let attempted: A | undefined
    const runAttempt = async () => {
      attempted = await attempt(db)
      return responseOf(attempted)
    }
    const response = await (!call ? runAttempt() : atomic ? runOnce(db, call, runAttempt) : runOnceInSteps(db, call, runAttempt))
    if (attempted !== undefined) await finish(db, attempted)
    return { response, attempt: attempted }
  }
  if (isReading(endpoint) || !atomic) return run(context.db)
  return inTransaction(context.db, (tx) => withNewestEvent(tx, run))
}
