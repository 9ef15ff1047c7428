import { testPackageStatus } from '@sukoyaka/wire/record/checkup'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { lockRow, waitForLocks } from '../../../test/row-locks.ts'
import { type Member, openTestApp, type TestApp } from '../../../test/test-app.ts'
import { systemScope } from '../../access/system-scope.ts'
import { test_packages } from './tables.ts'

let testApp: TestApp
let hanako: Member, doctor: Member
const testAppReady = openTestApp({ overrides: { clock: () => new Date('2026-11-21T03:00:00Z') } })
let package_id: number

const addPackage = async (status: number, extra: Partial<typeof test_packages.$inferInsert> = {}) => {
  const [created] = await systemScope(testApp.context.db)
    .insert(test_packages)
    .values({ user_id: hanako.id, kind: 'detail', status, location: 'クリニック', detail: 'メモ', tested_at: '2026-11-01T00:00:00Z', ...extra })
    .returning()
  return created!.id
}
beforeEach(async () => {
  testApp = await testAppReady
  ;({ hanako } = testApp)
  ;({ doctor } = testApp.staff)
  package_id = await addPackage(testPackageStatus.complete)
})

const write = (id: number, category_name: string, value: number) =>
  doctor.request('POST', '/api/test_results/bulk', {
    body: { user_id: hanako.id, test_package_id: id, results: [{ category_name, value, recorded_at: '2026-11-01T00:00:00Z', confirmed: true }] },
  })
const release = (id: number, body: object = {}, member = doctor) => member.request('POST', `/api/test_packages/${id}/release`, { body })
const change = (id: number, body: object, member = doctor) => member.request('PUT', `/api/test_packages/${id}`, { body })
const readPackage = async (member: Member, id = package_id) =>
  (await member.get(`/api/test_packages?user_id=${hanako.id}`)).body.items.find((item: { id: number }) => item.id === id)
const readValues = async (member: Member) =>
  (await member.get(`/api/test_results?user_id=${hanako.id}`)).body.items.map((result: { value: number }) => result.value)

test('before the release a patient sees the checkup without results; after it, the patient sees values and comment and gets a mail with neither', async () => {
  await write(package_id, 'ldl_cholesterol', 163)
  expect(await readPackage(hanako)).toMatchObject({
    status: 0,
    location: 'クリニック',
    detail: '',
    comment: null,
    released_at: null,
    result_count: null,
    serious_count: null,
  })
  expect(await readValues(hanako)).not.toContain(163)
  expect((await hanako.get(`/api/test_packages/${package_id}/test_results`)).status).toBe(404)
  expect(await readPackage(doctor)).toMatchObject({ detail: 'メモ', result_count: 1, serious_count: 0 })

  const { status, body } = await release(package_id, { comment: ' 次の面談でお話ししましょう。 ' })
  expect([status, body.released_by, body.comment]).toEqual([200, doctor.id, '次の面談でお話ししましょう。'])
  expect(await readPackage(hanako)).toMatchObject({ comment: '次の面談でお話ししましょう。', detail: 'メモ', released_at: expect.any(String), called_on: null })
  expect(await readValues(hanako)).toContain(163)

  testApp.mails.length = 0
  await testApp.runJobs()
  expect(testApp.mails.map(({ to }) => to)).toEqual([hanako.email])
  const mail = JSON.stringify(testApp.mails[0])
  expect(mail).toContain(`${testApp.context.config.public_url}/${hanako.id}/summary`)
  for (const secret of ['163', 'LDL', 'クリニック', '面談で']) expect(mail).not.toContain(secret)

  // editing the comment sends no second mail, and whoever sends the same comment again is not its author
  const edited = { comment: '来週お話ししましょう。', comment_by: testApp.staff.nurse.id, commented_at: expect.any(String) }
  expect((await release(package_id, { comment: edited.comment }, testApp.staff.nurse)).body).toMatchObject({
    ...edited,
    released_by: doctor.id,
    released_at: body.released_at,
  })
  expect((await release(package_id, { comment: edited.comment })).body).toMatchObject(edited)
  expect(await testApp.runJobs()).not.toContain('tell_released')
})

test('withdrawing a release before the mail is sent cancels the mail and hides the comment', async () => {
  await release(package_id, { comment: '見ました。' })
  const withdrawn = await doctor.request('DELETE', `/api/test_packages/${package_id}/release`)
  expect(withdrawn.body).toMatchObject({ released_at: null, released_by: null, comment: '見ました。' })
  testApp.mails.length = 0
  await testApp.runJobs()
  expect(testApp.mails).toEqual([])
  expect(await readPackage(hanako)).toMatchObject({ released_at: null, comment: null })
})

