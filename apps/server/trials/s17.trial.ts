import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { parseQuery } from '../src/http/query.ts'
import { validator } from '../src/http/validate.ts'
import { bestMs } from '../test/wait-until.ts'
import { type Api, exampleRequest, type Operation, readApi, urlOf } from './kit/document.ts'
import { mixedForms, rejectedForms } from './kit/forms/query-forms.ts'
import { isFull, report } from './kit/report.ts'
import { type Caller, openRecords, type Records, requestAs } from './kit/rows/records.ts'
import { changesByReading, isSame, send, widestCallerFor } from './kit/send-as-caller.ts'

/** Parsing takes microseconds. The limit allows for a busy machine, not for catastrophic backtracking. */
const maxDurationMs = 1_000
let records: Records
let api: Api
beforeAll(async () => {
  records = await openRecords()
  api = await readApi(records.testApp.app)
})

const reads = () => api.operations.filter(({ method, isNotJson }) => method === 'GET' && !isNotJson)
type SendQuery = (operation: Operation, query: string, caller: Caller) => Promise<{ status: number; text: string }>
const senderFor =
  (app: FastifyInstance): SendQuery =>
  (operation, query, caller) => {
    const url = urlOf({ ...exampleRequest(operation), query: {} })
    return requestAs(app, caller, 'GET', `${url}?${query}`)
  }
type ErrorBody = { code?: string; issue?: { details: { coding: { code: string }[] } }[] }
/** The error code of a reply. FHIR calls return it in an OperationOutcome. */
const codeOf = (text: string) => {
  const { code, issue } = (text.startsWith('{') ? JSON.parse(text) : {}) as ErrorBody
  return code ?? issue?.[0]?.details.coding[0]?.code ?? ''
}

/** Whether Object.prototype was polluted. Cleans it up at once, before other code reads it. */
const isPrototypePolluted = () => {
  const names = ['x', 'b', 'c', 'prototype'].filter((name) => name in {})
  for (const name of names) delete (Object.prototype as Record<string, unknown>)[name]
  return names.length > 0 || Object.getPrototypeOf({}) !== Object.prototype
}

const judge = async (operations: Operation[], sendQuery: SendQuery, { isComplete = true, timeoutMs = 60_000 } = {}) => {
  const failures: string[] = []
  let n = 0
  let slowest = 0
  for (const [at, operation] of operations.entries()) {
    const caller = widestCallerFor(operation, records)
    const names = operation.parameters.flatMap(({ name, in: part }) => (part === 'query' ? [name] : []))
    const required = new URL(urlOf(exampleRequest(operation)), 'http://a').search.slice(1)
    // FHIR calls ignore a trailing []
    const formsOf = (name: string) => mixedForms(name).filter((text) => !(operation.path.startsWith('/fhir/') && text === `${name}[]=1`))
    const mixed = names.flatMap((name) => formsOf(name).map((text): [string, string[]] => [text, ['malformed', 'unknown_parameter', 'nested_query']]))
    // the daily run tries one in ten forms per read, rotating
    const forms = rejectedForms.filter((_, i) => isComplete || (i + at) % 10 === 0)
    for (const [text, codes] of [...forms, ...mixed])
      for (const query of required && !mixed.some(([name]) => name === text) ? [text, `${required}&${text}`] : [text]) {
        n++
        let response = { status: 0, text: '' }
        const sendOnce = async () => {
          response = await sendQuery(operation, query, caller)
        }
        const ms = await bestMs(maxDurationMs, sendOnce, timeoutMs)
        slowest = Math.max(slowest, ms)
        const addFailure = (problem: string) => failures.push(`${operation.key}?${query.slice(0, 60)}: ${problem}`)
        if (response.status !== 400) addFailure(`returned ${response.status}`)
        else if (!codes.includes(codeOf(response.text))) addFailure(`rejected as ${codeOf(response.text)}`)
        if (ms > maxDurationMs) addFailure(`took ${Math.round(ms)} ms`)
        if (isPrototypePolluted()) addFailure('Object.prototype is polluted')
      }
  }
  return { n, failures, slowest: Math.round(slowest) }
}

test('S-17: every read rejects invalid query forms without prototype pollution', async () => {
  const { n: i, failures, slowest } = await judge(reads(), senderFor(records.testApp.app), { isComplete: isFull })
  report('S-17', { n: i, failures: failures.length, figures: { reads: reads().length, forms: rejectedForms.length, slowest_ms: slowest } })
  expect(failures).toEqual([])
})

/**
 * The expected status of the examples. Some name a token, canned reply or image category that does not exist, others an unknown app or reply of Google. A
 * person has one export at a time: the first request starts it, and it has no files yet.
 */
const acceptedStatus = (path: string, isFirst: boolean) => {
  if (path.includes('{token}') || ['/api/admin/canned_replies/{id}', '/api/admin/image_categories/{id}', '/fhir/R4/$export/{id}/{type}'].includes(path))
    return 404
  if (path === '/fhir/R4/$export') return isFirst ? 202 : 429
  if (path === '/fhir/R4/$export/{id}') return 202
  return ['/api/app_authorizations', '/authorized_google'].includes(path) ? 422 : 200
}

