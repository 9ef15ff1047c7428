import type { TodayItem, TodaySection } from '@sukoyaka/wire/boards/today'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { lockRow, waitForLocks } from '../../../test/row-locks.ts'
import { type Member, openTestApp, type TestApp } from '../../../test/test-app.ts'
import { loadReference } from '../../reference/load.ts'

let testApp: TestApp
let hanako: Member, taro: Member, doctor: Member, nurse: Member
const now = '2026-11-22T03:00:00Z'

const runQuery = async (query: ReturnType<typeof sql>) => (await testApp.context.db.execute<{ id: number; called_on: string }>(query)).rows
const measure = async (user_id: number, category_name: string, value: number, recorded_at: string, test_package_id?: number) => {
  const results = [{ category_name, value, recorded_at, confirmed: true }]
  const { status } = await nurse.request('POST', '/api/test_results/bulk', { body: { user_id, ...(test_package_id && { test_package_id }), results } })
  expect(status).toBe(200)
}
const rowsIn = async (name: TodaySection): Promise<TodayItem[]> => (await nurse.get(`/api/today/${name}?scope=all`)).body.items
const rowOf = async (name: TodaySection, { id }: { id: number }) => (await rowsIn(name)).find(({ patient }) => patient.id === id)
const keyOf = ({ section, patient, subject_id, version }: TodayItem) => ({ section, user_id: patient.id, subject_id, version })
const review = (member: Member, item: TodayItem) => member.request('POST', '/api/today_reviews', { body: keyOf(item) })
const record = (member: Member, item: TodayItem, body: object) => member.request('POST', '/api/urgent_contacts', { body: { ...keyOf(item), ...body } })
const calledOn = async (id: number) => (await runQuery(sql`select called_on from test_packages where id = ${id}`))[0]!.called_on

beforeAll(async () => {
  testApp = await openTestApp({ overrides: { clock: () => new Date(now) } })
  ;({ hanako, taro } = testApp)
  ;({ doctor, nurse } = testApp.staff)
  await loadReference(testApp.context.db)
  await runQuery(sql`update users set phone_number = '09012345678' where id = ${hanako.id}`)
})

test('a row with a critical value cannot be reviewed before the patient was reached; it lists the attempts', async () => {
  await measure(hanako.id, 'potassium', 6.9, '2026-11-20T00:00:00Z')
  const row = (await rowOf('newly_abnormal', hanako))!
  expect(row).toMatchObject({ serious_count: 1, untold_count: 1, contacts: [], phone_number: '09012345678', findings: [{ is_serious: true }] })
  expect(await review(nurse, row)).toMatchObject({ status: 422, body: { code: 'contact_required' } })
  const tried = await record(nurse, row, { outcome: 'not_reached', contacted_at: '2026-11-22T01:20:00Z', note: ' 留守番電話 ' })
  expect(tried).toMatchObject({ status: 201, body: { outcome: 'not_reached', contacted_by: { id: nurse.id }, note: '留守番電話', handed_to: null } })
  expect(await rowOf('newly_abnormal', hanako)).toMatchObject({ untold_count: 1, contacts: [{ id: tried.body.id, contacted_at: '2026-11-22T01:20:00.000Z' }] })
  expect((await record(nurse, row, { outcome: 'reached', contacted_by: doctor.id })).status).toBe(201)
  expect(await rowOf('newly_abnormal', hanako)).toBeUndefined()
  const [reviewed] = (await nurse.get('/api/today/newly_abnormal?scope=all&reviewed=true')).body.items
  expect(reviewed).toMatchObject({
    patient: { id: hanako.id },
    untold_count: 0,
    phone_number: null,
    contacts: [{}, { outcome: 'reached', contacted_by: { id: doctor.id } }],
  })
})

