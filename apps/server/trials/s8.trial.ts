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
import { ceiling, msUntil } from '../test/patience.ts'
import { type Member, password, type World } from '../test/world.ts'
import { callOf } from './kit/calls/calls.ts'
import { addNode, openStream } from './kit/nodes.ts'
import { plant } from './kit/planted.ts'
import { isFull, report } from './kit/report.ts'
import { knock, openRecords, type Records } from './kit/rows/records.ts'

const uses = 200
/** Wait for streams that stay open in a control. */
const briefly = 2_000
const tokens = 100_000
let records: Records
let world: World
/** Two servers on one database. */
let nodes: [FastifyInstance, FastifyInstance]
beforeAll(async () => {
  records = await openRecords()
  world = records.world
  nodes = [await addNode(world), await addNode(world)]
})

type Ending = { name: string; role: 'patient' | 'nurse'; end: (member: Member, authorization: string) => Promise<unknown> }
const change = (set: (id: number) => ReturnType<typeof sql>) => (member: Member) => world.context.db.execute(set(member.id))
const ofUser = (set: string) => change((id) => sql`update users set ${sql.raw(set)} where id = ${id}`)
const ofSessions = (set: string) => change((id) => sql`update sessions set ${sql.raw(set)} where user_id = ${id}`)

/** Every way a token ends. Ways without an endpoint change the database directly, as an operator would. */
const endings: Ending[] = [
  {
    name: 'signed out',
    role: 'patient',
    end: async (_, authorization) => expect((await knock(nodes[0], { authorization }, 'DELETE', '/api/sign_out')).status).toBe(204),
  },
  { name: 'session ended', role: 'patient', end: ofSessions('ended_at = now()') },
  { name: 'session deleted', role: 'nurse', end: change((id) => sql`delete from sessions where user_id = ${id}`) },
  { name: 'session expired', role: 'patient', end: ofSessions("expires_at = now() - interval '1 second'") },
  { name: 'password changed', role: 'patient', end: ofUser("password_hash = 'another'") },
  { name: 'role changed', role: 'nurse', end: ofUser("role = 'doctor'") },
  { name: 'deactivated', role: 'nurse', end: ofUser('deactivated_at = now()') },
  {
    name: 'deactivated for a moment',
    role: 'patient',
    end: async (member) => [await ofUser('deactivated_at = now()')(member), await ofUser('deactivated_at = null')(member)],
  },
]

/** All non-public calls, repeated up to `uses`. */
const requests = () => {
  const shut = endpoints.flatMap(({ endpoint }) => {
    const sending = endpoint.permission === 'public' ? undefined : callOf(endpoint).send('own', records, records.hanako.user_id)
    return sending ? [{ method: endpoint.method, ...sending }] : []
  })
  return Array.from({ length: uses }, (_, i) => shut[i % shut.length]!)
}

const judgeEnding = async (apps: FastifyInstance[], { name, role, end }: Ending, { isTold = true, patience = ceiling } = {}) => {
  const failures: string[] = []
  const member = await world.add({ role })
  const authorization = records.authorizationOf(member)
  const caller = { authorization }
  const replayed = { 'idempotency-key': `s8-${member.id}` }
  for (const app of apps) if ((await knock(app, caller, 'GET', '/api/users/me')).status !== 200) failures.push(`${name}: the token is invalid from the start`)
  // without `isTold`, no events: on a busy machine even this PATCH's event could arrive after the session ended
  if (isTold) await knock(apps[0]!, caller, 'PATCH', '/api/users/me', { body: { first_name: '花' }, headers: replayed })
  const streams = await Promise.all(apps.map((app) => openStream(app, authorization)))
  if (streams.some(({ status }) => status !== 200)) failures.push(`${name}: no stream`)
  await end(member, authorization)
  const endedAt = performance.now()
  // an event for the nurse, and for the patient if it is one
  const about = role === 'patient' ? member.id : records.hanako.user_id
  if (isTold) await world.context.db.execute(sql`select publish_event(null, ${about}, array['messages', 'message_rooms'], 'message.new', 1)`)
  const firsts = await Promise.all(apps.map((app) => knock(app, caller, 'GET', '/api/users/me')))
  const answers = await Promise.all(
    requests().map(({ method, url, body }, i) => knock(apps[i % apps.length]!, caller, method, url, { body, headers: method === 'POST' ? replayed : {} })),
  )
  const accepted = [...firsts, ...answers].filter(({ status, text }) => status !== 401 || !text.includes('"unauthenticated"'))
  if (accepted.length) failures.push(`${name}: ${accepted.length} times answered ${accepted[0]!.status}`)
  const isToldAfterEnd = () => streams.some(({ heard }) => heard().includes('message.new'))
  await msUntil(() => streams.every(({ overAt }) => overAt()) || isToldAfterEnd(), patience)
  const ms = Math.max(...streams.map(({ overAt }) => (overAt() ?? Number.POSITIVE_INFINITY) - endedAt))
  if (ms > (isFull ? briefly : ceiling)) failures.push(`${name}: a stream is still open after ${Math.round(ms)} ms`)
  if (isToldAfterEnd()) failures.push(`${name}: a stream sent a message event after the end`)
  for (const { leave } of streams) leave()
  return { failures, ms }
}

