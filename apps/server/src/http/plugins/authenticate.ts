import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Actor } from '../../access/actor.ts'
import type { AppContext } from '../../context/app-context.ts'
import { apiError } from '../../errors/api-error.ts'
import { isUpload } from '../body-parser.ts'

const tokenForm = /^Token token="([\w-]{20,200})", email="([^"\s]{3,254})"$/

/** The `Authorization` header's token and e-mail address, if it has our form. */
export const credentialsIn = (header: string | undefined): { token: string; email: string } | undefined => {
  const [, token, email] = tokenForm.exec(header ?? '') ?? []
  return token && email ? { token, email } : undefined
}

const bearerForm = /^Bearer ([\w-]{20,200})$/i
/** The token of a registered app, if the `Authorization` header has one. */
export const bearerTokenIn = (header: string | undefined): string | undefined => bearerForm.exec(header ?? '')?.[1]

/** The person of a bearer token. Only endpoints of FHIR accept one; the route of files (`file-route.ts`) accepts one too, but not through this function. */
const identifyBearer = async (context: AppContext, { headers, routeOptions: { config } }: FastifyRequest) => {
  const token = config.endpoint?.standard === 'fhir' ? bearerTokenIn(headers.authorization) : undefined
  return token === undefined ? undefined : context.identifyApp(token)
}

const identify = async (context: AppContext, request: FastifyRequest, isFresh: boolean) => {
  const credentials = credentialsIn(request.headers.authorization)
  const isActive = request.headers['x-background'] !== '1'
  const actor = credentials ? await context.identify(credentials.token, credentials.email, isActive, isFresh) : await identifyBearer(context, request)
  if (!actor) throw apiError('unauthenticated')
  request.actor = actor
  request.authenticatedAt = performance.now()
}

const isPublic = ({ routeOptions: { config } }: FastifyRequest) => !config.endpoint || config.endpoint.permission === 'public'

/** Identifies the caller again if the last time was at least `maxAgeMs` ago: the session may have ended while the body was arriving. Throws 401. */
export const authenticateAgain = async (context: AppContext, request: FastifyRequest, maxAgeMs: number) => {
  if (!isPublic(request) && performance.now() - request.authenticatedAt >= maxAgeMs) await identify(context, request, true)
}

/** A caller whose JSON body takes this long to arrive is identified again (uploads: always). With the age of a cached session, this is below a second. */
const maxAgeMs = 450

/** Identifies the caller of every endpoint that is not public: `request.actor`. Throws 401. */
export const authenticate = fp<{ context: AppContext }>(async (app, { context }) => {
  app.decorateRequest('actor', undefined)
  app.decorateRequest('authenticatedAt', 0)
  app.addHook('onRequest', async (request) => {
    if (!isPublic(request)) await identify(context, request, false)
  })
  app.addHook('preValidation', async (request) => {
    if (!isUpload(request)) await authenticateAgain(context, request, maxAgeMs)
  })
})

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in caller; undefined in public calls. */
    actor: Actor | undefined
    /** `performance.now()` of the last authentication. */
    authenticatedAt: number
  }
}
