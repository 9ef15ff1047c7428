import * as account from '@sukoyaka/wire/people/account'
import { eq, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { beforeAll, expect, test } from 'vitest'
import { buildApp } from '../src/app/build-app.ts'
import { createContext } from '../src/app/create-context.ts'
import { findChallenge, isCode, useChallenge } from '../src/domains/account/challenge-store.ts'
import { addSession } from '../src/domains/account/session-store.ts'
import { sign_in_challenges } from '../src/domains/account/tables.ts'
import { apiError } from '../src/errors/api-error.ts'
import { onFileEnd } from '../test/clean-up.ts'
import { type Member, openTestApp, password, type TestApp } from '../test/test-app.ts'
import { routesWithHandler } from './kit/replace-route.ts'
import { isFull, report, seed } from './kit/report.ts'
import { requestAs } from './kit/rows/records.ts'
import { seededRandom } from './server.ts'

const challenges = isFull ? 50 : 6
const parallel = isFull ? 200 : 50
const anonymous = { authorization: undefined }
let testApp: TestApp
/** Two servers with their own pools on one database. */
let nodes: FastifyInstance[]
let skewed: FastifyInstance

beforeAll(async () => {
  testApp = await openTestApp()
  const { connectionString } = testApp.context.pool.options as { connectionString: string }
  const { mail, secret, config } = testApp.context
  const silentLog = pino({ level: 'silent' })
  const second = await createContext(config, { connectionString }, silentLog, { mail, secret })
  onFileEnd(second.close)
  nodes = [testApp.app, await buildApp(second.context)]
  onFileEnd(() => nodes[1]!.close())
  // a server whose clock is a day ahead
  skewed = await buildApp({ ...second.context, clock: () => new Date(Date.now() + 86_400_000) })
  onFileEnd(() => skewed.close())
})

let addresses = 0
/** Each attempt has its own IP address, so that no other rate limit applies. */
const address = () => `10.${(addresses >> 8) & 255}.${addresses++ & 255}.1`
const start = async (member: Member) => {
  await testApp.context.db.execute(sql`delete from limited_attempts`)
  const { text, status } = await requestAs(nodes[0]!, anonymous, 'POST', '/api/sign_in_v2', { body: { email: member.email, password }, ip: address() })
  expect(status).toBe(200)
  return { challenge: JSON.parse(text).challenge as string, code: testApp.codeFor(member.email) }
}
const sendCode = (app: FastifyInstance, member: Member, challenge: string, otp: string, ip = address()) =>
  requestAs(app, anonymous, 'POST', '/api/auth_otp', { body: { email: member.email, challenge, otp }, ip })
const chance = seededRandom(seed)
const wrongCode = (code: string): string => {
  const candidate = String(Math.floor(chance() * 1_000_000)).padStart(6, '0')
  return candidate === code ? wrongCode(code) : candidate
}
const codeOf = ({ text }: { text: string }) => (JSON.parse(text) as { code?: string }).code

type Attack = { rejectedCount: number; validStatus: number; otherStatuses: string[] }
/** Sends wrong codes in parallel over these servers, then the right one. */
const attack = async (apps: FastifyInstance[], member: Member): Promise<Attack> => {
  const { challenge, code } = await start(member)
  const responses = await Promise.all(Array.from({ length: parallel }, (_, i) => sendCode(apps[i % apps.length]!, member, challenge, wrongCode(code))))
  const rejectedCount = responses.filter((item) => codeOf(item) === 'otp_invalid').length
  const otherStatuses = responses.filter((item) => !['otp_invalid', 'otp_used_up', 'too_many'].includes(codeOf(item) ?? '')).map(({ status }) => String(status))
  const validResponse = await sendCode(apps[0]!, member, challenge, code)
  return { rejectedCount, validStatus: validResponse.status, otherStatuses }
}

test('S-6: compares at most five of many parallel wrong codes, then rejects the right code', async () => {
  const attacks: Attack[] = []
  for (let i = 0; i < challenges; i++) attacks.push(await attack(nodes, await testApp.add({ role: i % 2 ? 'doctor' : 'patient' })))
  const failed = attacks.filter(
    ({ rejectedCount, validStatus, otherStatuses }) => rejectedCount > 5 || rejectedCount < 1 || validStatus === 200 || otherStatuses.length,
  )
  report('S-6', {
    n: challenges * (parallel + 1),
    failures: failed.length,
    figures: { challenges, parallel, judged: attacks.map(({ rejectedCount }) => rejectedCount) },
  })
  expect(failed).toEqual([])
})

test('S-6: creates exactly one session for a hundred parallel right codes', async () => {
  const member = await testApp.add({ role: 'patient' })
  const { challenge, code } = await start(member)
  const count = async () =>
    Number((await testApp.context.db.execute<{ n: number }>(sql`select count(*)::int as n from sessions where user_id = ${member.id}`)).rows[0]!.n)
  const before = await count()
  const responses = await Promise.all(Array.from({ length: 100 }, (_, i) => sendCode(nodes[i % 2]!, member, challenge, code)))
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  expect((await count()) - before).toBe(1)
  expect(responses.filter(({ status }) => status >= 500)).toEqual([])
})

test('S-6: mails at most five codes in 15 minutes', async () => {
  const member = await testApp.add({ role: 'patient' })
  await testApp.context.db.execute(sql`delete from limited_attempts`)
  const before = testApp.mails.length
  for (let round = 0; round < 3; round++)
    await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        requestAs(nodes[i % 2]!, anonymous, 'POST', '/api/sign_in_v2', { body: { email: member.email, password }, ip: address() }),
      ),
    )
  expect(testApp.mails.slice(before).filter(({ to }) => to === member.email)).toHaveLength(5)
})