test('a row lists all critical values that a contact is about, even if there are more than three', async () => {
  const { id } = await testApp.add({ role: 'patient', last_name: '林', first_name: '忍' })
  const critical = { potassium: 7, sodium: 110, body_temperature: 41, spo2: 80 }
  for (const [name, value] of Object.entries(critical)) await measure(id, name, value, '2026-11-20T00:00:00Z')
  await measure(id, 'ldl_cholesterol', 150, '2026-11-20T00:00:00Z')
  const row = (await rowOf('newly_abnormal', { id }))!
  expect(row).toMatchObject({ count: 5, serious_count: 4, untold_count: 4 })
  expect(row.findings.map(({ value, is_serious }) => [value, is_serious]).toSorted()).toEqual(
    Object.values(critical)
      .map((value) => [value, true])
      .toSorted(),
  )
})

test('after the patient was told, a value that is not critical needs no call, and the next critical value needs one again', async () => {
  await measure(hanako.id, 'uric_acid', 9.4, '2026-11-20T00:00:00Z')
  const known = (await rowOf('newly_abnormal', hanako))!
  expect(known).toMatchObject({ serious_count: 1, untold_count: 0 })
  expect((await review(nurse, known)).status).toBe(201)
  await measure(hanako.id, 'potassium', 6.95, '2026-11-21T00:00:00Z')
  // hardly changed, but critical values are reported each time; the value is rounded to the decimals of its category
  expect(await rowOf('worsened', hanako)).toMatchObject({ untold_count: 1, findings: [{ value: 7 }] })
})

test('a critical value stays on the board until the patient was told of it, although a later value is normal', async () => {
  const { id } = await testApp.add({ role: 'patient', last_name: '森', first_name: '栞' })
  await measure(id, 'systolic_blood_pressure', 196, '2026-11-21T12:14:00Z')
  await measure(id, 'systolic_blood_pressure', 118, '2026-11-21T12:15:00Z')
  const untold = async () => (await nurse.get(`/api/test_results?user_id=${id}&count=1&include[]=category&include[]=range&include[]=untold`)).body
  const row = (await rowOf('newly_abnormal', { id }))!
  expect(row).toMatchObject({
    count: 1,
    untold_count: 1,
    findings: [{ value: 196, is_serious: true, later: { value: 118, recorded_at: '2026-11-21T12:15:00.000Z' } }],
  })
  const { items, ranges, untold: shown } = await untold()
  expect([items, shown]).toMatchObject([
    [{ value: 118 }],
    [{ value: 196, recorded_at: '2026-11-21T12:14:00.000Z', category: { name: 'systolic_blood_pressure' } }],
  ])
  expect(Object.keys(shown[0].category)).toEqual(Object.keys(items[0].category))
  expect(ranges.map((range: { id: number }) => range.id)).toContain(shown[0].range_id)
  expect(await review(nurse, row)).toMatchObject({ status: 422, body: { code: 'contact_required' } })
  expect((await record(nurse, row, { outcome: 'reached' })).status).toBe(201)
  expect(await rowOf('newly_abnormal', { id })).toBeUndefined()
  expect((await untold()).untold).toEqual([])
})

test('the patient’s own list has an untold critical value, whatever the later values of an unreleased checkup are', async () => {
  const person = await testApp.add({ role: 'patient', last_name: '森', first_name: '航' })
  const [checkup] = await runQuery(
    sql`insert into test_packages (user_id, kind, status, tested_at) values (${person.id}, 'detail', 0, '2026-11-21T03:00:00Z') returning id`,
  )
  const lists = async (member: Member) => {
    const { items, untold } = (await member.get(`/api/test_results?user_id=${person.id}&count=1&include[]=untold`)).body
    const values = (results: { value: number }[]) => results.map(({ value }) => value)
    return [values(items), values(untold)]
  }
  await measure(person.id, 'systolic_blood_pressure', 196, '2026-11-21T01:00:00Z')
  await measure(person.id, 'systolic_blood_pressure', 118, '2026-11-21T02:00:00Z')
  await measure(person.id, 'systolic_blood_pressure', 198, '2026-11-21T03:00:00Z', checkup!.id)
  expect(await lists(nurse)).toEqual([[198], []])
  expect(await lists(person)).toEqual([[118], [196]])
})

