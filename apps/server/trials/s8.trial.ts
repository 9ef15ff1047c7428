import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { endpoints } from '@sukoyaka/wire/all'
import * as account from '@sukoyaka/wire/people/account'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { buildApp } from '../src/app/build-app.ts'
import type { AppContext, Identity } from '../src/context/app-context.ts'
import { answerCode } from '../src/domains/account/actions/sign-in.ts'
import { makeToken } from '../src/domains/account/token.ts'
import { formOf } from '../test/form.ts'
import { type Member, password, type TestApp } from '../test/test-app.ts'
import { maxWaitMs, msUntil } from '../test/wait-until.ts'
import { callOf } from './kit/calls/calls.ts'
import { addNode, openStream } from './kit/nodes.ts'
import { routesWithHandler } from './kit/replace-route.ts'
import { isFull, report } from './kit/report.ts'
import { openRecords, type Records, requestAs } from './kit/rows/records.ts'

/** Max time until a stream closes in the full run, and the wait for an injected fault in a control. */
const shortTimeoutMs = 2_000
/** Time in which every server rejects an ended token; the server on which it was ended does so at once. */
const rejectionMs = 1_000
const tokenCount = 100_000
let records: Records
let testApp: TestApp
/** Two servers on one database. */
let nodes: [FastifyInstance, FastifyInstance]
beforeAll(async () => {
  records = await openRecords()
  testApp = records.testApp
  nodes = [await addNode(testApp), await addNode(testApp)]
})

type Ending = { name: string; role: 'patient' | 'nurse'; end: (member: Member, authorization: string) => Promise<unknown> }
const change = (set: (id: number) => ReturnType<typeof sql>) => (member: Member) => testApp.context.db.execute(set(member.id))
const updateUser = (set: string) => change((id) => sql`update users set ${sql.raw(set)} where id = ${id}`)
const updateSessions = (set: string) => change((id) => sql`update sessions set ${sql.raw(set)} where user_id = ${id}`)

/** Ways in which a token ends. Those other than signing out change the database directly, as an operator would. */
const endings: Ending[] = [
  {
    name: 'signed out',
    role: 'patient',
    end: async (_, authorization) => expect((await requestAs(nodes[0], { authorization }, 'DELETE', '/api/sign_out')).status).toBe(204),
  },
  { name: 'session ended', role: 'patient', end: updateSessions('ended_at = now()') },
  { name: 'session deleted', role: 'nurse', end: change((id) => sql`delete from sessions where user_id = ${id}`) },
  { name: 'session expired', role: 'patient', end: updateSessions("expires_at = now() - interval '1 second'") },
  { name: 'password changed', role: 'patient', end: updateUser("password_hash = 'another'") },
  { name: 'role changed', role: 'nurse', end: updateUser("role = 'doctor'") },
  { name: 'deactivated', role: 'nurse', end: updateUser('deactivated_at = now()') },
  {
    name: 'deactivated for a moment',
    role: 'patient',
    end: async (member) => [await updateUser('deactivated_at = now()')(member), await updateUser('deactivated_at = null')(member)],
  },
]

/** One request for each non-public call. */
const requests = () =>
  endpoints.flatMap(({ endpoint }) => {
    const requestData = endpoint.permission === 'public' ? undefined : callOf(endpoint).send('own', records, records.hanako.user_id)
    return requestData ? [{ method: endpoint.method, ...requestData }] : []
  })

