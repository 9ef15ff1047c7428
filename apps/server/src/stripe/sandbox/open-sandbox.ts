import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Input } from '@sukoyaka/wire/endpoint'
import type { confirmInSandbox } from '@sukoyaka/wire/people/payment'
import Stripe from 'stripe'
import type { AppContext, Sandbox } from '../../context/app-context.ts'
import { inTransaction } from '../../database/db.ts'
import { makeSandboxServer, readBody } from '../../sandbox/sandbox-server.ts'
import { readForm } from './form.ts'
import { deliverNext, isEventWaiting, runOncePerKey, type SandboxReply, type StripeObject } from './object-store.ts'
import { answer } from './routes.ts'

export type SandboxKeys = { secret_key: string; publishable_key: string; webhook_secret: string }

const maxBodyBytes = 100_000
/** How long to wait before looking for due events again. */
const retryMs = 5_000

const hashOf = (text: string) => createHash('sha256').update(text).digest()
const isKey = (given: string, key: string) => timingSafeEqual(hashOf(given), hashOf(key))

const failed = (status: number, type: string, message: string): SandboxReply => ({ status, body: { error: { type, message } } })

/** Delivers the webhooks: signs due events and hands them to the server, one after another. */
const deliveries = ({ db, log }: Pick<AppContext, 'db' | 'log'>, { webhook_secret }: SandboxKeys) => {
  let deliver: ((body: string, signature: string) => Promise<number>) | undefined
  let running: Promise<void> | undefined
  let isClosed = false
  const send = async (event: StripeObject): Promise<boolean> => {
    const payload = JSON.stringify(event)
    const status = await deliver!(payload, Stripe.webhooks.generateTestHeaderString({ payload, secret: webhook_secret }))
    return status >= 200 && status < 300
  }
  let timer: NodeJS.Timeout | undefined
  const runLater = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void deliverAll(), ms).unref()
  }
  const run = async () => {
    // an event that cannot be delivered gets a later time, so the loop ends
    while (!isClosed && (await deliverNext(db, send)));
    if (!isClosed && (await isEventWaiting(db))) runLater(retryMs)
  }
  const deliverAll = (): Promise<void> => {
    if (!deliver || isClosed) return running ?? Promise.resolve()
    running = (running ?? Promise.resolve()).then(run).catch((error) => log.warn({ err: error }, 'payment sandbox: events were not delivered'))
    return running
  }
  return {
    deliverAll,
    deliverTo: (to: typeof deliver) => {
      deliver = to
      // delivers the events that an earlier server did not deliver
      runLater(retryMs)
    },
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      await running
    },
  }
}

/**
 * A server with the part of Stripe’s HTTP API that we use, so that demo and tests run the same code through the same SDK as production. It listens on this
 * machine only, keeps its state in the database, and sends signed events.
 */
export const openSandbox = (services: Pick<AppContext, 'db' | 'log' | 'random' | 'clock'>, keys: SandboxKeys): Sandbox => {
  const { db, log } = services
  const events = deliveries(services, keys)

  const reply = async (request: IncomingMessage): Promise<SandboxReply> => {
    const { method = 'GET', headers } = request
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    const body = await readBody(request, maxBodyBytes)
    const key = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? ''
    const isPublic = isKey(key, keys.publishable_key)
    if (!isPublic && !isKey(key, keys.secret_key)) return failed(401, 'invalid_request_error', 'Invalid API Key provided.')
    const form = readForm(method === 'GET' ? url.search.slice(1) : body)
    const idempotency_key = headers['idempotency-key']
    return inTransaction(db, (tx) => {
      const run = () => answer({ ...services, db: tx }, { method, path: url.pathname, form, isPublic })
      if (method !== 'POST' || typeof idempotency_key !== 'string') return run()
      return runOncePerKey(tx, { idempotency_key, request_hash: hashOf(`${url.pathname}\n${body}`) }, run)
    })
  }

  const { server, listen, close } = makeSandboxServer((request, response) => {
    reply(request)
      .catch((error) => {
        log.warn({ err: error }, 'payment sandbox: request failed')
        return failed(500, 'api_error', 'The sandbox had an error.')
      })
      .then(({ status, body }) => {
        const text = JSON.stringify(body)
        response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }).end(text)
        void events.deliverAll()
      })
  })
  // longer than clients keep idle connections, so that none is closed while a client sends on it
  server.keepAliveTimeout = 120_000

  /** A request as the page sends it to Stripe: with the publishable key and the intent’s client secret. */
  const send = async (client_secret: string, action: string, fields: Record<string, string>) => {
    const [id = ''] = client_secret.split('_secret_')
    const resource = id.startsWith('seti_') ? 'setup_intents' : 'payment_intents'
    const response = await fetch(`http://127.0.0.1:${await listen()}/v1/${resource}/${encodeURIComponent(id)}/${action}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${keys.publishable_key}` },
      body: new URLSearchParams({ client_secret, ...fields }),
    })
    return { status: response.status, body: (await response.json()) as { status?: string; error?: { type: string; code?: string; decline_code?: string } } }
  }

  return {
    listen,
    confirm: ({ client_secret, number, exp_month, exp_year }: Input<typeof confirmInSandbox>) =>
      send(client_secret, 'confirm', {
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': number,
        'payment_method_data[card][exp_month]': String(exp_month),
        'payment_method_data[card][exp_year]': String(exp_year),
      }),
    authenticate: (client_secret, is_approved) => send(client_secret, 'authenticate', { is_approved: String(is_approved) }),
    deliverTo: events.deliverTo,
    deliverAll: events.deliverAll,
    close: async () => {
      await events.close()
      await close()
    },
  }
}
