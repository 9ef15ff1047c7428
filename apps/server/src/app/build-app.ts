import compress from '@fastify/compress'
import etag from '@fastify/etag'
import multipart from '@fastify/multipart'
import underPressure from '@fastify/under-pressure'
import { endpoints } from '@sukoyaka/wire/all'
import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify'
import type { AppContext } from '../context/app-context.ts'
import { apiError } from '../errors/api-error.ts'
import { readBodies } from '../http/body-parser.ts'
import { answerError } from '../http/error-handler.ts'
import { fileRoute } from '../http/file-route.ts'
import { addHeaders, checkVersion } from '../http/headers.ts'
import { healthRoutes } from '../http/health.ts'
import { docsRoutes } from '../http/openapi/docs.ts'
import { openApi } from '../http/openapi/openapi.ts'
import { checkQuery, readQuery } from '../http/query.ts'
import { askerOf, type Served } from '../http/serve.ts'
import { siteRoutes } from '../http/site.ts'
import { logRequests } from '../observability/log.ts'
import { fileGuards, routes } from './domains.ts'

/** Every call of the contract is served exactly once, or nothing starts. */
const checkServed = (served: readonly Served[]) => {
  const held = new Set(served.map((r) => r.endpoint))
  const missing = endpoints.filter(({ endpoint }) => !held.has(endpoint)).map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)
  if (missing.length) throw new Error(`no handler for ${missing.join(', ')}`)
  if (held.size !== served.length) throw new Error('a call is served twice')
  for (const { endpoint } of served) if (!endpoint.permission) throw new Error(`${endpoint.method} ${endpoint.path} declares no permission`)
}

/** Paths we know, to tell a wrong method (405) from a wrong path (404). */
const methodsAt = (path: string) =>
  endpoints.filter(({ endpoint }) => new RegExp(`^${endpoint.path.replace(/:\w+/g, '[^/]+')}$`).test(path)).map(({ endpoint }) => endpoint.method)

const refuseUnknown = (path: string) => {
  const methods = methodsAt(path)
  return { methods, refusal: apiError(methods.length ? 'method_not_allowed' : 'not_found') }
}

/** The server, ready to listen or to be asked directly in tests. */
export const buildApp = async (
  context: AppContext,
  { logger, served = routes, most_delay_ms = 1_000 }: { logger?: FastifyServerOptions['logger']; served?: readonly Served[]; most_delay_ms?: number } = {},
): Promise<FastifyInstance> => {
  checkServed(served)
  const app = Fastify({
    ...(logger ? { logger } : { loggerInstance: context.log }),
    // one line a request, without what Fastify would add: see log.ts
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: context.config.trust_proxy,
    bodyLimit: 1_000_000,
    // a video takes its time; other bodies are held to 30 s by body.ts
    requestTimeout: 900_000,
    http: { headersTimeout: 30_000 },
    // what came in on an open line before the door shut is answered like the rest
    return503OnClosing: false,
    keepAliveTimeout: 65_000,
    genReqId: () => context.random(9).toString('base64url'),
    routerOptions: { querystringParser: readQuery as never, maxParamLength: 500, ignoreTrailingSlash: false },
  })
  readBodies(app)
  // each part of a request is checked by the endpoint's own schema, before the handler
  app.setValidatorCompiler(() => () => true)
  app.setErrorHandler(answerError(context))
  addHeaders(app, context)
  logRequests(app, (request) => askerOf(request)?.id)
  app.addHook('onRequest', checkVersion)
  app.addHook('onRequest', checkQuery)
  await app.register(underPressure, { maxEventLoopDelay: most_delay_ms, retryAfter: 5, exposeStatusRoute: false })
  await app.register(etag, { weak: true })
  await app.register(compress, { global: true, globalDecompression: false, threshold: 1_024, encodings: ['br', 'gzip'] })
  healthRoutes(app, context)
  const takesFiles = ({ endpoint }: Served) => Boolean(endpoint.files)
  for (const route of served) if (!takesFiles(route)) route.mount(app, context)
  // nowhere else is a body of several parts even looked at
  await app.register(async (uploading) => {
    await uploading.register(multipart, { throwFileSizeLimit: false })
    for (const route of served) if (takesFiles(route)) route.mount(uploading, context)
  })
  fileRoute(app, context, fileGuards)
  await docsRoutes(app, openApi(endpoints, { public_url: context.config.public_url }))
  await siteRoutes(app, context, (path) => refuseUnknown(path))
  return app
}