test('S-6: compares at most fifty codes per account and day', async () => {
  const member = await testApp.add({ role: 'patient' })
  await testApp.context.db.execute(sql`delete from limited_attempts`)
  let rejectedCount = 0
  for (let round = 0; round < 12; round++) {
    await testApp.context.db.execute(sql`delete from limited_attempts where kind <> 'sign_in_code'`)
    const { text } = await requestAs(nodes[0]!, anonymous, 'POST', '/api/sign_in_v2', { body: { email: member.email, password }, ip: address() })
    const code = testApp.codeFor(member.email)
    const responses = await Promise.all(Array.from({ length: 6 }, (_, i) => sendCode(nodes[i % 2]!, member, JSON.parse(text).challenge, wrongCode(code))))
    rejectedCount += responses.filter((item) => codeOf(item) === 'otp_invalid').length
  }
  expect(rejectedCount).toBeGreaterThan(40)
  expect(rejectedCount).toBeLessThanOrEqual(50)
})

test('S-6: accepts a code only for its own challenge and person', async () => {
  const [ownMember, otherMember] = [await testApp.add({ role: 'patient' }), await testApp.add({ role: 'patient' })]
  const first = await start(ownMember)
  const otherChallenge = await start(otherMember)
  if (first.code !== otherChallenge.code) expect((await sendCode(nodes[0]!, otherMember, otherChallenge.challenge, first.code)).status).toBe(401)
  expect((await sendCode(nodes[0]!, otherMember, first.challenge, first.code)).status).toBe(401)
  expect((await sendCode(nodes[1]!, ownMember, otherChallenge.challenge, first.code)).status).toBe(401)
  const second = await start(ownMember)
  expect((await sendCode(nodes[0]!, ownMember, first.challenge, first.code)).status).toBe(401)
  expect((await sendCode(nodes[1]!, ownMember, second.challenge, second.code)).status).toBe(200)
})

test('S-6: codes expire by the clock of the database, not of the server', async () => {
  const member = await testApp.add({ role: 'patient' })
  const expired = await start(member)
  await testApp.context.db.execute(sql`update sign_in_challenges set expires_at = clock_timestamp() where user_id = ${member.id} and used_at is null`)
  for (const app of [...nodes, skewed]) expect(codeOf(await sendCode(app, member, expired.challenge, expired.code))).toBe('otp_expired')
  const validChallenge = await start(member)
  await testApp.context.db.execute(
    sql`update sign_in_challenges set expires_at = clock_timestamp() + interval '5 seconds' where user_id = ${member.id} and used_at is null`,
  )
  expect((await sendCode(skewed, member, validChallenge.challenge, validChallenge.code)).status).toBe(200)
})

test('S-6 control: detects attempts that are read, compared and then counted', async () => {
  const servedRoutes = routesWithHandler(
    account.authOtp,
    async ({ context: { db, secret, random }, input }) => {
      const found = await findChallenge(db, input.challenge, input.email)
      if (!found) throw apiError('otp_expired')
      const [challengeRow] = await db.select().from(sign_in_challenges).where(eq(sign_in_challenges.id, found.id))
      if (!challengeRow || challengeRow.attempts >= 5 || challengeRow.used_at) throw apiError('otp_used_up')
      if (!isCode(secret, input.challenge, input.otp, challengeRow.code_hash)) {
        await db
          .update(sign_in_challenges)
          .set({ attempts: challengeRow.attempts + 1 })
          .where(eq(sign_in_challenges.id, found.id))
        throw apiError('otp_invalid', { tries_left: 4 - challengeRow.attempts })
      }
      await useChallenge(db, found.id)
      const { id, role, email } = await testApp.add({ role: 'patient' })
      return { id, role, email, first_name: '', last_name: '', access_token: await addSession(db, { id, role }, random) }
    },
    {},
    { atomic: false },
  )
  const app = await buildApp(testApp.context, { servedRoutes })
  const { rejectedCount } = await attack([app], await testApp.add({ role: 'patient' }))
  await app.close()
  report('S-6 control', { n: parallel, failures: rejectedCount > 5 ? 0 : 1, figures: { judged: rejectedCount } })
  expect(rejectedCount).toBeGreaterThan(5)
})
