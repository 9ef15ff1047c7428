import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { formOf } from '../../../../test/form.ts'
import { addContract } from '../../../../test/payment/contract.ts'
import { type Member, openTestApp, type TestApp } from '../../../../test/test-app.ts'

let testApp: TestApp
let hanako: Member, taro: Member, doctor: Member, nurse: Member, observer: Member
beforeAll(async () => {
  testApp = await openTestApp()
  ;({ hanako, taro } = testApp)
  ;({ doctor, nurse, observer } = testApp.staff)
  const { db } = testApp.context
  await addContract(testApp, hanako.id, { chat: true })
  await addContract(testApp, taro.id, { chat: false })
  await db.execute(sql`insert into care_people (user_id, staff_id, role, main) values (${hanako.id}, ${doctor.id}, 'doctor', true)`)
})

const postMessage = async (member: Member, body: string, extra: object = {}) => {
  const response = await member.request('POST', '/api/messages', { body: { patient_id: hanako.id, body, ...extra } })
  expect(`${response.status} ${response.status < 300 ? '' : response.text}`).toBe('201 ')
  return response.body
}
const postInvalid = (member: Member, body: object) => member.request('POST', '/api/messages', { body: { patient_id: hanako.id, ...body } })
const roomOf = async (member: Member, patient = hanako) =>
  (await member.get('/api/message_rooms')).body.items.find((room: { patient: { id: number } }) => room.patient.id === patient.id)
const unread = async (member: Member) => (await member.get('/api/message_rooms/unread_count')).body.count
const createPicture = (width = 8) => sharp({ create: { width, height: 8, channels: 3, background: '#345' } })

test('counts a patient’s message as unread for care staff, and the room waits until staff reply', async () => {
  const message = await postMessage(hanako, '今朝の血圧は128/82でした。')
  expect(message).toMatchObject({
    patient_id: hanako.id,
    sender: { id: hanako.id },
    body: '今朝の血圧は128/82でした。',
    content_type: 'text',
    open_count: 0,
    pin_id: null,
  })
  for (const member of [doctor, nurse, observer]) expect(await roomOf(member)).toMatchObject({ unread_count: 1, unresponded_since: message.published_at })
  expect(await roomOf(nurse)).toMatchObject({ last_message: { id: message.id, body: '今朝の血圧は128/82でした。' }, last_message_at: message.published_at })
  expect(await unread(hanako)).toBe(0)
  await postMessage(hanako, '少し高いですか。')
  expect(await roomOf(nurse)).toMatchObject({ unread_count: 2, unresponded_since: message.published_at })
  await postMessage(doctor, '良い値です。')
  expect(await roomOf(nurse)).toMatchObject({ unread_count: 3, unresponded_since: null })
  expect([await unread(hanako), await unread(taro), await unread(doctor)]).toEqual([1, 0, 2])
  // notifiable only: the doctor is on the team, the nurse is not
  const readNotifiable = async (member: Member) => (await member.get('/api/message_rooms/unread_notifiable_count')).body
  expect([await readNotifiable(doctor), await readNotifiable(nurse), await readNotifiable(hanako)]).toEqual([
    { count: 2, patient_count: 1 },
    { count: 0, patient_count: 0 },
    { count: 1, patient_count: 1 },
  ])
})

