import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { endpoints } from '@sukoyaka/wire/all'
import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { buildApp } from '../src/app/build-app.ts'
import { routes } from '../src/app/domains.ts'
import type { ServedRoute } from '../src/http/serve.ts'
import { openTestApp, type TestApp } from '../test/test-app.ts'
import { calls, keyOf } from './kit/calls/calls.ts'
import { guessedNames, guessedPaths } from './kit/guessed-paths.ts'
import { report } from './kit/report.ts'

/** Endpoints outside the contract, typed by hand. */
const extraPaths = [
  '/healthz',
  '/readyz',
  '/metrics',
  '/config.json',
  '/dev/mailbox',
  '/dev/mailbox.json',
  '/api/openapi.json',
  '/api/docs',
  '/files/:signed',
  '/assets/*',
]
const docs = ['start.js', 'swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'].map((file) => `/api/docs/${file}`)
const dist = join(import.meta.dirname, '../../web/dist')
const builtFiles = existsSync(dist)
  ? readdirSync(dist, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile())
      .map((file) => `/${join(file.parentPath, file.name).slice(dist.length + 1)}`)
  : []
const isKnown = (path: string) =>
  extraPaths.includes(path) || docs.includes(path) || builtFiles.includes(path) || /^\/locales\/(ja|en|kr)\/[a-z_]+\.json$/.test(path)

type Route = { method: string; path: string; permission: string | undefined }

/** Builds the app and records its routes from the first endpoint on. */
const inventory = async (target: TestApp, addRoutes?: (app: FastifyInstance) => void): Promise<{ app: FastifyInstance; routes: Route[] }> => {
  const foundRoutes: Route[] = []
  const [first, ...rest] = routes as [ServedRoute, ...ServedRoute[]]
  const recordingRoute: ServedRoute = {
    endpoint: first.endpoint,
    mount(app, context) {
      app.addHook('onRoute', ({ method, url, config }) => {
        for (const item of [method].flat())
          foundRoutes.push({ method: item, path: url, permission: (config as { permission?: string } | undefined)?.permission })
      })
      first.mount(app, context)
      addRoutes?.(app)
    },
  }
  const app = await buildApp(target.context, { servedRoutes: [recordingRoute, ...rest] })
  await app.ready()
  return { app, routes: foundRoutes }
}

const isHead = ({ method }: Route) => method === 'HEAD'

/** Differences between router, OpenAPI document, contract and trial list (`calls`). */
const differences = async ({ app, routes: foundRoutes }: { app: FastifyInstance; routes: Route[] }): Promise<string[]> => {
  const problems: string[] = []
  const document = (await app.inject('/api/openapi.json')).json() as { paths: Record<string, Record<string, unknown>> }
  const lists: Record<string, Set<string>> = {
    router: new Set(foundRoutes.filter((route) => !isHead(route) && !isKnown(route.path)).map(({ method, path }) => `${method} ${path}`)),
    document: new Set(
      Object.entries(document.paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
      ),
    ),
    contract: new Set(endpoints.map(({ endpoint }) => keyOf(endpoint))),
    trial: new Set(Object.keys(calls)),
  }
  const allRoutes = new Set(Object.values(lists).flatMap((list) => [...list]))
  for (const item of allRoutes) for (const [name, list] of Object.entries(lists)) if (!list.has(item)) problems.push(`${item} is not in the ${name}`)
  for (const route of foundRoutes) {
    if (isHead(route) && route.path.startsWith('/api') && !isKnown(route.path)) problems.push(`HEAD ${route.path} is served`)
    const permission = endpoints.find(({ endpoint }) => keyOf(endpoint) === `${route.method} ${route.path}`)?.endpoint.permission
    if (permission && route.permission !== permission) problems.push(`${route.method} ${route.path} is served under ${route.permission}`)
  }
  return problems
}

/** Requests guessed paths and reports those that are served. */
const judgeGuessedPaths = async (app: FastifyInstance, paths: string[]): Promise<string[]> => {
  const problems: string[] = []
  for (const path of paths)
    for (const accept of path.startsWith('/api') ? ['*/*'] : ['*/*', 'text/html']) {
      const { statusCode } = await app.inject({ method: 'GET', url: path, headers: { accept } })
      const isPage = ['/', '/admin', '/patients', '/sign_in', '/otp', '/_app', '/dev/ui', '/messages', '/notifications'].includes(path.replace(/(.)\/$/, '$1'))
      if (statusCode < 400 && !isPage && !isKnown(path)) problems.push(`${path} returns ${statusCode}`)
      if (statusCode >= 500) problems.push(`${path} returns ${statusCode}`)
    }
  return problems
}

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})

test('S-4: router, OpenAPI document, contract and trial list contain the same calls, and no guessed path is served', async () => {
  const result = await inventory(testApp)
  const paths = [...guessedNames.flatMap((word) => [`/${word}`, `/api/${word}`]), ...guessedPaths]
  const problems = [...(await differences(result)), ...(await judgeGuessedPaths(result.app, paths))]
  for (const path of ['/healthz', '/readyz', '/metrics']) expect(result.app.hasRoute({ method: 'GET', url: path })).toBe(true)
  await result.app.close()
  report('S-4', { n: paths.length, failures: problems.length, figures: { routes: result.routes.length, calls: endpoints.length, words: guessedNames.length } })
  expect(problems).toEqual([])
  expect(paths.length).toBeGreaterThan(1_500)
})

test('S-4: serves no source maps, TypeScript, environment or log files', () => {
  expect(builtFiles.filter((path) => /\.(map|ts|tsx|env|log)$/.test(path))).toEqual([])
})

test('S-4 control: detects a route outside the contract, by comparison and by word list', async () => {
  const undetected: string[] = []
  const withHiddenRoute = await inventory(testApp, (app) => app.get('/api/internal/export_all', async () => ({})))
  if (!(await differences(withHiddenRoute)).length) undetected.push('an undocumented route')
  const withHiddenPost = await inventory(testApp, (app) => app.post('/api/users/:id/role', async () => ({})))
  if (!(await differences(withHiddenPost)).length) undetected.push('an undocumented POST route')
  const withBackupRoute = await inventory(testApp, (app) => app.get('/backup.sql', async () => 'all'))
  if (
    !(
      await judgeGuessedPaths(
        withBackupRoute.app,
        guessedNames.map((word) => `/${word}`),
      )
    ).length
  )
    undetected.push('a forgotten backup')
  for (const { app } of [withHiddenRoute, withHiddenPost, withBackupRoute]) await app.close()
  report('S-4 control', { n: 3, failures: undetected.length, figures: { caught: 3 - undetected.length, missed: undetected } })
  expect(undetected).toEqual([])
})
