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
import { type Member, openWorld, password, type World } from '../test/world.ts'
import { plant } from './kit/planted.ts'
import { isFull, report, seed } from './kit/report.ts'
import { knock } from './kit/rows/records.ts'
import { chanceFrom } from './server.ts'

const challenges = isFull ? 50 : 6
const parallel = isFull ? 200 : 50
const nobody = { authorization: undefined }
let world: World
/** Two servers with their own pools on one database. */
let nodes: FastifyInstance[]
let skewed: FastifyInstance

beforeAll(async () => {
  world = await openWorld()
  const { connectionString } = world.context.pool.options as { connectionString: string }
  const { mail, secret, config } = world.context
  const quiet = pino({ level: 'silent' })
  const second = await createContext(config, { connectionString }, quiet, { mail, secret })
  onFileEnd(second.close)
  nodes = [world.app, await buildApp(second.context)]
  onFileEnd(() => nodes[1]!.close())
  // a server whose clock is a day ahead
  skewed = await buildApp({ ...second.context, clock: () => new Date(Date.now() + 86_400_000) })
  onFileEnd(() => skewed.close())
})

let addresses = 0
/** Each attempt has its own IP address, so that no other rate limit applies. */
const address = () => `10.${(addresses >> 8) & 255}.${addresses++ & 255}.1`
const start = async (member: Member) => {
  await world.context.db.execute(sql`delete from limited_attempts`)
  const { text, status } = await knock(nodes[0]!, nobody, 'POST', '/api/sign_in_v2', { body: { email: member.email, password }, ip: address() })
  expect(status).toBe(200)
  return { challenge: JSON.parse(text).challenge as string, code: world.codeFor(member.email) }
}
const answer = (app: FastifyInstance, member: Member, challenge: string, otp: string, ip = address()) =>
  knock(app, nobody, 'POST', '/api/auth_otp', { body: { email: member.email, challenge, otp }, ip })
const chance = chanceFrom(seed)
const fieldError = (code: string): string => {
  const guess = String(Math.floor(chance() * 1_000_000)).padStart(6, '0')
  return guess === code ? fieldError(code) : guess
}
const codeOf = ({ text }: { text: string }) => (JSON.parse(text) as { code?: string }).code

type Attack = { judged: number; right: number; other: string[] }
/** Sends wrong codes in parallel over these servers, then the right one. */
const attack = async (apps: FastifyInstance[], member: Member): Promise<Attack> => {
  const { challenge, code } = await start(member)
  const answers = await Promise.all(Array.from({ length: parallel }, (_, i) => answer(apps[i % apps.length]!, member, challenge, fieldError(code))))
  const judged = answers.filter((item) => codeOf(item) === 'otp_invalid').length
  const other = answers.filter((item) => !['otp_invalid', 'otp_used_up', 'too_many'].includes(codeOf(item) ?? '')).map(({ status }) => String(status))
  const right = await answer(apps[0]!, member, challenge, code)
  return { judged, right: right.status, other }
}

test('S-6: judges at most five of many parallel wrong codes, then rejects the right one', async () => {
  const attacks: Attack[] = []
  for (let i = 0; i < challenges; i++) attacks.push(await attack(nodes, await world.add({ role: i % 2 ? 'doctor' : 'patient' })))
  const failed = attacks.filter(({ judged, right, other }) => judged > 5 || judged < 1 || right === 200 || other.length)
  report('S-6', { n: challenges * (parallel + 1), failures: failed.length, figures: { challenges, parallel, judged: attacks.map(({ judged }) => judged) } })
  expect(failed).toEqual([])
})