test('sets and undoes "no reply needed", and rejects "needs reply" for a room without a message of the patient', async () => {
  const message = await postMessage(hanako, 'ありがとうございます。')
  // the room waits since the first of the two messages, also after "no reply needed" is undone
  const last = await postMessage(hanako, 'それだけです。')
  const { id } = await roomOf(nurse)
  const setNeedsReply = async (member: Member, room: number, needs_reply: boolean) =>
    member.request('PATCH', `/api/message_rooms/${room}`, { body: { needs_reply } })
  expect((await setNeedsReply(nurse, id, false)).body).toMatchObject({ unresponded_since: null })
  expect((await setNeedsReply(nurse, id, true)).body).toMatchObject({ unresponded_since: message.published_at })
  // a message that arrived while the first was read still waits
  const settleUpTo = async (message: { id: number }) =>
    (await nurse.request('PATCH', `/api/message_rooms/${id}`, { body: { needs_reply: false, up_to_message_id: message.id } })).body
  expect(await settleUpTo(message)).toMatchObject({ unresponded_since: last.published_at })
  expect(await settleUpTo(last)).toMatchObject({ unresponded_since: null })
  expect((await setNeedsReply(nurse, id, true)).body).toMatchObject({ unresponded_since: message.published_at })
  expect((await setNeedsReply(nurse, (await roomOf(nurse, taro)).id, true)).body.fields).toEqual({ needs_reply: [expect.any(String)] })
  expect([(await setNeedsReply(observer, id, false)).status, (await setNeedsReply(hanako, id, false)).status]).toEqual([403, 403])
})

test('sorts rooms by the longest wait, then by the newest message', async () => {
  const jiro = await testApp.add({ role: 'patient', last_name: '次郎' })
  await testApp.context.db.execute(
    sql`update message_rooms set unresponded_since = '2026-01-01T00:00:00Z', last_message_at = '2026-01-01T00:00:00Z' where patient_id = ${jiro.id}`,
  )
  const order = async () => (await nurse.get('/api/message_rooms/list')).body.items.map((room: { patient: { id: number } }) => room.patient.id)
  expect(await order()).toEqual([jiro.id, hanako.id, taro.id])
  await nurse.request('POST', '/api/messages', { body: { patient_id: jiro.id, body: 'お待たせしました。' } })
  expect(await order()).toEqual([hanako.id, jiro.id, taro.id])
})

test('returns the same message when it is sent again with the same client_id', async () => {
  const client_id = 'outbox-0001'
  const first = await postMessage(hanako, '一度だけ', { client_id })
  const before = await roomOf(nurse)
  expect((await postMessage(hanako, '一度だけ', { client_id })).id).toBe(first.id)
  expect(await roomOf(nurse)).toEqual(before)
  expect((await postInvalid(hanako, { body: '別の言葉', client_id })).body.code).toBe('idempotency_key_reused')
  // another person may use the same client_id
  expect((await postMessage(doctor, '一度だけ', { client_id })).id).not.toBe(first.id)
  const responses = await Promise.all([1, 2, 3, 4].map(() => postMessage(hanako, '同時に', { client_id: 'outbox-0002' })))
  expect(new Set(responses.map(({ id }) => id)).size).toBe(1)
  expect((await nurse.get(`/api/messages/${first.id}`)).body.client_id).toBeNull()
})

test('a patient whose plan has no chat can read but not write messages; staff can write to them', async () => {
  const response = await taro.request('POST', '/api/messages', { body: { patient_id: taro.id, body: 'こんにちは' } })
  expect([response.status, response.body.code]).toEqual([403, 'chat_not_included'])
  expect((await nurse.request('POST', '/api/messages', { body: { patient_id: taro.id, body: 'お知らせです' } })).status).toBe(201)
  expect((await taro.get(`/api/messages?patient_id=${taro.id}`)).body.items).toHaveLength(1)
  expect([(await roomOf(nurse, taro)).chat, (await roomOf(nurse)).chat]).toEqual([false, true])
})

