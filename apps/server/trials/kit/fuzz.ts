import { setTimeout as sleep } from 'node:timers/promises'
import { isPage } from '@sukoyaka/wire/pages'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { type Case, caseOf } from './cases.ts'
import { openConform } from './conform.ts'
import { type Operation, readApi, urlOf } from './document.ts'
import { seed } from './report.ts'
import { type ApiResponse, type Records, requestAs } from './rows/records.ts'
import { send, widestCallerFor } from './send-as-caller.ts'

const concurrency = 8
const perRound = 400
const maxTries = 5

export type Fuzzed = { n: number; failures: string[]; statuses: Record<string, number>; accepted: Set<string>; p99_ms: number; calls: number }

/** Sends `n` generated requests and reports deviations from the OpenAPI document. Repeatable by seed. */
export const fuzz = async (app: FastifyInstance, records: Records, n: number, only?: (operation: Operation) => boolean): Promise<Fuzzed> => {
  const api = await readApi(app)
  const { isValid, mismatchOf } = openConform(api)
  const arbitrary = caseOf(api, isValid, only)
  const fuzzed: Fuzzed = { n, failures: [], statuses: {}, accepted: new Set(), p99_ms: 0, calls: api.operations.length }
  const times: number[] = []
  const reported = new Set<string>()

  const sendCase = async ({ apiRequest, kind, credentials, method }: Case): Promise<ApiResponse> => {
    const caller = widestCallerFor(apiRequest.operation, records)
    if (kind === 'method')
      return requestAs(app, caller, method!, urlOf(apiRequest), {
        headers: apiRequest.header,
        ...(method !== 'GET' && method !== 'HEAD' && { body: apiRequest.body }),
      })
    if (kind !== 'unauthenticated') return send(app, records, apiRequest, caller)
    const authorization = credentials === 'ended' ? records.callers.find(({ name }) => name === 'ended session')!.authorization : credentials
    return requestAs(app, { authorization }, apiRequest.operation.method, urlOf(apiRequest), { body: apiRequest.body, headers: apiRequest.header })
  }

  /** Sends it again after the time of `Retry-After`, as clients do: on a busy machine, password hashes wait so long that some calls are refused. */
  const sendUntilServed = async (item: Case): Promise<ApiResponse> => {
    for (let tries = 1; ; tries++) {
      const response = await sendCase(item)
      const seconds = Number(response.headers['retry-after'])
      if (response.status !== 503 || !seconds || tries === maxTries) return response
      await sleep(seconds * 1_000)
    }
  }

  /** Whether the status fits the kind of request. */
  const isExpected = ({ kind, apiRequest: { operation, query, body } }: Case, { status, headers, text }: ApiResponse) => {
    // patients may leave `user_id` out, staff may not
    if (operation.key === 'GET /api/health_records' && query.user_id === undefined && status === 400) return true
    // dates, cursors and references have forms of FHIR that the document does not repeat
    if (kind === 'valid' && operation.path.startsWith('/fhir/R4/') && status === 400) return text.includes('"malformed"')
    if (kind === 'unauthenticated') return status === 401
    if (kind === 'method') return status === 405 && String(headers.allow ?? '').includes(operation.method)
    // a body over the limit gets 413 before it is validated
    if (kind === 'broken') return status === 400 || status === 422 || (status === 413 && JSON.stringify(body ?? '').length > 500_000)
    // the caller is known, but a password in the body is wrong
    if (status === 401 && text.includes('"password_wrong"')) return true
    return ![400, 401, 405, 406, 413, 415].includes(status) || operation.isPublic
  }

  const judge = async (item: Case) => {
    const { operation } = item.apiRequest
    const startedAt = performance.now()
    const response = await sendUntilServed(item)
    times.push(performance.now() - startedAt)
    const description = item.kind === 'method' ? `by ${item.method}` : (item.broken ?? item.credentials ?? '')
    const addFailure = (problem: string) => {
      const kind = `${operation.key}, ${item.kind}: ${problem}`
      // one example per kind of failure
      if (!reported.has(kind))
        fuzzed.failures.push(`${kind}; ${description} ${urlOf(item.apiRequest).slice(0, 200)} ${JSON.stringify(item.apiRequest.body)?.slice(0, 300) ?? ''}`)
      reported.add(kind)
    }
    fuzzed.statuses[response.status] = (fuzzed.statuses[response.status] ?? 0) + 1
    if (item.kind === 'valid' && response.status < 300) fuzzed.accepted.add(operation.key)
    // a call by POST may share its path with a page
    if (['GET', 'HEAD'].includes(item.method ?? '') && response.status === 200 && isPage(urlOf(item.apiRequest).split('?')[0]!, true)) return
    // responses to HEAD and OPTIONS have no body
    const mismatch = item.kind === 'method' && response.text === '' ? undefined : mismatchOf(operation, response)
    if (mismatch) return addFailure(mismatch)
    if (!isExpected(item, response)) addFailure(`returned ${response.status} ${response.text.slice(0, 160)}`)
  }

  for (let finished = 0; finished < n; finished += perRound) {
    await records.testApp.context.db.execute(sql`delete from limited_attempts`)
    const cases = fc.sample(arbitrary, { numRuns: Math.min(perRound, n - finished), seed: seed + finished })
    const next = cases.values()
    const runWorker = async () => {
      for (const item of next) await judge(item)
    }
    await Promise.all(Array.from({ length: concurrency }, runWorker))
  }
  fuzzed.p99_ms = Math.round(times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0)
  return fuzzed
}