test('a contact is rejected if a critical value is saved at the same time', async () => {
  const { id } = await testApp.add({ role: 'patient', last_name: '岡', first_name: '環' })
  await measure(id, 'potassium', 6.9, '2026-11-20T00:00:00Z')
  const row = (await rowOf('newly_abnormal', { id }))!
  const release = await lockRow(testApp.context, sql`patients where user_id = ${id}`)
  const measured = measure(id, 'sodium', 110, '2026-11-20T00:00:00Z')
  await waitForLocks(testApp.context, 1)
  const recorded = record(nurse, row, { outcome: 'reached' })
  await waitForLocks(testApp.context, 2)
  await release()
  await measured
  expect(await recorded).toMatchObject({ status: 409, body: { code: 'conflict' } })
  expect(await rowOf('newly_abnormal', { id })).toMatchObject({ untold_count: 2, contacts: [] })
})

test('a row lists all attempts, but of the successful contacts only those about its values', async () => {
  const { id } = await testApp.add({ role: 'patient', last_name: '原', first_name: '光' })
  await measure(id, 'potassium', 6.9, '2026-11-20T00:00:00Z')
  await measure(id, 'sodium', 130, '2026-10-20T00:00:00Z')
  await measure(id, 'sodium', 110, '2026-11-20T00:00:00Z')
  const worsened = (await rowOf('worsened', { id }))!
  expect((await record(nurse, worsened, { outcome: 'not_reached' })).status).toBe(201)
  expect((await record(nurse, worsened, { outcome: 'reached' })).status).toBe(201)
  expect(await rowOf('newly_abnormal', { id })).toMatchObject({ untold_count: 1, contacts: [{ outcome: 'not_reached' }] })
  const [reviewed] = (await nurse.get('/api/today/worsened?scope=all&reviewed=true')).body.items.filter(({ patient }: TodayItem) => patient.id === id)
  expect(reviewed.contacts).toMatchObject([{ outcome: 'not_reached' }, { outcome: 'reached' }])
})

test('a row that is handed over as a task for today stays on the board', async () => {
  const row = (await rowOf('worsened', hanako))!
  expect((await record(nurse, row, { outcome: 'handed_over' })).body.fields).toHaveProperty('handed_to')
  expect((await record(nurse, row, { outcome: 'handed_over', handed_to: hanako.id })).body.fields).toHaveProperty('handed_to')
  expect((await record(nurse, row, { outcome: 'not_reached', contacted_at: '2026-11-22T03:01:00Z' })).body.fields).toHaveProperty('contacted_at')
  expect((await record(nurse, row, { outcome: 'handed_over', handed_to: doctor.id, note: '16時に\n電話' })).status).toBe(201)
  expect(await rowOf('worsened', hanako)).toMatchObject({ untold_count: 1, contacts: [{ outcome: 'handed_over', handed_to: { id: doctor.id } }] })
  const { items } = (await doctor.get('/api/tasks?assignee_id=me&state=open')).body
  expect(items).toMatchObject([{ content: '至急連絡の引き継ぎ 16時に 電話', due_on: '2026-11-22', source: 'board', user_id: hanako.id }])
})

test('a call recorded on the board is the checkup’s call until it is deleted; a call recorded at the release counts for the rows of the board', async () => {
  const [called, released] = await runQuery(
    sql`insert into test_packages (user_id, kind, status, tested_at) select ${taro.id}, 'detail', 0, t from unnest(array['2026-11-01T00:00:00Z', '2026-10-01T00:00:00Z']::timestamptz[]) t returning id`,
  )
  await measure(taro.id, 'systolic_blood_pressure', 131, '2025-11-01T00:00:00Z')
  await measure(taro.id, 'systolic_blood_pressure', 225, '2026-11-01T00:00:00Z', called!.id)
  const row = (await rowOf('waiting_release', taro))!
  expect(row.findings).toMatchObject([{ value: 225, is_serious: true, is_told: false, previous_value: 131, healthy: { max: 130 } }])
  expect((await review(doctor, row)).body.code).toBe('contact_required')
  expect((await doctor.request('POST', `/api/test_packages/${called!.id}/release`, { body: {} })).body.fields).toHaveProperty('called_on')
  const { body } = await record(nurse, row, { outcome: 'met', contacted_at: '2026-11-21T03:00:00Z' })
  expect(await calledOn(called!.id)).toBe('2026-11-21')
  // the other row about the same value
  expect(await rowOf('newly_abnormal', taro)).toMatchObject({ serious_count: 1, untold_count: 0 })
  expect((await nurse.request('DELETE', `/api/urgent_contacts/${body.id}`)).status).toBe(204)
  expect(await calledOn(called!.id)).toBeNull()
  expect(await rowOf('waiting_release', taro)).toMatchObject({ untold_count: 1, review: null })
  expect((await nurse.request('DELETE', `/api/urgent_contacts/${body.id}`)).status).toBe(404)
  expect((await doctor.request('POST', `/api/test_packages/${called!.id}/release`, { body: { called_on: '2026-11-22' } })).status).toBe(200)
  expect(await rowOf('newly_abnormal', taro)).toMatchObject({ untold_count: 0 })
  expect(released!.id).toBeGreaterThan(0)
})

