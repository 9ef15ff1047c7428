import type { UnknownAction } from '@reduxjs/toolkit'
import type { BaseQueryFn } from '@reduxjs/toolkit/query/react'
import type { Endpoint } from '@sukoyaka/wire/endpoint'
import { pageLanguage } from '../i18n/language.ts'
import { type CallError, failureText, isReported, mayRetry, refusal, unreadable } from './call-error.ts'
import { report } from './error-report.ts'
import { cachedResponse, cacheResponse, currentEra, keyOf, settle } from './etag-cache.ts'
import { serializeParams, withEmptyKeyLists } from './serialize.ts'
import { type SessionState, sessionEnded } from './session.ts'

/** Endpoint fields available in the browser. */
export type Called = Pick<Endpoint, 'method' | 'path' | 'changes' | 'cache' | 'files'>
/**
 * `isForced`: bypasses the browser cache of reference data after a change. `key`: idempotency key of a POST whose caller stores it across
 * reloads.
 */
export type Call = { endpoint: Called; input: object; background?: boolean; isForced?: boolean; key?: string }

const timeout = 20_000
const moreTries = 2
const firstPause = 400

/** Fills the path parameters; remaining input is the query of GET and DELETE, otherwise the body. */
export const request = ({ method, path }: Called, input: object) => {
  const rest = new Map<string, unknown>(Object.entries(input))
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest.get(name)
    rest.delete(name)
    return encodeURIComponent(String(value))
  })
  const left = Object.fromEntries(rest)
  if (method !== 'GET' && method !== 'DELETE') return { url: filled, body: JSON.stringify(left) }
  const query = serializeParams(withEmptyKeyLists(left))
  return { url: query ? `${filled}?${query}` : filled, body: undefined }
}

/** Authentication, language and background flag. */
export const headersOf = ({ background }: Pick<Call, 'background'>, session: SessionState | undefined) => {
  const headers = new Headers({ accept: 'application/vnd.sukoyaka.v1+json', 'accept-language': pageLanguage() })
  const held = session?.credentials
  if (held) headers.set('authorization', `Token token="${held.access_token}", email="${held.email}"`)
  if (background) headers.set('x-background', '1')
  return headers
}

export type Answer = { data: unknown; error?: undefined } | { error: CallError; data?: undefined }

export const readAnswer = async (response: Response): Promise<Answer> => {
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
  if (response.ok) return body ? { data: body.json } : { error: unreadable(response.status) }
  // a gateway's HTML error page is not JSON, but its status selects the message
  return { error: refusal(response, body?.json, text) }
}

const once = async (call: Call, headers: Headers, signal: AbortSignal): Promise<Answer> => {
  const { url, body } = request(call.endpoint, call.input)
  const key = `${headers.get('accept-language')} ${url}`
  // the browser caches reference data (max-age); everything else is cached in memory only
  const keeps = call.endpoint.method === 'GET' && call.endpoint.cache !== 'reference'
  const kept = keeps ? cachedResponse(key) : undefined
  const era = currentEra()
  const late = AbortSignal.timeout(timeout)
  const sent = new Headers(headers)
  if (body !== undefined) sent.set('content-type', 'application/json')
  if (kept) sent.set('if-none-match', kept.etag)
  try {
    const response = await fetch(url, {
      method: call.endpoint.method,
      headers: sent,
      body,
      signal: AbortSignal.any([signal, late]),
      ...(call.isForced && { cache: 'no-cache' }),
    })
    if (response.status === 304 && kept) return { data: kept.body }
    if (response.status === 204) return { data: null }
    const answer = await readAnswer(response)
    const etag = response.headers.get('etag')
    if (keeps && etag && answer.error === undefined) cacheResponse(key, { etag, body: answer.data }, era)
    return answer
  } catch {
    if (signal.aborted) return { error: { status: 'ABORTED', error: 'request aborted' } }
    if (late.aborted) return { error: { status: 'TIMEOUT_ERROR', error: failureText('TIMEOUT_ERROR') } }
    return { error: { status: 'FETCH_ERROR', error: failureText('FETCH_ERROR') } }
  }
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) return resolve()
    setTimeout(resolve, ms)
    signal.addEventListener('abort', () => resolve(), { once: true })
  })

/** Sends a call with up to two retries; a POST keeps its idempotency key over retries and until its outcome is known. */
export const send = async (call: Call, session: SessionState | undefined, signal: AbortSignal): Promise<Answer> => {
  const headers = headersOf(call, session)
  if (call.endpoint.method !== 'POST') return tryThrice(call, headers, signal)
  const { url, body } = request(call.endpoint, call.input)
  const what = `${url} ${body}`
  headers.set('idempotency-key', call.key ?? keyOf(what))
  const answer = await tryThrice(call, headers, signal)
  if (answer.error === undefined || !(mayRetry(answer.error) || answer.error.status === 'ABORTED')) settle(what)
  return answer
}

const tryThrice = async (call: Call, headers: Headers, signal: AbortSignal): Promise<Answer> => {
  for (let tries = 0; ; tries += 1) {
    const answer = await once(call, headers, signal)
    if (answer.error === undefined || tries === moreTries || !mayRetry(answer.error)) return answer
    await pause(firstPause * 2 ** tries * (0.75 + Math.random() / 2), signal)
    if (signal.aborted) return { error: { status: 'ABORTED', error: 'request aborted' } }
  }
}

type Asking = { getState: () => unknown; dispatch: (action: UnknownAction) => unknown; signal: AbortSignal }

/** Sends a call, reports faults and ends the session after a 401. */
export const answerTo = async (call: Call, { getState, dispatch, signal }: Asking): Promise<Answer> => {
  const { session } = getState() as { session?: SessionState }
  const answer = await send(call, session, signal)
  if (answer.error) tell(call, answer.error, session, { getState, dispatch })
  return answer
}

/** Handles a failed call: reports faults and ends the session. `session` is the one the call was made with. */
export const tell = (call: Pick<Call, 'endpoint'>, error: CallError, session: SessionState | undefined, { getState, dispatch }: Omit<Asking, 'signal'>) => {
  if (isReported(error)) report({ kind: error.code ?? 'http', status: Number(error.status), call: `${call.endpoint.method} ${call.endpoint.path}` })
  const now = (getState() as { session?: SessionState }).session
  const isMine = now?.status === 'signed_in' && now.credentials?.access_token === session?.credentials?.access_token
  if (error.code === 'unauthenticated' && isMine) dispatch(sessionEnded(location.pathname + location.search))
}

export const baseQuery: BaseQueryFn<Call, unknown, CallError> = (call, asking) => answerTo({ ...call, isForced: asking.forced ?? false }, asking)
