import { endpoints } from '@sukoyaka/wire/all'
import { beforeAll, expect, test } from 'vitest'
import { buildApp } from '../src/app/build-app.ts'
import { keyOf } from './kit/calls/calls.ts'
import { faultyCalls, faultySequences } from './kit/faulty-calls.ts'
import { fuzz } from './kit/fuzz.ts'
import { openErrors } from './kit/postgres-errors.ts'
import { isFull, report } from './kit/report.ts'
import { openRecords, type Records } from './kit/rows/records.ts'
import { runSequences } from './kit/sequences.ts'

const requests = Number(process.env.TRIAL_N ?? (isFull ? 100_000 : 750))
let records: Records
beforeAll(async () => {
  records = await openRecords()
})

test('S-18: responds to every generated request as the OpenAPI document says', async () => {
  const errorsSince = await openErrors(records.testApp.context)
  const { n, failures, statuses, accepted, p99_ms, calls } = await fuzz(records.testApp.app, records, requests)
  const databaseErrors = (await errorsSince())
    .filter(({ state }) => /^(42|22)/.test(state))
    .map(({ state, words: message }) => `PostgreSQL error ${state} ${message}`)
  report('S-18', { n, failures: failures.length + databaseErrors.length, figures: { calls, accepted: accepted.size, statuses, p99_ms } })
  expect([...failures, ...databaseErrors]).toEqual([])
}, 3_600_000)

test('S-18: stored state matches the responses in any order of sign-in, add, read, change and delete', async () => {
  const size = isFull ? { sequences: 500, steps: 30 } : { sequences: 20, steps: 60 }
  const { done: commandCounts, failures, resources } = await runSequences(records.testApp.app, records, size)
  report('S-18 sequences', { n: commandCounts.steps!, failures: failures.length, figures: { ...size, resources: resources.length, done: commandCounts } })
  expect(failures).toEqual([])
}, 3_600_000)

test('S-18 control: detects twenty injected faults, each for its own reason', async () => {
  const undetected: string[] = []
  const calls = faultyCalls()
  for (const { name, endpoint, served: servedRoutes, pattern } of calls) {
    const app = await buildApp(records.testApp.context, { servedRoutes })
    const { failures } = await fuzz(app, records, 200, ({ key }) => key === keyOf(endpoint))
    if (!failures.some((failure) => pattern.test(failure))) undetected.push(`${name}: ${failures[0]}`)
    await app.close()
  }
  const sequences = faultySequences()
  for (const { name, served: servedRoutes, pattern } of sequences) {
    const app = await buildApp(records.testApp.context, { servedRoutes })
    // the resource with most of the faults, and one other resource
    const { failures } = await runSequences(app, records, { sequences: 200, steps: 60, isFirstEnough: true, only: ['/api/habit_goals', '/api/assessments'] })
    if (!failures.some((failure) => pattern.test(failure))) undetected.push(`${name}: ${failures[0]}`)
    await app.close()
  }
  const n = calls.length + sequences.length
  report('S-18 control', { n, failures: undetected.length, figures: { caught: n - undetected.length, missed: undetected, calls: endpoints.length } })
  expect(undetected).toEqual([])
  expect(n).toBe(20)
})
