import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { apiError } from '../../errors/api-error.ts'

/** One timer tick every 100 ms: a finer resolution costs CPU time on an idle server. */
const loopResolutionMs = 100
const sampleMs = 1_000

const isBackground = ({ headers, routeOptions }: FastifyRequest) => headers['x-background'] !== undefined || routeOptions.config.endpoint?.isPolled === true

/**
 * While the event loop is delayed by more than `maxDelayMs` on average over a second, background requests such as polling are rejected with 503;
 * requests caused by user actions are served, however late. With 0 there is no limit.
 */
export const limitLoad = fp<{ maxDelayMs: number }>(async (app, { maxDelayMs }) => {
  if (maxDelayMs <= 0) return
  const delays = monitorEventLoopDelay({ resolution: loopResolutionMs })
  delays.enable()
  let isOverloaded = false
  const timer = setInterval(() => {
    // no tick in a second: the loop was blocked all the time
    isOverloaded = !(delays.mean / 1e6 - loopResolutionMs <= maxDelayMs)
    delays.reset()
  }, sampleMs).unref()
  app.addHook('onRequest', async (request) => {
    if (isOverloaded && isBackground(request)) throw apiError('unavailable', { retry_after: 5 })
  })
  app.addHook('onClose', async () => {
    clearInterval(timer)
    delays.disable()
  })
})
