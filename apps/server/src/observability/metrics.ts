import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { AppContext } from '../context/app-context.ts'
import { failedJobs } from '../jobs/jobs.ts'
import { streamingResponses } from '../realtime/event-stream.ts'
import { openStreams } from '../realtime/events.ts'

const hash = (text: string) => createHash('sha256').update(text).digest()
const loopback = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/

/** Whether a request may read the metrics: from loopback without a proxy, or with `Authorization: Bearer <METRICS_TOKEN>`. */
export const canRead = ({ headers, socket }: Pick<FastifyRequest, 'headers' | 'socket'>, token: string | undefined): boolean => {
  const [, sentToken] = /^Bearer ([\x21-\x7e]{1,200})$/i.exec(headers.authorization ?? '') ?? []
  if (token && sentToken && timingSafeEqual(hash(sentToken), hash(token))) return true
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined
  return !isForwarded && loopback.test(socket.remoteAddress ?? '')
}

const register = new Registry()
const registers = [register]

const pages = new Set<string>()
const maxPages = 100
const visits = new Counter({ name: 'sukoyaka_visits_total', help: 'Page visits', labelNames: ['page'], registers })
/** Counts a page visit. Limits the number of distinct pages: clients choose them, and each stays in memory. */
export const countVisit = (page: string) => {
  if (pages.size < maxPages) pages.add(page)
  visits.inc({ page: pages.has(page) ? page : 'other' })
}

const duration = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Duration of requests in seconds',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers,
})

let observedContext: Pick<AppContext, 'pool' | 'events'> | undefined
const gauge = (name: string, help: string, read: (context: Pick<AppContext, 'pool' | 'events'>) => number | Promise<number>) =>
  new Gauge({
    name,
    help,
    registers,
    async collect() {
      if (observedContext) this.set(await read(observedContext))
    },
  })
gauge('pg_pool_connections', 'Connections of the pool', ({ pool }) => pool.totalCount)
gauge('pg_pool_idle', 'Idle connections', ({ pool }) => pool.idleCount)
gauge('pg_pool_waiting', 'Requests waiting for a connection', ({ pool }) => pool.waitingCount)
gauge('failed_jobs', 'Jobs that failed for good within a month; NaN if the database does not answer', ({ pool }) => failedJobs(pool).catch(() => Number.NaN))
gauge('event_streams', 'Open event streams', ({ events }) => openStreams(events))

/** Records responses other than event streams by method, route pattern and status, and exposes the state of the process, the pool and the event streams. */
export const observe = (app: FastifyInstance, context: Pick<AppContext, 'pool' | 'events'>) => {
  if (!observedContext) collectDefaultMetrics({ register, eventLoopMonitoringPrecision: 100 })
  observedContext = context
  app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
    if (streamingResponses.has(reply.raw)) return
    duration.observe({ method, route: routeOptions.url ?? 'none', status: reply.statusCode }, reply.elapsedTime / 1_000)
  })
}

/** Metrics in the Prometheus text format. */
export const metricsText = () => register.metrics()
