import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { importCsv, ofHanako, openImports } from '../../../test/imports.ts'
import type { Member, TestApp } from '../../../test/test-app.ts'
import { resultsImportDomain } from './domain.ts'

type ImportsFixture = Awaited<ReturnType<typeof openImports>>
let { upload, read, rows, runAction, results, idOf }: ImportsFixture = {} as ImportsFixture
let testApp: TestApp
let nurse: Member, doctor: Member, hanako: Member

beforeAll(async () => {
  ;({ testApp, upload, read, rows, runAction, results, idOf } = await openImports())
  ;({ nurse, doctor } = testApp.staff)
  ;({ hanako } = testApp)
})
beforeEach(async () => {
  await testApp.context.db.execute(sql`delete from test_packages`)
})

const packageOf = async () => (await doctor.get(`/api/test_packages?user_id=${hanako.id}`)).body.items[0]
const ldl = async () => (await results()).find(({ name }) => name === 'ldl_cholesterol')?.value

test('does not write to a checkup that is being released', async () => {
  await runAction((await upload(importCsv(ofHanako))).id, 'apply')
  const { id: package_id } = await packageOf()
  const repeated = await upload(importCsv(ofHanako.replace('5.5', '5.7')))
  expect(repeated.counts.changed).toBe(1)
  let working: Promise<unknown> | undefined
  await testApp.context.db.transaction(async (tx) => {
    await tx.execute(sql`update test_packages set released_at = now() where id = ${package_id}`)
    working = runAction(repeated.id, 'apply')
    await pause(700)
  })
  await working
  expect(await read(repeated.id)).toMatchObject({ state: 'applied', counts: { changed: 0, refused: 1 } })
  expect((await results()).find(({ name }) => name === 'hba1c')?.value).toBe(5.5)
})

test('is not applied with a mapping that somebody changed since it was read', async () => {
  const { id, updated_at } = await upload(importCsv(ofHanako))
  const apply = (body: object) => nurse.request('POST', `/api/results_imports/${id}/apply`, { body })
  await doctor.request('PUT', `/api/results_imports/${id}`, { body: { mapping: [{ at: 6, field: null, category_id: null }] } })
  await testApp.runJobs()
  expect((await apply({ updated_at })).body.code).toBe('conflict')
  const now = await read(id)
  expect(now.state).toBe('checked')
  expect((await apply({ updated_at: now.updated_at })).body.state).toBe('applying')
  await testApp.runJobs()
  expect((await results()).map(({ name }) => name)).toEqual(['ldl_cholesterol', 'urine_protein'])
})

test('an undo keeps values that are written to the checkup at the same time', async () => {
  const { id } = await upload(importCsv(ofHanako))
  await runAction(id, 'apply')
  const { id: package_id, tested_at } = await packageOf()
  const { transaction } = testApp.context.db
  let working: Promise<unknown> | undefined
  await transaction.call(testApp.context.db, async (tx) => {
    // the lock order of a bulk call: patient, checkup, values
    await tx.execute(sql`select from patients where user_id = ${hanako.id} for no key update`)
    await tx.execute(sql`select from test_packages where id = ${package_id} for share`)
    working = runAction(id, 'undo')
    await pause(700)
    await tx.execute(sql`insert into test_results (user_id, category_id, test_package_id, recorded_at, type, value)
      values (${hanako.id}, ${idOf.get('uric_acid')}, ${package_id}, ${tested_at}, 0, 5)`)
  })
  await working
  expect((await read(id)).state).toBe('undone')
  expect((await results()).map(({ name, value }) => [name, value])).toEqual([['uric_acid', 5]])
})

