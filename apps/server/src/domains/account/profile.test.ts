import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { stopDate } from '../../../test/stop-date.ts'
import { openTestApp, type TestApp } from '../../../test/test-app.ts'
import { audit } from '../../observability/audit.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})

test('a patient reads their own profile, and changes it by `/api/users/me` or by `/users/{id}`', async () => {
  const { hanako } = testApp
  expect((await hanako.get('/api/users/me')).body).toMatchObject({ id: hanako.id, role: 'patient', birthday: '1968-03-14' })
  const changed = await hanako.request('PATCH', '/api/users/me', { body: { phone_number: '０９０ー００００－１２３４', last_name: '  山本 ' } })
  expect(changed.body).toMatchObject({ phone_number: '09000001234', last_name: '山本', first_name: '花子' })
  const repeated = await hanako.request('PUT', `/users/${hanako.id}`, { body: { last_name: '山田', last_name_kana: 'ヤマダ' } })
  expect(repeated.body).toMatchObject({ last_name: '山田', phone_number: '09000001234' })
})

test('the own profile names the newest event; the profile of another person does not', async () => {
  const { hanako, staff } = testApp
  const newest = async () => (await staff.nurse.request('GET', '/api/users/me')).headers['x-newest-event']
  const before = Number(await newest())
  await hanako.request('PATCH', '/api/users/me', { body: { phone_number: '09000001234' } })
  const { rows } = await testApp.context.db.execute<{ last: number }>(sql`select last from event_counter`)
  expect(Number(await newest())).toBe(Number(rows[0]!.last))
  expect(Number(await newest())).toBeGreaterThan(before)
  expect((await staff.nurse.request('GET', `/api/users/${hanako.id}`)).headers['x-newest-event']).toBeUndefined()
})

test('stores a reading in hiragana or half-width kana as katakana', async () => {
  const changed = await testApp.taro.request('PATCH', '/api/users/me', { body: { last_name_kana: 'さとう', first_name_kana: 'ﾀﾛｳ' } })
  expect(changed.body).toMatchObject({ last_name_kana: 'サトウ', first_name_kana: 'タロウ' })
})

test('finds a patient by the new name after a change', async () => {
  const jiro = await testApp.add({ role: 'patient', last_name: '𠮷田', first_name: '次郎', last_name_kana: 'ヨシダ', first_name_kana: 'ジロウ' })
  const searchIds = async (query: string, parameter = 'q[full_name_cont]') =>
    (await testApp.staff.nurse.get(`/api/users/patients?${parameter}=${encodeURIComponent(query)}`)).body.items.map((user: { id: number }) => user.id)
  for (const query of ['吉田', '𠮷', 'よしだ', 'ﾖｼﾀﾞ', 'yoshida', '次郎 吉田']) expect(await searchIds(query)).toContain(jiro.id)
  await jiro.request('PATCH', '/api/users/me', { body: { last_name: '髙橋', last_name_kana: 'タカハシ' } })
  expect(await searchIds('吉田')).not.toContain(jiro.id)
  expect(await searchIds('高橋')).toContain(jiro.id)
  expect(await searchIds('高橋', 'q')).toEqual(await searchIds('高橋'))
  for (const parameter of ['q[id_eq]', 'q[id_in][]']) expect(await searchIds(String(jiro.id), parameter)).toEqual([jiro.id])
})

test('rejects a phone number that another person has', async () => {
  await testApp.hanako.request('PATCH', '/api/users/me', { body: { phone_number: '03-1234-5678' } })
  const takenResponse = await testApp.taro.request('PATCH', '/api/users/me', { body: { phone_number: '+81 3 1234 5678' } })
  expect(takenResponse.status).toBe(422)
  expect(takenResponse.body).toMatchObject({ code: 'phone_number_taken', fields: { phone_number: [expect.any(String)] } })
})

