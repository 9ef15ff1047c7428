import { failure } from '@sukoyaka/phrases/failure'
import type { ErrorCode } from '@sukoyaka/wire/errors'
import { pageLanguage } from '../i18n/language.ts'

/** Error of a call. `error` is the server's message or a default, which is translated unless the call was aborted. */
export type CallError = {
  status: number | 'FETCH_ERROR' | 'TIMEOUT_ERROR' | 'PARSING_ERROR' | 'ABORTED'
  error: string
  code?: ErrorCode
  fields?: Record<string, string[]>
  tries_left?: number
  /** On a 409: the saved version and the one that was sent. */
  versions?: { saved: object | null; sent: object }
  /** HTTP status of an unreadable response. */
  originalStatus?: number
  /** Seconds, from the Retry-After header. */
  retry_after?: number
}

type FailureKey = keyof (typeof failure)['ja']
export const failureText = (key: FailureKey) => failure[pageLanguage()][key]

const statusKeys = [400, 401, 403, 404, 500, 502] as const
type StatusKey = (typeof statusKeys)[number]
const hasText = (status: number): status is StatusKey => (statusKeys as readonly number[]).includes(status)

const defaultText = (status: number, statusText: string, body: string) =>
  hasText(status)
    ? failureText(`status.${status}`)
    : failureText('status.other').replace('{{status}}', String(status)).replace('{{statusText}}', statusText).replace('{{body}}', body.slice(0, 200))

type WireError = Partial<Pick<CallError, 'error' | 'code' | 'fields' | 'tries_left' | 'versions'>>
const asWireError = (body: unknown): WireError => (typeof body === 'object' && body !== null ? (body as WireError) : {})

export const toCallError = (response: { status: number; statusText: string; headers: Headers }, body: unknown, text: string): CallError => {
  const { error, ...details } = asWireError(body)
  const retryAfter = Number(response.headers.get('retry-after'))
  return {
    ...details,
    status: response.status,
    // to the reader, a gateway without an answer (502) and a service that is off (503) are the same
    error: typeof error === 'string' && error !== '' ? error : defaultText(response.status === 503 ? 502 : response.status, response.statusText, text),
    ...(retryAfter > 0 && { retry_after: retryAfter }),
  }
}

export const parsingError = (originalStatus: number): CallError => ({ status: 'PARSING_ERROR', originalStatus, error: failureText('status.502') })

/**
 * Whether `send` retries the call. It retries neither aborted calls nor a 4xx status, unless the server still processes the same call; after a 429 the
 * caller decides when to repeat the call.
 */
export const canRetry = ({ status, originalStatus, code }: CallError) => {
  if (status === 'ABORTED') return false
  if (code === 'call_in_progress') return true
  const http = typeof status === 'number' ? status : originalStatus
  return http === undefined || http < 400 || http > 499
}

export const isReported = ({ status }: CallError) => typeof status === 'number' && (status >= 500 || [401, 403, 409, 429].includes(status))

/** Whether repeating the request later is useless: a 4xx status other than 401, 408 and 429. */
export const isFinal = (error: unknown) => {
  const status = (error as CallError | undefined)?.status
  return typeof status === 'number' && status >= 400 && status < 500 && ![401, 408, 429].includes(status)
}
