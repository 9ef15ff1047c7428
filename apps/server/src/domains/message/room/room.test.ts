import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { type Member, openTestApp, type TestApp } from '../../../../test/test-app.ts'
import { systemScope } from '../../../access/system-scope.ts'
import { contracts } from '../../contract/tables.ts'
import { care_people } from '../../patient/tables.ts'
import { message_reminders, message_unreads, messages } from '../tables.ts'

let testApp: TestApp
let hanako: Member, taro: Member, doctor: Member, nurse: Member
const list = async (member: Member, query = '') => (await member.get(`/api/message_rooms/list${query}`)).body
const names = async (member: Member, query = '') => (await list(member, query)).items.map((room: { patient: { last_name: string } }) => room.patient.last_name)

beforeAll(async () => {
  testApp = await openTestApp()
  ;({ hanako, taro } = testApp)
  ;({ doctor, nurse } = testApp.staff)
  const { db } = testApp.context
  await db.execute(sql`
    with made as (insert into services (name, name_ja, name_en, name_kr, chat, followup_checkup_count, full_checkup_count, interview_count)
      values ('test_membership', '会員', 'Member', '회원', true, 1, 1, 4) on conflict (name) do update set name_ja = excluded.name_ja returning id)
    insert into plans (id, name, name_ja, name_en, name_kr, price, billing_cycle, contract_period, duration, auto_update, service_id)
    select 9001, 'test_premium', 'プレミアム', 'Premium', '프리미엄', 1000, 'monthly', 1, 1, true, id from made`)
  await db.execute(sql`
    with made as (insert into services (name, name_ja, name_en, name_kr, chat, followup_checkup_count, full_checkup_count, interview_count)
      values ('app', 'アプリ', 'App', '앱', false, 0, 0, 0) on conflict (name) do update set name_ja = excluded.name_ja returning id)
    insert into plans (id, name, name_ja, name_en, name_kr, price, billing_cycle, contract_period, duration, auto_update, service_id)
    select 9002, 'test_company', '法人', 'Company', '법인', 1000, 'monthly', 1, 1, true, id from made`)
  await systemScope(db)
    .insert(contracts)
    .values([
      { user_id: hanako.id, plan_id: 9002, auto_update: false, started_at: '2020-01-01T00:00:00Z' },
      { user_id: hanako.id, plan_id: 9001, auto_update: true, started_at: '2024-01-01T00:00:00Z' },
      { user_id: taro.id, plan_id: 9002, auto_update: true, started_at: '2024-01-01T00:00:00Z', ended_at: '2999-01-01T00:00:00Z' },
      { user_id: taro.id, plan_id: 9001, auto_update: true, started_at: '2023-01-01T00:00:00Z', ended_at: '2024-01-01T00:00:00Z' },
    ])
  await systemScope(db).insert(care_people).values({ user_id: hanako.id, staff_id: doctor.id, role: 'doctor', main: true })
  const [message] = await systemScope(db).insert(messages).values({ patient_id: hanako.id, sender_id: hanako.id, body: 'こんにちは' }).returning()
  await systemScope(db)
    .insert(message_unreads)
    .values([
      { user_id: doctor.id, patient_id: hanako.id, unread_count: 1 },
      { user_id: nurse.id, patient_id: hanako.id, unread_count: 0, last_read_message_id: message!.id },
    ])
  await systemScope(db)
    .insert(message_reminders)
    .values([
      { patient_id: hanako.id, user_id: doctor.id, remind_at: '2026-12-01T00:00:00Z', created_at: '2026-11-20T00:00:00Z' },
      { patient_id: taro.id, user_id: doctor.id, remind_at: '2026-12-01T00:00:00Z', done_at: '2026-11-20T00:00:00Z' },
    ])
  await db.execute(
    sql`update message_rooms set unresponded_since = '2026-11-20T01:00:00Z', last_message_at = '2026-11-20T01:00:00Z' where patient_id = ${hanako.id}`,
  )
})

test('lists patients with plan, unread count and open reminder, the waiting patient first', async () => {
  const { items, total_count, page, next_page } = await list(doctor)
  expect({ total_count, page, next_page }).toEqual({ total_count: 2, page: 1, next_page: null })
  expect(items[0]).toEqual({
    id: expect.any(Number),
    patient: {
      id: hanako.id,
      first_name: '花子',
      last_name: '山田',
      first_name_kana: 'ハナコ',
      last_name_kana: 'ヤマダ',
      icon: null,
      birthday: '1968-03-14',
      sex: 'female',
      plan: { id: 9001, display_name: 'プレミアム' },
    },
    chat: true,
    unread_count: 1,
    last_read_message_id: 0,
    last_message: null,
    last_message_at: '2026-11-20T01:00:00.000Z',
    unresponded_since: '2026-11-20T01:00:00.000Z',
    assignee: null,
    last_reminded_at: '2026-11-20T00:00:00.000Z',
    next_remind_at: '2026-12-01T00:00:00.000Z',
  })
  expect(items[1]).toMatchObject({ patient: { last_name: '佐藤', plan: { id: 9002 } }, unread_count: 0, last_reminded_at: null, next_remind_at: null })
})