/** Uploads an image whose request begins before the token ends and completes after it. */
const judgeInFlight = async (app: FastifyInstance, { name, role, end }: Ending): Promise<string[]> => {
  const member = await world.add({ role })
  const authorization = records.authorizationOf(member)
  const content = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#c33' } })
    .png()
    .toBuffer()
  const form = formOf({ patient_id: role === 'patient' ? member.id : records.hanako.user_id }, 'images[]', { filename: 'a.png', content })
  const bytes = form.bytes()
  const slowly = async function* () {
    yield bytes.subarray(0, 40)
    await end(member, authorization)
    yield bytes.subarray(40)
  }
  const headers = { authorization, 'content-type': form.type }
  const answer = await app.inject({ method: 'POST', url: '/api/messages/image', headers, payload: Readable.from(slowly()) })
  return answer.statusCode === 401 ? [] : [`${name}: the upload in progress was answered ${answer.statusCode}`]
}

test('S-8: rejects an ended token on every server at the first request and closes its streams', async () => {
  const judged = []
  for (const ending of endings) judged.push(await judgeEnding(nodes, ending))
  const failures = judged.flatMap((item) => item.failures)
  for (const ending of endings) failures.push(...(await judgeInFlight(nodes[1], ending)))
  report('S-8', {
    n: endings.length * (uses + 1),
    failures: failures.length,
    figures: { endings: endings.length, nodes: nodes.length, stream_ms_most: Math.round(Math.max(...judged.map(({ ms }) => ms))) },
  })
  expect(failures).toEqual([])
})

test('S-8: closes a stream that opened while its session ended', async () => {
  // simulates a slow database response after the session check
  const slowly = ({ identify }: AppContext): Partial<AppContext> => ({
    identify: async (...asked) => {
      const identity = await identify(...asked)
      await sleep(100)
      return identity
    },
  })
  const slow = await addNode(world, slowly)
  const openWhileEnding = async () => {
    const authorization = records.authorizationOf(await world.add({ role: 'patient' }))
    const ending = sleep(50).then(() => knock(nodes[0], { authorization }, 'DELETE', '/api/sign_out'))
    const [stream] = await Promise.all([openStream(slow, authorization), ending])
    const isEnded = stream.status === 401 || (await msUntil(() => stream.overAt() !== undefined)) !== undefined
    stream.leave()
    return isEnded
  }
  expect(await Promise.all(Array.from({ length: 10 }, openWhileEnding))).not.toContain(false)
})

const judgeTokens = (random: (bytes: number) => Buffer, many: number): string[] => {
  const made = Array.from({ length: many }, () => makeToken(random))
  const failures: string[] = []
  if (new Set(made).size !== many) failures.push('a token was repeated')
  if (made.some((token) => Buffer.from(token, 'base64url').length !== 32)) failures.push('a token does not have 256 bits')
  const ones = new Array<number>(256).fill(0)
  for (const token of made)
    for (const [at, byte] of Buffer.from(token, 'base64url').entries()) for (let bit = 0; bit < 8; bit++) ones[at * 8 + bit]! += (byte >> bit) & 1
  // six standard deviations: exceeded by chance about once in two million runs of 256 bits
  const far = ones.filter((count) => Math.abs(count - many / 2) > 3 * Math.sqrt(many)).length
  if (far) failures.push(`${far} bits are biased`)
  return failures
}

test('S-8: 100,000 tokens are unique and all 256 bits are random', () => {
  const failures = judgeTokens(world.context.random, tokens)
  report('S-8 tokens', { n: tokens, failures: failures.length, figures: { bits: 256 } })
  expect(failures).toEqual([])
})

