import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { asOwner } from '../../../test/database.ts'
import { type Member, openTestApp, type TestApp } from '../../../test/test-app.ts'
import { systemScope } from '../../access/system-scope.ts'
import { care_people } from '../patient/tables.ts'
import { sendBulks } from './send-jobs.ts'
import { lockRecipient } from './send-store.ts'
import { stopBulkMessage } from './store.ts'

let testApp: TestApp
let hanako: Member, taro: Member, jiro: Member, deactivated: Member, nurse: Member, doctor: Member
const template = '{姓}様\n{担当医}より'

beforeAll(async () => {
  testApp = await openTestApp()
  ;({ hanako, taro } = testApp)
  ;({ nurse, doctor } = testApp.staff)
  jiro = await testApp.add({ role: 'patient', last_name: '鈴木', first_name: '次郎', last_name_kana: 'スズキ', first_name_kana: 'ジロウ' })
  deactivated = await testApp.add({ role: 'patient', last_name: '閉', first_name: '者', last_name_kana: 'トジ', first_name_kana: 'シャ' })
  const { db } = testApp.context
  for (const { id } of [hanako, taro, deactivated])
    await systemScope(db).insert(care_people).values({ user_id: id, staff_id: doctor.id, role: 'doctor', main: true })
  await db.execute(sql`update users set deactivated_at = now() where id = ${deactivated.id}`)
  await db.execute(sql`insert into test_packages (user_id, kind, status, tested_at) values (${hanako.id}, 'detail', 0, '2025-03-31T15:00:00Z'),
    (${hanako.id}, 'detail', 1, now() + interval '30 days'), (${taro.id}, 'detail', 0, '2025-03-31T14:59:00Z')`)
  await db.execute(
    sql`insert into assessments (user_id, disease_id, kind, conducted_on, solved_on) values (${hanako.id}, 1, 'problem', '2026-01-01', null), (${taro.id}, 1, 'problem', '2026-01-01', '2026-02-01')`,
  )
})

const allIds = () => ({ patient_ids: [hanako.id, taro.id, jiro.id, deactivated.id, nurse.id, 999_999] })
const preview = async (choice: object, body = '') => (await nurse.request('POST', '/api/bulk_messages/preview', { body: { choice, body } })).body
const write = (body: object) => nurse.request('POST', '/api/bulk_messages', { body })
const read = async (id: number) => (await nurse.get(`/api/bulk_messages/${id}`)).body
const post = (id: number, action: 'stop' | 'resend') => nurse.request('POST', `/api/bulk_messages/${id}/${action}`)
const count = async (table: ReturnType<typeof sql>) =>
  (await testApp.context.db.execute<{ n: number }>(sql`select count(*)::int as n from ${table}`)).rows[0]!.n
/** Ends the delay of a minute. Sets a time a second ago, because the column rounds to milliseconds, and the rounded now() may be in the future. */
const makeDue = (id: number) => testApp.context.db.execute(sql`update bulk_messages set sends_at = now() - interval '1 second' where id = ${id}`)
const sendNow = async (id: number) => {
  await makeDue(id)
  await sendBulks(testApp.context, { id }, new AbortController().signal)
  return read(id)
}
const textsOf = async (member: Member) => (await member.get(`/api/messages?patient_id=${member.id}`)).body.items.map(({ body }: { body: string }) => body)

test('previews the recipients with their texts and those left out with the reason, and sends nothing', async () => {
  const { items, total_count, left_out, unknown_placeholders } = await preview(allIds(), template)
  expect(items.map(({ patient, text, chat }: { patient: { id: number }; text: string; chat: boolean }) => [patient.id, text, chat])).toEqual([
    [taro.id, '佐藤様\ndoctor 一郎より', false],
    [hanako.id, '山田様\ndoctor 一郎より', false],
  ])
  expect([total_count, unknown_placeholders]).toEqual([2, []])
  expect(new Map(left_out.map(({ patient_id, reason }: { patient_id: number; reason: string }) => [patient_id, reason]))).toEqual(
    new Map([
      [jiro.id, 'no_main_doctor'],
      [deactivated.id, 'deactivated'],
      [nurse.id, 'not_found'],
      [999_999, 'not_found'],
    ]),
  )
  expect((await preview({ patient_ids: [hanako.id] }, '{氏名}')).unknown_placeholders).toEqual(['{氏名}'])
  expect(await count(sql`messages`)).toBe(0)
})

test('selects patients by doctor, disease, plan and date of the last checkup that took place', async () => {
  const names = async (choice: object) => (await preview(choice)).items.map(({ patient }: { patient: { last_name: string } }) => patient.last_name)
  expect(await names({})).toEqual([])
  expect(await names({ everyone: true })).toEqual(['佐藤', '鈴木', '山田'])
  expect(await names({ main_doctor_ids: [doctor.id] })).toEqual(['佐藤', '山田'])
  expect(await names({ disease_ids: [1] })).toEqual(['山田'])
  expect(await names({ plan_ids: [1] })).toEqual([])
  // the day begins in Tokyo
  expect(await names({ last_checkup_before: '2025-04-01' })).toEqual(['佐藤'])
  expect(await names({ last_checkup_from: '2025-04-01' })).toEqual(['山田'])
  expect(await names({ main_doctor_ids: [doctor.id], patient_ids: [hanako.id, jiro.id] })).toEqual(['山田'])
})