test('rejects a release or a comment based on an outdated version', async () => {
  const seen = (await readPackage(doctor)).updated_at
  const { body } = await release(package_id, { comment: '良い結果でした。', updated_at: seen })
  expect(body.released_at).not.toBeNull()
  // would overwrite the comment with an empty one
  expect(await release(package_id, { comment: null, updated_at: seen })).toMatchObject({ status: 409, body: { code: 'conflict' } })
  await doctor.request('DELETE', `/api/test_packages/${package_id}/release`)
  // would release again what was withdrawn
  expect((await release(package_id, { comment: '見ました。', updated_at: body.updated_at })).status).toBe(409)
  expect(await readPackage(doctor)).toMatchObject({ released_at: null, comment: '良い結果でした。' })
})

test('releasing critical results needs a phone call made today or earlier', async () => {
  await write(package_id, 'potassium', 6)
  expect(await readPackage(doctor)).toMatchObject({ serious_count: 1 })
  const rejected = await release(package_id)
  expect([rejected.status, Object.keys(rejected.body.fields)]).toEqual([422, ['called_on']])
  expect((await release(package_id, { called_on: '2026-11-22' })).body.fields).toHaveProperty('called_on')
  expect((await readPackage(doctor)).released_at).toBeNull()
  const { body } = await release(package_id, { called_on: '2026-11-21' })
  expect(body).toMatchObject({ called_on: '2026-11-21', released_at: expect.any(String) })
  await testApp.runJobs()
  // another release needs another phone call
  await doctor.request('DELETE', `/api/test_packages/${package_id}/release`)
  expect((await release(package_id)).status).toBe(422)
})

test('rejects critical values in a released checkup without a phone call', async () => {
  await release(package_id)
  await testApp.runJobs()
  const { body } = await write(package_id, 'potassium', 6.5)
  expect(body.items).toEqual([expect.objectContaining({ outcome: 'refused', reason: 'released', message: expect.stringContaining('公開') })])
  const [mild] = (await write(package_id, 'potassium', 4.5)).body.items
  expect(mild.outcome).toBe('new')
  const changed = await doctor.request('PUT', `/api/test_results/${mild.result.id}`, { body: { value: 6.5 } })
  expect([changed.status, Object.keys(changed.body.fields)]).toEqual([422, ['value']])
})

test('after a phone call on an earlier day, new critical values need another one, but corrections of known critical values do not', async () => {
  const [potassium] = (await write(package_id, 'potassium', 6.5)).body.items
  await release(package_id, { called_on: '2026-11-20' })
  await testApp.runJobs()
  expect((await write(package_id, 'sodium', 115)).body.items[0]).toMatchObject({ outcome: 'refused', reason: 'released' })
  expect((await doctor.request('PUT', `/api/test_results/${potassium.result.id}`, { body: { value: 6.8, confirmed: true } })).status).toBe(200)
  await release(package_id, { called_on: '2026-11-21' })
  expect((await write(package_id, 'sodium', 115)).body.items[0]).toMatchObject({ outcome: 'new', result: { is_serious: true } })
})

const derivedOf = async (id: number) =>
  (await testApp.context.db.execute(sql`select value, is_serious from test_results where test_package_id = ${id} and is_derived`)).rows

test('in a released checkup, refuses values that would make a derived value critical, until the phone call', async () => {
  const [creatinine] = (await write(package_id, 'creatinine', 0.7)).body.items
  await release(package_id)
  await testApp.runJobs()
  const before = await derivedOf(package_id)
  expect(before).toMatchObject([{ is_serious: false }])
  // not critical itself; the GFR estimated from it is
  expect((await write(package_id, 'creatinine', 4.5)).body.items).toEqual([expect.objectContaining({ outcome: 'refused', reason: 'released' })])
  const changeCreatinine = () => doctor.request('PUT', `/api/test_results/${creatinine.result.id}`, { body: { value: 4.5, confirmed: true } })
  expect(Object.keys((await changeCreatinine()).body.fields)).toEqual(['value'])
  expect(await derivedOf(package_id)).toEqual(before)
  await release(package_id, { called_on: '2026-11-21' })
  expect((await changeCreatinine()).status).toBe(200)
  expect(await derivedOf(package_id)).toMatchObject([{ is_serious: true }])
})

