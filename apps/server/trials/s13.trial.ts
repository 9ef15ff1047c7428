import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { asOwner } from '../test/database.ts'
import { type Member, openTestApp, type TestApp } from '../test/test-app.ts'
import { maxWaitMs } from '../test/wait-until.ts'
import { addNode } from './kit/nodes.ts'
import { isFull, report, seed } from './kit/report.ts'
import { requestAs } from './kit/rows/records.ts'

/** Long before the first booked day. */
const clock = () => new Date('2026-11-21T03:00:00Z')
const rounds = isFull ? 20 : 1
const requestCountPerSlot = isFull ? 200 : 120
const opening = openTestApp({ overrides: { clock } })
let testApp: TestApp
let nodes: FastifyInstance[]
let nurse: { authorization: string }
const patientIds: number[] = []
const facilities = new Map<string, number>()
let days: string[] = []

beforeAll(async () => {
  testApp = await opening
  nodes = [testApp.app, await addNode(testApp, () => ({ clock })), await addNode(testApp, () => ({ clock }))]
  const { token, email } = testApp.staff.nurse
  nurse = { authorization: `Token token="${token}", email="${email}"` }
  for (let i = 0; i < 10; i++) patientIds.push((await testApp.add({ role: 'patient', email: `s13-${i}@example.com` })).id)
  for (const { name, id } of (await testApp.hanako.get('/api/facilities')).body.items) facilities.set(name, id)
  const { items } = (await testApp.hanako.get(`/api/facilities/${facilities.get('sakae_imaging')}/openings?from=2027-03-15&to=2027-05-14`)).body
  days = [...new Set<string>(items.map(({ starts_at }: { starts_at: string }) => starts_at.slice(0, 10)))]
})

type BookingResponse = { status: number; body: { id: number; code?: string } }
let requestCount = 0
/** Retries 503 with the same idempotency key, as the web app does: on a busy machine, a request can wait too long for a lock. */
const request = async (method: string, url: string, body?: object): Promise<BookingResponse> => {
  const node = nodes[requestCount++ % nodes.length]!
  const headers: Record<string, string> = method === 'POST' ? { 'idempotency-key': randomUUID() } : {}
  for (const end = performance.now() + maxWaitMs; ; await sleep(200)) {
    const { status, text } = await requestAs(node, nurse, method, url, { body, headers })
    if (status !== 503 || performance.now() > end) return { status, body: text ? JSON.parse(text) : {} }
  }
}
const at = (day: string, time: string) => new Date(`${day}T${time}:00+09:00`).toISOString()
const book = (name: string, tested_at: string, i: number) =>
  request('POST', '/api/test_packages', { user_id: patientIds[i % patientIds.length], kind: 'general', facility_id: facilities.get(name), tested_at })
const runConcurrently = <T>(count: number, run: (n: number) => Promise<T>) => Promise.all(Array.from({ length: count }, (_, i) => run(i)))

/** Counts the bookings, independent of the constraint under test. */
const countBookings = async (name: string, tested_at: string) =>
  Number(
    (
      await testApp.context.db.execute<{ n: number }>(
        sql`select count(*)::int as n from test_packages where facility_id = ${facilities.get(name)} and tested_at = ${tested_at} and status = 2 and cancelled_at is null`,
      )
    ).rows[0]!.n,
  )

/** Checks that exactly `capacity` of the concurrent requests succeed, that as many are stored, and that all others get 422 with this code. */
const judge = (label: string, responses: BookingResponse[], storedCount: number, capacity: number, code: string) => {
  const failures: string[] = []
  const successCount = responses.filter(({ status }) => status < 300).length
  if (successCount !== capacity) failures.push(`${label}: ${successCount} of ${responses.length} succeeded, not ${capacity}`)
  if (storedCount !== capacity) failures.push(`${label}: ${storedCount} stored, not ${capacity}`)
  const unexpected = responses.filter(({ status, body }) => status >= 300 && !(status === 422 && body.code === code))
  if (unexpected.length) failures.push(`${label}: ${unexpected.length} had another response, first ${unexpected[0]!.status} ${unexpected[0]!.body.code}`)
  return failures
}

const checkSlots = async (day: string) => {
  const singleSlot = at(day, '09:30')
  const failures = judge(
    'one place',
    await runConcurrently(requestCountPerSlot, (i) => book('sakae_imaging', singleSlot, i)),
    await countBookings('sakae_imaging', singleSlot),
    1,
    'slot_taken',
  )
  const tripleSlot = at(day, '08:30')
  const responses = await runConcurrently(40, (n) => book('minato_sakura', tripleSlot, n))
  failures.push(...judge('three places', responses, await countBookings('minato_sakura', tripleSlot), 3, 'slot_taken'))
  return failures
}

