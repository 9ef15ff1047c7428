import type { Endpoint, Input } from '@sukoyaka/wire/endpoint'
import { headersOf, request } from './call.ts'
import type { SessionState } from './session.ts'

/** What a browser still sends of a page that is gone, in bytes; beyond it, it may be lost. */
const max = 60_000

/** A last word of a page that is being left: nobody waits for its answer. */
export const sendOnUnload = <E extends Endpoint>(endpoint: E, input: Input<E>, session: SessionState | undefined) => {
  const { url, body = '' } = request(endpoint, input as object)
  const headers = headersOf({}, session)
  headers.set('content-type', 'application/json')
  const keepalive = new TextEncoder().encode(body).length <= max
  void fetch(url, { method: endpoint.method, headers, body, keepalive }).catch(() => {})
}
