import type { FastifyInstance, FastifyRequest } from 'fastify'
import { apiError } from '../errors/api-error.ts'

const maxDrainedBytes = 20_000_000
/** Time limit of a request body. Uploads have their own idle timeout. */
const maxMilliseconds = 30_000
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Whether the request has a multipart body, which is not parsed here: its handler reads it as a stream. */
export const isUpload = ({ routeOptions: { config }, headers }: FastifyRequest) =>
  config.takesFiles === 'optional' ? /^multipart\//i.test(headers['content-type'] ?? '') : config.takesFiles === true

/** Parses bodies as JSON in UTF-8. Invalid UTF-8 is rejected with 400 instead of being stored as replacement characters; `__proto__` is malformed. */
export const readBodies = (app: FastifyInstance) => {
  const generalLimit = app.initialConfig.bodyLimit ?? 1_000_000
  // A client that is still sending does not read the response: drain a moderately large body first, then reject it with 413.
  app.addHook('preParsing', async (request, _, payload) => {
    if (isUpload(request)) return payload
    // GET has no body, and the timer would cut off an event stream
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      const timeout = setTimeout(() => request.raw.destroy(), maxMilliseconds)
      request.raw.once('close', () => clearTimeout(timeout))
    }
    const length = Number(request.headers['content-length'] ?? 0)
    if (length <= (request.routeOptions.config.endpoint?.maxBodyBytes ?? generalLimit)) return payload
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
