import type { FastifyInstance } from 'fastify'
import { refuse } from './refusal.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Bodies are JSON in UTF-8: bytes that are none are refused rather than kept as question marks. Own properties only; what is sent as __proto__ is malformed. */
export const readBodies = (app: FastifyInstance) => {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    let text: string
    try {
      text = utf8.decode(body)
    } catch {
      return done(refuse('malformed'))
    }
    parse(request, text, done)
  })
}
