import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../context/app-context.ts'
import { apiError } from '../errors/api-error.ts'
import { canRead, metricsText, observe } from '../observability/metrics.ts'
import { isDiskFullNow } from './disk-space.ts'

/** `/healthz`: the process runs. `/readyz`: it can serve requests. `/metrics`: only from loopback or with the token. */
export const healthRoutes = (app: FastifyInstance, context: AppContext) => {
  observe(app, context)
  // during shutdown, make keep-alive clients connect to another server
  app.addHook('onSend', async (_, reply) => void (context.ready() || reply.header('connection', 'close')))
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async () => {
    if (!context.ready()) throw apiError('unavailable', { retry_after: 2 })
    await context.pool.query('select 1')
    if (await isDiskFullNow(context)) throw apiError('disk_full', { retry_after: 15 })
    return { status: 'ok' }
  })
  app.get('/metrics', async (request, reply) => {
    if (!canRead(request, context.config.metrics_token)) throw apiError('not_found')
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await metricsText())
  })
}