/** Signs in with a token, cookie and device that an attacker chose. */
const judgeFixation = async (app: FastifyInstance): Promise<string[]> => {
  const failures: string[] = []
  const member = await world.add({ role: 'patient' })
  await world.context.db.execute(sql`delete from limited_attempts`)
  const chosen = 'A'.repeat(43)
  const known = [member.token, chosen]
  const seen = new Set(known)
  for (const carried of known) {
    const headers = { authorization: `Token token="${carried}", email="${member.email}"`, cookie: `accessToken=${carried}; device=${carried}; id=${member.id}` }
    const first = await knock(app, { authorization: undefined }, 'POST', '/api/sign_in_v2', { body: { email: member.email, password }, headers })
    const { challenge } = JSON.parse(first.text) as { challenge: string }
    const body = { email: member.email, challenge, otp: world.codeFor(member.email), trust_device: true }
    const answer = await knock(app, { authorization: undefined }, 'POST', '/api/auth_otp', { body, headers })
    const { access_token = '' } = JSON.parse(answer.text) as { access_token?: string }
    const device = /device=([^;]+)/.exec(String(answer.headers['set-cookie']))?.[1] ?? ''
    for (const [what, token] of Object.entries({ challenge, access_token, device })) {
      if (seen.has(token)) failures.push(`${what} existed before`)
      seen.add(token)
    }
    const mayOpen = async (token: string) =>
      (await knock(app, { authorization: `Token token="${token}", email="${member.email}"` }, 'GET', '/api/users/me')).status
    if ((await mayOpen(access_token)) !== 200) failures.push('the new session is rejected')
    for (const token of [challenge, device, chosen]) if ((await mayOpen(token)) !== 401) failures.push('a value that is no session is accepted')
  }
  return failures
}

test('S-8: sign-in creates a new session; challenge and device token are no sessions', async () => {
  for (const app of nodes) expect(await judgeFixation(app)).toEqual([])
})

test('S-8 control: detects cached sessions, deaf streams, weak tokens and session fixation', async () => {
  const missed: string[] = []
  const [signedOut] = endings as [Ending]
  const remembering = ({ identify }: AppContext): Partial<AppContext> => {
    const held = new Map<string, Identity | undefined>()
    return {
      identify: async (token, email, active) => {
        if (held.has(token)) return held.get(token)
        const identity = await identify(token, email, active)
        held.set(token, identity)
        return identity
      },
    }
  }
  const forgetful = await addNode(world, remembering)
  if (!(await judgeInFlight(forgetful, signedOut)).length) missed.push('an upload is authorized at its start only')
  const remembers = await judgeEnding([nodes[0], forgetful], signedOut, { patience: briefly })
  if (!remembers.failures.some((failure) => failure.includes('times answered 2'))) missed.push('a cached session')
  const notListening = ({ events }: AppContext): Partial<AppContext> => ({
    events: { ...events, listen: ({ event }) => events.listen({ event, ended: () => {} }) },
  })
  const deaf = await judgeEnding([nodes[0], await addNode(world, notListening)], signedOut, { isTold: false, patience: briefly })
  if (!deaf.failures.some((failure) => failure.includes('still open'))) missed.push('a stream that ignores session ends')
  const trusting = (context: AppContext): Partial<AppContext> => ({
    ...notListening(context),
    areAlive: async (those) => new Set(those.map(({ session_id }) => session_id)),
  })
  const trusts = await judgeEnding([nodes[0], await addNode(world, trusting)], signedOut)
  if (!trusts.failures.some((failure) => failure.includes('after the end'))) missed.push('a stream that trusts every session')
  let count = 0
  const counting = (bytes: number) => Buffer.alloc(bytes, String(count++))
  const weak: [string, (bytes: number) => Buffer][] = [
    ['tokens that count', counting],
    ['tokens of 128 bits', (bytes) => world.context.random(bytes / 2)],
    ['tokens that repeat', (bytes) => Buffer.alloc(bytes, world.context.random(2))],
  ]
  for (const [name, random] of weak) if (!judgeTokens(random, 20_000).length) missed.push(name)
  const taking = plant(
    account.authOtp,
    async (call) => {
      const session = await answerCode(call)
      const carried = /token="([^"]+)"/.exec(call.request.headers.authorization ?? '')?.[1]
      return carried ? { ...session, access_token: carried } : session
    },
    {},
    { atomic: false },
  )
  const app = await buildApp(world.context, { servedRoutes: taking })
  if (!(await judgeFixation(app)).length) missed.push('session fixation')
  await app.close()
  report('S-8 control', { n: 8, failures: missed.length, figures: { caught: 8 - missed.length, missed } })
  expect(missed).toEqual([])
})
