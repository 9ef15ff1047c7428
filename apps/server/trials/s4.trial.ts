import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { endpoints } from '@sukoyaka/wire/all'
import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { buildApp } from '../src/app/build-app.ts'
import { routes } from '../src/app/domains.ts'
import type { ServedRoute } from '../src/http/serve.ts'
import { openWorld, type World } from '../test/world.ts'
import { calls, keyOf } from './kit/calls/calls.ts'
import { report } from './kit/report.ts'
import { seldom, words } from './kit/words.ts'

/** Endpoints outside the contract, typed by hand. */
const beside = ['/healthz', '/readyz', '/metrics', '/config.json', '/dev/mailbox', '/dev/mailbox.json', '/api/openapi.json', '/api/docs', '/files/:signed']
const docs = ['start.js', 'swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'].map((file) => `/api/docs/${file}`)
const dist = join(import.meta.dirname, '../../web/dist')
const built = existsSync(dist)
  ? readdirSync(dist, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile())
      .map((file) => `/${join(file.parentPath, file.name).slice(dist.length + 1)}`)
  : []
const isKnown = (path: string) => beside.includes(path) || docs.includes(path) || built.includes(path) || /^\/locales\/(ja|en|kr)\/[a-z_]+\.json$/.test(path)

type Route = { method: string; path: string; permission: string | undefined }

/** Builds the app and records every route. */
const inventory = async (world: World, more?: (app: FastifyInstance) => void): Promise<{ app: FastifyInstance; routes: Route[] }> => {
  const found: Route[] = []
  const [first, ...rest] = routes as [ServedRoute, ...ServedRoute[]]
  const listening: ServedRoute = {
    endpoint: first.endpoint,
    mount(app, context) {
      app.addHook('onRoute', ({ method, url, config }) => {
        for (const item of [method].flat()) found.push({ method: item, path: url, permission: (config as { permission?: string } | undefined)?.permission })
      })
      first.mount(app, context)
      more?.(app)
    },
  }
  const app = await buildApp(world.context, { servedRoutes: [listening, ...rest] })
  await app.ready()
  return { app, routes: found }
}

const isHead = ({ method }: Route) => method === 'HEAD'

/** Differences between router, OpenAPI document, contract and trial list. */
const differences = async ({ app, routes: found }: { app: FastifyInstance; routes: Route[] }): Promise<string[]> => {
  const said: string[] = []
  const document = (await app.inject('/api/openapi.json')).json() as { paths: Record<string, Record<string, unknown>> }
  const lists: Record<string, Set<string>> = {
    router: new Set(found.filter((route) => !isHead(route) && !isKnown(route.path)).map(({ method, path }) => `${method} ${path}`)),
    document: new Set(
      Object.entries(document.paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
      ),
    ),
    contract: new Set(endpoints.map(({ endpoint }) => keyOf(endpoint))),
    trial: new Set(Object.keys(calls)),
  }
  const all = new Set(Object.values(lists).flatMap((list) => [...list]))
  for (const item of all) for (const [name, list] of Object.entries(lists)) if (!list.has(item)) said.push(`${item} is not in the ${name}`)
  for (const route of found) {
    if (isHead(route) && route.path.startsWith('/api') && !isKnown(route.path)) said.push(`HEAD ${route.path} is served`)
    const meant = endpoints.find(({ endpoint }) => keyOf(endpoint) === `${route.method} ${route.path}`)?.endpoint.permission
    if (meant && route.permission !== meant) said.push(`${route.method} ${route.path} is served under ${route.permission}`)
  }
  return said
}

/** Requests paths of files that are often left on servers. */
const unexpected = async (app: FastifyInstance, paths: string[]): Promise<string[]> => {
  const said: string[] = []
  for (const path of paths)
    for (const accept of path.startsWith('/api') ? ['*/*'] : ['*/*', 'text/html']) {
      const { statusCode } = await app.inject({ method: 'GET', url: path, headers: { accept } })
      const isPage = ['/', '/admin', '/patients', '/sign_in', '/otp', '/_app', '/dev/ui', '/messages', '/notifications'].includes(path.replace(/(.)\/$/, '$1'))
      if (statusCode < 400 && !isPage && !isKnown(path)) said.push(`${path} is answered ${statusCode}`)
      if (statusCode >= 500) said.push(`${path} is answered ${statusCode}`)
    }
  return said
}

let world: World
beforeAll(async () => {
  world = await openWorld()
})

test('S-4: router, OpenAPI document, contract and trial list contain the same calls', async () => {
  const made = await inventory(world)
  const paths = [...words.flatMap((word) => [`/${word}`, `/api/${word}`]), ...seldom]
  const said = [...(await differences(made)), ...(await unexpected(made.app, paths))]
  for (const path of ['/healthz', '/readyz', '/metrics']) expect(made.app.hasRoute({ method: 'GET', url: path })).toBe(true)
  await made.app.close()
  report('S-4', { n: paths.length, failures: said.length, figures: { routes: made.routes.length, calls: endpoints.length, words: words.length } })
  expect(said).toEqual([])
  expect(paths.length).toBeGreaterThan(1_500)
})

test('S-4: serves no source or build files', () => {
  expect(built.filter((path) => /\.(map|ts|tsx|env|log)$/.test(path))).toEqual([])
})

test('S-4 control: detects a route outside the contract, by comparison and by word list', async () => {
  const missed: string[] = []
  const hidden = await inventory(world, (app) => app.get('/api/internal/export_all', async () => ({})))
  if (!(await differences(hidden)).length) missed.push('an undocumented route')
  const fieldError = await inventory(world, (app) => app.post('/api/users/:id/role', async () => ({})))
  if (!(await differences(fieldError)).length) missed.push('another method')
  const backup = await inventory(world, (app) => app.get('/backup.sql', async () => 'all'))
  if (
    !(
      await unexpected(
        backup.app,
        words.map((word) => `/${word}`),
      )
    ).length
  )
    missed.push('a forgotten backup')
  for (const { app } of [hidden, fieldError, backup]) await app.close()
  report('S-4 control', { n: 3, failures: missed.length, figures: { caught: 3 - missed.length, missed } })
  expect(missed).toEqual([])
})
