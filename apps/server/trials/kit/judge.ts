import type { Endpoint } from '@sukoyaka/wire/endpoint'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { isSame } from './askers.ts'
import { type Relation, relations } from './calls/call.ts'
import { callOf, keyOf } from './calls/calls.ts'
import { fingerprint } from './fingerprint.ts'
import { type Answered, type Caller, knock, type Records } from './rows/records.ts'
import { expectedStatus } from './verdict.ts'

export type Failure = { call: string; caller: string; relation: string; what: string }
export type Verdict = { n: number; failures: Failure[] }

/** Opens a stream over a real socket and leaves once it has answered. */
const knockOnStream = async (app: FastifyInstance, caller: Caller, url: string): Promise<Answered> => {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  const leave = new AbortController()
  const answer = await fetch(`http://127.0.0.1:${port}${url}`, {
    headers: caller.authorization ? { authorization: caller.authorization } : {},
    signal: leave.signal,
  })
  const text = answer.ok ? '' : await answer.text()
  leave.abort()
  return { status: answer.status, text, headers: Object.fromEntries(answer.headers) }
}

const liveSessions = async ({ world }: Records) =>
  Number((await world.context.db.execute<{ n: number }>(sql`select count(*)::int as n from sessions where ended_at is null`)).rows[0]!.n)

/** Runs a call that ends its session with a new session, and checks that only this one ends. */
const knockAndEnd = async (
  app: FastifyInstance,
  records: Records,
  caller: Caller,
  method: string,
  url: string,
  say: (what: string) => void,
): Promise<Answered> => {
  if (!caller.role) return knock(app, caller, method, url)
  const member = caller.role === 'patient' ? records.world.hanako : records.world.staff[caller.role]
  const mine = { authorization: records.authorizationOf(await records.world.signedIn(member)) }
  const before = await liveSessions(records)
  const answer = await knock(app, mine, method, url)
  if ((await liveSessions(records)) !== before - 1) say('not exactly one session ended')
  if ((await knock(app, mine, 'GET', '/api/users/me')).status !== 401) say('the session is still valid')
  if ((await knock(app, caller, 'GET', '/api/users/me')).status !== 200) say('another session ended')
  return answer
}

/** Texts and ids in a response that the caller may not see. */
const leaksIn = ({ text }: Answered, caller: Caller, { hanako, taro }: Records): string | undefined => {
  if (caller.role && caller.role !== 'patient') return undefined
  const foreign = caller.role === 'patient' ? [taro.canary, hanako.secret] : [taro.canary, hanako.canary]
  const coupon = caller.role === 'patient' ? [taro] : [taro, hanako]
  return [...foreign, ...coupon.map(({ user_id }) => String(771_000_000 + user_id)), 'taro@example.com', 'password_hash'].find((word) => text.includes(word))
}

/** Runs one endpoint for every caller and relation and compares the responses with the permission table. */
export const judgeCall = async (app: FastifyInstance, records: Records, endpoint: Endpoint, only: readonly Relation[] = relations): Promise<Verdict> => {
  const call = callOf(endpoint)
  const verdict: Verdict = { n: 0, failures: [] }
  const answers = records.callers.map(() => new Map<Relation, Answered>())
  const ask = async (caller: Caller, at: number, relation: Relation, expected: number) => {
    const sending = call.send(relation, records, caller.id)
    if (!sending) return
    verdict.n++
    const say = (what: string) => void verdict.failures.push({ call: keyOf(endpoint), caller: caller.name, relation, what })
    const { url, body } = sending
    const answer = call.isStream
      ? await knockOnStream(app, caller, url)
      : call.endsSession
        ? await knockAndEnd(app, records, caller, endpoint.method, url, say)
        : await knock(app, caller, endpoint.method, url, { body })
    answers[at]!.set(relation, answer)
    if (answer.status !== expected) say(`${answer.status} instead of ${expected}`)
    const leak = leaksIn(answer, caller, records)
    if (leak) say(`the response contains ${leak}`)
    if (
      relation === 'own' &&
      caller.role === 'patient' &&
      expected < 300 &&
      expected !== 204 &&
      call.kind !== 'context' &&
      !call.isFile &&
      !answer.text.includes(String(records.hanako.user_id)) &&
      !/(ranges|targets)$/.test(endpoint.path)
    )
      say('the caller’s own record is missing')
  }
  const walk = async (isIt: (expected: number) => boolean) => {
    for (const [at, caller] of records.callers.entries())
      for (const relation of only) {
        const expected = expectedStatus(endpoint, caller.role, relation)
        if (isIt(expected)) await ask(caller, at, relation, expected)
      }
  }
  // permitted calls come last, since they may change rows
  const before = endpoint.method === 'GET' || call.endsSession ? undefined : await fingerprint(records.world)
  await walk((expected) => expected >= 300)
  if (before !== undefined && (await fingerprint(records.world)) !== before)
    verdict.failures.push({ call: keyOf(endpoint), caller: 'all', relation: 'all', what: 'rejected calls changed rows' })
  await walk((expected) => expected < 300)
  for (const [at, caller] of records.callers.entries()) {
    const [others, absent] = [answers[at]!.get('others'), answers[at]!.get('absent')]
    const isOutOfReach = caller.role === 'patient' || (others && others.status >= 400)
    if (others && absent && isOutOfReach && (others.status !== absent.status || others.text !== absent.text))
      verdict.failures.push({ call: keyOf(endpoint), caller: caller.name, relation: 'others', what: 'foreign and absent records differ' })
  }
  return verdict
}

const overriding = ['x-http-method-override', 'x-http-method', 'x-method-override']

/** Sends HEAD, OPTIONS and method override headers: no effect, no data. With `turn`, only half of the callers and one header, rotating. */
export const judgeMethods = async (app: FastifyInstance, records: Records, endpoint: Endpoint, turn?: number): Promise<Verdict> => {
  const call = callOf(endpoint)
  const verdict: Verdict = { n: 0, failures: [] }
  for (const [at, caller] of records.callers.entries()) {
    if (turn !== undefined && (at + turn) % 2) continue
    const { url } = call.send('others', records, caller.id) ?? call.send('own', records, caller.id)!
    const headers = call.isStream ? [] : turn === undefined ? overriding : [overriding[((at + turn) >> 1) % overriding.length]!]
    const overridden = headers.map((header) => ({ method: 'GET', headers: { [header]: endpoint.method === 'GET' ? 'DELETE' : endpoint.method } }))
    const plain = headers.length ? await knock(app, caller, 'GET', url) : undefined
    for (const { method, headers } of [{ method: 'HEAD', headers: {} }, { method: 'OPTIONS', headers: {} }, ...overridden]) {
      verdict.n++
      const say = (what: string) =>
        void verdict.failures.push({ call: keyOf(endpoint), caller: caller.name, relation: Object.keys(headers)[0] ?? method, what })
      const answer = await knock(app, caller, method, url, { headers })
      if (method === 'GET' && !isSame(plain!, answer)) say('the header changed the response')
      if (method !== 'GET' && answer.status < 400) say(`answered ${answer.status}`)
      if (answer.status >= 500) say(`answered ${answer.status}`)
      const leak = leaksIn(answer, caller, records)
      if (leak) say(`the response contains ${leak}`)
    }
  }
  return verdict
}
