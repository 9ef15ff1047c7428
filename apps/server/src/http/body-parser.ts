import type { FastifyInstance } from 'fastify'
import { apiError } from '../errors/api-error.ts'

const maxDrainedBytes = 20_000_000
/** Files may take longer, and say themselves when nothing comes any more. */
const maxMilliseconds = 30_000
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Bodies are JSON in UTF-8: bytes that are none are refused rather than kept as question marks. Own properties only; what is sent as __proto__ is malformed. */
export const readBodies = (app: FastifyInstance) => {
  const limit = app.initialConfig.bodyLimit ?? 1_000_000
  // whoever is still sending hears no answer: what is somewhat too large is taken in, thrown away and then refused
  app.addHook('preParsing', async (request, _, payload) => {
    if (request.routeOptions.config.takesFiles) return payload
    // what is only read sends no body, and an event stream would be cut off
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      const late = setTimeout(() => request.raw.destroy(), maxMilliseconds)
      request.raw.once('close', () => clearTimeout(late))
    }
    const length = Number(request.headers['content-length'] ?? 0)
    if (length <= limit) return payload
    if (length <= maxDrainedBytes) for await (const _ of payload);
    throw apiError('too_large')
  })
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    let text: string
    try {
      text = utf8.decode(body)
    } catch {
      return done(apiError('malformed'))
    }
    parse(request, text, done)
  })
}