test('quotes only messages of the same room and mentions only people whom the sender may mention', async () => {
  const question = await postMessage(hanako, '薬は食後ですか。')
  expect(await postMessage(doctor, 'はい、食後です。', { reply_to_message_id: question.id, mention_ids: [nurse.id, hanako.id] })).toMatchObject({
    reply_to: { id: question.id, body: '薬は食後ですか。', is_deleted: false, sender: { id: hanako.id } },
    mentions: [{ id: hanako.id }, { id: nurse.id }].sort((a, b) => a.id - b.id),
  })
  const otherMessage = (await nurse.request('POST', '/api/messages', { body: { patient_id: taro.id, body: '別の部屋' } })).body
  const before = (await nurse.get(`/api/messages?patient_id=${hanako.id}`)).body.items.length
  for (const [member, body, field] of [
    [doctor, { body: 'a', reply_to_message_id: otherMessage.id }, 'reply_to_message_id'],
    [doctor, { body: 'a', reply_to_message_id: 999_999 }, 'reply_to_message_id'],
    [doctor, { body: 'a', mention_ids: [taro.id] }, 'mention_ids'],
    // care staff outside this patient's team
    [hanako, { body: 'a', mention_ids: [nurse.id] }, 'mention_ids'],
    [hanako, { body: ' \n ' }, 'body'],
    // invisible characters only
    [hanako, { body: '\u200b\u2060\ufe0f\u3164\u2800' }, 'body'],
    [hanako, { body: 'あ'.repeat(10_001) }, 'body'],
  ] as const) {
    const response = await postInvalid(member, body)
    expect([response.status, Object.keys(response.body.fields)]).toEqual([422, [field]])
  }
  expect((await postInvalid(hanako, { body: 'a', mention_ids: [nurse.id] })).body.code).toBe('person_not_mentionable')
  expect((await nurse.get(`/api/messages?patient_id=${hanako.id}`)).body.items).toHaveLength(before)
  // mentioned people are notified even outside the team
  const mentionRows = await testApp.context.db.execute(sql`select user_id, kind from notifications where patient_id = ${hanako.id} and user_id = ${nurse.id}`)
  expect(mentionRows.rows).toEqual([{ user_id: nurse.id, kind: 'mention' }])
})

test('a reply to a message that was deleted meanwhile is sent and shows that the quoted message was deleted', async () => {
  const question = await postMessage(hanako, '明日は何時ですか。')
  await hanako.request('DELETE', `/api/messages/${question.id}`)
  expect(await postMessage(doctor, '10時です。', { reply_to_message_id: question.id })).toMatchObject({
    body: '10時です。',
    reply_to: { id: question.id, body: '', is_deleted: true },
  })
})

test('empties a deleted message, updates the counters, and lets the patient wait again when the reply is deleted', async () => {
  await postMessage(doctor, '了解しました。')
  const question = await postMessage(hanako, 'もう一つ質問です。')
  const { unread_count } = await roomOf(nurse)
  const reply = await postMessage(doctor, '回答です。')
  expect((await nurse.request('DELETE', `/api/messages/${reply.id}`)).status).toBe(404)
  expect((await doctor.request('DELETE', `/api/messages/${reply.id}`)).status).toBe(204)
  expect(await roomOf(nurse)).toMatchObject({ unread_count, unresponded_since: question.published_at, last_message: { id: question.id } })
  expect((await hanako.get(`/api/messages/${reply.id}`)).body).toMatchObject({ body: '', deleted_at: expect.any(String) })
  expect((await doctor.request('DELETE', `/api/messages/${reply.id}`)).status).toBe(404)
  expect((await testApp.staff.admin.request('DELETE', `/api/messages/${question.id}`)).status).toBe(204)
  expect(await roomOf(nurse)).toMatchObject({ unread_count: unread_count - 1, unresponded_since: null })
  expect((await nurse.get('/api/messages/search?q=もう一つ')).body.items).toEqual([])
})

test('serves images by URLs signed for one reader, rejects other content and revokes the URLs on deletion', async () => {
  const bytes = await createPicture().png().toBuffer()
  const sent = (name: string, content: Uint8Array) =>
    hanako.request('POST', '/api/messages/image', { body: formOf({ patient_id: hanako.id, body: '手帳です' }, 'images[]', { filename: name, content }) })
  const { status, body: message } = await sent('../../血圧手帳.png', bytes)
  expect([status, message.content_type, message.images.length]).toEqual([201, 'image', 1])
  expect(message.images[0].name).not.toContain('/')
  const { signed_id } = (await doctor.get(`/api/messages/${message.id}`)).body.images[0]
  expect((await doctor.get(`/files/${signed_id}`)).status).toBe(200)
  expect((await nurse.get(`/files/${signed_id}`)).status).toBe(404)
  expect((await doctor.get('/api/messages/search?q=血圧手帳')).body.items.map(({ id }: { id: number }) => id)).toEqual([message.id])
  const { id } = await roomOf(doctor)
  expect((await doctor.get(`/api/message_rooms/${id}/images?anchor_message_id=${message.id}`)).body).toMatchObject({
    items: [{ message_id: message.id }],
    has_before: false,
    has_after: false,
  })
  expect((await sent('picture.png', Buffer.from('<script>alert(1)</script>'))).status).toBe(415)
  await hanako.request('DELETE', `/api/messages/${message.id}`)
  expect((await doctor.get(`/files/${signed_id}`)).status).toBe(404)
})