test.each([
  [{ birthday: '2999-01-01' }, 'birthday'],
  [{ birthday: '2026-02-30' }, 'birthday'],
  [{ birthday: '1880-01-01' }, 'birthday'],
  [{ last_name_kana: '佐藤' }, 'last_name_kana'],
  [{ last_name: '   ' }, 'last_name'],
  [{ last_name: 'あ'.repeat(51) }, 'last_name'],
  [{ first_name: 'a\u0000b' }, 'first_name'],
  [{ phone_number: 'ring me' }, 'phone_number'],
  [{ address: { zip: '12', prefecture: '', city: '', street: '', building: '' } }, 'address.zip'],
  [{ sex: 'unsaid' }, 'sex'],
])('rejects %j with an error for the field, and stores nothing', async (body, field) => {
  const before = (await testApp.taro.get('/api/users/me')).text
  const response = await testApp.taro.request('PATCH', '/api/users/me', { body })
  expect(response.status).toBe(422)
  expect(Object.keys(response.body.fields)).toEqual([field])
  expect((await testApp.taro.get('/api/users/me')).text).toBe(before)
})

test.each([{ role: 'admin' }, { id: 1 }, { password_hash: 'x' }, { email: 'new@example.com' }, { kana_key: 'x' }, { last_name: 5 }, { address: 'Tokyo' }])(
  'returns 400 for the change %j',
  async (body) => {
    expect((await testApp.taro.request('PATCH', '/api/users/me', { body })).status).toBe(400)
  },
)

test('lets staff with the permission change a patient’s profile; other staff get 403, even for an unknown id, and other patients 404', async () => {
  const { hanako, taro, staff } = testApp
  const change = { body: { first_name_kana: 'ハナコ' } }
  for (const role of ['concierge', 'nurse', 'doctor', 'admin'] as const)
    expect((await staff[role].request('PATCH', `/api/users/${hanako.id}`, change)).status).toBe(200)
  for (const role of ['observer', 'trainer', 'nutritionist'] as const)
    for (const id of [hanako.id, 999999]) expect((await staff[role].request('PATCH', `/api/users/${id}`, change)).status).toBe(403)
  expect((await taro.request('PATCH', `/api/users/${hanako.id}`, change)).status).toBe(404)
})

test('an observer can change their own profile', async () => {
  expect((await testApp.staff.observer.request('PATCH', '/api/users/me', { body: { first_name: '見子' } })).body.first_name).toBe('見子')
})

test('returns 404 for the id of a member of staff where a patient is expected', async () => {
  const { nurse, doctor, admin } = testApp.staff
  expect((await nurse.get(`/api/users/${doctor.id}`)).status).toBe(404)
  expect((await admin.get(`/api/users/${doctor.id}`)).status).toBe(200)
  expect((await nurse.get(`/api/allergy_reactions?user_id=${doctor.id}`)).status).toBe(404)
})

test('a new patient has a patient record and exactly one room', async () => {
  const jiro = await testApp.add({ role: 'patient' })
  const { rows } = await testApp.context.db.execute(
    sql`select (select count(*)::int from patients where user_id = ${jiro.id}) as records, (select count(*)::int from message_rooms where patient_id = ${jiro.id}) as rooms`,
  )
  expect(rows).toEqual([{ records: 1, rooms: 1 }])
  const { rows: noRows } = await testApp.context.db.execute(
    sql`select count(*)::int as n from patients join users on users.id = patients.user_id where users.role <> 'patient'`,
  )
  expect(noRows).toEqual([{ n: 0 }])
})

test('only staff can list people, filtered by role', async () => {
  const { staff, hanako } = testApp
  expect((await hanako.get('/api/users')).status).toBe(403)
  const { body } = await staff.observer.get('/api/users?role[]=doctor&role[]=nurse')
  expect(new Set(body.items.map((user: { role: string }) => user.role))).toEqual(new Set(['doctor', 'nurse']))
  expect(Object.keys(body.items[0]).sort()).toEqual([
    'deactivated_at',
    'email',
    'first_name',
    'first_name_kana',
    'icon',
    'id',
    'is_registered',
    'last_name',
    'last_name_kana',
    'role',
  ])
})