test('returns the names of the patients, doctors and diseases by which a bulk message was addressed', async () => {
  const { id } = (await write({ choice: { patient_ids: [taro.id, hanako.id], main_doctor_ids: [doctor.id], disease_ids: [1] }, body: '{姓}様' })).body
  const { body } = await nurse.get(`/api/bulk_messages/${id}/choice`)
  const names = (people: { id: number; last_name: string }[]) => people.map((one) => [one.id, one.last_name])
  expect([names(body.patients), names(body.doctors)]).toEqual([
    [
      [taro.id, '佐藤'],
      [hanako.id, '山田'],
    ],
    [[doctor.id, 'doctor']],
  ])
  expect(body.diseases).toMatchObject([{ id: 1, name_local: expect.any(String) }])
  expect((await nurse.get('/api/bulk_messages/999/choice')).status).toBe(404)
  await testApp.context.db.execute(sql`delete from bulk_messages where id = ${id}`)
})

test('sends a test message to its author only', async () => {
  const { status, body } = await nurse.request('POST', '/api/bulk_messages/test', { body: { patient_id: hanako.id, body: template } })
  expect([status, body]).toEqual([201, { text: '山田様\ndoctor 一郎より' }])
  const { rows } = await testApp.context.db.execute(sql`select user_id, kind, body from notifications`)
  expect(rows).toEqual([{ user_id: nurse.id, kind: 'bulk_test', body: '山田様\ndoctor 一郎より' }])
  expect((await nurse.request('POST', '/api/bulk_messages/test', { body: { patient_id: doctor.id, body: template } })).status).toBe(404)
})

test('rejects an invalid bulk message with an error for the field, and stores nothing', async () => {
  for (const [invalid, field] of [
    [{ choice: allIds(), body: '{氏名}様' }, 'body'],
    [{ choice: allIds(), body: ' \n ' }, 'body'],
    [{ choice: {}, body: 'a' }, 'choice'],
    [{ choice: { patient_ids: [] }, body: 'a' }, 'choice'],
    [{ choice: { patient_ids: [deactivated.id] }, body: 'a' }, 'choice'],
  ] as const) {
    const { status, body } = await write(invalid)
    expect([status, Object.keys(body.fields)], JSON.stringify(invalid)).toEqual([422, [field]])
  }
  expect((await write({ choice: allIds(), body: 'a', expected_count: 2 })).status).toBe(409)
  for (const member of [hanako, testApp.staff.observer, testApp.staff.trainer])
    expect((await member.request('POST', '/api/bulk_messages', { body: { choice: allIds(), body: 'a' } })).status).toBe(403)
  expect(await count(sql`bulk_messages`)).toBe(0)
})

test('holds a bulk message for a minute, then sends each patient their text; it is no reply to a waiting patient, and unread for patients only', async () => {
  const { db } = testApp.context
  await db.execute(sql`update message_rooms set unresponded_since = '2026-11-20T01:00:00Z' where patient_id = ${hanako.id}`)
  const { status, body } = await write({ choice: allIds(), body: template, expected_count: 2 })
  expect([status, body.state, body.total_count]).toEqual([201, 'held', 2])
  expect(body.seconds_left).toBeGreaterThan(55)
  expect(body.seconds_left).toBeLessThanOrEqual(60)
  await sendBulks(testApp.context, { id: body.id }, new AbortController().signal)
  expect((await read(body.id)).sent_count).toBe(0)
  // texts are fixed when the bulk message is written
  await db.execute(sql`update users set last_name = '旧姓' where id = ${taro.id}`)
  const before = await count(sql`events where kind = 'message.new'`)
  expect(await sendNow(body.id)).toMatchObject({ state: 'done', sent_count: 2, waiting_count: 0, seconds_left: 0 })
  await db.execute(sql`update users set last_name = '佐藤' where id = ${taro.id}`)
  expect([await textsOf(hanako), await textsOf(taro)]).toEqual([['山田様\ndoctor 一郎より'], ['佐藤様\ndoctor 一郎より']])
  expect(await count(sql`events where kind = 'message.new'`)).toBe(before + 2)
  const { rows } = await db.execute(sql`select unresponded_since is not null as waits from message_rooms where patient_id = ${hanako.id}`)
  expect(rows).toEqual([{ waits: true }])
  const { rows: unread } = await db.execute(sql`select distinct user_id from message_unreads where unread_count > 0 order by 1`)
  expect(unread.map(({ user_id }) => user_id)).toEqual([hanako.id, taro.id])
  expect(await count(sql`notifications where kind = 'message' and user_id = ${doctor.id}`)).toBe(0)
  const { items } = (await nurse.get(`/api/bulk_messages/${body.id}/recipients?state=sent`)).body
  expect(items.map(({ patient, text }: { patient: { id: number }; text: string }) => [patient.id, text])).toEqual([
    [taro.id, '佐藤様\ndoctor 一郎より'],
    [hanako.id, '山田様\ndoctor 一郎より'],
  ])
})