test('finds messages by parts of words from two characters on or by one kanji or kana, in any width and kana, and by names', async () => {
  const message = await postMessage(hanako, 'ｶﾞﾝﾏGTPとＡＢＣ検査の値が気になります')
  const searchIds = async (member: Member, query: string, extra = '') =>
    (await member.get(`/api/messages/search?q=${encodeURIComponent(query)}${extra}`)).body.items.map((item: { id: number }) => item.id)
  for (const query of ['がん', 'ガンマ', 'abc', 'ＡＢ', '検査', 'マg', '検査 がん', 'ガンマ 山田', 'やまだ abc', '検', '値 a'])
    expect([query, await searchIds(nurse, query)]).toEqual([query, [message.id]])
  expect(await searchIds(nurse, 'ｶﾞ')).toContain(message.id)
  for (const query of ['肝', 'g', 'ー', '肝臓', '%%', '検査 肝臓']) expect([query, await searchIds(nurse, query)]).toEqual([query, []])
  expect((await nurse.get('/api/messages/search?q[body_cont]=ガンマ')).body.items[0]).toMatchObject({ id: message.id, patient: { id: hanako.id } })
  const removed = await postMessage(hanako, '間違えました')
  expect((await searchIds(nurse, '山田'))[0]).toBe(removed.id)
  await hanako.request('DELETE', `/api/messages/${removed.id}`)
  expect((await searchIds(nurse, '山田'))[0]).toBe(message.id)
  expect(await searchIds(hanako, 'がん')).toEqual([message.id])
  expect([await searchIds(taro, 'がん'), await searchIds(taro, '山田')]).toEqual([[], []])
  expect((await nurse.get(`/api/messages?patient_id=${hanako.id}&q[body_cont]=ガンマ`)).body.items).toHaveLength(1)
})

test('returns the page before or after a message, and a search hit with the messages around it', async () => {
  const jiro = await testApp.add({ role: 'patient', last_name: '長話' })
  await testApp.context.db.execute(
    sql`insert into messages (patient_id, sender_id, body) select ${jiro.id}, ${jiro.id}, 'no ' || n from generate_series(1, 90) n order by n`,
  )
  const bodies = (items: { body: string }[]) => items.map(({ body }) => Number(body.slice(3)))
  const range = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, i) => from - i)
  const first = (await nurse.get(`/api/messages?patient_id=${jiro.id}`)).body
  expect([bodies(first.items), first.next_page]).toEqual([range(90, 66), 2])
  const older = (await nurse.get(`/api/messages?patient_id=${jiro.id}&before_id=${first.items.at(-1).id}`)).body
  expect(bodies(older.items)).toEqual(range(65, 41))
  const newer = (await nurse.get(`/api/messages?patient_id=${jiro.id}&after_id=${older.items.at(-1).id}`)).body
  expect([bodies(newer.items), newer.next_page]).toEqual([range(66, 42), 2])
  const anchor = older.items[10]
  const pick = async (extra = '') => (await nurse.get(`/api/messages/${anchor.id}/pick${extra}`)).body
  const aroundPage = await pick()
  expect([bodies(aroundPage.items), aroundPage.prev_page, aroundPage.next_page]).toEqual([range(67, 43), 1, 1])
  const before = await pick('?prev_page=2')
  expect([bodies(before.items), before.prev_page]).toEqual([range(17, 1), null])
  const after = await pick('?next_page=1')
  expect([bodies(after.items), after.next_page]).toEqual([range(90, 68), null])
})
