import { failure } from '@sukoyaka/phrases/failure'
import type { ErrorCode } from '@sukoyaka/wire/errors'
import { pageLanguage } from '../i18n/language.ts'

/** What went wrong with a call. `error` can be shown as it is: the server's words, else our own for the kind. */
export type CallError = {
  status: number | 'FETCH_ERROR' | 'TIMEOUT_ERROR' | 'PARSING_ERROR' | 'ABORTED'
  error: string
  code?: ErrorCode
  fields?: Record<string, string[]>
  tries_left?: number
  /** Where two wrote at once: what the server keeps, and what was sent. */
  versions?: { saved: object | null; sent: object }
  /** The HTTP status of an answer that could not be read. */
  originalStatus?: number
  /** In seconds, where the server said when to come back. */
  retry_after?: number
}

type FailureKey = keyof (typeof failure)['ja']
export const failureText = (key: FailureKey) => failure[pageLanguage()][key]

const statusKeys = [400, 401, 403, 404, 500, 502, 503] as const
type StatusKey = (typeof statusKeys)[number]
const hasText = (status: number): status is StatusKey => (statusKeys as readonly number[]).includes(status)

const defaultText = (status: number, statusText: string, body: string) =>
  hasText(status)
    ? failureText(`status.${status}`)
    : failureText('status.other').replace('{{status}}', String(status)).replace('{{statusText}}', statusText).replace('{{body}}', body.slice(0, 200))

type WireError = Partial<Pick<CallError, 'error' | 'code' | 'fields' | 'tries_left' | 'versions'>>
const asWireError = (body: unknown): WireError => (typeof body === 'object' && body !== null ? (body as WireError) : {})

export const refusal = (response: { status: number; statusText: string; headers: Headers }, body: unknown, text: string): CallError => {
  const { error, ...known } = asWireError(body)
  const wait = Number(response.headers.get('retry-after'))
  return {
    ...known,
    status: response.status,
    error: typeof error === 'string' && error !== '' ? error : defaultText(response.status, response.statusText, text),
    ...(wait > 0 && { retry_after: wait }),
  }
}

export const unreadable = (originalStatus: number): CallError => ({ status: 'PARSING_ERROR', originalStatus, error: failureText('PARSING_ERROR') })

/** 400–499 are the answer; asking again changes nothing. A person who cancelled does not want another try either. */
export const mayRetry = ({ status, originalStatus }: CallError) => {
  if (status === 'ABORTED') return false
  const http = typeof status === 'number' ? status : originalStatus
  return http === undefined || http < 400 || http > 499
}

export const isReported = ({ status }: CallError) => typeof status === 'number' && (status >= 500 || [401, 403, 409, 429].includes(status))