test('the audit log records who accessed a patient; repeated reads add one row in ten minutes', async () => {
  stopDate()
  const { doctor } = testApp.staff
  const jiro = await testApp.add({ role: 'patient' })
  for (let i = 0; i < 3; i++) await doctor.get(`/api/users/${jiro.id}`)
  await doctor.request('PATCH', `/api/users/${jiro.id}`, { body: { first_name: '二郎' } })
  await testApp.taro.get(`/api/users/${jiro.id}`)
  const { rows } = await testApp.context.db.execute(sql`select user_id, action, outcome, status from audit_logs where patient_id = ${jiro.id} order by id`)
  expect(rows).toEqual([
    { user_id: doctor.id, action: 'GET /api/users/:id', outcome: 'done', status: 200 },
    { user_id: doctor.id, action: 'PATCH /api/users/:id', outcome: 'done', status: 200 },
  ])
  const deniedLogs = await testApp.context.db.execute(
    sql`select outcome, status from audit_logs where user_id = ${testApp.taro.id} and outcome = 'denied' and action = 'GET /api/users/:id'`,
  )
  expect(deniedLogs.rows).toContainEqual({ outcome: 'denied', status: 404 })
})

test('a call without a client address adds one row per patient to the audit log', async () => {
  const { db } = testApp.context
  const call = { user_id: testApp.staff.doctor.id, patient_ids: [testApp.hanako.id, testApp.taro.id], action: 'POST /api/hung_up', outcome: 'done' as const }
  // a closed socket has no address
  await audit(db, { ...call, status: 201, ip: undefined, request_id: 'x', isRead: false })
  const { rows } = await db.execute<{ patient_id: number; ip: null }>(
    sql`select patient_id, ip from audit_logs where action = 'POST /api/hung_up' order by patient_id`,
  )
  expect(rows.map(({ patient_id, ip }) => [Number(patient_id), ip])).toEqual(call.patient_ids.toSorted((x, y) => x - y).map((id) => [id, null]))
})

test('the role of the server can neither change the audit log nor create tables', async () => {
  for (const statement of ['update audit_logs set status = 0', 'delete from audit_logs', 'truncate audit_logs', 'create table mine (id int)'])
    await expect(testApp.context.pool.query(statement)).rejects.toThrow(/permission denied/)
})

test('publishes a changed profile as an event about the patient', async () => {
  const { rows: before } = await testApp.context.db.execute<{ last: number }>(sql`select last from event_counter`)
  await testApp.staff.nurse.request('PATCH', `/api/users/${testApp.hanako.id}`, { body: { first_name: '花子' } })
  const { rows } = await testApp.context.db.execute(sql`select id, patient_id, changes from events where id > ${before[0]!.last}`)
  expect(rows).toEqual([{ id: before[0]!.last + 1, patient_id: testApp.hanako.id, changes: ['users', 'message_rooms'] }])
})

test.each(['\u200b', '\u3164', '\u2800', '\u00ad'])('rejects a name without a visible character: %j', async (last_name) => {
  const { hanako } = testApp
  expect(await hanako.request('PATCH', '/api/users/me', { body: { last_name } })).toMatchObject({
    status: 422,
    body: { fields: { last_name: [expect.any(String)] } },
  })
  expect((await hanako.get('/api/users/me')).body.last_name).toBe('山田')
})

test.each(['\u202e山田', '山\u2066田'])('rejects a name that reverses the direction of text: %j', async (last_name) => {
  const { hanako } = testApp
  expect(await hanako.request('PATCH', '/api/users/me', { body: { last_name } })).toMatchObject({
    status: 422,
    body: { fields: { last_name: [expect.any(String)] } },
  })
})