test('keeps counters and reminders per person', async () => {
  expect((await list(nurse)).items[0]).toMatchObject({ unread_count: 0, last_reminded_at: null })
})

test('names the plan in the request’s language', async () => {
  const { body } = await doctor.get('/api/message_rooms/list', { headers: { 'accept-language': 'kr' } })
  expect(body.items[0].patient.plan.display_name).toBe('프리미엄')
})

test('filters by the service type of the current contract', async () => {
  expect(await names(doctor, '?service_type=membership')).toEqual(['山田'])
  expect(await names(doctor, '?service_type=business')).toEqual(['佐藤'])
})

test('filters by the patients’ main doctor', async () => {
  expect(await names(doctor, '?role=main_doctor')).toEqual(['山田'])
  expect(await names(nurse, '?role=main_doctor')).toEqual([])
})

test('finds patients by a part of their name in kanji, kana and romaji', async () => {
  for (const query of ['山', '田花', 'まだ', 'ハナ', 'ﾊﾅ', 'yamada', 'hana'])
    expect(await names(doctor, `?q[full_name_cont]=${encodeURIComponent(query)}`)).toEqual(['山田'])
  expect(await names(doctor, '?q[full_name_cont]=%25')).toEqual([])
})

test('lets only nurses filter by the main doctor’s name', async () => {
  const query = `?q[main_doctor_full_name_cont]=${encodeURIComponent('doctor')}`
  expect(await names(nurse, query)).toEqual(['山田'])
  expect(await names(nurse, '?q[main_doctor_full_name_cont]=nobody')).toEqual([])
  for (const role of ['doctor', 'trainer', 'observer', 'nutritionist', 'concierge', 'admin'] as const)
    expect((await testApp.staff[role].get(`/api/message_rooms/list${query}`)).status).toBe(403)
})

test('filters unread, waiting and notifiable rooms', async () => {
  expect(await names(doctor, '?unread_only=true')).toEqual(['山田'])
  expect(await names(nurse, '?unread_only=true')).toEqual([])
  expect(await names(nurse, '?unresponded_only=true')).toEqual(['山田'])
  expect(await names(doctor, '?notifiable_only=true')).toEqual(['山田'])
  expect(await names(hanako, '?notifiable_only=true')).toEqual([])
  const setUnread = (count: number) =>
    testApp.context.db.execute(sql`insert into message_unreads (user_id, patient_id, unread_count) values (${hanako.id}, ${hanako.id}, ${count})
      on conflict (user_id, patient_id) do update set unread_count = excluded.unread_count`)
  await setUnread(1)
  expect(await names(hanako, '?notifiable_only=true')).toEqual(['山田'])
  expect((await hanako.get('/api/message_rooms/unread_notifiable_count')).body).toEqual({ count: 1, patient_count: 1 })
  await setUnread(0)
})

test('counts the rooms for each filter of the list, combined with the filters of the request', async () => {
  const { trainer } = testApp.staff
  const filters = { unread: 'unread_only=true', unresponded: 'unresponded_only=true', notifiable: 'notifiable_only=true', assigned: 'assignee_id=me' }
  const seen = new Set<number>()
  for (const member of [doctor, nurse, trainer])
    for (const query of ['service_type=membership', 'service_type=business', 'role=main_doctor', `q[full_name_cont]=${encodeURIComponent('山')}`]) {
      const { body } = await member.get(`/api/message_rooms/counts?${query}`)
      for (const [key, filter] of Object.entries(filters))
        expect([query, key, body[key]]).toEqual([query, key, (await list(member, `?${query}&${filter}`)).total_count])
      for (const count of Object.values<number>(body)) seen.add(count)
    }
  expect(seen).toEqual(new Set([0, 1]))
  const query = '?q[main_doctor_full_name_cont]=doctor'
  expect((await nurse.get(`/api/message_rooms/counts${query}`)).status).toBe(200)
  expect((await trainer.get(`/api/message_rooms/counts${query}`)).status).toBe(403)
  expect((await hanako.get('/api/message_rooms/counts')).status).toBe(403)
})

test('the badges count unread conversations for staff, unread messages for a patient, and notifications other than those of messages', async () => {
  for (const member of [doctor, nurse]) {
    const [{ body: unread }, { body: notices }] = [
      await member.get('/api/message_rooms/unread_notifiable_count'),
      await member.get('/api/notifications?unchecked_only=true&except_messages=true'),
    ]
    expect((await member.get('/api/badges')).body).toEqual({ messages: unread.patient_count, notifications: notices.unchecked_count })
  }
  expect((await doctor.get('/api/badges')).body.messages).toBe(1)
  await testApp.context.db.execute(sql`insert into message_unreads (user_id, patient_id, unread_count) values (${taro.id}, ${taro.id}, 3)
    on conflict (user_id, patient_id) do update set unread_count = excluded.unread_count`)
  await testApp.context.db.execute(sql`insert into notifications (user_id, kind) values (${taro.id}, 'message'), (${taro.id}, 'interview')`)
  expect((await taro.get('/api/badges')).body).toEqual({ messages: 3, notifications: 1 })
})