test('S-17: every read accepts the valid forms, plain and percent-encoded', async () => {
  const failures: string[] = []
  const { app } = records.testApp
  for (const operation of reads()) {
    const base = exampleRequest(operation)
    const queries = operation.parameters.filter((parameter) => parameter.in === 'query').map(({ name, example }) => ({ ...base.query, [name]: example }))
    for (const apiRequest of [base, ...queries.map((query) => ({ ...base, query }))]) {
      const accepted = acceptedStatus(operation.path, apiRequest === base)
      const [path, query = ''] = urlOf(apiRequest).split('?')
      const responses: number[] = []
      for (const caller of records.callers) {
        // some parameters are for one role only: the daily run stops at the first role that may read
        if (!isFull && responses.includes(accepted)) break
        const plainResponse = await send(app, records, apiRequest, caller)
        const encodedResponse = await requestAs(app, caller, 'GET', `${path}?${query.replaceAll('[', '%5B').replaceAll(']', '%5D')}`)
        responses.push(plainResponse.status)
        const isSameReply = changesByReading(operation.path) ? plainResponse.status === encodedResponse.status : isSame(plainResponse, encodedResponse)
        if (!isSameReply) failures.push(`${urlOf(apiRequest)} has another response when encoded`)
      }
      if (!responses.includes(accepted)) failures.push(`${urlOf(apiRequest)} returns ${[...new Set(responses)]}`)
    }
  }
  expect(failures).toEqual([])
})

test('S-17: parses the invalid forms, with up to ten thousand names or brackets, within 50 ms each on average', async () => {
  const parseAll = () => {
    for (const [text] of rejectedForms)
      try {
        parseQuery(text)
      } catch {}
  }
  const msPerForm = (await bestMs(50 * rejectedForms.length, parseAll)) / rejectedForms.length
  report('S-17 reader', { n: rejectedForms.length, failures: 0, figures: { ms_each: Math.round(msPerForm * 1_000) / 1_000 } })
  expect(msPerForm).toBeLessThan(50)
})

/** A typical lenient parser: any nesting, last value wins, names are not checked. */
const readAnyDepth = (text: string, hasPrototype: boolean) => {
  const query: Record<string, unknown> = hasPrototype ? {} : Object.create(null)
  for (const part of text.split('&').slice(0, 50)) {
    const [name = '', value = ''] = part.split('=').map((item) => decodeURIComponent(item))
    const keys = name.split(/[[\]]+/).filter(Boolean)
    let at = query
    for (const key of keys.slice(0, -1)) {
      at[key] ??= {}
      at = at[key] as Record<string, unknown>
    }
    at[keys.at(-1) ?? ''] = value
  }
  return query
}

test('S-17 control: detects nesting, prototype pollution, last-value-wins and a slow parser', async () => {
  const undetected: string[] = []
  const operations = reads().filter(({ key }) => key === 'GET /api/care_people')
  const respondAs =
    (read: (text: string) => unknown): SendQuery =>
    async (_, query) => {
      try {
        read(query)
        return { status: 200, text: '{}' }
      } catch {
        return { status: 400, text: '{"code":"malformed"}' }
      }
    }
  const pollutionResult = await judge(
    operations,
    respondAs((text) => readAnyDepth(text, true)),
  )
  if (!pollutionResult.failures.some((problem) => problem.endsWith('Object.prototype is polluted'))) undetected.push('pollution')
  const nestingResult = await judge(
    operations,
    respondAs((text) => readAnyDepth(text, false)),
  )
  if (!nestingResult.failures.some((problem) => problem.includes('a[b][c]=1: returned 200'))) undetected.push('nesting')
  const check = validator({ type: 'object', properties: { user_id: { type: 'integer' } }, additionalProperties: false } as never, 'query')
  const lastWinsResult = await judge(
    operations,
    respondAs((text) => check(Object.fromEntries(new URLSearchParams(text)))),
  )
  if (!lastWinsResult.failures.some((problem) => problem.includes('user_id=1&user_id=2: returned 200'))) undetected.push('last value wins')
  if (!lastWinsResult.failures.some((problem) => problem.includes('rejected as'))) undetected.push('another error code')
  const slowSender: SendQuery = async (_, query) => {
    if (query.startsWith('[[')) await new Promise((resolve) => setTimeout(resolve, maxDurationMs + 50))
    return { status: 400, text: '{"code":"nested_query"}' }
  }
  if (!(await judge(operations, slowSender, { timeoutMs: 0 })).failures.some((problem) => /took \d+ ms/.test(problem))) undetected.push('a slow parser')
  report('S-17 control', { n: 5, failures: undetected.length, figures: { caught: 5 - undetected.length, missed: undetected } })
  expect(undetected).toEqual([])
})
