import type { Endpoint } from '@sukoyaka/wire/endpoint'
import { isPage } from '@sukoyaka/wire/pages'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { type Relation, relations } from './calls/call.ts'
import { callOf, keyOf } from './calls/calls.ts'
import { fingerprint } from './fingerprint.ts'
import { type ApiResponse, type Caller, type Records, requestAs } from './rows/records.ts'
import { changesByReading, isSame } from './send-as-caller.ts'
import { expectedStatus } from './verdict.ts'

export type Failure = { call: string; caller: string; relation: string; problem: string }
export type Verdict = { n: number; failures: Failure[] }

/** Opens a stream over a real socket and closes it after the response head. */
const requestStream = async (app: FastifyInstance, caller: Caller, url: string): Promise<ApiResponse> => {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  const abort = new AbortController()
  const response = await fetch(`http://127.0.0.1:${port}${url}`, {
    headers: caller.authorization ? { authorization: caller.authorization } : {},
    signal: abort.signal,
  })
  const text = response.ok ? '' : await response.text()
  abort.abort()
  return { status: response.status, text, headers: Object.fromEntries(response.headers) }
}

const liveSessions = async ({ testApp }: Records) =>
  Number((await testApp.context.db.execute<{ n: number }>(sql`select count(*)::int as n from sessions where ended_at is null`)).rows[0]!.n)

/** Runs a call that ends the session (sign-out) in a new session of the caller, and checks that no other session ends. */
const requestAndEndSession = async (
  app: FastifyInstance,
  records: Records,
  caller: Caller,
  method: string,
  url: string,
  addFailure: (problem: string) => void,
): Promise<ApiResponse> => {
  if (!caller.role) return requestAs(app, caller, method, url)
  const member = caller.role === 'patient' ? records.testApp.hanako : records.testApp.staff[caller.role]
  const ownCredentials = { authorization: records.authorizationOf(await records.testApp.signIn(member)) }
  const before = await liveSessions(records)
  const response = await requestAs(app, ownCredentials, method, url)
  if ((await liveSessions(records)) !== before - 1) addFailure('not exactly one session ended')
  if ((await requestAs(app, ownCredentials, 'GET', '/api/users/me')).status !== 401) addFailure('the session is still valid')
  if ((await requestAs(app, caller, 'GET', '/api/users/me')).status !== 200) addFailure('another session ended')
  return response
}

/** The first text or id in a response that the caller may not see. */
const leaksIn = ({ text }: ApiResponse, caller: Caller, { hanako, taro }: Records): string | undefined => {
  if (caller.role && caller.role !== 'patient') return undefined
  const foreign = caller.role === 'patient' ? [taro.canary, hanako.secret] : [taro.canary, hanako.canary]
  const coupon = caller.role === 'patient' ? [taro] : [taro, hanako]
  return [...foreign, ...coupon.map(({ user_id }) => String(771_000_000 + user_id)), 'taro@example.com', 'password_hash'].find((secret) =>
    text.includes(secret),
  )
}

