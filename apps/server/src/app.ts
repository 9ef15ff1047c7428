import compress from '@fastify/compress'
import etag from '@fastify/etag'
import multipart from '@fastify/multipart'
import underPressure from '@fastify/under-pressure'
import { endpoints } from '@sukoyaka/wire/all'
import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify'
import { accountRoutes } from './account/routes.ts'
import { activityRoutes } from './activity/routes.ts'
import { assessmentRoutes } from './assessment/routes.ts'
import { bulkMessageRoutes } from './bulk-message/routes.ts'
import { calendarRoutes } from './calendar/routes.ts'
import { cannedReplyRoutes } from './canned-reply/routes.ts'
import { bookingRoutes } from './checkup/booking-routes.ts'
import { checkupRoutes } from './checkup/routes.ts'
import { contractRoutes } from './contract/routes.ts'
import { dataEntryRequestRoutes } from './data-entry-request/routes.ts'
import { facilityRoutes } from './facility/routes.ts'
import { habitRoutes } from './habit/routes.ts'
import { healthRecordRoutes } from './health-record/routes.ts'
import { illnessRoutes } from './illness/routes.ts'
import { imagingGuards } from './imaging/guard.ts'
import { imagingRoutes } from './imaging/routes.ts'
import { interviewGuards } from './interview/guard.ts'
import { interviewRoutes } from './interview/routes.ts'
import { karteGuards } from './karte/guard.ts'
import { karteRoutes } from './karte/routes.ts'
import { answerError } from './kit/answer-errors.ts'
import { readBodies } from './kit/body.ts'
import { docsRoutes } from './kit/docs.ts'
import { type FileGuard, fileRoute } from './kit/file-route.ts'
import { addHeaders, checkVersion } from './kit/headers.ts'
import { healthRoutes } from './kit/health.ts'
import type { House } from './kit/house.ts'
import { logRequests } from './kit/log.ts'
import { openApi } from './kit/openapi.ts'
import { checkQuery, readQuery } from './kit/query.ts'
import { refuse } from './kit/refusal.ts'
import { askerOf, type Served } from './kit/serve.ts'
import { siteRoutes } from './kit/site.ts'
import { lifestyleRoutes } from './lifestyle/routes.ts'
import { medicationRoutes } from './medication/routes.ts'
import { cardRoutes } from './message/card/routes.ts'
import { markRoutes } from './message/mark/routes.ts'
import { presenceRoutes } from './message/presence/routes.ts'
import { roomRoutes } from './message/room/routes.ts'
import { messageGuards, messageRoutes } from './message/thread/routes.ts'
import { minutesRoutes } from './minutes/routes.ts'
import { patientRoutes } from './patient/routes.ts'
import { platformRoutes } from './platform/routes.ts'
import { questionnaireRoutes } from './questionnaire/routes.ts'
import { resultsImportRoutes } from './results-import/routes.ts'
import { scoreRoutes } from './score/routes.ts'
import { stressCheckRoutes } from './stress-check/routes.ts'
import { symptomRoutes } from './symptom/routes.ts'
import { taskRoutes } from './task/routes.ts'
import { timelineRoutes } from './timeline/routes.ts'
import { todayRoutes } from './today/routes.ts'

export const routes: Served[] = [
  ...accountRoutes,
  ...patientRoutes,
  ...contractRoutes,
  ...roomRoutes,
  ...messageRoutes,
  ...cardRoutes,
  ...cannedReplyRoutes,
  ...bulkMessageRoutes,
  ...markRoutes,
  ...presenceRoutes,
  ...facilityRoutes,
  ...checkupRoutes,
  ...bookingRoutes,
  ...imagingRoutes,
  ...assessmentRoutes,
  ...illnessRoutes,
  ...medicationRoutes,
  ...habitRoutes,
  ...interviewRoutes,
  ...minutesRoutes,
  ...calendarRoutes,
  ...karteRoutes,
  ...timelineRoutes,
  ...taskRoutes,
  ...todayRoutes,
  ...scoreRoutes,
  ...resultsImportRoutes,
  ...stressCheckRoutes,
  ...dataEntryRequestRoutes,
  ...questionnaireRoutes,
  ...symptomRoutes,
  ...lifestyleRoutes,
  ...activityRoutes,
  ...healthRecordRoutes,
  ...platformRoutes,
]

/** Who may see the files of each owner. A file of an owner that is not here is nobody's. */
const fileGuards: FileGuard[] = [...imagingGuards, ...interviewGuards, ...karteGuards, ...messageGuards]

/** Every call of the contract is served exactly once, or nothing starts. */
const checkServed = (served: Served[]) => {
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
  return { methods, refusal: refuse(methods.length ? 'method_not_allowed' : 'not_found') }
}

/** The server, ready to listen or to be asked directly in tests. */
export const buildApp = async (
  house: House,
  { logger, served = routes, most_delay_ms = 1_000 }: { logger?: FastifyServerOptions['logger']; served?: Served[]; most_delay_ms?: number } = {},
): Promise<FastifyInstance> => {
  checkServed(served)
  const app = Fastify({
    ...(logger ? { logger } : { loggerInstance: house.log }),
    // one line a request, without what Fastify would add: see log.ts
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: house.config.trust_proxy,
    bodyLimit: 1_000_000,
    // a video takes its time; other bodies are held to 30 s by body.ts
    requestTimeout: 900_000,
    http: { headersTimeout: 30_000 },
    // what came in on an open line before the door shut is answered like the rest
    return503OnClosing: false,
    keepAliveTimeout: 65_000,
    genReqId: () => house.random(9).toString('base64url'),
    routerOptions: { querystringParser: readQuery as never, maxParamLength: 500, ignoreTrailingSlash: false },
  })
  readBodies(app)
  // each part of a request is checked by the endpoint's own schema, before the handler
  app.setValidatorCompiler(() => () => true)
  app.setErrorHandler(answerError(house))
  addHeaders(app, house)
  logRequests(app, (request) => askerOf(request)?.id)
  app.addHook('onRequest', checkVersion)
  app.addHook('onRequest', checkQuery)
  await app.register(underPressure, { maxEventLoopDelay: most_delay_ms, retryAfter: 5, exposeStatusRoute: false })
  await app.register(etag, { weak: true })
  await app.register(compress, { global: true, globalDecompression: false, threshold: 1_024, encodings: ['br', 'gzip'] })
  healthRoutes(app, house)
  const takesFiles = ({ endpoint }: Served) => Boolean(endpoint.files)
  for (const route of served) if (!takesFiles(route)) route.mount(app, house)
  // nowhere else is a body of several parts even looked at
  await app.register(async (uploading) => {
    await uploading.register(multipart, { throwFileSizeLimit: false })
    for (const route of served) if (takesFiles(route)) route.mount(uploading, house)
  })
  fileRoute(app, house, fileGuards)
  await docsRoutes(app, openApi(endpoints, { public_url: house.config.public_url }))
  await siteRoutes(app, house, (path) => refuseUnknown(path))
  return app
}
