import { sql } from 'drizzle-orm'
import type { Pool } from 'pg'
import { fromDrizzle, PgBoss, type QueueOptions } from 'pg-boss'
import boss from 'pg-boss/package.json' with { type: 'json' }
import type { AppContext, Jobs } from '../context/app-context.ts'
import { appRole, type ConnectionSettings, errorCodeOf } from '../database/db.ts'
import { withMigrationLock } from '../database/migrate.ts'
import { withOrigin } from '../database/origin.ts'
import { ApiError } from '../errors/api-error.ts'

/** A kind of background job. A job that throws is retried unless `retryLimit` is 0 or the error `isPermanent`, so it must be idempotent. */
export type JobKind = {
  queue: string
  /** Retry options, and `policy` for concurrency: `stately` allows one new, one retried and one running job per singletonKey. */
  options?: QueueOptions & { policy?: 'standard' | 'short' | 'singleton' | 'stately' | 'exclusive' }
  /** Cron schedule in Tokyo time. With several servers, each time still enqueues one job. */
  cron?: string
  /** Checked at startup: whether to enqueue a job at once. */
  isDue?: (context: AppContext) => Promise<boolean>
  // biome-ignore lint/suspicious/noExplicitAny: each queue has its own type of data
  work: (context: AppContext, data: any, signal: AbortSignal) => Promise<void>
  /** Called once the last try has thrown. */
  // biome-ignore lint/suspicious/noExplicitAny: as for `work`
  giveUp?: (context: AppContext, data: any) => Promise<void>
}

/** Options of jobs that send mail. They are retried for about 15 hours, because a mail server may be down overnight. */
export const mailJobOptions = { retryLimit: 20, retryDelay: 60, retryBackoff: true, retryDelayMax: 3_600 }

const schema = 'pgboss'
/** Version of the queue tables. */
export const jobsVersion: number = boss.pgboss.schema
/** Queue of jobs that failed for good. No worker reads it; a job stays for a month for inspection. */
export const deadLetters = 'dead_letters'
const monthSeconds = 30 * 86_400
/** Heartbeat timeout of a running job in seconds; afterwards it counts as failed. */
const heartbeatSeconds = 60
/** Interval of the query for jobs whose time has come: delayed jobs and retries. A new job wakes its worker by NOTIFY. */
const dueMs = 1_000
/** Polling interval of each worker: while notifications arrive, and while the connection that listens is down. */
const pollingSeconds = { notified: 60, unnotified: 2 }

const optionsOf = (settings: ConnectionSettings, role: string | null) => ({
  ...settings,
  schema,
  application_name: 'sukoyaka-jobs',
  connectionTimeoutMillis: 3_000,
  options: `-c timezone=UTC -c statement_timeout=60000${role ? ` -c role=${role}` : ''}`,
})

/**
 * Creates or upgrades the queue tables and the queues as the owner and grants the application's role access. Under a lock, because concurrent grants
 * fail in PostgreSQL.
 */
export const installJobs = (settings: ConnectionSettings, kinds: readonly JobKind[] = []): Promise<void> =>
  withMigrationLock(settings, () => install(settings, kinds))

const install = async (settings: ConnectionSettings, kinds: readonly JobKind[]) => {
  const boss = new PgBoss({ ...optionsOf(settings, null), max: 1, supervise: false, schedule: false })
  boss.on('error', () => {})
  await boss.start()
  try {
    if (!(await boss.getQueue(deadLetters))) await boss.createQueue(deadLetters, { retentionSeconds: monthSeconds, deleteAfterSeconds: monthSeconds })
    for (const { queue, options = {} } of kinds) {
      const { policy, ...changeable } = {
        retryLimit: 10,
        retryDelay: 30,
        heartbeatSeconds,
        deleteAfterSeconds: 86_400,
        deadLetter: deadLetters,
        notify: true,
        ...options,
      }
      if (await boss.getQueue(queue)) await boss.updateQueue(queue, changeable)
      else await boss.createQueue(queue, { ...changeable, ...(policy && { policy }) })
    }
    await boss.getDb().executeSql(`
      grant usage on schema ${schema} to ${appRole};
      grant select, insert, update, delete on all tables in schema ${schema} to ${appRole};
      grant usage, select on all sequences in schema ${schema} to ${appRole};
      grant execute on all functions in schema ${schema} to ${appRole};
      alter default privileges in schema ${schema} grant select, insert, update, delete on tables to ${appRole};
      alter default privileges in schema ${schema} grant usage, select on sequences to ${appRole}`)
  } finally {
    await boss.stop({ graceful: false })
  }
}

