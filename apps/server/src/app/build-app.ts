import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import etag from '@fastify/etag'
import multipart from '@fastify/multipart'
import { endpoints } from '@sukoyaka/wire/all'
import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify'
import type { Config } from '../config/config.ts'
import type { AppContext } from '../context/app-context.ts'
import { ownerOfIcon } from '../domains/account/icon/icon-store.ts'
import { isProductImage } from '../domains/shop/product-store.ts'
import { apiError } from '../errors/api-error.ts'
import { readBodies } from '../http/body-parser.ts'
import { sendError } from '../http/error-handler.ts'
import { fileRoute } from '../http/file-route.ts'
import { sendClientError, sendRouterError } from '../http/framework-errors.ts'
import { addHeaders, checkVersion } from '../http/headers.ts'
import { healthRoutes } from '../http/health.ts'
import { docsRoutes } from '../http/openapi/docs.ts'
import { openApi } from '../http/openapi/openapi.ts'
import { authenticate } from '../http/plugins/authenticate.ts'
import { authorise } from '../http/plugins/authorise.ts'
import { limitLoad } from '../http/plugins/limit-load.ts'
import { limitWrites } from '../http/plugins/limit-writes.ts'
import { cacheReference } from '../http/plugins/reference-cache.ts'
import { etagHashOf } from '../http/plugins/response-cache.ts'
import { validate } from '../http/plugins/validate.ts'
import { checkQuery, readQuery } from '../http/query.ts'
import { lazySerializer } from '../http/serializer/lazy-serializer.ts'
import type { ServedRoute } from '../http/serve.ts'
import { siteRoutes } from '../http/site.ts'
import { closeUnusedConnections } from '../http/unused-connections.ts'
import { logRequests } from '../observability/log.ts'
import { fileGuards, routes } from './domains.ts'

/** Throws unless every endpoint of the contract has exactly one handler and a permission. */
const checkServed = (servedRoutes: readonly ServedRoute[]) => {
  const endpointsWithRoute = new Set(servedRoutes.map((route) => route.endpoint))
  const missing = endpoints.filter(({ endpoint }) => !endpointsWithRoute.has(endpoint)).map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)
  if (missing.length) throw new Error(`no handler for ${missing.join(', ')}`)
  if (endpointsWithRoute.size !== servedRoutes.length) throw new Error('an endpoint has two handlers')
  for (const { endpoint } of servedRoutes) if (!endpoint.permission) throw new Error(`${endpoint.method} ${endpoint.path} has no permission`)
}

/** Methods of the contract's endpoints at this path, to tell a wrong method (405) from a wrong path (404). */
const methodsAt = (path: string) =>
  endpoints
    .filter(({ endpoint }) => new RegExp(`^${endpoint.path.replaceAll('$', '\\$').replace(/:\w+/g, '[^/]+')}$`).test(path))
    .map(({ endpoint }) => endpoint.method)

const describeUnknownRoute = (path: string) => {
  const methods = methodsAt(path)
  // at the address of a shared record, the error tells the client to use POST
  const wrongMethod = path.startsWith('/share/') ? 'share_by_post' : 'method_not_allowed'
  return { methods, error: apiError(methods.length ? wrongMethod : 'not_found') }
}

/**
 * Fastify ignores a number of hops, because clients that connect directly could forge `X-Forwarded-For`. We pass a function instead, because operators set a
 * number only if all clients connect through proxies.
 */
const trustedProxies = (proxies: Config['trust_proxy']) => (typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies)

/** Returns a function that makes random ids. It gets the bytes of 256 ids at once, because each `random` is a system call. */
const requestIds = (random: AppContext['random']) => {
  const size = 9
  let bytes: Buffer = Buffer.alloc(0)
  let at = 0
  return () => {
    if (at >= bytes.length) {
      bytes = random(size * 256)
      at = 0
    }
    at += size
    return bytes.toString('base64url', at - size, at)
  }
}

/** The Fastify app, ready to listen or for `inject` in tests. */
export const buildApp = async (
  context: AppContext,
  { logger, servedRoutes = routes }: { logger?: FastifyServerOptions['logger']; servedRoutes?: readonly ServedRoute[] } = {},
): Promise<FastifyInstance> => {
  checkServed(servedRoutes)
  const app = Fastify({
    ...(logger ? { logger } : { loggerInstance: context.log }),
    // one line per request instead of Fastify's two: see log.ts
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies(context.config.trust_proxy),
    bodyLimit: 1_000_000,
    // for uploads of videos; `body-parser.ts` limits bodies that are no upload to 30 s
    requestTimeout: 900_000,
    http: { headersTimeout: 30_000 },
    // requests on open connections are still served during shutdown
    return503OnClosing: false,
    frameworkErrors: sendRouterError(context),
    clientErrorHandler: sendClientError(context),
    keepAliveTimeout: 65_000,
    genReqId: requestIds(context.random),
    routerOptions: { querystringParser: readQuery, maxParamLength: 500, ignoreTrailingSlash: false },
  })
  closeUnusedConnections(app)
  readBodies(app)
  // `plugins/validate.ts` validates requests with the endpoint's own schema
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(lazySerializer)
  app.setErrorHandler(sendError(context))
  addHeaders(app, context)
  logRequests(app, (request) => request.actor?.id)
  app.addHook('onRequest', checkVersion)
  app.addHook('onRequest', checkQuery)
  await app.register(limitLoad, { maxDelayMs: context.config.load_limit_ms })
  await app.register(cacheReference, { context })
  await app.register(etag, { weak: true, hashFn: etagHashOf })
  await app.register(compress, { global: true, globalDecompression: false, threshold: 1_024, encodings: ['br', 'gzip'] })
  await app.register(cookie)
  await app.register(authenticate, { context })
  await app.register(authorise)
  await app.register(limitWrites, { context })
  await app.register(validate)
  healthRoutes(app, context)
  const takesFiles = ({ endpoint }: ServedRoute) => Boolean(endpoint.files)
  for (const route of servedRoutes) if (!takesFiles(route)) route.mount(app, context)
  // the multipart parser exists only in the scope of the upload routes
  await app.register(async (uploading) => {
    await uploading.register(multipart, { throwFileSizeLimit: false })
    for (const route of servedRoutes) if (takesFiles(route)) route.mount(uploading, context)
  })
  fileRoute(app, context, fileGuards, ownerOfIcon, isProductImage)
  await docsRoutes(app, () => openApi(endpoints, { public_url: context.config.public_url }))
  context.payments?.sandbox?.deliverTo(async (payload, signature) => {
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    return (await app.inject({ method: 'POST', url: '/webhooks/stripe', headers, payload })).statusCode
  })
  await siteRoutes(app, context, (path) => describeUnknownRoute(path))
  return app
}
