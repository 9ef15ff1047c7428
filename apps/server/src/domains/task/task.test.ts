import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { type Member, openTestApp, type TestApp } from '../../../test/test-app.ts'
import { eventually } from '../../../test/wait-until.ts'
import { openStream } from '../../../trials/kit/nodes.ts'

let testApp: TestApp
let hanako: Member, taro: Member, doctor: Member, nurse: Member, observer: Member

const add = (member: Member, body: object) => member.request('POST', '/api/tasks', { body: { user_id: hanako.id, content: '電話する', ...body } })
const change = (member: Member, id: number, body: object) => member.request('PUT', `/api/tasks/${id}`, { body })
const contents = async (member: Member, query: string) =>
  (await member.get(`/api/tasks?${query}`)).body.items.map(({ content }: { content: string }) => content)
const statusAndFields = async (response: Promise<{ status: number; body: { fields?: object } }>) => {
  const { status, body } = await response
  return [status, ...Object.keys(body.fields ?? {})]
}

beforeAll(async () => {
  testApp = await openTestApp()
  ;({ hanako, taro } = testApp)
  ;({ doctor, nurse, observer } = testApp.staff)
})

test('lists open tasks by due date, per patient and per assignee', async () => {
  await add(doctor, { content: '期限なし' })
  await add(doctor, { content: '来週', due_on: '2026-11-30', assignee_id: nurse.id })
  const { status, body } = await add(nurse, { content: ' 今日 ', due_on: '2026-11-22', assignee_id: nurse.id, source: 'board' })
  expect(status).toBe(201)
  expect(body).toMatchObject({ content: '今日', source: 'board', created_by: nurse.id, done_at: null, user: { id: hanako.id }, assignee: { id: nurse.id } })
  await doctor.request('POST', '/api/tasks', { body: { user_id: taro.id, content: '太郎さん', assignee_id: nurse.id, due_on: '2026-11-25' } })
  expect(await contents(observer, `user_id=${hanako.id}&state=open`)).toEqual(['今日', '来週', '期限なし'])
  expect(await contents(nurse, 'assignee_id=me&state=open')).toEqual(['今日', '太郎さん', '来週'])
  expect(await contents(nurse, '')).toEqual(['太郎さん', '今日', '来週', '期限なし'])
  expect(await contents(doctor, `assignee_id=${nurse.id}&user_id=${hanako.id}&state=open`)).toEqual(['今日', '来週'])
  expect(await contents(doctor, 'assignee_id=me')).toEqual([])
})

test('`given_by=me` lists the tasks that the caller added, except those assigned to the caller', async () => {
  const trainer = testApp.staff.trainer
  const given = (await add(trainer, { content: '頼んだ', assignee_id: nurse.id })).body.id
  await add(trainer, { content: '自分で', assignee_id: trainer.id })
  await add(trainer, { content: '誰か' })
  expect(await contents(trainer, 'given_by=me&state=open')).toEqual(['頼んだ', '誰か'])
  await change(nurse, given, { done: true })
  expect(await contents(trainer, 'given_by=me&state=open')).toEqual(['誰か'])
})

test('a task can be marked as done and as open again; the person who did it first is kept', async () => {
  const { id } = (await add(doctor, { content: '検体を確認', assignee_id: nurse.id })).body
  const { body } = await change(nurse, id, { done: true })
  expect(body).toMatchObject({ done_by: nurse.id, assignee: { id: nurse.id } })
  expect((await change(doctor, id, { done: true, content: '検体を再確認' })).body).toMatchObject({ done_by: nurse.id, done_at: body.done_at })
  expect((await contents(doctor, `user_id=${hanako.id}&state=done`))[0]).toBe('検体を再確認')
  expect((await change(nurse, id, { done: false })).body).toMatchObject({ done_at: null, done_by: null })
  expect(await contents(doctor, `user_id=${hanako.id}&state=open`)).toContain('検体を再確認')
})

test('a task can belong to a message of the same patient, and shows its first 200 characters until the message is deleted', async () => {
  const post = async (patient_id: number) => (await doctor.request('POST', '/api/messages', { body: { patient_id, body: `${'あ'.repeat(199)}いう` } })).body.id
  const [message_id, foreign_id] = [await post(hanako.id), await post(taro.id)]
  const { body } = await add(nurse, { content: '折り返す', message_id })
  expect(body.message).toEqual({ id: message_id, body: `${'あ'.repeat(199)}い` })
  for (const id of [foreign_id, 999_999_999]) expect(await statusAndFields(add(nurse, { message_id: id }))).toEqual([422, 'message_id'])
  expect((await change(nurse, body.id, { content: '折り返した' })).body.message.id).toBe(message_id)
  await doctor.request('DELETE', `/api/messages/${message_id}`)
  const { items } = (await doctor.get(`/api/tasks?user_id=${hanako.id}`)).body
  expect(items.find(({ id }: { id: number }) => id === body.id)).toMatchObject({ content: '折り返した', message: { id: message_id, body: '' } })
})

