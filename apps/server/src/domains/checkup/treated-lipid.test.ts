import { resultStatus } from '@sukoyaka/wire/record/checkup'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { waitForLocks } from '../../../test/row-locks.ts'
import { openTestApp } from '../../../test/test-app.ts'
import { systemScope } from '../../access/system-scope.ts'
import { readJudging } from './judging-store.ts'
import { test_packages } from './tables.ts'
import { judgeTreatedLipids } from './treated-lipid-store.ts'

test('a low LDL under treatment is healthy, also when it is derived only after the measured LDL of its day was deleted', async () => {
  const { context, hanako, staff } = await openTestApp({ overrides: { clock: () => new Date('2026-11-21T03:00:00Z') } })
  const [checkup] = await systemScope(context.db)
    .insert(test_packages)
    .values({ user_id: hanako.id, kind: 'detail', status: 0, location: 'クリニック', tested_at: '2026-11-01T00:00:00Z' })
    .returning()
  const intake = { user_id: hanako.id, name: 'ロスバスタチン', started_on: '2026-01-01' }
  expect((await staff.doctor.request('POST', '/api/medicine_intakes', { body: intake })).status).toBe(201)
  const [morning, later] = ['2026-11-01T00:00:00.000Z', '2026-11-01T01:00:00.000Z']
  const lipids = { total_cholesterol: 130, hdl_cholesterol: 60, triglyceride: 100 }
  const results = [
    ...Object.entries(lipids).map(([category_name, value]) => ({ category_name, value, recorded_at: morning })),
    { category_name: 'ldl_cholesterol', value: 65, recorded_at: later },
  ]
  const added = await staff.doctor.request('POST', '/api/test_results/bulk', { body: { user_id: hanako.id, test_package_id: checkup!.id, results } })
  expect(added.status).toBe(200)
  const measured = added.body.items.at(-1).result
  expect((await staff.doctor.request('DELETE', `/api/test_results/${measured.id}`)).status).toBe(204)
  const { body } = await staff.doctor.get(`/api/test_results?user_id=${hanako.id}&count=100&include=category`)
  const ldl = body.items.find(({ category }: { category: { name: string } }) => category.name === 'ldl_cholesterol')
  expect(ldl).toMatchObject({ value: 50, is_derived: true, recorded_at: morning, status: resultStatus.healthy })
})

test('a low LDL is judged again when a statin is recorded, ended before its day and removed, and score and board follow', async () => {
  const { context, hanako, staff, runJobs } = await openTestApp({ overrides: { clock: () => new Date('2026-11-21T03:00:00Z') } })
  const { doctor } = staff
  const results = [{ category_name: 'ldl_cholesterol', value: 50, recorded_at: '2026-11-01T00:00:00Z' }]
  expect((await doctor.request('POST', '/api/test_results/bulk', { body: { user_id: hanako.id, results } })).status).toBe(200)
  await runJobs()
  const status = async () => (await doctor.get(`/api/test_results?user_id=${hanako.id}`)).body.items[0].status
  const events = async () =>
    (await context.db.execute(sql`select count(*)::int as n from events where patient_id = ${hanako.id} and changes = '{test_results}'`)).rows[0]!.n as number
  const isOnBoard = async () =>
    (await context.db.execute(sql`select from today_items where user_id = ${hanako.id} and section in ('newly_abnormal', 'worsened')`)).rows.length > 0
  const before = await events()
  expect([await status(), await isOnBoard()]).toEqual([resultStatus.unhealthy, true])
  const intake = { user_id: hanako.id, name: 'ロスバスタチン', started_on: '2026-01-01' }
  const { id } = (await doctor.request('POST', '/api/medicine_intakes', { body: intake })).body
  expect([await status(), await isOnBoard(), await events()]).toEqual([resultStatus.healthy, false, before + 1])
  expect(await runJobs()).toContain('health_scores')
  // a change that says nothing about that day
  await doctor.request('PUT', `/api/medicine_intakes/${id}`, { body: { memo: '夕食後' } })
  expect(await events()).toBe(before + 1)
  await doctor.request('PUT', `/api/medicine_intakes/${id}`, { body: { ended_on: '2026-10-01' } })
  expect(await status()).toBe(resultStatus.unhealthy)
  await doctor.request('PUT', `/api/medicine_intakes/${id}`, { body: { ended_on: null } })
  expect(await status()).toBe(resultStatus.healthy)
  expect((await doctor.request('DELETE', `/api/medicine_intakes/${id}`)).status).toBe(204)
  expect([await status(), await isOnBoard(), await events()]).toEqual([resultStatus.unhealthy, true, before + 4])
})

test('an LDL that is corrected while it waits to be judged as treated keeps the verdict on its new value', async () => {
  const { context, hanako, staff } = await openTestApp({ overrides: { clock: () => new Date('2026-11-21T03:00:00Z') } })
  const { doctor } = staff
  const { db } = context
  const results = [{ category_name: 'ldl_cholesterol', value: 50, recorded_at: '2026-11-01T00:00:00Z' }]
  const added = await doctor.request('POST', '/api/test_results/bulk', { body: { user_id: hanako.id, results } })
  const { id } = added.body.items[0].result
  await db.execute(sql`insert into medicine_intakes (user_id, name, started_on) values (${hanako.id}, 'ロスバスタチン', '2026-01-01')`)
  const judging = await readJudging(db)
  let judged: Promise<number[]> | undefined
  await db.transaction(async (tx) => {
    await tx.execute(sql`update test_results set value = 150, status = ${resultStatus.unhealthy} where id = ${id}`)
    judged = judgeTreatedLipids(systemScope(db), judging, sql`r.id = ${id}`)
    await waitForLocks(context, 1)
  })
  expect(await judged).toEqual([])
  expect((await db.execute(sql`select value, status from test_results where id = ${id}`)).rows).toEqual([{ value: 150, status: resultStatus.unhealthy }])
  // nobody corrects it
  await db.execute(sql`update test_results set value = 50 where id = ${id}`)
  expect(await judgeTreatedLipids(systemScope(db), judging, sql`r.id = ${id}`)).toEqual([hanako.id])
})
