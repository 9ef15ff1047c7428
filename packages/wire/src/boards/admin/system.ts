import Type, { type Static } from 'typebox'
import { endpoint, InputObject, Instant, Items, Nothing, Nullable, OneOf } from '../../endpoint.ts'

export const integrations = ['mail', 's3', 'push', 'line', 'circleback', 'typeform', 'stripe', 'shopify', 'sentry', 'analytics'] as const

export type System = Static<typeof System>
const System = Type.Object({
  at: Instant,
  version: Type.String(),
  node: Type.String(),
  /** When this server process started. */
  started_at: Instant,
  database: Type.Object({
    version: Type.String(),
    bytes: Type.Integer(),
    connections: Type.Integer(),
    max_connections: Type.Integer(),
    migrations: Type.Integer(),
  }),
  /** `oldest_waiting_at`: time of the oldest job of those that could run now. */
  queue: Type.Object({
    waiting: Type.Integer(),
    running: Type.Integer(),
    planned: Type.Integer(),
    failed: Type.Integer(),
    oldest_waiting_at: Nullable(Instant),
  }),
  /** `free_bytes` and `total_bytes`: of the disk of `DATA_DIR`. `file_bytes`: of all stored files without their variants. */
  storage: Type.Object({ free_bytes: Type.Integer(), total_bytes: Type.Integer(), file_bytes: Type.Integer() }),
  /** `settings`: of an integration that is off, the names of its settings, never their values. */
  integrations: Type.Array(Type.Object({ name: OneOf(integrations), is_on: Type.Boolean(), settings: Type.Array(Type.String()) })),
  /** Regular jobs with the state of their last run, and their schedule in Tokyo time as a cron expression. */
  regular_jobs: Type.Array(
    Type.Object({ queue: Type.String(), cron: Type.String(), last_at: Nullable(Instant), last_state: Nullable(OneOf(['completed', 'failed', 'active'])) }),
  ),
})

export type FailedJob = Static<typeof FailedJob>
/** A job that failed for good. Its data may name people and is not shown. */
const FailedJob = Type.Object({
  id: Type.String(),
  queue: Type.String(),
  /** The queue, and the code or the name of the error. */
  reason: Type.String(),
  tries: Type.Integer(),
  created_at: Instant,
  failed_at: Instant,
})

const base = { permission: 'administration.write' } as const
const ByJob = InputObject({ id: Type.String({ format: 'uuid', pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$', maxLength: 36 }) })

export const getSystem = endpoint({
  ...base,
  method: 'GET',
  path: '/api/admin/system',
  summary: 'Read versions, database, queue, storage and integrations',
  reply: System,
  isPolled: true,
})
export const listFailedJobs = endpoint({
  ...base,
  method: 'GET',
  path: '/api/admin/failed_jobs',
  summary: 'List the background jobs that failed for good, newest first',
  description: 'Of the last month, max 200.',
  reply: Items(FailedJob),
  isPolled: true,
})
export const retryJob = endpoint({
  ...base,
  method: 'POST',
  path: '/api/admin/failed_jobs/:id/retry',
  summary: 'Run a failed job again',
  params: ByJob,
  reply: Nothing,
  status: 204,
  example: { params: { id: '0190b0c4-0000-7000-8000-000000000000' } },
  changes: ['failed_jobs'],
  audience: 'caller',
})
export const discardJob = endpoint({
  ...base,
  method: 'DELETE',
  path: '/api/admin/failed_jobs/:id',
  summary: 'Discard a failed job',
  params: ByJob,
  reply: Nothing,
  status: 204,
  example: { params: { id: '0190b0c4-0000-7000-8000-000000000000' } },
  changes: ['failed_jobs'],
  audience: 'caller',
})
