import type { UnknownAction } from '@reduxjs/toolkit'
import type { BaseQueryFn } from '@reduxjs/toolkit/query/react'
import type { Endpoint } from '@sukoyaka/wire/endpoint'
import { pageLanguage } from '../i18n/language.ts'
import { hasRecentInput } from '../ui/page/user-input.ts'
import { type CallError, canRetry, failureText, isReported, parsingError, toCallError } from './call-error.ts'
import { report } from './error-report.ts'
import { cachedResponse, cacheResponse, currentGeneration, idempotencyKeyOf, noteFirstEvent, releaseIdempotencyKey } from './etag-cache.ts'
import { serializeParams, withEmptyKeyLists } from './serialize.ts'
import { type SessionState, sessionEnded } from './session.ts'

/** Endpoint fields available in the browser. */
export type ClientEndpoint = Pick<Endpoint, 'method' | 'path' | 'changes' | 'staffChanges' | 'cache' | 'files' | 'isSentOnce'>
/**
 * `background`: not caused by the user, so it does not prolong the session; a GET long after the last input is in the background anyway, such as polling and
 * the refetch of what others changed. `isForced`: a refetch, which bypasses the browser cache of reference data. `key`: idempotency key of a POST whose caller stores it across
 * reloads.
 */
export type Call = { endpoint: ClientEndpoint; input: object; background?: boolean; isForced?: boolean; key?: string }

/** Id of the newest event that the last write of an endpoint published, until the tags of the endpoint are refetched. */
export const newestEventOf = new Map<ClientEndpoint, number>()
/** Notes the event that a response names in `x-newest-event`. */
export const noteEvent = (endpoint: ClientEndpoint, header: string | null) => {
  if (!header) return
  if (endpoint.method === 'GET') noteFirstEvent(header)
  else newestEventOf.set(endpoint, Number(header))
}

const timeoutMs = 20_000
const maxRetries = 2
const firstRetryDelayMs = 400

/** Fills the path parameters; remaining input is the query of GET and DELETE, otherwise the body. */
export const buildRequest = ({ method, path }: ClientEndpoint, input: object) => {
  const rest = new Map<string, unknown>(Object.entries(input))
  const url = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest.get(name)
    rest.delete(name)
    return encodeURIComponent(String(value))
  })
  const remaining = Object.fromEntries(rest)
  if (method !== 'GET' && method !== 'DELETE') return { url, body: JSON.stringify(remaining) }
  const query = serializeParams(withEmptyKeyLists(remaining))
  return { url: query ? `${url}?${query}` : url, body: undefined }
}

export const headersOf = ({ background }: Pick<Call, 'background'>, session: SessionState | undefined) => {
  const headers = new Headers({ accept: 'application/vnd.sukoyaka.v1+json', 'accept-language': pageLanguage() })
  const credentials = session?.credentials
  if (credentials) headers.set('authorization', `Token token="${credentials.access_token}", email="${credentials.email}"`)
  if (background) headers.set('x-background', '1')
  return headers
}

export type CallResult = { data: unknown; error?: undefined } | { error: CallError; data?: undefined }

export const parseResponse = async (response: Response): Promise<CallResult> => {
  const text = await response.text()
  // CSV and ICS files are returned as text
  if (response.ok && /^text\/(csv|calendar)/.test(response.headers.get('content-type') ?? '')) return { data: text }
  const body = (() => {
    try {
      return { json: text === '' ? null : (JSON.parse(text) as unknown) }
    } catch {
      return undefined
    }
  })()
  if (response.ok) return body ? { data: body.json } : { error: parsingError(response.status) }
  // a gateway's HTML error page is not JSON, but its status selects the message
  return { error: toCallError(response, body?.json, text) }
}

type BuiltCall = Pick<Call, 'endpoint' | 'isForced'>
type BuiltRequest = { url: string; body: string | Uint8Array<ArrayBuffer> | undefined }