const addChecked = async (last_name: string) => {
  const person = await testApp.add({ role: 'patient', last_name, first_name: '薫' })
  const [checkup] = await runQuery(
    sql`insert into test_packages (user_id, kind, status, tested_at) values (${person.id}, 'detail', 0, '2026-11-18T00:00:00Z') returning id`,
  )
  await measure(person.id, 'potassium', 6.9, '2026-11-18T00:00:00Z', checkup!.id)
  return { person, checkup_id: checkup!.id }
}

test('when a contact is deleted, the day of the call is that of the other contacts about the same values', async () => {
  const { person, checkup_id } = await addChecked('林')
  const add = async (section: TodaySection, outcome: string, contacted_at: string): Promise<number> => {
    const { status, body } = await record(nurse, (await rowOf(section, person))!, { outcome, contacted_at })
    expect(status).toBe(201)
    return body.id
  }
  const remove = async (id: number) => expect((await nurse.request('DELETE', `/api/urgent_contacts/${id}`)).status).toBe(204)
  const missed = await add('waiting_release', 'not_reached', '2026-11-20T01:00:00Z')
  const first = await add('waiting_release', 'reached', '2026-11-20T02:00:00Z')
  const second = await add('newly_abnormal', 'met', '2026-11-21T02:00:00Z')
  await remove(missed)
  expect(await calledOn(checkup_id)).toBe('2026-11-20')
  await remove(first)
  expect(await calledOn(checkup_id)).toBe('2026-11-21')
  const [seen] = (await doctor.get(`/api/test_packages?user_id=${person.id}`)).body.items
  await remove(second)
  expect(await calledOn(checkup_id)).toBeNull()
  // a dialog that was opened before still has the day of the deleted call
  const { called_on, updated_at } = seen
  expect(called_on).toBe('2026-11-21')
  const release = await doctor.request('POST', `/api/test_packages/${checkup_id}/release`, { body: { called_on, updated_at } })
  expect(release).toMatchObject({ status: 409, body: { code: 'conflict' } })
})

test('a critical value that arrives after the call needs another call before the release', async () => {
  const { person, checkup_id } = await addChecked('森田')
  const tell = async () => expect((await record(nurse, (await rowOf('waiting_release', person))!, { outcome: 'reached' })).status).toBe(201)
  await tell()
  expect(await calledOn(checkup_id)).toBe('2026-11-22')
  await measure(person.id, 'ldl_cholesterol', 120, '2026-11-18T00:00:00Z', checkup_id)
  expect(await calledOn(checkup_id)).toBe('2026-11-22')
  await measure(person.id, 'sodium', 110, '2026-11-18T00:00:00Z', checkup_id)
  expect(await calledOn(checkup_id)).toBeNull()
  expect(await rowOf('waiting_release', person)).toMatchObject({ serious_count: 2, untold_count: 1 })
  expect(await rowOf('newly_abnormal', person)).toMatchObject({ serious_count: 2, untold_count: 1 })
  const release = () => doctor.request('POST', `/api/test_packages/${checkup_id}/release`, { body: {} })
  expect((await release()).body.fields).toHaveProperty('called_on')
  await tell()
  expect((await release()).body).toMatchObject({ called_on: '2026-11-22', released_at: expect.any(String) })
})

