import { readFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { FailedJob, System } from '@sukoyaka/wire/boards/admin/system'
import { sql } from 'drizzle-orm'
import type { Config } from '../../config/config.ts'
import { repositoryFolder } from '../../config/folders.ts'
import type { AppContext } from '../../context/app-context.ts'
import { toIso } from '../../database/columns.ts'
import type { Db } from '../../database/db.ts'
import { preparedQuery, rawQuery } from '../../database/prepared.ts'
import { apiError } from '../../errors/api-error.ts'
import { deadLetters } from '../../jobs/jobs.ts'

const { version } = JSON.parse(readFileSync(join(repositoryFolder, 'package.json'), 'utf8')) as { version: string }
const started_at = new Date(Date.now() - performance.now()).toISOString()

type Facts = {
  version: string
  bytes: string
  connections: string
  max_connections: string
  migrations: string
  waiting: string
  running: string
  planned: string
  failed: string
  oldest_waiting_at: string | null
  file_bytes: string
}

const facts = preparedQuery(() =>
  rawQuery<Facts>(sql`
    select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
      (select count(*) from pg_stat_activity where datname = current_database()) as connections, current_setting('max_connections') as max_connections,
      (select count(*) from schema_migrations) as migrations, j.*, (select coalesce(sum(size), 0) from files) as file_bytes
    from (
      select count(*) filter (where state in ('created', 'retry') and start_after <= now()) as waiting, count(*) filter (where state = 'active') as running,
        count(*) filter (where state in ('created', 'retry') and start_after > now()) as planned,
        min(start_after) filter (where state in ('created', 'retry') and start_after <= now()) as oldest_waiting_at,
        (select count(*) from pgboss.job where name = ${deadLetters}) as failed
      from pgboss.job where name <> ${deadLetters} and state in ('created', 'retry', 'active')
    ) j`),
)

const regularJobs = preparedQuery(() =>
  rawQuery<{ queue: string; cron: string; last_at: string | null; last_state: 'completed' | 'failed' | 'active' | null }>(sql`
    select s.name as queue, s.cron, last.at as last_at, last.state as last_state
    from pgboss.schedule s left join lateral (
      select coalesce(completed_on, started_on) as at, state::text as state from pgboss.job j
      where j.name = s.name and state in ('completed', 'failed', 'active') order by created_on desc limit 1
    ) last on true order by s.name`),
)

const settingsOf: Record<System['integrations'][number]['name'], { isOn: (config: Config) => boolean; settings: string[] }> = {
  mail: { isOn: ({ smtp_url }) => smtp_url !== undefined, settings: ['SMTP_URL'] },
  s3: { isOn: ({ s3 }) => s3 !== undefined, settings: ['S3_ENDPOINT', 'S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] },
  push: { isOn: ({ vapid }) => vapid !== undefined, settings: ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY', 'VAPID_SUBJECT'] },
  line: { isOn: ({ line }) => line !== undefined, settings: ['LINE_CHANNEL_ID', 'LINE_CHANNEL_SECRET'] },
  circleback: { isOn: ({ circleback_secrets }) => circleback_secrets.length > 0, settings: ['CIRCLEBACK_SECRET'] },
  typeform: { isOn: ({ typeform_secrets }) => typeform_secrets.length > 0, settings: ['TYPEFORM_SECRET'] },
  stripe: { isOn: ({ stripe }) => stripe !== undefined, settings: ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] },
  shopify: { isOn: ({ shopify_secrets }) => shopify_secrets.length > 0, settings: ['SHOPIFY_SECRET'] },
  sentry: { isOn: ({ sentry_dsn }) => sentry_dsn !== undefined, settings: ['SENTRY_DSN'] },
  analytics: { isOn: ({ analytics_id }) => analytics_id !== undefined, settings: ['ANALYTICS_ID'] },
}

const isoOf = (at: string | null) => (at === null ? null : toIso(at))

/** The state of this server, and of the database, queue and files that all servers share. */
export const systemOf = async ({ config, clock }: Pick<AppContext, 'config' | 'clock'>, db: Db): Promise<System> => {
  const [found] = await facts(db).execute()
  const { bavail, blocks, bsize } = await statfs(config.data_dir)
  const row = found!
  return {
    ...{ at: clock().toISOString(), version, node: process.versions.node, started_at },
    database: {
      version: row.version,
      bytes: Number(row.bytes),
      connections: Number(row.connections),
      max_connections: Number(row.max_connections),
      migrations: Number(row.migrations),
    },
    queue: {
      waiting: Number(row.waiting),
      running: Number(row.running),
      planned: Number(row.planned),
      failed: Number(row.failed),
      oldest_waiting_at: isoOf(row.oldest_waiting_at),
    },
    storage: { free_bytes: bavail * bsize, total_bytes: blocks * bsize, file_bytes: Number(row.file_bytes) },
    integrations: Object.entries(settingsOf).map(([name, { isOn, settings }]) => ({
      name: name as keyof typeof settingsOf,
      is_on: isOn(config),
      settings: isOn(config) ? [] : settings,
    })),
    regular_jobs: (await regularJobs(db).execute()).map((job) => ({ ...job, last_at: isoOf(job.last_at) })),
  }
}

const failedJobs = preparedQuery(() =>
  rawQuery<FailedJob>(sql`
    select id::text as id, coalesce(source_name, '') as queue, coalesce(source_output ->> 'message', output ->> 'message', '') as reason,
      coalesce(source_retry_count, 0) + 1 as tries, coalesce(source_created_on, created_on) as created_at, created_on as failed_at
    from pgboss.job where name = ${deadLetters} order by created_on desc limit 200`),
)

export const failedJobsOf = async (db: Db): Promise<FailedJob[]> =>
  (await failedJobs(db).execute()).map((job) => ({ ...job, created_at: toIso(job.created_at), failed_at: toIso(job.failed_at) }))

// built per call: an administrator's rare call
const takeFailed = async (db: Db, id: string) => {
  const { rows } = await db.execute<{ queue: string | null; data: object | null; singleton_key: string | null }>(
    sql`delete from pgboss.job where name = ${deadLetters} and id = ${id}::uuid returning source_name as queue, data, singleton_key`,
  )
  const [job] = rows
  if (!job) throw apiError('not_found')
  return job
}

/** Enqueues a failed job again, under its key: without it, the queue takes jobs of different people for the same. Throws 404. */
export const retryFailed = async ({ jobs }: Pick<AppContext, 'jobs'>, db: Db, id: string): Promise<null> => {
  const { queue, data, singleton_key } = await takeFailed(db, id)
  if (queue === null) throw apiError('not_found')
  await jobs.send(db, queue, data ?? {}, singleton_key === null ? {} : { singletonKey: singleton_key })
  return null
}

/** Throws 404. */
export const discardFailed = async (db: Db, id: string): Promise<null> => {
  await takeFailed(db, id)
  return null
}
