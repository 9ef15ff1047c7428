import { sql } from 'drizzle-orm'
import { PgBoss } from 'pg-boss'
import { appRole, type ConnectionSettings, type Db } from './db.ts'
import type { House } from './house.ts'

const schema = 'pgboss'
const housekeeping = 'housekeeping'

const optionsOf = (settings: ConnectionSettings, role: string | null) => ({
  ...settings,
  schema,
  application_name: 'sukoyaka-jobs',
  connectionTimeoutMillis: 3_000,
  options: `-c timezone=UTC -c statement_timeout=60000${role ? ` -c role=${role}` : ''}`,
})

/** As the owner: brings the job tables up to date and lets the application's role use them. */
export const installJobs = async (settings: ConnectionSettings): Promise<void> => {
  const boss = new PgBoss({ ...optionsOf(settings, null), max: 1, supervise: false, schedule: false })
  boss.on('error', () => {})
  await boss.start()
  try {
    if (!(await boss.getQueue(housekeeping)))
      await boss.createQueue(housekeeping, { policy: 'exclusive', retryLimit: 2, retryDelay: 60, expireInSeconds: 600, deleteAfterSeconds: 86_400 })
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

/** Removes what has served its time. The newest event stays, so that readers can tell what they missed. */
export const tidy = async (db: Pick<Db, 'execute'>): Promise<number> => {
  let removed = 0
  const run = async (statement: ReturnType<typeof sql>) => {
    removed += (await db.execute(statement)).rowCount ?? 0
  }
  await run(sql`delete from sessions where least(expires_at, coalesce(ended_at, expires_at)) < now() - interval '30 days'`)
  await run(sql`delete from sign_in_challenges where expires_at < now() - interval '30 days'`)
  await run(sql`delete from trusted_devices where expires_at < now() - interval '30 days'`)
  await run(sql`delete from idempotency_keys where created_at < now() - interval '24 hours'`)
  await run(sql`delete from limited_attempts where at < now() - interval '2 days'`)
  await run(sql`delete from events where created_at < now() - interval '3 days' and id < (select max(id) from events)`)
  return removed
}

/** Works off jobs as the application's role. `stop` gives running jobs 10 s, then returns them to their queue. */
export const startJobs = async ({ db, log }: Pick<House, 'db' | 'log'>, settings: ConnectionSettings): Promise<{ stop: () => Promise<void> }> => {
  const boss = new PgBoss({ ...optionsOf(settings, appRole), max: 3, migrate: false, reindex: false, monitorVacuum: false })
  // it goes on by itself when the database is back
  boss.on('error', (error) => log.warn({ err: error }, 'jobs'))
  await boss.start()
  await boss.schedule(housekeeping, '17 * * * *', null, { tz: 'Asia/Tokyo', missed: 'once' })
  await boss.work(housekeeping, { batchSize: 5, burstWhenBatchFull: true, pollingIntervalSeconds: 30 }, async () => {
    const count = await tidy(db)
    log.info({ queue: housekeeping, count }, 'tidied')
  })
  return { stop: () => boss.stop({ graceful: true, timeout: 10_000 }) }
}
