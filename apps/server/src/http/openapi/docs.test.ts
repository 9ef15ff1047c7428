import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { docsRoutes } from './docs.ts'

test('serves the API docs page from our own origin without inline scripts', async () => {
  const app = Fastify()
  await docsRoutes(app, () => ({ openapi: '3.1.0' }))
  expect((await app.inject('/api/openapi.json')).json()).toEqual({ openapi: '3.1.0' })
  const { body, headers } = await app.inject('/api/docs')
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(body).not.toMatch(/<script(?![^>]*src=)|\son\w+=|https?:\/\//)
  const parts = [...body.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1]!)
  expect(parts.length).toBeGreaterThanOrEqual(5)
  for (const part of parts) {
    const response = await app.inject(part)
    expect([part, response.statusCode]).toEqual([part, 200])
    expect(response.rawPayload.length).toBeGreaterThan(10)
  }
  expect((await app.inject('/api/docs/start.js')).headers['content-type']).toContain('javascript')
  expect((await app.inject('/api/docs/../package.json')).statusCode).toBe(404)
})
