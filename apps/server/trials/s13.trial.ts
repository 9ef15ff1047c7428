import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { type Member, openWorld, type World } from '../test/world.ts'
import { addNode } from './kit/nodes.ts'
import { isFull, report, seed } from './kit/report.ts'
import { knock } from './kit/rows/records.ts'

/** Long before the first booked day. */
const clock = () => new Date('2026-11-21T03:00:00Z')
const rounds = isFull ? 20 : 1
const many = isFull ? 200 : 120
const opened = openWorld({ replaced: { clock } })
let world: World
let nodes: FastifyInstance[]
let nurse: { authorization: string }
const people: number[] = []
const facilities = new Map<string, number>()
let days: string[] = []

beforeAll(async () => {
  world = await opened
  nodes = [world.app, await addNode(world, () => ({ clock })), await addNode(world, () => ({ clock }))]
  const { token, email } = world.staff.nurse
  nurse = { authorization: `Token token="${token}", email="${email}"` }
  for (let i = 0; i < 10; i++) people.push((await world.add({ role: 'patient', email: `s13-${i}@example.com` })).id)
  for (const { name, id } of (await world.hanako.get('/api/facilities')).body.items) facilities.set(name, id)
  const { items } = (await world.hanako.get(`/api/facilities/${facilities.get('sakae_imaging')}/openings?from=2027-03-15&to=2027-05-14`)).body
  days = [...new Set<string>(items.map(({ starts_at }: { starts_at: string }) => starts_at.slice(0, 10)))]
})

type Answer = { status: number; body: { id: number; code?: string } }
let asked = 0
const ask = async (method: string, url: string, body?: object): Promise<Answer> => {
  const { status, text } = await knock(nodes[asked++ % nodes.length]!, nurse, method, url, { body })
  return { status, body: text ? JSON.parse(text) : {} }
}
const at = (day: string, time: string) => new Date(`${day}T${time}:00+09:00`).toISOString()
const book = (name: string, tested_at: string, n: number) =>
  ask('POST', '/api/test_packages', { user_id: people[n % people.length], kind: 'general', facility_id: facilities.get(name), tested_at })
const atOnce = <T>(count: number, work: (n: number) => Promise<T>) => Promise.all(Array.from({ length: count }, (_, i) => work(i)))

/** Counts the bookings, independent of the constraint under test. */
const bookedAt = async (name: string, tested_at: string) =>
  Number(
    (
      await world.context.db.execute<{ n: number }>(
        sql`select count(*)::int as n from test_packages where facility_id = ${facilities.get(name)} and tested_at = ${tested_at} and status = 2 and cancelled_at is null`,
      )
    ).rows[0]!.n,
  )

/** Checks that exactly `places` of the concurrent requests succeed and all others get 422 with this code. */
const judge = (what: string, answers: Answer[], won: number, places: number, code: string) => {
  const failures: string[] = []
  const wins = answers.filter(({ status }) => status < 300).length
  if (wins !== places) failures.push(`${what}: ${wins} of ${answers.length} succeeded, not ${places}`)
  if (won !== places) failures.push(`${what}: ${won} stored, not ${places}`)
  const others = answers.filter(({ status, body }) => status >= 300 && !(status === 422 && body.code === code))
  if (others.length) failures.push(`${what}: ${others.length} had another response, first ${others[0]!.status} ${others[0]!.body.code}`)
  return failures
}

const slots = async (day: string) => {
  const name = at(day, '09:30')
  const failures = judge('one place', await atOnce(many, (n) => book('sakae_imaging', name, n)), await bookedAt('sakae_imaging', name), 1, 'slot_taken')
  const three = at(day, '08:30')
  const answers = await atOnce(40, (n) => book('minato_sakura', three, n))
  failures.push(...judge('three places', answers, await bookedAt('minato_sakura', three), 3, 'slot_taken'))
  return failures
}

/** Ten bookings move to the last free slot of one time; then 20 requests cancel the same booking. */
const moves = async (day: string) => {
  const own = await atOnce(10, (n) => book('naniwa_central', at(day, '08:00'), n % 8)).then((all) => all.filter(({ status }) => status === 201))
  const goal = at(day, '13:00')
  const taken = await atOnce(3, (n) => book('naniwa_central', goal, n))
  const move = (id: number, tested_at: string) => ask('PUT', `/api/test_packages/${id}`, { tested_at })
  // capacity four, three slots taken
  const answers = await atOnce(own.length, (n) => move(own[n]!.body.id, goal))
  const failures = judge('a move', answers, await bookedAt('naniwa_central', goal), 1, 'slot_taken').filter((name) => !name.includes(' stored, '))
  if ((await bookedAt('naniwa_central', goal)) !== 4) failures.push('a move: the slot does not have four bookings')
  const cancelled = await atOnce(20, () => ask('POST', `/api/test_packages/${taken[0]!.body.id}/cancel`, {}))
  failures.push(...judge('a cancellation', cancelled, cancelled.filter(({ status }) => status < 300).length, 1, 'invalid'))
  if ((await bookedAt('naniwa_central', goal)) !== 3) failures.push('the cancellations did not free exactly one slot')
  return failures
}