const judgeEnding = async (apps: FastifyInstance[], { name, role, end }: Ending, { expectsEvents = true, timeoutMs = maxWaitMs } = {}) => {
  const failures: string[] = []
  const member = await testApp.add({ role })
  const authorization = records.authorizationOf(member)
  const caller = { authorization }
  const patientId = role === 'patient' ? member.id : records.hanako.user_id
  const idempotencyHeaders = { 'idempotency-key': `s8-${member.id}` }
  for (const app of apps)
    if ((await requestAs(app, caller, 'GET', '/api/users/me')).status !== 200) failures.push(`${name}: the token is invalid from the start`)
  // not sent without `expectsEvents`: on a busy machine its event could arrive after the session ended
  const postWithKey = (app: FastifyInstance) =>
    requestAs(app, caller, 'POST', '/api/steps/bulk', {
      body: { user_id: patientId, steps: [{ measured_on: '2026-11-01', count: 7000 }] },
      headers: idempotencyHeaders,
    })
  if (expectsEvents && (await postWithKey(apps[0]!)).status >= 300) failures.push(`${name}: the request whose response is stored fails`)
  const streams = await Promise.all(apps.map((app) => openStream(app, authorization)))
  if (streams.some(({ status }) => status !== 200)) failures.push(`${name}: no stream`)
  await end(member, authorization)
  const endedAt = performance.now()
  const isRejected = async (app: FastifyInstance) => (await requestAs(app, caller, 'GET', '/api/users/me')).status === 401
  if (name === 'signed out' && !(await isRejected(nodes[0]))) failures.push(`${name}: the server that ended the session accepts it`)
  const rejectedAfter = await Promise.all(apps.map((app) => msUntil(() => isRejected(app), timeoutMs)))
  for (const ms of rejectedAfter) if (ms === undefined || (isFull && ms > rejectionMs)) failures.push(`${name}: accepted for ${ms ?? 'more than the wait'} ms`)
  const firstResponses = await Promise.all(apps.map((app) => requestAs(app, caller, 'GET', '/api/users/me')))
  const repeatedResponses = await Promise.all(apps.map(postWithKey))
  const responses = await Promise.all(requests().map(({ method, url, body }, i) => requestAs(apps[i % apps.length]!, caller, method, url, { body })))
  const accepted = [...firstResponses, ...repeatedResponses, ...responses].filter(({ status, text }) => status !== 401 || !text.includes('"unauthenticated"'))
  if (accepted.length) failures.push(`${name}: ${accepted.length} times returned ${accepted[0]!.status}`)
  const hasEnded = () => streams.every(({ endedAt: streamEndedAt }) => streamEndedAt())
  // the other server may take this long to learn of the end
  await msUntil(hasEnded, rejectionMs)
  // an event that the member would receive: about themselves for a patient, about any patient for a nurse
  if (expectsEvents) await testApp.context.db.execute(sql`select publish_event(null, ${patientId}, array['messages', 'message_rooms'], 'message.new', 1)`)
  const hasEventAfterEnd = () => streams.some(({ received }) => received().includes('message.new'))
  await msUntil(() => hasEnded() || hasEventAfterEnd(), timeoutMs)
  const ms = Math.max(...streams.map(({ endedAt: streamEndedAt }) => (streamEndedAt() ?? Number.POSITIVE_INFINITY) - endedAt))
  if (ms > (isFull ? shortTimeoutMs : maxWaitMs)) failures.push(`${name}: a stream is still open after ${Math.round(ms)} ms`)
  if (hasEventAfterEnd()) failures.push(`${name}: a stream sent a message event after the end`)
  for (const { close } of streams) close()
  return { failures, ms, rejectedMs: Math.max(...rejectedAfter.map((rejected) => rejected ?? Number.POSITIVE_INFINITY)) }
}

/** Uploads an image whose request begins before the token ends and completes after it. */
const judgeInFlight = async (app: FastifyInstance, { name, role, end }: Ending): Promise<string[]> => {
  const member = await testApp.add({ role })
  const authorization = records.authorizationOf(member)
  const content = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#c33' } })
    .png()
    .toBuffer()
  const form = formOf({ patient_id: role === 'patient' ? member.id : records.hanako.user_id }, 'images[]', { filename: 'a.png', content })
  const bytes = form.bytes()
  const slowBody = async function* () {
    yield bytes.subarray(0, 40)
    await end(member, authorization)
    yield bytes.subarray(40)
  }
  const headers = { authorization, 'content-type': form.type }
  const response = await app.inject({ method: 'POST', url: '/api/messages/image', headers, payload: Readable.from(slowBody()) })
  return response.statusCode === 401 ? [] : [`${name}: the upload in progress returned ${response.statusCode}`]
}

