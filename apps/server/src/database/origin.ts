import { AsyncLocalStorage } from 'node:async_hooks'

/** The call or job that a transaction belongs to. `user_id` is undefined for public calls and jobs; `job_id` is the same for each try of a job. */
export type Origin = { user_id: number | undefined; request_id: string; job_id?: string }

const origins = new AsyncLocalStorage<Origin>()

/** Runs `run`; the transactions that it opens record the changes of rows with this origin. */
export const withOrigin = <T>(origin: Origin, run: () => T): T => origins.run(origin, run)

/** The user who makes the current call; undefined for public calls and jobs. */
export const currentUserId = (): number | undefined => origins.getStore()?.user_id

export const currentJobId = (): string | undefined => origins.getStore()?.job_id

/** `app.origin` of a transaction that begins now, see the trigger function `record_change`. Undefined outside of calls and jobs. */
export const currentOrigin = (): string | undefined => {
  const origin = origins.getStore()
  return origin && `${origin.user_id ?? ''} ${origin.request_id}`
}
