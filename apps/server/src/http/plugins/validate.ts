import type { Endpoint } from '@sukoyaka/wire/endpoint'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { apiError } from '../../errors/api-error.ts'
import { isUpload } from '../body-parser.ts'
import { validator } from '../validate.ts'

/** No body, or the empty object that browsers send. */
const isEmpty = (body: unknown) => body === undefined || body === null || JSON.stringify(body) === '{}'

/** Validates query, body and path parameters of a request and returns them as one object. */
export type ReadInput = (request: FastifyRequest, body: unknown) => Record<string, unknown>

const inputReader = ({ params, query, body, files, isFormOptional, isSearch }: Endpoint): ReadInput => {
  const [readParams, readQuery, readBody] = [
    params && validator(params, 'params'),
    query && validator(query, 'query'),
    body && validator(body, files || isSearch ? 'form' : 'body'),
  ]
  const readJson = body && isFormOptional ? validator(body, 'body') : readBody
  return (request, rawBody) => {
    const [unexpected] = query ? [] : Object.keys(request.query as object)
    if (unexpected !== undefined) throw apiError('unknown_parameter', { name: unexpected.slice(0, 100) })
    if (!body && !isEmpty(rawBody)) throw apiError('unknown_parameter', { name: 'body' })
    return Object.assign(
      {},
      readQuery?.(request.query),
      (isUpload(request) ? readBody : readJson)?.(isSearch && rawBody === undefined ? {} : rawBody),
      readParams?.(request.params),
    )
  }
}

/** Validates the input of every endpoint with its own schema: `request.input`. Throws 400 and 422. Uploads validate their fields once they are read. */
export const validate = fp(async (app) => {
  app.decorateRequest('input')
  app.addHook('onRoute', ({ config }) => {
    if (config?.endpoint) config.readInput = inputReader(config.endpoint)
  })
  app.addHook('preHandler', async (request) => {
    const { readInput } = request.routeOptions.config
    if (readInput && !isUpload(request)) request.input = readInput(request, request.body)
  })
})

declare module 'fastify' {
  interface FastifyRequest {
    input: Record<string, unknown> | undefined
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
    readInput?: ReadInput
  }
}