/** Eight bookings (ten requests, capacity eight) move to the last free place of one start time; then 20 requests cancel the same booking. */
const checkMoves = async (day: string) => {
  const ownBookings = await runConcurrently(10, (n) => book('naniwa_central', at(day, '08:00'), n % 8)).then((responses) =>
    responses.filter(({ status }) => status === 201),
  )
  const target = at(day, '13:00')
  const targetBookings = await runConcurrently(3, (n) => book('naniwa_central', target, n))
  const move = (id: number, tested_at: string) => request('PUT', `/api/test_packages/${id}`, { tested_at })
  // the slot has four places, of which three are taken
  const responses = await runConcurrently(ownBookings.length, (n) => move(ownBookings[n]!.body.id, target))
  const failures = judge('a move', responses, await countBookings('naniwa_central', target), 1, 'slot_taken').filter((name) => !name.includes(' stored, '))
  if ((await countBookings('naniwa_central', target)) !== 4) failures.push('a move: the slot does not have four bookings')
  const cancelled = await runConcurrently(20, () => request('POST', `/api/test_packages/${targetBookings[0]!.body.id}/cancel`, {}))
  failures.push(...judge('a cancellation', cancelled, cancelled.filter(({ status }) => status < 300).length, 1, 'invalid'))
  if ((await countBookings('naniwa_central', target)) !== 3) failures.push('the cancellations did not free exactly one place')
  return failures
}

const addPatientWithPlan = async (plan: string) => {
  const { id: user_id }: Member = await testApp.add({ role: 'patient' })
  await testApp.context.db.execute(
    sql`insert into contracts (user_id, plan_id, auto_update, started_at) select ${user_id}, id, true, '2026-04-01T00:00:00+09' from plans where name = ${plan}`,
  )
  return user_id
}

const checkQuotas = async (plan: string, allowed: number) => {
  const user_id = await addPatientWithPlan(plan)
  const responses = await runConcurrently(40, () => request('POST', '/api/test_packages', { user_id, kind: 'followup', tested_at: at('2027-03-01', '09:00') }))
  const { rows } = await testApp.context.db.execute<{ n: number }>(
    sql`select count(*)::int as n from test_packages where user_id = ${user_id} and included_in_plan and cancelled_at is null`,
  )
  return judge(`${plan}`, responses, Number(rows[0]!.n), allowed, 'quota_used_up')
}

const includedInterviews = async (user_id: number) =>
  Number(
    (
      await testApp.context.db.execute<{ n: number }>(
        sql`select count(*)::int as n from interviews where interviewee_id = ${user_id} and included_in_plan and cancelled_at is null`,
      )
    ).rows[0]!.n,
  )

/** 40 concurrent requests for included interviews; then five cancel one of them and 20 request its place. */
const checkInterviews = async (plan: string, allowed: number) => {
  const user_id = await addPatientWithPlan(plan)
  const addInterview = (n: number) =>
    request('POST', '/api/interviews', {
      interviewee_id: user_id,
      kind: 'follow',
      // half an hour each, so that none overlaps another
      conducted_at: new Date(Date.parse(at('2027-03-02', '08:00')) + n * 1_800_000).toISOString(),
      included_in_plan: true,
    })
  const responses = await runConcurrently(40, addInterview)
  const failures = judge(`interviews of ${plan}`, responses, await includedInterviews(user_id), allowed, 'interview_quota_used_up')
  const { id } = responses.find(({ status }) => status === 201)?.body ?? {}
  await runConcurrently(5, () => request('PUT', `/api/interviews/${id}`, { status: 'cancelled', reason: 'S-13' }))
  const secondAttempts = await runConcurrently(20, (n) => addInterview(40 + n))
  return [
    ...failures,
    ...judge(`a freed interview of ${plan}`, secondAttempts, await includedInterviews(user_id), allowed, 'interview_quota_used_up').filter(isNotSuccessCount),
  ]
}
/** Leaves out the failure about the number of successes: here only the freed interview can be added, not `allowed` ones. */
const isNotSuccessCount = (failure: string) => !/ succeeded, /.test(failure)

test("S-13: never gives a slot or a plan's quota twice to concurrent requests over three servers", async () => {
  const failures: string[] = []
  const before = requestCount
  for (let round = 0; round < rounds; round++) {
    const day = days[(seed + round) % days.length]!
    failures.push(
      ...(await checkSlots(day)),
      ...(await checkMoves(day)),
      ...(await checkQuotas('standard_yearly', 1)),
      ...(await checkQuotas('premium_yearly', 3)),
    )
    failures.push(...(await checkInterviews('standard_yearly', 4)), ...(await checkInterviews('premium_yearly', 12)))
  }
  report('S-13', { n: requestCount - before, failures: failures.length, figures: { rounds, nodes: nodes.length, at_once: requestCountPerSlot } })
  expect(failures).toEqual([])
})

test('S-13 control: detects too many bookings without the constraints', async () => {
  const day = days[(seed + rounds) % days.length]!
  await asOwner(testApp.context, 'alter table booked_slots drop constraint booked_slots_once')
  await asOwner(testApp.context, 'alter table plan_uses drop constraint plan_uses_once')
  expect(await checkSlots(day)).toEqual(expect.arrayContaining([expect.stringMatching(/^one place: .* stored, not 1$/)]))
  expect(await checkQuotas('standard_yearly', 1)).toEqual(expect.arrayContaining([expect.stringMatching(/ stored, not 1$/)]))
  // adding an interview locks the patient, so dropping the constraint alone has no effect on interviews: a wrong limit is injected
  await asOwner(testApp.context, "update services set interview_count = 6 where name = 'membership_standard'")
  expect(await checkInterviews('standard_yearly', 4)).toEqual(expect.arrayContaining([expect.stringMatching(/^interviews of .* stored, not 4$/)]))
})