const withPlan = async (plan: string) => {
  const { id: user_id }: Member = await world.add({ role: 'patient' })
  await world.context.db.execute(
    sql`insert into contracts (user_id, plan_id, auto_update, started_at) select ${user_id}, id, true, '2026-04-01T00:00:00+09' from plans where name = ${plan}`,
  )
  return user_id
}

const quotas = async (plan: string, allowed: number) => {
  const user_id = await withPlan(plan)
  const answers = await atOnce(40, () => ask('POST', '/api/test_packages', { user_id, kind: 'followup', tested_at: at('2027-03-01', '09:00') }))
  const { rows } = await world.context.db.execute<{ n: number }>(
    sql`select count(*)::int as n from test_packages where user_id = ${user_id} and included_in_plan and cancelled_at is null`,
  )
  return judge(`${plan}`, answers, Number(rows[0]!.n), allowed, 'quota_used_up')
}

const includedInterviews = async (user_id: number) =>
  Number(
    (
      await world.context.db.execute<{ n: number }>(
        sql`select count(*)::int as n from interviews where interviewee_id = ${user_id} and included_in_plan and cancelled_at is null`,
      )
    ).rows[0]!.n,
  )

/** 40 concurrent requests for included interviews; then five cancel one of them and 20 request its place. */
const interviews = async (plan: string, allowed: number) => {
  const user_id = await withPlan(plan)
  const arrange = (n: number) =>
    ask('POST', '/api/interviews', {
      interviewee_id: user_id,
      kind: 'follow',
      conducted_at: at('2027-03-02', `${String(8 + (n % 10)).padStart(2, '0')}:00`),
      included_in_plan: true,
      accept_conflicts: true,
    })
  const answers = await atOnce(40, arrange)
  const failures = judge(`interviews of ${plan}`, answers, await includedInterviews(user_id), allowed, 'interview_quota_used_up')
  const { id } = answers.find(({ status }) => status === 201)?.body ?? {}
  await atOnce(5, () => ask('PUT', `/api/interviews/${id}`, { status: 'cancelled', reason: 'S-13' }))
  const again = await atOnce(20, arrange)
  return [...failures, ...judge(`a freed interview of ${plan}`, again, await includedInterviews(user_id), allowed, 'interview_quota_used_up').filter(isOfRows)]
}
/** Keeps only the check on stored rows: one request succeeds, so the response counts differ. */
const isOfRows = (failure: string) => !/ succeeded, /.test(failure)

/** Runs a statement as the owner of the tables. */
const asOwner = async (statement: string) => {
  const client = await world.context.pool.connect()
  try {
    await client.query('set role none')
    await client.query(statement)
  } finally {
    client.release(true)
  }
}

test("S-13: never gives a slot or a plan's quota twice to concurrent requests over three servers", async () => {
  const failures: string[] = []
  const before = asked
  for (let round = 0; round < rounds; round++) {
    const day = days[(seed + round) % days.length]!
    failures.push(...(await slots(day)), ...(await moves(day)), ...(await quotas('standard_yearly', 1)), ...(await quotas('premium_yearly', 3)))
    failures.push(...(await interviews('standard_yearly', 4)), ...(await interviews('premium_yearly', 12)))
  }
  report('S-13', { n: asked - before, failures: failures.length, figures: { rounds, nodes: nodes.length, at_once: many } })
  expect(failures).toEqual([])
})

test('S-13 control: detects too many bookings without the constraints', async () => {
  const day = days[(seed + rounds) % days.length]!
  await asOwner('alter table booked_slots drop constraint booked_slots_once')
  await asOwner('alter table plan_uses drop constraint plan_uses_once')
  expect(await slots(day)).toEqual(expect.arrayContaining([expect.stringMatching(/^one place: .* stored, not 1$/)]))
  expect(await quotas('standard_yearly', 1)).toEqual(expect.arrayContaining([expect.stringMatching(/ stored, not 1$/)]))
  // arranging locks the patient, so only a wrong limit exceeds the quota here
  await asOwner("update services set interview_count = 6 where name = 'membership_standard'")
  expect(await interviews('standard_yearly', 4)).toEqual(expect.arrayContaining([expect.stringMatching(/^interviews of .* stored, not 4$/)]))
})
