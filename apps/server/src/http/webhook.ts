import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Endpoint } from '@sukoyaka/wire/endpoint'
import type { ErrorCode } from '@sukoyaka/wire/errors'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import type { AppContext } from '../context/app-context.ts'
import type { Db } from '../database/db.ts'
import { webhook_receipts } from '../database/tables.ts'
import { apiError } from '../errors/api-error.ts'
import type { JobKind } from '../jobs/jobs.ts'
import type { ServedRoute } from './serve.ts'
import { validator } from './validate.ts'

/** An external service that calls a webhook, and how its requests are verified. */
export type Sender = {
  name: string
  /** Valid secrets: several during a rotation. If there are none, the endpoint returns 404. */
  secretsIn: (context: Pick<AppContext, 'config' | 'payments'>) => readonly string[]
  header: string
  /** Expected header value for a body signed with this secret. */
  sign: (secret: string, body: Buffer) => string
  /** Replaces the comparison with `sign` for signatures that are not the same each time, such as those that contain the time. */
  isGenuine?: (signature: string, body: Buffer, secret: string) => boolean
  /** Error for a wrong signature, if the sender does not expect `signature_invalid`. */
  rejection?: ErrorCode
  /** The fields used from the payload; others are ignored. */
  payload: TSchema
  /** The sender's delivery id, if it has one; otherwise the hash of the body identifies the delivery. */
  deliveryIn?: (payload: Record<string, unknown>) => string | undefined
  /** Job queue that processes the deliveries. */
  queue: string
}

/** HMAC-SHA256 of the raw body. */
export const hmacOf = (secret: string, body: Buffer, form: 'hex' | 'base64') => createHmac('sha256', secret).update(body).digest(form)

const hashOf = (text: string | Buffer) => createHash('sha256').update(text).digest()

/** Constant time unless the sender has `isGenuine`: compares hashes of equal length and tries every secret. */
const isSigned = ({ header, sign, isGenuine }: Sender, secrets: readonly string[], request: FastifyRequest, body: Buffer): boolean => {
  if (isGenuine) return secrets.some((secret) => isGenuine(String(request.headers[header] ?? ''), body, secret))
  const signature = hashOf(String(request.headers[header] ?? ''))
  let count = 0
  for (const secret of secrets) count += Number(timingSafeEqual(signature, hashOf(sign(secret, body))))
  return count > 0
}

const utf8 = new TextDecoder('utf-8', { fatal: true })
const read = (body: Buffer): unknown => {
  try {
    return JSON.parse(utf8.decode(body))
  } catch {
    throw apiError('malformed')
  }
}

/** Stores the delivery and enqueues its job in one transaction; a repeated delivery is ignored. */
const storeDelivery = (db: Db, { jobs }: AppContext, { name, queue, deliveryIn }: Sender, body: Buffer, payload: Record<string, unknown>) =>
  db.transaction(async (tx) => {
    const body_hash = hashOf(body)
    const delivery_key = deliveryIn?.(payload) ?? body_hash.toString('hex')
    const [inserted] = await tx
      .insert(webhook_receipts)
      .values({ sender: name, delivery_key, body_hash, payload })
      .onConflictDoNothing()
      .returning({ id: webhook_receipts.id })
    if (inserted) await jobs.send(tx, queue, { id: inserted.id })
  })

/**
 * Webhook endpoint. Verifies the signature over the raw body before parsing, and responds as soon as the delivery is stored;
 * the job of `handleDelivery` processes it. A repeated delivery gets the same response and has no effect.
 */
export const webhook = (endpoint: Endpoint, sender: Sender): ServedRoute => ({
  endpoint,
  mount(app, context) {
    const { path: url, reply: schema } = endpoint
    const check = validator(sender.payload, 'body')
    const secrets = sender.secretsIn(context)
    app.register(async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
      scope.route({
        method: 'POST',
        url,
        schema: { response: { 200: schema } },
        config: { permission: 'public' },
        onRequest: async (request) => {
          const [name] = Object.keys(request.query as object)
          if (name !== undefined) throw apiError('unknown_parameter', { name: name.slice(0, 100) })
          if (!secrets.length) throw apiError('not_found')
        },
        handler: async (request) => {
          const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
          if (!isSigned(sender, secrets, request, body)) throw apiError(sender.rejection ?? 'signature_invalid')
          await storeDelivery(context.db, context, sender, body, check(read(body)))
          return { received: true }
        },
      })
    })
  },
})

type Receipt = { received_at: string; body_hash: Buffer }

/** Job that processes each delivery of a sender once: its changes commit together with `handled_at`. */
export const handleDelivery = (
  { queue }: Sender,
  handle: (context: AppContext, tx: Db, payload: Record<string, unknown>, receipt: Receipt) => Promise<void>,
): JobKind => ({
  queue,
  options: { retryLimit: 8, retryDelay: 5, retryBackoff: true, retryDelayMax: 600 },
  work: (context, { id }: { id: number }) =>
    context.db.transaction(async (tx) => {
      const [receipt] = await tx
        .select()
        .from(webhook_receipts)
        .where(and(eq(webhook_receipts.id, id), isNull(webhook_receipts.handled_at)))
        .for('update')
      if (!receipt) return
      if (receipt.payload) await handle(context, tx, receipt.payload as Record<string, unknown>, receipt)
      await tx.update(webhook_receipts).set({ handled_at: sql`now()`, payload: null }).where(eq(webhook_receipts.id, id))
    }),
})