/** Runs one endpoint for every caller and relation and compares the responses with the permission table. */
export const judgeCall = async (app: FastifyInstance, records: Records, endpoint: Endpoint, only: readonly Relation[] = relations): Promise<Verdict> => {
  const call = callOf(endpoint)
  const verdict: Verdict = { n: 0, failures: [] }
  const responses = records.callers.map(() => new Map<Relation, ApiResponse>())
  const checkRelation = async (caller: Caller, at: number, relation: Relation, expected: number) => {
    const requestData = call.send(relation, records, caller.id)
    if (!requestData) return
    verdict.n++
    const addFailure = (problem: string) => void verdict.failures.push({ call: keyOf(endpoint), caller: caller.name, relation, problem })
    const { url, body } = requestData
    const response = call.isStream
      ? await requestStream(app, caller, url)
      : call.endsSession
        ? await requestAndEndSession(app, records, caller, endpoint.method, url, addFailure)
        : await requestAs(app, caller, endpoint.method, url, { body })
    responses[at]!.set(relation, response)
    if (response.status !== expected) addFailure(`${response.status} instead of ${expected}`)
    const leak = leaksIn(response, caller, records)
    if (leak) addFailure(`the response contains ${leak}`)
    if (
      relation === 'own' &&
      caller.role === 'patient' &&
      expected < 300 &&
      expected !== 204 &&
      call.kind !== 'context' &&
      !call.isFile &&
      !response.text.includes(String(records.hanako.user_id)) &&
      !/(ranges|targets)$/.test(endpoint.path)
    )
      addFailure('the caller’s own record is missing')
  }
  const runCases = async (isIncluded: (expected: number) => boolean) => {
    for (const [at, caller] of records.callers.entries())
      for (const relation of only) {
        const expected = expectedStatus(endpoint, caller.role, relation)
        if (isIncluded(expected)) await checkRelation(caller, at, relation, expected)
      }
  }
  // permitted calls come last, since they may change rows
  const before = endpoint.method === 'GET' || call.endsSession ? undefined : await fingerprint(records.testApp)
  await runCases((expected) => expected >= 300)
  if (before !== undefined && (await fingerprint(records.testApp)) !== before)
    verdict.failures.push({ call: keyOf(endpoint), caller: 'all', relation: 'all', problem: 'rejected calls changed rows' })
  await runCases((expected) => expected < 300)
  for (const [at, caller] of records.callers.entries()) {
    const [others, absent] = [responses[at]!.get('others'), responses[at]!.get('absent')]
    const isOutOfScope = caller.role === 'patient' || (others && others.status >= 400)
    if (others && absent && isOutOfScope && (others.status !== absent.status || others.text !== absent.text))
      verdict.failures.push({ call: keyOf(endpoint), caller: caller.name, relation: 'others', problem: 'foreign and absent records differ' })
  }
  return verdict
}

const overrideHeaders = ['x-http-method-override', 'x-http-method', 'x-method-override']

/**
 * Sends HEAD and OPTIONS, which must fail, and method override headers, which must not change the response. With `turn`, only a quarter of the callers and
 * one header, rotating.
 */
export const judgeMethods = async (app: FastifyInstance, records: Records, endpoint: Endpoint, turn?: number): Promise<Verdict> => {
  const call = callOf(endpoint)
  const verdict: Verdict = { n: 0, failures: [] }
  for (const [at, caller] of records.callers.entries()) {
    if (turn !== undefined && (at + turn) % 4) continue
    const { url } = call.send('others', records, caller.id) ?? call.send('own', records, caller.id)!
    const headers = call.isStream ? [] : turn === undefined ? overrideHeaders : [overrideHeaders[((at + turn) >> 2) % overrideHeaders.length]!]
    const overrideRequests = headers.map((header) => ({ method: 'GET', headers: { [header]: endpoint.method === 'GET' ? 'DELETE' : endpoint.method } }))
    const plainResponse = headers.length ? await requestAs(app, caller, 'GET', url) : undefined
    for (const { method, headers } of [{ method: 'HEAD', headers: {} }, { method: 'OPTIONS', headers: {} }, ...overrideRequests]) {
      verdict.n++
      const addFailure = (problem: string) =>
        void verdict.failures.push({ call: keyOf(endpoint), caller: caller.name, relation: Object.keys(headers)[0] ?? method, problem })
      const response = await requestAs(app, caller, method, url, { headers })
      const isOther = changesByReading(endpoint.path) ? plainResponse?.status !== response.status : method === 'GET' && !isSame(plainResponse!, response)
      if (method === 'GET' && isOther) {
        // a job may have changed the data in between: then a plain request has the same response now
        const plainAfter = await requestAs(app, caller, 'GET', url)
        if (isSame(plainResponse!, plainAfter) || !isSame(plainAfter, response)) addFailure('the header changed the response')
      }
      // some calls share their path with a page of the web app, which answers HEAD
      const isOfPage = method === 'HEAD' && isPage(url.split('?')[0]!, true)
      if (method !== 'GET' && response.status < 400 && !isOfPage) addFailure(`returned ${response.status}`)
      if (response.status >= 500) addFailure(`returned ${response.status}`)
      const leak = leaksIn(response, caller, records)
      if (leak) addFailure(`the response contains ${leak}`)
    }
  }
  return verdict
}
