import type { Endpoint, Input } from '@sukoyaka/wire/endpoint'
import { buildRequest, headersOf } from './call.ts'
import type { SessionState } from './session.ts'

/** Max size in bytes of a keepalive request; larger bodies may be lost. */
const maxKeepaliveBytes = 60_000

/** Sends a request on page unload without waiting for the response. */
export const sendOnUnload = <E extends Endpoint>(endpoint: E, input: Input<E>, session: SessionState | undefined) => {
  const { url, body = '' } = buildRequest(endpoint, input as object)
  const headers = headersOf({}, session)
  headers.set('content-type', 'application/json')
  const keepalive = new TextEncoder().encode(body).length <= maxKeepaliveBytes
  void fetch(url, { method: endpoint.method, headers, body, keepalive }).catch(() => {})
}