test('an undo restores the edit made before the import was applied again', async () => {
  await runAction((await upload(importCsv(ofHanako))).id, 'apply')
  const { id } = await upload(importCsv(ofHanako.replace('１６２ H', '150')))
  await runAction(id, 'apply')
  expect(await ldl()).toBe(150)
  const { body } = await doctor.get(`/api/test_results?user_id=${hanako.id}&categories[]=ldl_cholesterol`)
  await pause(5)
  expect((await doctor.request('PUT', `/api/test_results/${body.items[0].id}`, { body: { value: 155 } })).status).toBe(200)
  expect(await runAction(id, 'undo')).toMatchObject({ counts: { kept: 1 } })
  expect(await ldl()).toBe(155)
  await nurse.request('PUT', `/api/results_imports/${id}`, { body: { name: 'もう一度' } })
  await testApp.runJobs()
  expect(await read(id)).toMatchObject({ state: 'checked', counts: { changed: 1 } })
  await runAction(id, 'apply')
  expect(await ldl()).toBe(150)
  expect(await runAction(id, 'undo')).toMatchObject({ counts: { kept: 0 } })
  expect(await ldl()).toBe(155)
})

test('refuses results dated before the birthday on record', async () => {
  const { id } = await upload(`すこやかID,受診日,LDL-C\n${hanako.id},1960/1/1,120\n`)
  expect(await rows(id)).toMatchObject([{ outcome: 'refused', reasons: [{ at: 1, reason: 'day_before_birth' }] }])
})

test('an undo rounds and judges what it restores: the value may have been replaced before values were rounded', async () => {
  await runAction((await upload(importCsv(ofHanako.replace('１６２ H', '119')))).id, 'apply')
  const { id } = await upload(importCsv(ofHanako))
  await runAction(id, 'apply')
  await testApp.context.db.execute(sql`update result_changes set before = before || '{"value": 119.6}' where import_id = ${id} and before ->> 'value' = '119'`)
  expect(await runAction(id, 'undo')).toMatchObject({ state: 'undone', counts: { kept: 0 } })
  // 119.6 is within the range, 120 is not
  expect((await results()).find(({ name }) => name === 'ldl_cholesterol')).toMatchObject({ value: 120, status: 2, entered_value: 119.6, entered_unit: 'mg/dL' })
})

test('an abandoned import can be applied again or undone after ten minutes', async () => {
  const { db } = testApp.context
  const { id } = await upload(importCsv(ofHanako))
  const post = async (action: 'apply' | 'undo') => (await nurse.request('POST', `/api/results_imports/${id}/${action}`, { body: {} })).status
  const deleteJobs = () => db.execute(sql`delete from pgboss.job where name = 'results_import'`)
  const makeIdle = () => db.execute(sql`update results_imports set updated_at = '2026-11-20T15:49:00Z' where id = ${id}`)
  await post('apply')
  await deleteJobs()
  expect([await post('apply'), await post('undo')]).toEqual([409, 409])
  await makeIdle()
  expect(await post('apply')).toBe(200)
  await testApp.runJobs()
  expect(await read(id)).toMatchObject({ state: 'applied', counts: { new: 1 } })
  await post('undo')
  await deleteJobs()
  await makeIdle()
  expect([await post('apply'), await post('undo')]).toEqual([409, 200])
  await testApp.runJobs()
  expect(await read(id)).toMatchObject({ state: 'undone' })
  expect(await results()).toEqual([])
})

test('a file that has not arrived completely is deleted a day after its last part; a complete one stays', async () => {
  const { db } = testApp.context
  const content = Buffer.from(importCsv(ofHanako))
  const body = { file_name: 'a.csv', size: content.length, content: content.subarray(0, 50).toString('base64') }
  const start = async () => (await nurse.request('POST', '/api/results_imports', { body })).body.id
  const [old, recent, complete] = [await start(), await start(), (await upload(content)).id]
  const age = (id: number, hours: number) => db.execute(sql`update results_imports set updated_at = now() - make_interval(hours => ${hours}) where id = ${id}`)
  for (const [id, hours] of [
    [old, 25],
    [recent, 23],
    [complete, 25],
  ])
    await age(id, hours)
  for (const statement of resultsImportDomain.retention!) await db.execute(statement)
  const statusOf = async (id: number) => (await nurse.get(`/api/results_imports/${id}`)).status
  expect([await statusOf(old), await statusOf(recent), await statusOf(complete)]).toEqual([404, 200, 200])
  expect((await db.execute(sql`select from import_parts where import_id = ${old}`)).rowCount).toBe(0)
})
