import { isReading } from '@sukoyaka/wire/endpoint'
import fp from 'fastify-plugin'
import type { AppContext } from '../../context/app-context.ts'
import { apiError } from '../../errors/api-error.ts'

const windowMs = 60_000

/**
 * Limits the writes of a user per minute on this server (429), so that a stolen session cannot fill the disk or flood a conversation. Counted in memory,
 * because counting in the database would cause the writes it should prevent.
 */
export const limitWrites = fp<{ context: AppContext }>(async (app, { context }) => {
  const max = context.config.writes_per_minute
  if (max === 0) return
  let startedAt = 0
  const counts = new Map<number, number>()
  app.addHook('onRequest', async ({ actor, routeOptions: { config } }) => {
    if (!actor || !config.endpoint || isReading(config.endpoint) || config.endpoint.isPolled) return
    const now = context.clock().getTime()
    // the absolute difference, because the clock may be set back
    if (Math.abs(now - startedAt) >= windowMs) {
      startedAt = now
      counts.clear()
    }
    const count = (counts.get(actor.id) ?? 0) + 1
    if (count > max) throw apiError('too_many', { retry_after: Math.max(1, Math.ceil((startedAt + windowMs - now) / 1_000)) })
    counts.set(actor.id, count)
  })
})