test('S-8: rejects an ended token on every server (in the full run within a second) and closes its streams', async () => {
  const results = []
  for (const ending of endings) results.push(await judgeEnding(nodes, ending))
  const failures = results.flatMap((item) => item.failures)
  for (const ending of endings) failures.push(...(await judgeInFlight(nodes[1], ending)))
  report('S-8', {
    n: endings.length * (requests().length + 2 * nodes.length),
    failures: failures.length,
    figures: {
      endings: endings.length,
      nodes: nodes.length,
      max_stream_ms: Math.round(Math.max(...results.map(({ ms }) => ms))),
      max_rejection_ms: Math.round(Math.max(...results.map(({ rejectedMs }) => rejectedMs))),
    },
  })
  expect(failures).toEqual([])
})

test('S-8: closes a stream that opened while its session ended', async () => {
  // simulates a slow database response after the session check
  const slowContext = ({ identify }: AppContext): Partial<AppContext> => ({
    identify: async (...args) => {
      const identity = await identify(...args)
      await sleep(100)
      return identity
    },
  })
  const slowNode = await addNode(testApp, slowContext)
  const openWhileEnding = async () => {
    const authorization = records.authorizationOf(await testApp.add({ role: 'patient' }))
    const ending = sleep(50).then(() => requestAs(nodes[0], { authorization }, 'DELETE', '/api/sign_out'))
    const [stream] = await Promise.all([openStream(slowNode, authorization), ending])
    const isEnded = stream.status === 401 || (await msUntil(() => stream.endedAt() !== undefined)) !== undefined
    stream.close()
    return isEnded
  }
  expect(await Promise.all(Array.from({ length: 10 }, openWhileEnding))).not.toContain(false)
})

const judgeTokens = (random: (bytes: number) => Buffer, many: number): string[] => {
  const createdTokens = Array.from({ length: many }, () => makeToken(random))
  const failures: string[] = []
  if (new Set(createdTokens).size !== many) failures.push('a token was repeated')
  if (createdTokens.some((token) => Buffer.from(token, 'base64url').length !== 32)) failures.push('a token does not have 256 bits')
  const oneBits = new Array<number>(256).fill(0)
  for (const token of createdTokens)
    for (const [at, byte] of Buffer.from(token, 'base64url').entries()) for (let bit = 0; bit < 8; bit++) oneBits[at * 8 + bit]! += (byte >> bit) & 1
  // six standard deviations: exceeded by chance about once in two million runs of 256 bits
  const biasedBits = oneBits.filter((count) => Math.abs(count - many / 2) > 3 * Math.sqrt(many)).length
  if (biasedBits) failures.push(`${biasedBits} bits are biased`)
  return failures
}

test('S-8: 100,000 tokens are unique and all 256 bits are random', () => {
  const failures = judgeTokens(testApp.context.random, tokenCount)
  report('S-8 tokens', { n: tokenCount, failures: failures.length, figures: { bits: 256 } })
  expect(failures).toEqual([])
})

/** Signs in with a token, cookie and device that an attacker chose. */
const judgeFixation = async (app: FastifyInstance): Promise<string[]> => {
  const failures: string[] = []
  const member = await testApp.add({ role: 'patient' })
  await testApp.context.db.execute(sql`delete from limited_attempts`)
  const attackerToken = 'A'.repeat(43)
  const knownTokens = [member.token, attackerToken]
  const seenTokens = new Set(knownTokens)
  for (const carriedToken of knownTokens) {
    const headers = {
      authorization: `Token token="${carriedToken}", email="${member.email}"`,
      cookie: `accessToken=${carriedToken}; device=${carriedToken}; id=${member.id}`,
    }
    const first = await requestAs(app, { authorization: undefined }, 'POST', '/api/sign_in_v2', { body: { email: member.email, password }, headers })
    const { challenge } = JSON.parse(first.text) as { challenge: string }
    const body = { email: member.email, challenge, otp: testApp.codeFor(member.email), trust_device: true }
    const response = await requestAs(app, { authorization: undefined }, 'POST', '/api/auth_otp', { body, headers })
    const { access_token = '' } = JSON.parse(response.text) as { access_token?: string }
    const device = /device=([^;]+)/.exec(String(response.headers['set-cookie']))?.[1] ?? ''
    for (const [kind, token] of Object.entries({ challenge, access_token, device })) {
      if (seenTokens.has(token)) failures.push(`${kind} existed before`)
      seenTokens.add(token)
    }
    const canOpen = async (token: string) =>
      (await requestAs(app, { authorization: `Token token="${token}", email="${member.email}"` }, 'GET', '/api/users/me')).status
    if ((await canOpen(access_token)) !== 200) failures.push('the new session is rejected')
    for (const token of [challenge, device, attackerToken]) if ((await canOpen(token)) !== 401) failures.push('a value that is no session is accepted')
  }
  return failures
}

