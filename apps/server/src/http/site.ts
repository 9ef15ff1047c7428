import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { namespaces } from '@sukoyaka/phrases/all'
import { languages } from '@sukoyaka/phrases/language'
import { isPage } from '@sukoyaka/wire/pages'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { repositoryFolder } from '../config/folders.ts'
import { languageOf } from '../config/language.ts'
import type { AppContext } from '../context/app-context.ts'
import type { ApiError } from '../errors/api-error.ts'
import { mailboxPage } from '../mail/mailbox-page.ts'
import { errorBody } from './error-handler.ts'
import { isSharePath, policyOfPage } from './headers.ts'
import { sendErrorBody } from './plugins/operation-outcome.ts'

const dist = join(repositoryFolder, 'apps/web/dist')
const tenMinutes = 'public, max-age=600'

const phraseRoutes = (app: FastifyInstance) => {
  for (const language of languages)
    for (const [name, phrases] of Object.entries(namespaces))
      app.get(`/locales/${language}/${name}.json`, async (_, reply) => reply.header('cache-control', tenMinutes).send(phrases[language]))
}

const demoRoutes = (app: FastifyInstance, { mail, config }: AppContext) => {
  const { mailbox } = mail
  if (!config.demo || !mailbox) return
  app.get('/dev/mailbox.json', async () => ({ items: await mailbox() }))
  app.get('/dev/mailbox', async (request, reply) =>
    reply.type('text/html; charset=utf-8').send(mailboxPage(await mailbox(), languageOf(request.headers['accept-language']))),
  )
}

/** Whether to send index.html. Browsers accept `text/html`. Link previews, uptime checks and curl accept anything: they get it for a known page. */
const wantsPage = ({ method, headers: { accept = '*/*' } }: FastifyRequest, path: string, isKnown: boolean) =>
  ['GET', 'HEAD'].includes(method) && !/^\/(api|fhir|oauth)\b/.test(path) && (accept.includes('text/html') || (isKnown && /(^|,)\s*(\*|text)\/\*/.test(accept)))

/** Serves the web app, its phrases and settings, and the demo mailbox. Any other request gets index.html (with 404 for an unknown page) or a JSON error. */
export const siteRoutes = async (app: FastifyInstance, context: AppContext, describeUnknown: (path: string) => { methods: string[]; error: ApiError }) => {
  const { config } = context
  phraseRoutes(app)
  demoRoutes(app, context)
  app.get('/config.json', async () => ({ demo: config.demo, analytics_id: config.analytics_id ?? null, sentry: config.sentry_dsn !== undefined }))
  const isBuilt = existsSync(join(dist, 'index.html'))
  const page = isBuilt ? readFileSync(join(dist, 'index.html'), 'utf8') : undefined
  if (isBuilt) {
    const options = { index: false, preCompressed: true, cacheControl: false } as const
    // each file has a route, except that all assets share one: hundreds of routes for assets took half of the time to build the app
    await app.register(fastifyStatic, {
      ...options,
      root: dist,
      wildcard: false,
      globIgnore: ['assets/**'],
      setHeaders: (reply) => void reply.header('cache-control', 'no-cache'),
    })
    await app.register(fastifyStatic, {
      ...options,
      root: join(dist, 'assets'),
      prefix: '/assets/',
      decorateReply: false,
      setHeaders: (reply) => void reply.header('cache-control', 'public, max-age=31536000, immutable'),
    })
  }
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0]!
    const language = languageOf(request.headers['accept-language'])
    const isKnown = isPage(path, config.demo)
    if (page && wantsPage(request, path, isKnown)) {
      const policy = policyOfPage(path, config)
      if (policy) reply.header('content-security-policy', policy)
      return reply
        .status(isKnown ? 200 : 404)
        .header('cache-control', isSharePath(path) ? 'no-store' : 'no-cache')
        .type('text/html; charset=utf-8')
        .send(page)
    }
    const { methods, error: routerError } = describeUnknown(path)
    if (methods.length) reply.header('allow', methods.join(', '))
    return sendErrorBody(reply.status(routerError.status), path, errorBody(routerError, language), routerError.status)
  })
}
