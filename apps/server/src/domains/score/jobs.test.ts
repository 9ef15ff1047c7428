import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openTestApp } from '../../../test/test-app.ts'
import type { Db } from '../../database/db.ts'

test('a change that commits after the queued job has started is counted, too', async () => {
  const { context, hanako, runJobs } = await openTestApp({ overrides: { clock: () => new Date('2026-11-20T16:00:00Z') } })
  const changeSteps = async (tx: Db, day: string, count: number) => {
    await tx.execute(sql`insert into steps (user_id, measured_on, count) values (${hanako.id}, ${day}, ${count})`)
    await context.onChanges(tx, ['steps'], new Set([hanako.id]))
  }
  const countedSteps = async () => {
    const { items } = (await hanako.get(`/api/health_scores?user_id=${hanako.id}&category_name=exercise&include[]=sources`)).body
    return items[0]?.sources[0].value
  }
  const [changed, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await context.db.transaction((tx) => changeSteps(tx, '2026-11-19', 3_000))
  const change = context.db.transaction(async (tx) => {
    // queues no second job: the first one is still queued
    await changeSteps(tx, '2026-11-20', 8_000)
    changed.resolve()
    await ended.promise
  })
  await Promise.race([changed.promise, change])
  expect(await runJobs()).toEqual(['health_scores'])
  ended.resolve()
  await change
  expect(await runJobs()).toEqual(['health_scores'])
  expect(await countedSteps()).toBe(5_500)
  expect(await runJobs()).toEqual([])
})

test('the steps of a day count when it is over: the nightly job counts them', async () => {
  let now = new Date('2026-11-21T03:00:00Z')
  const { context, hanako, runJobs } = await openTestApp({ overrides: { clock: () => now } })
  const counted = async () => {
    const { items } = (await hanako.get(`/api/health_scores?user_id=${hanako.id}&category_name=exercise&include[]=sources`)).body
    return items[0]?.sources[0]
  }
  const steps = [
    { measured_on: '2026-11-20', count: 8_000 },
    { measured_on: '2026-11-21', count: 500 },
  ]
  expect((await hanako.request('POST', '/api/steps/bulk', { body: { user_id: hanako.id, steps } })).status).toBe(201)
  await runJobs()
  expect(await counted()).toMatchObject({ value: 8_000, day: '2026-11-20' })
  now = new Date('2026-11-21T19:00:00Z')
  await context.jobs.send(context.db, 'health_scores_aged', {})
  await runJobs()
  expect(await counted()).toMatchObject({ value: 4_250, day: '2026-11-21' })
})