test('S-8: sign-in creates a new session; challenge and device token are no sessions', async () => {
  for (const app of nodes) expect(await judgeFixation(app)).toEqual([])
})

test('S-8 control: detects cached sessions, streams that ignore session ends, weak tokens and session fixation', async () => {
  const undetected: string[] = []
  const [signedOut] = endings as [Ending]
  const cachingContext = ({ identify }: AppContext): Partial<AppContext> => {
    const cached = new Map<string, Identity | undefined>()
    return {
      identify: async (token, email, active) => {
        if (cached.has(token)) return cached.get(token)
        const identity = await identify(token, email, active)
        cached.set(token, identity)
        return identity
      },
    }
  }
  const cachingNode = await addNode(testApp, cachingContext)
  if (!(await judgeInFlight(cachingNode, signedOut)).length) undetected.push('an upload is authorized at its start only')
  const cachingResult = await judgeEnding([nodes[0], cachingNode], signedOut, { timeoutMs: shortTimeoutMs })
  if (!cachingResult.failures.some((failure) => failure.includes('times returned 2'))) undetected.push('a cached session')
  const withoutEvents = ({ events }: AppContext): Partial<AppContext> => ({
    events: { ...events, listen: ({ onEvents }) => events.listen({ onEvents, onSessionEnded: () => {} }) },
  })
  const withoutEventsResult = await judgeEnding([nodes[0], await addNode(testApp, withoutEvents)], signedOut, {
    expectsEvents: false,
    timeoutMs: shortTimeoutMs,
  })
  if (!withoutEventsResult.failures.some((failure) => failure.includes('still open'))) undetected.push('a stream that ignores session ends')
  const trustingContext = (context: AppContext): Partial<AppContext> => ({
    ...withoutEvents(context),
    activeSessionsOf: async (sessions) => new Set(sessions.map(({ session_id }) => session_id)),
  })
  const trustingResult = await judgeEnding([nodes[0], await addNode(testApp, trustingContext)], signedOut)
  if (!trustingResult.failures.some((failure) => failure.includes('after the end'))) undetected.push('a stream that trusts every session')
  let count = 0
  const counting = (bytes: number) => Buffer.alloc(bytes, String(count++))
  const weakGenerators: [string, (bytes: number) => Buffer][] = [
    ['tokens that count', counting],
    ['tokens of 128 bits', (bytes) => testApp.context.random(bytes / 2)],
    ['tokens that repeat', (bytes) => Buffer.alloc(bytes, testApp.context.random(2))],
  ]
  for (const [name, random] of weakGenerators) if (!judgeTokens(random, 20_000).length) undetected.push(name)
  const fixationRoutes = routesWithHandler(
    account.authOtp,
    async (call) => {
      const session = await answerCode(call)
      const carriedToken = /token="([^"]+)"/.exec(call.request.headers.authorization ?? '')?.[1]
      return carriedToken ? { ...session, access_token: carriedToken } : session
    },
    {},
    { atomic: false },
  )
  const app = await buildApp(testApp.context, { servedRoutes: fixationRoutes })
  if (!(await judgeFixation(app)).length) undetected.push('session fixation')
  await app.close()
  report('S-8 control', { n: 8, failures: undetected.length, figures: { caught: 8 - undetected.length, missed: undetected } })
  expect(undetected).toEqual([])
})
