import { createServer, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Config } from '../config/config.ts'
import { forwardVisit } from './analytics.ts'
import { metricsText } from './metrics.ts'

const received: string[] = []
let server: Server
let url: string
beforeAll(async () => {
  server = createServer(async (request, response) => {
    received.push(await text(request))
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as { port: number }).port}/collect`
})
afterAll(() => void server.close())

const context = (analytics_id: string | undefined, secret = 'a') => ({
  config: { analytics_id } as Config,
  secret: Buffer.from(secret),
  log: pino({ level: 'silent' }),
})

test('does not count a visit when nothing is configured', async () => {
  await forwardVisit(context(undefined), { page: '/:id/off', user_id: 12345 })
  expect(await metricsText()).not.toContain('/:id/off')
})

test('counts visits by page when ANALYTICS_ID is a name', async () => {
  await forwardVisit(context('clinic'), { page: '/:id/summary', user_id: 12345 })
  await forwardVisit(context('clinic'), { page: '/:id/summary', user_id: 12345 })
  expect(await metricsText()).toContain('sukoyaka_visits_total{page="/:id/summary"} 2')
})

test('posts visits under a stable pseudonym when ANALYTICS_ID is a URL', async () => {
  await forwardVisit(context(url), { page: '/today', user_id: 12345 })
  await forwardVisit(context(url), { page: '/today', user_id: 12345 })
  await forwardVisit(context(url), { page: '/today', user_id: 12346 })
  await forwardVisit(context(url, 'another secret'), { page: '/today', user_id: 12345 })
  const visitors = received.map((body) => JSON.parse(body).visitor)
  expect(visitors[0]).toBe(visitors[1])
  expect(new Set(visitors).size).toBe(3)
  expect(received.join()).not.toContain('1234')
})

test('ignores an unreachable analytics server', async () => {
  await forwardVisit(context('http://127.0.0.1:1/'), { page: '/today', user_id: 1 })
})

test('limits the number of distinct pages in the metrics', async () => {
  for (let i = 0; i < 300; i++) await forwardVisit(context('clinic'), { page: `/made_up_${i}`, user_id: 1 })
  const pages = (await metricsText()).split('\n').filter((line) => line.startsWith('sukoyaka_visits_total{'))
  expect(pages.length).toBeLessThanOrEqual(101)
  expect(pages.join()).toContain('page="other"')
})