test('sends nothing twice when the job runs again or on several servers at once', async () => {
  const { body } = await write({ choice: { everyone: true }, body: '一斉' })
  await makeDue(body.id)
  const before = await count(sql`messages`)
  const signal = new AbortController().signal
  await Promise.all([1, 2, 3].map(() => sendBulks(testApp.context, { id: body.id }, signal)))
  await sendBulks(testApp.context, {}, signal)
  expect([await count(sql`messages`), (await read(body.id)).state]).toEqual([before + 3, 'done'])
  // simulates a kill between sending and recording: the client_id identifies the sent message
  await testApp.context.db.execute(sql`update bulk_messages set finished_at = null where id = ${body.id}`)
  await testApp.context.db.execute(sql`update bulk_recipients set state = 'waiting', message_id = null where bulk_message_id = ${body.id}`)
  expect((await sendNow(body.id)).sent_count).toBe(3)
  expect(await count(sql`messages`)).toBe(before + 3)
})

test('stopping within the minute sends nothing; stopping later keeps the sent messages, also one that is being sent', async () => {
  const first = (await write({ choice: { everyone: true }, body: '止める' })).body
  expect((await post(first.id, 'stop')).body).toMatchObject({ state: 'stopped', stopped_count: 3 })
  // a browser sends an empty object
  expect((await nurse.request('POST', `/api/bulk_messages/${first.id}/stop`, { body: {} })).status).toBe(200)
  expect((await nurse.request('POST', `/api/bulk_messages/${first.id}/stop`, { body: { all: true } })).status).toBe(400)
  expect(await sendNow(first.id)).toMatchObject({ state: 'stopped', sent_count: 0 })

  const { db } = testApp.context
  const second = (await write({ choice: { everyone: true }, body: '途中で止める' })).body
  const { rows } = await db.execute<{ id: number }>(sql`select id from bulk_recipients where bulk_message_id = ${second.id} order by id`)
  let stopPromise: Promise<void> | undefined
  await db.transaction(async (tx) => {
    await lockRecipient(systemScope(tx), rows[0]!.id)
    stopPromise = db.transaction((otherTx) => stopBulkMessage(systemScope(otherTx), second.id))
    await tx.execute(sql`update bulk_recipients set state = 'sent' where id = ${rows[0]!.id}`)
  })
  await stopPromise
  expect(await read(second.id)).toMatchObject({ state: 'stopped', sent_count: 1, stopped_count: 2, waiting_count: 0 })
  expect((await post(second.id, 'resend')).status).toBe(409)
})

test('resending reaches only recipients to whom sending failed', async () => {
  const { db } = testApp.context
  const { id } = (await write({ choice: { everyone: true }, body: 'もう一度' })).body
  await db.execute(sql`update users set deactivated_at = now() where id = ${jiro.id}`)
  const before = await count(sql`messages`)
  expect(await sendNow(id)).toMatchObject({ state: 'done', sent_count: 2, failed_count: 1 })
  expect((await nurse.get(`/api/bulk_messages/${id}/recipients?state=failed`)).body.items).toMatchObject([{ patient: { id: jiro.id }, reason: 'deactivated' }])
  await db.execute(sql`update users set deactivated_at = null where id = ${jiro.id}`)
  expect((await post(id, 'resend')).body).toMatchObject({ state: 'sending', waiting_count: 1 })
  expect(await sendNow(id)).toMatchObject({ state: 'done', sent_count: 3, failed_count: 0 })
  expect(await count(sql`messages`)).toBe(before + 3)
  expect([(await post(id, 'resend')).status, (await post(id, 'stop')).status]).toEqual([409, 409])
})

test.each(['55P03', '57014', '53100'])('leaves the recipients waiting for a retry of the job if the database reports %s', async (code) => {
  const { id } = (await write({ choice: { patient_ids: [hanako.id] }, body: 'あとで' })).body
  await asOwner(
    testApp.context,
    `
    create function not_now() returns trigger language plpgsql as $$ begin raise exception 'not now' using errcode = '${code}'; end $$;
    create trigger not_now before insert on messages for each row execute function not_now()`,
  )
  await expect(sendNow(id)).rejects.toThrow()
  await asOwner(testApp.context, 'drop function not_now cascade')
  expect(await read(id)).toMatchObject({ state: 'sending', waiting_count: 1, failed_count: 0 })
  expect(await sendNow(id)).toMatchObject({ state: 'done', sent_count: 1 })
})

test('stops a bulk message whose sender was deactivated', async () => {
  const concierge = await testApp.add({ role: 'concierge' })
  const { body } = await concierge.request('POST', '/api/bulk_messages', { body: { choice: { everyone: true }, body: '退職前' } })
  await testApp.context.db.execute(sql`update users set deactivated_at = now() where id = ${concierge.id}`)
  expect(await sendNow(body.id)).toMatchObject({ state: 'stopped', sent_count: 0, stopped_count: 3 })
})
