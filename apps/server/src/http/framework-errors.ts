import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { languageOf } from '../config/language.ts'
import type { AppContext } from '../context/app-context.ts'
import { apiError } from '../errors/api-error.ts'
import { errorBody, sendError } from './error-handler.ts'
import { securityHeaders } from './headers.ts'

/** Sends errors of the router, which happen before any hook: an invalid or too long URL. */
export const sendRouterError = (context: AppContext) => {
  const response = sendError(context)
  return async (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    reply.headers({ ...securityHeaders(context.config), 'x-request-id': request.id })
    return response(error, request, reply)
  }
}

const codeOf = (code: string | undefined) =>
  code === 'HPE_HEADER_OVERFLOW' ? 'headers_too_large' : code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'request_timeout' : 'malformed'

type ClientError = { code?: string; rawPacket?: unknown }

/** Sends errors of Node's HTTP server, which Fastify does not handle: broken or too large headers, a broken body, a request not complete in time. */
export const sendClientError = ({ config }: AppContext) => {
  const headers = Object.entries({
    ...securityHeaders(config),
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    connection: 'close',
  })
  return ({ code, rawPacket }: ClientError, socket: Socket): void => {
    if (code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
      socket.destroy()
      return
    }
    const [, accepted] = /^accept-language:[ \t]*([^\r\n]{1,500})/im.exec(Buffer.isBuffer(rawPacket) ? rawPacket.toString('latin1') : '') ?? []
    const error = apiError(codeOf(code))
    const body = JSON.stringify(errorBody(error, languageOf(accepted)))
    const lines = [...headers, ['content-length', String(Buffer.byteLength(body))]].map(([name, value]) => `${name}: ${value}\r\n`)
    socket.end(`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\n${lines.join('')}\r\n${body}`)
  }
}
