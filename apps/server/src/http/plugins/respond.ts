import type { FastifyReply } from 'fastify'
import { RawJson } from '../../database/raw-json.ts'
import type { CallResponse } from './idempotency.ts'

/** Returned by a handler that streams and has taken over the reply. */
export const streamed = Symbol('streamed')

/** Sends the response of a call: cookies, status and reply. */
export const respond = (reply: FastifyReply, { status, reply: body, cookies }: CallResponse) => {
  if (body === streamed) return reply
  for (const cookie of cookies) reply.header('set-cookie', cookie)
  reply.status(status)
  if (body instanceof RawJson) return reply.type('application/json; charset=utf-8').send(Buffer.from(body.json, 'latin1'))
  if (Buffer.isBuffer(body)) return reply.send(body)
  return status === 204 ? reply.send() : body
}