test('shows a patient their own room without the waiting marker', async () => {
  const { items } = await list(hanako)
  expect(items).toHaveLength(1)
  expect(items[0]).toMatchObject({ patient: { id: hanako.id }, unresponded_since: null })
})

test('a conversation can be assigned to a colleague, who finds it by `assignee_id=me`; the patient does not see the assignee', async () => {
  const [room] = (await list(doctor, `?patient_id=${taro.id}`)).items
  const assign = (member: Member, assignee_id: number | null) => member.request('PATCH', `/api/message_rooms/${room.id}`, { body: { assignee_id } })
  expect((await assign(doctor, nurse.id)).body).toMatchObject({ assignee: { id: nurse.id, role: 'nurse' } })
  expect([await names(nurse, '?assignee_id=me'), await names(doctor, '?assignee_id=me')]).toEqual([['佐藤'], []])
  expect((await list(taro)).items[0].assignee).toBeNull()
  expect((await taro.get('/api/message_rooms/list?assignee_id=me')).status).toBe(403)
  for (const [member, id, status] of [
    [nurse, taro.id, 422],
    [nurse, testApp.staff.observer.id, 422],
    [testApp.staff.observer, nurse.id, 403],
    [taro, nurse.id, 403],
  ] as const)
    expect((await assign(member, id)).status).toBe(status)
  expect((await doctor.request('PATCH', `/api/message_rooms/${room.id}`, { body: {} })).body.fields).toHaveProperty('needs_reply')
  expect((await assign(nurse, null)).body.assignee).toBeNull()
  expect(await names(nurse, '?assignee_id=me')).toEqual([])
})

test('assigning a conversation that a colleague has taken meanwhile is a conflict and changes nothing', async () => {
  const [room] = (await list(doctor, `?patient_id=${taro.id}`)).items
  const assign = async (member: Member, assignee_id: number | null, previous_assignee_id: number | null) =>
    (await member.request('PATCH', `/api/message_rooms/${room.id}`, { body: { assignee_id, previous_assignee_id } })).body
  expect(await assign(nurse, nurse.id, null)).toMatchObject({ assignee: { id: nurse.id } })
  expect(await assign(doctor, doctor.id, null)).toMatchObject({ code: 'conflict' })
  expect(await assign(doctor, null, doctor.id)).toMatchObject({ code: 'conflict' })
  // the same choice again, such as after a lost response
  expect(await assign(nurse, nurse.id, null)).toMatchObject({ assignee: { id: nurse.id } })
  expect(await assign(doctor, doctor.id, nurse.id)).toMatchObject({ assignee: { id: doctor.id } })
  expect(await assign(doctor, null, doctor.id)).toMatchObject({ assignee: null })
})

test('filters by patient and shows a patient no other room', async () => {
  expect(await names(doctor, `?patient_id=${taro.id}`)).toEqual(['佐藤'])
  expect(await names(doctor, `?patient_id=${nurse.id}`)).toEqual([])
  expect(await names(hanako, `?patient_id=${hanako.id}`)).toEqual(['山田'])
  expect(await names(hanako, `?patient_id=${taro.id}`)).toEqual([])
})

test('returns the same 404 for a room out of scope as for an unknown room', async () => {
  const rooms = (await list(doctor)).items
  const taros = rooms.find((room: { patient: { id: number } }) => room.patient.id === taro.id)
  expect((await doctor.get(`/api/message_rooms/${taros.id}`)).body).toEqual(taros)
  const others = await hanako.get(`/api/message_rooms/${taros.id}`)
  const absent = await hanako.get('/api/message_rooms/999999')
  expect(others.status).toBe(404)
  expect(others.text).toBe(absent.text)
})

test('pages by 25 rooms without gaps and repeats', async () => {
  for (let i = 0; i < 30; i++) await testApp.add({ role: 'patient', last_name: `頁${i}`, last_name_kana: 'ペエジ' })
  // `testApp.add` publishes no event, so the stored reply of the list would still count as current
  await testApp.context.db.execute(sql`select publish_event(null, null, '{users}')`)
  const first = await list(doctor)
  const second = await list(doctor, '?page=2')
  expect([first.items.length, first.next_page, second.items.length, second.next_page]).toEqual([25, 2, 7, null])
  expect(new Set([...first.items, ...second.items].map((room) => room.id)).size).toBe(32)
})

test('returns 304 without a body when nothing changed', async () => {
  const first = await doctor.get('/api/message_rooms/list')
  expect(first.headers['cache-control']).toBe('no-store')
  const repeated = await doctor.get('/api/message_rooms/list', { headers: { 'if-none-match': String(first.headers.etag) } })
  expect([repeated.status, repeated.text]).toEqual([304, ''])
})