/** Enqueues and cancels jobs in the caller's transaction. Connects on first use. */
export const openJobs = ({ log }: Pick<AppContext, 'log'>, settings: ConnectionSettings): Jobs & { close: () => Promise<void> } => {
  let starting: Promise<PgBoss> | undefined
  const start = async () => {
    const boss = new PgBoss({ ...optionsOf(settings, appRole), max: 1, migrate: false, supervise: false, schedule: false })
    boss.on('error', (error) => log.warn({ err: error }, 'job queue error'))
    await boss.start()
    return boss
  }
  const boss = () => {
    starting ??= start().catch((error) => {
      starting = undefined
      throw error
    })
    return starting
  }
  return {
    send: async (db, queue, data, options = {}) => {
      await (await boss()).send(queue, data, { ...options, db: fromDrizzle(db, sql) })
    },
    cancel: async (db, queue, data) => {
      const connection = { db: fromDrizzle(db, sql) }
      const waiting = await (await boss()).findJobs(queue, { ...connection, data, queued: true })
      const ids = waiting.map(({ id }) => id)
      if (ids.length > 0) await (await boss()).deleteJob(queue, ids, connection)
    },
    close: async () => {
      const startedBoss = await starting?.catch(() => undefined)
      await startedBoss?.stop({ graceful: false })
    },
  }
}

/** The error that pg-boss stores: without the message, which may contain personal data from SQL parameters. */
const withoutMessage = (queue: string, error: unknown) => {
  const safeError = new Error(`${queue}: ${errorCodeOf(error) ?? (error instanceof Error ? error.name : 'failed')}`)
  delete safeError.stack
  return safeError
}

/** Starts the workers as the application's role. `stop` waits up to 10 s for running jobs; then they count as failed. */
export const startJobs = async (context: AppContext, settings: ConnectionSettings, kinds: readonly JobKind[] = []): Promise<{ stop: () => Promise<void> }> => {
  const { log } = context
  const boss = new PgBoss({ ...optionsOf(settings, appRole), max: 3, migrate: false, reindex: false, monitorVacuum: false, useListenNotify: true })
  // pg-boss reconnects by itself
  boss.on('error', (error) => log.warn({ err: error }, 'job queue error'))
  await boss.start()
  const workers = new Map<string, string>()
  for (const { queue, cron, isDue, work, giveUp } of kinds) {
    if (cron) await boss.schedule(queue, cron, null, { tz: 'Asia/Tokyo', missed: 'once' })
    if (await isDue?.(context)) await boss.send(queue, {})
    const options = {
      batchSize: 1,
      pollingIntervalSeconds: pollingSeconds.unnotified,
      notifyPollingIntervalSeconds: pollingSeconds.notified,
      perJobResults: true,
      includeMetadata: true,
    } as const
    const worker = await boss.work(queue, options, async ([job]) => {
      const { id, data, signal, retryCount, retryLimit } = job!
      const run = (act: () => Promise<void> | undefined) => withOrigin({ user_id: undefined, request_id: `job:${queue}`, job_id: id }, async () => act())
      try {
        await run(() => work(context, data, signal))
        return [{ id, status: 'completed' }]
      } catch (error) {
        log.warn({ err: error, queue }, 'job failed')
        const isPermanent = error instanceof ApiError && error.details.isPermanent
        if (isPermanent || retryCount >= retryLimit)
          await run(() => giveUp?.(context, data)).catch((err) => log.warn({ err, queue }, 'a job that failed for good could not be given up'))
        return [{ id, status: isPermanent ? 'deadletter' : 'failed', output: withoutMessage(queue, error) }]
      } finally {
        // more jobs may be waiting: fetch the next one without polling delay
        const worker_id = workers.get(queue)
        if (worker_id) boss.notifyWorker(worker_id)
      }
    })
    workers.set(queue, worker)
  }
  const stopWaking = wakeWhenDue(boss, workers)
  return {
    stop: async () => {
      stopWaking()
      await boss.stop({ graceful: true, timeout: 10_000 })
    },
  }
}

/** Wakes the workers of queues that have a job whose time has come. One query serves all queues. Returns a function that stops the query. */
const wakeWhenDue = (boss: PgBoss, workers: ReadonlyMap<string, string>) => {
  const names = [...workers.keys()]
  const statement = `select distinct name from ${schema}.job where name = any($1) and state < 'active' and not blocked and start_after <= now()`
  let isAsking = false
  const timer = setInterval(async () => {
    if (isAsking) return
    isAsking = true
    try {
      const { rows } = (await boss.getDb().executeSql(statement, [names])) as { rows: { name: string }[] }
      for (const { name } of rows) boss.notifyWorker(workers.get(name)!)
    } catch {
      // the database is unreachable or the queue has stopped: the workers report that
    } finally {
      isAsking = false
    }
  }, dueMs).unref()
  return () => clearInterval(timer)
}

/** Number of jobs that failed for good. */
export const failedJobs = async (pool: Pick<Pool, 'query'>): Promise<number> => {
  const { rows } = await pool.query<{ count: number }>(`select count(*)::int from ${schema}.job where name = $1`, [deadLetters])
  return rows[0]!.count
}
