import { isStripePage } from '@sukoyaka/wire/stripe-pages'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import type { AppContext } from '../context/app-context.ts'
import { apiError } from '../errors/api-error.ts'

/**
 * Allows scripts only from our own origin and from `script`, and no inline scripts: scripts can read the session cookie. Inline styles are allowed, because the
 * charts' tooltips use style attributes.
 */
const policyWith = ({ script, frame, connect }: { script: string; frame: string; connect: string }) =>
  [
    "default-src 'none'",
    `script-src 'self'${script}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    `connect-src 'self'${connect}`,
    `frame-src${frame || " 'none'"}`,
    // the service worker receives push messages
    "worker-src 'self'",
    "manifest-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
  ].join('; ')

const policy = policyWith({ script: '', frame: '', connect: '' })

const stripe = ' https://js.stripe.com https://*.js.stripe.com'
const paymentPolicy = policyWith({ script: stripe, frame: `${stripe} https://hooks.stripe.com`, connect: ' https://api.stripe.com' })

/** The content security policy of a page where a card is entered: it allows Stripe's origins. Undefined for other pages, or if Stripe's keys are not set. */
export const policyOfPage = (path: string, { stripe: keys }: Pick<Config, 'stripe'>): string | undefined =>
  keys && isStripePage(path) ? paymentPolicy : undefined

const common = {
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'x-frame-options': 'DENY',
}

const vendor = /^application\/vnd\.sukoyaka\.v(\d+)\+json$/

/** The API has version 1 only; a client that accepts only another version gets 406. */
export const checkVersion = async (request: FastifyRequest) => {
  const acceptedTypes = (request.headers.accept ?? '*/*').split(',').map((part) => part.split(';')[0]!.trim().toLowerCase())
  const otherVersions = acceptedTypes.filter((type) => type.startsWith('application/vnd.sukoyaka.') && vendor.exec(type)?.[1] !== '1')
  if (otherVersions.length && otherVersions.length === acceptedTypes.length) throw apiError('version_unknown')
}

/** Security headers of every response, also of those that the framework or the startup server sends. */
export const securityHeaders = ({ public_url }: Pick<Config, 'public_url'>): Record<string, string> => ({
  ...common,
  ...(public_url.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
})

/** Pages of shared records in any language, and the calls of these pages. The address of a page contains the token of the share. */
export const isSharePath = (url: string) => /^(?:\/(?:ja|en|kr))?\/share\/|^\/api\/shared_records(?:\/|$)/.test(url)

const acceptsVendorType = (accept: string | undefined) => (accept ?? '').includes('application/vnd.sukoyaka.v1+json')

/** Adds the headers of every response. Clients cache reference data for an hour, and nothing else unless its route sets `cache-control`. */
export const addHeaders = (app: FastifyInstance, { config }: AppContext) => {
  const security = securityHeaders(config)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...security, 'x-request-id': request.id, ...(isSharePath(request.url) && { 'x-robots-tag': 'noindex, nofollow' }) })
  })
  app.addHook('onSend', async (request, reply, payload) => {
    if (reply.hasHeader('cache-control')) return payload
    const isReference = request.routeOptions.config.cache === 'reference' && reply.statusCode < 300
    reply.header('cache-control', isReference ? 'private, max-age=3600' : 'no-store')
    if (isReference) reply.header('vary', 'accept-language, authorization')
    const type = String(reply.getHeader('content-type') ?? '')
    if (type.startsWith('application/json') && acceptsVendorType(request.headers.accept))
      reply.header('content-type', 'application/vnd.sukoyaka.v1+json; charset=utf-8')
    return payload
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    permission?: string
    cache?: 'reference' | undefined
    /** `optional`: a JSON body is accepted as well. */
    takesFiles?: boolean | 'optional'
  }
}