test('rejects a concurrent change with a conflict, which has the stored task', async () => {
  const { id, updated_at } = (await add(doctor, {})).body
  expect((await change(nurse, id, { updated_at, due_on: '2026-12-01' })).status).toBe(200)
  const { code, versions } = (await change(doctor, id, { updated_at, assignee_id: doctor.id })).body
  const { items } = (await doctor.get(`/api/tasks?user_id=${hanako.id}`)).body
  const saved = items.find((item: { id: number }) => item.id === id)
  expect([saved.due_on, code, versions]).toEqual(['2026-12-01', 'conflict', { saved, sent: { assignee_id: doctor.id } }])
})

test('rejects invalid tasks with their field and stores nothing', async () => {
  const before = await contents(doctor, `user_id=${hanako.id}`)
  const { rows } = await testApp.context.db.execute<{ id: number }>(
    sql`insert into interviews (interviewee_id, kind, conducted_at, meeting_type) values (${taro.id}, 'follow', now(), 'other') returning id`,
  )
  expect(await statusAndFields(add(doctor, { content: ' \u200b ' }))).toEqual([422, 'content'])
  expect(await statusAndFields(add(doctor, { content: 'あ'.repeat(501) }))).toEqual([422, 'content'])
  expect(await statusAndFields(add(doctor, { due_on: '2026-02-30' }))).toEqual([422, 'due_on'])
  for (const assignee_id of [hanako.id, observer.id, 9_999_999]) expect(await statusAndFields(add(doctor, { assignee_id }))).toEqual([422, 'assignee_id'])
  expect(await statusAndFields(add(doctor, { interview_id: rows[0]!.id }))).toEqual([422, 'interview_id'])
  expect(await contents(doctor, `user_id=${hanako.id}`)).toEqual(before)
})

test('patients cannot access tasks, observers cannot change them', async () => {
  const { id } = (await add(doctor, {})).body
  for (const member of [hanako, taro]) expect((await member.get(`/api/tasks?user_id=${hanako.id}`)).status).toBe(403)
  for (const member of [hanako, observer]) {
    expect((await add(member, {})).status).toBe(403)
    expect((await change(member, id, { done: true })).status).toBe(403)
    expect((await member.request('DELETE', `/api/tasks/${id}`)).status).toBe(403)
  }
  expect((await nurse.request('DELETE', `/api/tasks/${id}`)).status).toBe(204)
  expect((await nurse.request('DELETE', `/api/tasks/${id}`)).status).toBe(404)
})

test('does not publish tasks and other staff-only changes to the patient, and logs the access to each patient in a list', async () => {
  const patient = await openStream(testApp.app, `Token token="${hanako.token}", email="${hanako.email}"`)
  const { id } = (await add(doctor, {})).body
  await doctor.request('POST', '/api/today_reviews', { body: { section: 'no_data', user_id: hanako.id, version: '2026-11-20T00:00:00Z' } })
  const created = await doctor.request('POST', '/api/interviews', { body: { interviewee_id: hanako.id, kind: 'follow', conducted_at: '2026-11-01T01:00:00Z' } })
  expect((await doctor.request('DELETE', `/api/interviews/${created.body.id}`)).status).toBe(204)
  await eventually(() => expect(patient.received().match(/interviews/g)).toHaveLength(2))
  expect(patient.received()).not.toMatch(/tasks|today|kartes/)
  patient.close()
  await doctor.request('POST', '/api/tasks', { body: { user_id: taro.id, content: '電話する' } })
  await nurse.get('/api/tasks?state=open')
  const { rows } = await testApp.context.db.execute<{ patient_id: number }>(
    sql`select patient_id from audit_logs where user_id = ${nurse.id} and action = 'GET /api/tasks (list)' order by patient_id`,
  )
  expect(rows.map(({ patient_id }) => Number(patient_id))).toEqual(expect.arrayContaining([hanako.id, taro.id]))
  expect((await doctor.request('DELETE', `/api/tasks/${id}`)).status).toBe(204)
})