const sendOnce = async (call: BuiltCall, { url, body }: BuiltRequest, headers: Headers, signal: AbortSignal): Promise<CallResult> => {
  const key = `${headers.get('accept-language')} ${url}`
  // the browser caches reference data (max-age); other replies to a GET are cached in memory if they have an ETag
  const usesEtag = call.endpoint.method === 'GET' && call.endpoint.cache !== 'reference'
  const cached = usesEtag ? cachedResponse(key) : undefined
  const generation = currentGeneration()
  const timeoutSignal = AbortSignal.timeout(timeoutMs)
  const sent = new Headers(headers)
  if (body !== undefined) sent.set('content-type', 'application/json')
  if (cached) sent.set('if-none-match', cached.etag)
  try {
    const response = await fetch(url, {
      method: call.endpoint.method,
      headers: sent,
      body,
      signal: AbortSignal.any([signal, timeoutSignal]),
      ...(call.isForced && { cache: 'no-cache' }),
    })
    noteEvent(call.endpoint, response.headers.get('x-newest-event'))
    if (response.status === 304 && cached) return { data: cached.body }
    if (response.status === 204) return { data: null }
    const result = await parseResponse(response)
    const etag = response.headers.get('etag')
    if (usesEtag && etag && result.error === undefined) cacheResponse(key, { etag, body: result.data }, generation)
    return result
  } catch {
    if (signal.aborted) return { error: { status: 'ABORTED', error: 'request aborted' } }
    if (timeoutSignal.aborted) return { error: { status: 'TIMEOUT_ERROR', error: failureText('TIMEOUT_ERROR') } }
    return { error: { status: 'FETCH_ERROR', error: failureText('FETCH_ERROR') } }
  }
}

const delay = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) return resolve()
    setTimeout(resolve, ms)
    signal.addEventListener('abort', () => resolve(), { once: true })
  })

/** Sends a call with up to two retries, unless it `isSentOnce`; a POST keeps its idempotency key over retries and until its outcome is known. */
export const send = async (call: Call, session: SessionState | undefined, signal: AbortSignal): Promise<CallResult> => {
  const background = call.background || (call.endpoint.method === 'GET' && !hasRecentInput())
  const headers = headersOf({ background }, session)
  const request = buildRequest(call.endpoint, call.input)
  const isKeyed = call.endpoint.method === 'POST'
  if (isKeyed && call.key !== undefined) headers.set('idempotency-key', call.key)
  if (!isKeyed || call.key !== undefined) return sendBuilt(call, request, headers, signal)
  const callKey = `${request.url} ${request.body}`
  headers.set('idempotency-key', idempotencyKeyOf(callKey))
  const result = await sendBuilt(call, request, headers, signal)
  if (result.error === undefined || !(canRetry(result.error) || result.error.status === 'ABORTED')) releaseIdempotencyKey(callKey)
  return result
}

/** Sends a request that was built elsewhere, such as in a worker, which has access to neither the session nor the language of the page. */
export const sendBuilt = async (call: BuiltCall, request: BuiltRequest, headers: Headers, signal: AbortSignal): Promise<CallResult> => {
  for (let retries = 0; ; retries += 1) {
    const result = await sendOnce(call, request, headers, signal)
    if (result.error === undefined || retries === maxRetries || call.endpoint.isSentOnce || !canRetry(result.error)) return result
    await delay(firstRetryDelayMs * 2 ** retries * (0.75 + Math.random() / 2), signal)
    if (signal.aborted) return { error: { status: 'ABORTED', error: 'request aborted' } }
  }
}

type CallContext = { getState: () => unknown; dispatch: (action: UnknownAction) => unknown; signal: AbortSignal }

/** Sends a call, reports unexpected errors (`isReported`) and ends the session after the error `unauthenticated`. */
export const performCall = async (call: Call, { getState, dispatch, signal }: CallContext): Promise<CallResult> => {
  const { session } = getState() as { session?: SessionState }
  const result = await send(call, session, signal)
  if (result.error) handleCallError(call, result.error, session, { getState, dispatch })
  return result
}

/** Handles a failed call as `performCall` does. `session` is the session of the call; a newer session is not ended. */
export const handleCallError = (
  call: Pick<Call, 'endpoint'>,
  error: CallError,
  session: SessionState | undefined,
  { getState, dispatch }: Omit<CallContext, 'signal'>,
) => {
  if (isReported(error)) report({ kind: error.code ?? 'http', status: Number(error.status), call: `${call.endpoint.method} ${call.endpoint.path}` })
  const currentSession = (getState() as { session?: SessionState }).session
  const isSameSession = currentSession?.status === 'signed_in' && currentSession.credentials?.access_token === session?.credentials?.access_token
  if (error.code === 'unauthenticated' && isSameSession) dispatch(sessionEnded(location.pathname + location.search))
}

export const baseQuery: BaseQueryFn<Call, unknown, CallError> = (call, context) => performCall({ ...call, isForced: context.forced ?? false }, context)