test('deleting a hand-over deletes its task, unless somebody has worked on the task', async () => {
  const { person } = await addChecked('原')
  const tasksOf = async () => (await doctor.get(`/api/tasks?assignee_id=me&user_id=${person.id}`)).body.items
  const handOver = async (note: string) =>
    (await record(nurse, (await rowOf('newly_abnormal', person))!, { outcome: 'handed_over', handed_to: doctor.id, note })).body.id
  const mistaken = await handOver('😀'.repeat(600))
  const [task] = await tasksOf()
  expect(task.content).toBe(`至急連絡の引き継ぎ ${'😀'.repeat(489)}…`)
  expect((await nurse.request('DELETE', `/api/urgent_contacts/${mistaken}`)).status).toBe(204)
  expect(await tasksOf()).toEqual([])
  const followed = await handOver('お願いします')
  const [open] = await tasksOf()
  expect((await doctor.request('PUT', `/api/tasks/${open.id}`, { body: { updated_at: open.updated_at, done: true } })).status).toBe(200)
  expect((await nurse.request('DELETE', `/api/urgent_contacts/${followed}`)).status).toBe(204)
  const { rows } = await testApp.context.db.execute(sql`select done_by::int from tasks where id = ${open.id}`)
  expect(rows).toEqual([{ done_by: doctor.id }])
})

test('rejects a contact about a row that has left its section: its value is in another row now', async () => {
  const { id } = await testApp.add({ role: 'patient', last_name: '谷', first_name: '葵' })
  await measure(id, 'potassium', 6.9, '2026-11-20T00:00:00Z')
  const row = (await rowOf('newly_abnormal', { id }))!
  await measure(id, 'potassium', 6.95, '2026-11-21T00:00:00Z')
  expect(await rowOf('newly_abnormal', { id })).toBeUndefined()
  expect(await record(nurse, row, { outcome: 'reached' })).toMatchObject({ status: 409, body: { code: 'conflict' } })
  expect(await rowOf('worsened', { id })).toMatchObject({ untold_count: 1, contacts: [] })
})

test('rejects a contact about a row that has changed since', async () => {
  const row = (await rowOf('worsened', hanako))!
  await measure(hanako.id, 'potassium', 7.1, '2026-11-21T12:00:00Z')
  expect(await record(nurse, row, { outcome: 'reached' })).toMatchObject({ status: 409, body: { code: 'conflict' } })
  expect(await rowOf('worsened', hanako)).toMatchObject({ untold_count: 1 })
})

test('sorts by severity before time: critical, far beyond the range, out of range', async () => {
  const people = await Promise.all(['一郎', '二郎', '三郎'].map((first_name) => testApp.add({ role: 'patient', last_name: '森', first_name })))
  await measure(people[0]!.id, 'ldl_cholesterol', 150, '2026-11-21T00:00:00Z')
  await measure(people[1]!.id, 'ldl_cholesterol', 200, '2026-11-10T00:00:00Z')
  await measure(people[2]!.id, 'potassium', 7, '2026-11-01T00:00:00Z')
  const ids = people.map(({ id }) => id)
  const rows = (await rowsIn('newly_abnormal')).filter(({ patient }) => ids.includes(patient.id))
  expect(rows.map(({ patient }) => ids.indexOf(patient.id))).toEqual([2, 1, 0])
  expect(rows.map(({ findings }) => findings[0]!.is_far)).toEqual([false, true, false])
})

test('a doctor sees contacts in the timeline, by word and by kind, the patient does not; an observer may not record one', async () => {
  const kinds = async (member: Member, query = '') =>
    (await member.get(`/api/timeline?user_id=${hanako.id}${query}`)).body.items.map(({ kind }: { kind: string }) => kind)
  expect(await kinds(doctor, '&kinds[]=urgent_contact')).toEqual(['urgent_contact', 'urgent_contact', 'urgent_contact'])
  expect(await kinds(doctor, '&q=留守番')).toEqual(['urgent_contact'])
  expect(await kinds(hanako)).not.toContain('urgent_contact')
  expect((await record(testApp.staff.observer, (await rowOf('worsened', hanako))!, { outcome: 'reached' })).status).toBe(403)
})