test('derived values that were left out of a released checkup are stored after the phone call', async () => {
  await write(package_id, 'creatinine', 4.5)
  await release(package_id, { called_on: '2026-11-20' })
  await testApp.runJobs()
  await testApp.context.db.execute(sql`delete from test_results where test_package_id = ${package_id} and is_derived`)
  await release(package_id, { called_on: '2026-11-21' })
  expect(await derivedOf(package_id)).toMatchObject([{ is_serious: true }])
})

test('a call that derives them waits for another that changes what they are calculated from', async () => {
  await write(package_id, 'creatinine', 4.5)
  await release(package_id, { called_on: '2026-11-20' })
  await testApp.runJobs()
  await testApp.context.db.execute(sql`delete from test_results where test_package_id = ${package_id} and is_derived`)
  const unlock = await lockRow(testApp.context, sql`patients where user_id = ${hanako.id}`)
  const called = release(package_id, { called_on: '2026-11-21' })
  await waitForLocks(testApp.context, 1)
  await testApp.context.db.execute(sql`update test_results set value = 0.7 where test_package_id = ${package_id}`)
  await unlock()
  expect((await called).status).toBe(200)
  expect(await derivedOf(package_id)).toMatchObject([{ is_serious: false }])
})

test('derived values that were left out of a released checkup are stored when the release is withdrawn, and the next release needs a call', async () => {
  await write(package_id, 'creatinine', 4.5)
  await release(package_id, { called_on: '2026-11-20' })
  await testApp.runJobs()
  await testApp.context.db.execute(sql`delete from test_results where test_package_id = ${package_id} and is_derived`)
  await doctor.request('DELETE', `/api/test_packages/${package_id}/release`)
  expect(await derivedOf(package_id)).toMatchObject([{ is_serious: true }])
  expect((await release(package_id)).body.fields).toHaveProperty('called_on')
})

test('only complete checkups can be released; the status changes step by step, and not back after a release', async () => {
  const id = await addPackage(testPackageStatus.edit)
  expect((await release(id)).body.fields).toHaveProperty('status')
  expect((await change(id, { status: 0 })).body.fields).toHaveProperty('status')
  const steps = [
    { status: 2, tested_at: '2026-11-01T00:00:00Z' },
    { status: 0 },
    { status: 1 },
    { status: 2, tested_at: '2026-11-01T00:00:00Z' },
    { status: 0 },
  ]
  for (const step of steps) expect((await change(id, step)).body.status).toBe(step.status)
  await release(id)
  await testApp.runJobs()
  expect((await change(id, { status: 2 })).status).toBe(422)
  expect((await change(id, { status: 0 })).status).toBe(200)
})

test('adds, changes and removes tests as nested attributes, but not those of another checkup', async () => {
  const categories = (await doctor.get('/api/test_categories')).body.items
  const [blood, urine] = categories
  const added = await change(package_id, { tests_attributes: [{ category_id: blood.id }, { category_id: urine.id, tested_at: '2026-11-02T00:00:00Z' }] })
  expect(added.body.tests.map((assignedTest: { category_id: number; tested_at: string }) => [assignedTest.category_id, assignedTest.tested_at])).toEqual([
    [blood.id, '2026-11-01T00:00:00.000Z'],
    [urine.id, '2026-11-02T00:00:00.000Z'],
  ])
  const [first, second] = added.body.tests
  const changed = await change(package_id, {
    tests_attributes: [
      { id: first.id, _destroy: true },
      { id: second.id, category_id: blood.id },
    ],
  })
  expect(changed.body.tests.map((assignedTest: { id: number; category_id: number }) => [assignedTest.id, assignedTest.category_id])).toEqual([
    [second.id, blood.id],
  ])
  const others = await addPackage(testPackageStatus.edit)
  for (const invalid of [{ id: second.id }, { category_id: 9_999_999 }, {}, { category_id: blood.id, user_id: testApp.taro.id }])
    expect((await change(others, { tests_attributes: [invalid] })).status).toBe(422)
})

test('results take the checkup’s location as origin, and a concurrent change is rejected with a conflict', async () => {
  await write(package_id, 'ldl_cholesterol', 111)
  const before = await readPackage(doctor)
  const { body } = await change(package_id, { location: '北町ヘルスケアセンター', updated_at: before.updated_at })
  const { body: results } = await doctor.get(`/api/test_packages/${package_id}/test_results`)
  expect(results.items[0].origin).toBe('北町ヘルスケアセンター')
  expect((await change(package_id, { name: '春の検査', updated_at: before.updated_at })).status).toBe(409)
  expect((await change(package_id, { name: '春の検査', updated_at: body.updated_at })).status).toBe(200)
  expect((await change(package_id, { name: '夏の検査' }, testApp.staff.concierge)).status).toBe(200)
  expect((await release(package_id, {}, testApp.staff.concierge)).status).toBe(403)
})