test('S-6: creates exactly one session for a hundred parallel right codes', async () => {
  const member = await world.add({ role: 'patient' })
  const { challenge, code } = await start(member)
  const count = async () =>
    Number((await world.context.db.execute<{ n: number }>(sql`select count(*)::int as n from sessions where user_id = ${member.id}`)).rows[0]!.n)
  const before = await count()
  const answers = await Promise.all(Array.from({ length: 100 }, (_, i) => answer(nodes[i % 2]!, member, challenge, code)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect((await count()) - before).toBe(1)
  expect(answers.filter(({ status }) => status >= 500)).toEqual([])
})

test('S-6: mails at most five codes in 15 minutes', async () => {
  const member = await world.add({ role: 'patient' })
  await world.context.db.execute(sql`delete from limited_attempts`)
  const before = world.letters.length
  for (let round = 0; round < 3; round++)
    await Promise.all(
      Array.from({ length: 6 }, (_, i) => knock(nodes[i % 2]!, nobody, 'POST', '/api/sign_in_v2', { body: { email: member.email, password }, ip: address() })),
    )
  expect(world.letters.slice(before).filter(({ to }) => to === member.email)).toHaveLength(5)
})

test('S-6: judges at most fifty guesses per account and day', async () => {
  const member = await world.add({ role: 'patient' })
  await world.context.db.execute(sql`delete from limited_attempts`)
  let judged = 0
  for (let round = 0; round < 12; round++) {
    await world.context.db.execute(sql`delete from limited_attempts where kind <> 'sign_in_code'`)
    const { text } = await knock(nodes[0]!, nobody, 'POST', '/api/sign_in_v2', { body: { email: member.email, password }, ip: address() })
    const code = world.codeFor(member.email)
    const answers = await Promise.all(Array.from({ length: 6 }, (_, i) => answer(nodes[i % 2]!, member, JSON.parse(text).challenge, fieldError(code))))
    judged += answers.filter((item) => codeOf(item) === 'otp_invalid').length
  }
  expect(judged).toBeGreaterThan(40)
  expect(judged).toBeLessThanOrEqual(50)
})

test('S-6: accepts a code only for its own challenge and person', async () => {
  const [mine, yours] = [await world.add({ role: 'patient' }), await world.add({ role: 'patient' })]
  const first = await start(mine)
  const other = await start(yours)
  if (first.code !== other.code) expect((await answer(nodes[0]!, yours, other.challenge, first.code)).status).toBe(401)
  expect((await answer(nodes[0]!, yours, first.challenge, first.code)).status).toBe(401)
  expect((await answer(nodes[1]!, mine, other.challenge, first.code)).status).toBe(401)
  const second = await start(mine)
  expect((await answer(nodes[0]!, mine, first.challenge, first.code)).status).toBe(401)
  expect((await answer(nodes[1]!, mine, second.challenge, second.code)).status).toBe(200)
})

test('S-6: expires codes by the clock of the database', async () => {
  const member = await world.add({ role: 'patient' })
  const late = await start(member)
  await world.context.db.execute(sql`update sign_in_challenges set expires_at = clock_timestamp() where user_id = ${member.id} and used_at is null`)
  for (const app of [...nodes, skewed]) expect(codeOf(await answer(app, member, late.challenge, late.code))).toBe('otp_expired')
  const good = await start(member)
  await world.context.db.execute(
    sql`update sign_in_challenges set expires_at = clock_timestamp() + interval '5 seconds' where user_id = ${member.id} and used_at is null`,
  )
  expect((await answer(skewed, member, good.challenge, good.code)).status).toBe(200)
})

test('S-6 control: detects attempts that are read, compared and then counted', async () => {
  const served = plant(
    account.authOtp,
    async ({ context: { db, secret, random }, input }) => {
      const found = await findChallenge(db, input.challenge, input.email)
      if (!found) throw apiError('otp_expired')
      const [held] = await db.select().from(sign_in_challenges).where(eq(sign_in_challenges.id, found.id))
      if (!held || held.attempts >= 5 || held.used_at) throw apiError('otp_used_up')
      if (!isCode(secret, input.challenge, input.otp, held.code_hash)) {
        await db
          .update(sign_in_challenges)
          .set({ attempts: held.attempts + 1 })
          .where(eq(sign_in_challenges.id, found.id))
        throw apiError('otp_invalid', { tries_left: 4 - held.attempts })
      }
      await useChallenge(db, found.id)
      const { id, role, email } = await world.add({ role: 'patient' })
      return { id, role, email, first_name: '', last_name: '', access_token: await addSession(db, { id, role }, random) }
    },
    {},
    { atomic: false },
  )
  const app = await buildApp(world.context, { servedRoutes: served })
  const { judged } = await attack([app], await world.add({ role: 'patient' }))
  await app.close()
  report('S-6 control', { n: parallel, failures: judged > 5 ? 0 : 1, figures: { judged } })
  expect(judged).toBeGreaterThan(5)
})
