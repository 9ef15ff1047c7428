import type { FastifyRequest } from 'fastify'
import Fastify from 'fastify'
import type { Pool } from 'pg'
import { expect, test } from 'vitest'
import type { EventHub } from '../context/app-context.ts'
import { streamingResponses } from '../realtime/event-stream.ts'
import { canRead, metricsText, observe } from './metrics.ts'

const request = (remoteAddress: string, headers: Record<string, string> = {}) => ({ socket: { remoteAddress }, headers }) as unknown as FastifyRequest
const token = 'a-token-of-sixteen'

test.each([
  ['can be read from this machine', request('127.0.0.1'), token, true],
  ['can be read from this machine over IPv6', request('::1'), undefined, true],
  ['can be read from this machine as IPv4 in IPv6', request('::ffff:127.0.0.1'), undefined, true],
  ['cannot be read from elsewhere', request('10.0.0.5'), token, false],
  ['can be read from elsewhere with the token', request('10.0.0.5', { authorization: `Bearer ${token}` }), token, true],
  ['cannot be read from elsewhere with another token', request('10.0.0.5', { authorization: 'Bearer a-token-of-sixteem' }), token, false],
  ['cannot be read with a token if none is configured', request('10.0.0.5', { authorization: 'Bearer undefined' }), undefined, false],
  ['cannot be read through a proxy on this machine', request('127.0.0.1', { 'x-forwarded-for': '10.0.0.5' }), token, false],
  ['cannot be read from elsewhere with a forged loopback address', request('10.0.0.5', { 'x-forwarded-for': '127.0.0.1' }), token, false],
])('metrics %s', (_, request, configuredToken, expected) => {
  expect(canRead(request, configuredToken)).toBe(expected)
})

test("exposes responses by route pattern and the pool's state, but no patient's path", async () => {
  const app = Fastify()
  observe(app, {
    pool: { totalCount: 3, idleCount: 1, waitingCount: 2, query: async () => ({ rows: [{ count: 7 }] }) } as unknown as Pool,
    events: {} as EventHub,
  })
  app.get('/api/users/:id', async () => ({}))
  app.get('/api/events', async (_, reply) => {
    streamingResponses.add(reply.raw)
    return {}
  })
  await app.inject('/api/events')
  await app.inject('/api/users/4711')
  await app.inject('/nowhere/4711')
  const text = await metricsText()
  expect(text).toMatch(/http_request_duration_seconds_count\{method="GET",route="\/api\/users\/:id",status="200"\} 1/)
  expect(text).toMatch(/http_request_duration_seconds_count\{method="GET",route="none",status="404"\} 1/)
  expect(text).toMatch(/pg_pool_waiting 2/)
  expect(text).toMatch(/failed_jobs 7/)
  expect(text).toMatch(/event_streams 0/)
  expect(text).toMatch(/process_cpu_seconds_total/)
  // the id is in no label; the measured numbers may contain any digits
  expect(text).not.toMatch(/"[^"]*4711/)
  // an hour-long event stream does not count as a slow response
  expect(text).not.toContain('/api/events')
})