test('results follow a correction of the date and are judged by the age on the new day; those of other days stay', async () => {
  const { db } = testApp.context
  await db.execute(sql`update users set sex = 'female', birthday = '1968-03-14' where id = ${hanako.id}`)
  const results = [
    { category_name: 'creatinine', value: 0.7, recorded_at: '2026-11-01T00:00:00Z' },
    { category_name: 'systolic_blood_pressure', value: 128, recorded_at: '2026-11-01T00:20:00Z' },
    { category_name: 'body_temperature', value: 36.5, recorded_at: '2026-11-02T00:00:00Z' },
  ]
  await doctor.request('POST', '/api/test_results/bulk', { body: { user_id: hanako.id, test_package_id: package_id, results } })
  const stored = async () => {
    const { rows } = await db.execute<{ name: string; at: string; value: number }>(sql`
      select c.name, to_char(r.recorded_at, 'YYYY-MM-DD HH24:MI') as at, r.value from test_results r join result_categories c on c.id = r.category_id
      where r.test_package_id = ${package_id} order by c.name`)
    return new Map(rows.map(({ name, at, value }) => [name, { at, value }]))
  }
  const egfr = (await stored()).get('egfr')!.value
  await release(package_id)
  expect((await change(package_id, { tested_at: '1998-11-03T01:00:00Z' })).status).toBe(200)
  const moved = await stored()
  expect(new Map([...moved].map(([name, { at }]) => [name, at]))).toEqual(
    new Map([
      ['body_temperature', '2026-11-02 00:00'],
      ['creatinine', '1998-11-03 01:00'],
      ['egfr', '1998-11-03 01:00'],
      ['systolic_blood_pressure', '1998-11-03 00:20'],
    ]),
  )
  expect(moved.get('egfr')!.value).toBeGreaterThan(egfr)
  expect((await change(package_id, { tested_at: '1998-11-02T01:00:00Z' })).status).toBe(200)
  // nothing was measured on a future day
  expect((await change(package_id, { tested_at: '2026-12-01T01:00:00Z' })).status).toBe(200)
  expect((await stored()).get('creatinine')!.at).toBe('1998-11-02 01:00')
})

test('a date is not corrected to one at which the checkup has another value of the same item', async () => {
  const results = ['2026-11-01T00:00:00Z', '2026-11-02T00:00:00Z'].map((recorded_at) => ({ category_name: 'ldl_cholesterol', value: 111, recorded_at }))
  await doctor.request('POST', '/api/test_results/bulk', { body: { user_id: hanako.id, test_package_id: package_id, results } })
  expect((await change(package_id, { tested_at: '2026-11-02T00:00:00Z' })).body).toMatchObject({ code: 'invalid', fields: { tested_at: [expect.any(String)] } })
})

test('a correction of the date that makes a value critical withdraws the release', async () => {
  const { db } = testApp.context
  await db.execute(sql`update users set sex = 'female', birthday = '1968-03-14' where id = ${hanako.id}`)
  await write(package_id, 'potassium', 4)
  await release(package_id)
  await db.execute(sql`update test_results set value = 6 where test_package_id = ${package_id}`)
  expect((await change(package_id, { tested_at: '2026-10-31T00:00:00Z' })).body).toMatchObject({ released_at: null, serious_count: 1 })
})

test('limits dates by Tokyo days: not before the birthday and at most 1,098 days ahead', async () => {
  const patient = await testApp.add({ role: 'patient', email: 'born@example.com', birthday: '2001-05-10' })
  const add = async (tested_at: string) => {
    const { status, body } = await doctor.request('POST', '/api/test_packages', { body: { user_id: patient.id, kind: 'general', tested_at } })
    return body.fields ? Object.keys(body.fields) : status
  }
  expect(await add('2001-05-09T15:30:00Z')).toBe(201)
  expect(await add('2001-05-09T14:30:00Z')).toEqual(['tested_at'])
  // 3 * 366 days after 2026-11-21
  expect(await add('2029-11-23T14:59:00Z')).toBe(201)
  expect(await add('2029-11-23T15:01:00Z')).toEqual(['tested_at'])
})
