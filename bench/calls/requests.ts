import { randomUUID } from 'node:crypto'
import { endpoints } from '@sukoyaka/wire/all'
import type { Endpoint } from '@sukoyaka/wire/endpoint'
import { Form } from '../../apps/server/test/form.ts'
import { callOf, keyOf } from '../../apps/server/trials/kit/calls/calls.ts'
import { uncached } from '../kit/uncached.ts'
import type { Caller, People, View } from './people.ts'

/** One call as one person sends it; `build` is called for each request, because a write may need a new body. */
export type Request = {
  key: string
  method: Endpoint['method']
  caller: Caller
  status: number
  headers?: Record<string, string>
  build: () => { path: string; body: string | undefined }
}

const headersOf = ({ authorization }: Caller, body: string | undefined): Record<string, string> => ({
  host: 'localhost',
  accept: 'application/vnd.sukoyaka.v1+json',
  'accept-language': 'ja',
  authorization,
  ...(body !== undefined && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)), 'idempotency-key': randomUUID() }),
})

/** The request as HTTP text. Writes without a body get an idempotency key too. */
export const toText = ({ method, caller, build, headers: more }: Request) => {
  const { path, body } = build()
  const headers = { ...headersOf(caller, body), ...more, ...(method !== 'GET' && body === undefined && { 'idempotency-key': randomUUID() }) }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const { pathname, search } = new URL(path, 'http://localhost')
  return `${method} ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`
}

export const send = async (url: string, { method, caller, build, headers: more }: Request) => {
  const { path, body } = build()
  const { host: _, 'content-length': __, ...headers } = headersOf(caller, body)
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { ...headers, ...more, 'accept-encoding': 'identity', ...(method !== 'GET' && { 'idempotency-key': randomUUID() }) },
    ...(body !== undefined && { body }),
    redirect: 'manual',
  })
  return { status: response.status, text: await response.text() }
}

const requestOf = (endpoint: Endpoint, { ids }: View, caller: Caller): Request | undefined => {
  const call = callOf(endpoint)
  const sample = call.send('own', ids, caller.id)
  if (!sample || call.isStream || call.endsSession || sample.body instanceof Form) return undefined
  const { url: path } = sample
  return {
    key: keyOf(endpoint),
    method: endpoint.method,
    caller,
    status: call.goodStatus,
    build: () => {
      // a read can be sent again as it is; a write may use up an id or a name
      if (endpoint.method === 'GET') return { path: uncached(path), body: undefined }
      const next = call.send('own', ids, caller.id)!
      return { path: next.url, body: next.body === undefined ? undefined : JSON.stringify(next.body) }
    },
  }
}

const roleOrder = ['patient', 'doctor', 'nurse', 'admin', 'observer', 'concierge', 'nutritionist', 'trainer']

/** One request for each caller: about each of the two patients, sent by this patient and by every member of staff. */
export const requestsOf = (endpoint: Endpoint, { staff, demo, rows }: People): Request[] =>
  [demo, rows].flatMap((view) =>
    [view.patient, ...staff]
      .toSorted((a, b) => roleOrder.indexOf(a.role) - roleOrder.indexOf(b.role))
      .map((caller) => requestOf(endpoint, view, caller))
      .filter((request) => request !== undefined),
  )

export const readEndpoints: Endpoint[] = endpoints.map(({ endpoint }): Endpoint => endpoint).filter(({ method }) => method === 'GET')
export const writeEndpoints: Endpoint[] = endpoints.map(({ endpoint }): Endpoint => endpoint).filter(({ method }) => method !== 'GET')
