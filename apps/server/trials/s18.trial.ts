import { endpoints } from '@sukoyaka/wire/all'
import { beforeAll, expect, test } from 'vitest'
import { buildApp } from '../src/app/build-app.ts'
import { keyOf } from './kit/calls/calls.ts'
import { faultyCalls, faultyOrders } from './kit/faulty-calls.ts'
import { fuzz } from './kit/fuzz.ts'
import { openErrors } from './kit/postgres-errors.ts'
import { isFull, report } from './kit/report.ts'
import { openRecords, type Records } from './kit/rows/records.ts'
import { walk } from './kit/sequences.ts'

const requests = Number(process.env.TRIAL_N ?? (isFull ? 100_000 : 1_500))
let records: Records
beforeAll(async () => {
  records = await openRecords()
})

test('S-18: answers every generated request as the OpenAPI document says', async () => {
  const errorsSince = await openErrors(records.world.context)
  const { n, failures, statuses, accepted, p99_ms, calls } = await fuzz(records.world.app, records, requests)
  const told = (await errorsSince()).filter(({ state }) => /^(42|22)/.test(state)).map(({ state, words }) => `PostgreSQL error ${state} ${words}`)
  report('S-18', { n, failures: failures.length + told.length, figures: { calls, accepted: accepted.size, statuses, p99_ms } })
  expect([...failures, ...told]).toEqual([])
}, 3_600_000)

test('S-18: stored state matches the responses in any order of sign-in, add, read, change and delete', async () => {
  const size = isFull ? { sequences: 500, steps: 30 } : { sequences: 20, steps: 60 }
  const { done, failures, resources } = await walk(records.world.app, records, size)
  report('S-18 sequences', { n: done.steps!, failures: failures.length, figures: { ...size, resources: resources.length, done } })
  expect(failures).toEqual([])
}, 3_600_000)

test('S-18 control: detects twenty planted faults, each for its own reason', async () => {
  const missed: string[] = []
  const calls = faultyCalls()
  for (const { name, endpoint, served, isSeen } of calls) {
    const app = await buildApp(records.world.context, { servedRoutes: served })
    const { failures } = await fuzz(app, records, 200, ({ key }) => key === keyOf(endpoint))
    if (!failures.some((failure) => isSeen.test(failure))) missed.push(`${name}: ${failures[0]}`)
    await app.close()
  }
  const orders = faultyOrders()
  for (const { name, served, isSeen } of orders) {
    const app = await buildApp(records.world.context, { servedRoutes: served })
    // the resource with the faults, and one other
    const { failures } = await walk(app, records, { sequences: 200, steps: 60, isFirstEnough: true, only: ['/api/habit_goals', '/api/assessments'] })
    if (!failures.some((failure) => isSeen.test(failure))) missed.push(`${name}: ${failures[0]}`)
    await app.close()
  }
  const n = calls.length + orders.length
  report('S-18 control', { n, failures: missed.length, figures: { caught: n - missed.length, missed, calls: endpoints.length } })
  expect(missed).toEqual([])
  expect(n).toBe(20)
})
