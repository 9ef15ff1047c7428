import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { formOf } from '../../../../test/form.ts'
import { type Member, openWorld, type World } from '../../../../test/world.ts'

let world: World
let hanako: Member, taro: Member, doctor: Member, nurse: Member, observer: Member
beforeAll(async () => {
  world = await openWorld()
  ;({ hanako, taro } = world)
  ;({ doctor, nurse, observer } = world.staff)
  const { db } = world.context
  const planned = (id: number, chat: boolean) => sql`insert into contracts (user_id, plan_id, auto_update, started_at)
    select ${id}, p.id, true, '2024-01-01T00:00:00Z' from plans p join services s on s.id = p.service_id where s.chat = ${chat} order by p.id limit 1`
  await db.execute(planned(hanako.id, true))
  await db.execute(planned(taro.id, false))
  await db.execute(sql`insert into care_people (user_id, staff_id, role, main) values (${hanako.id}, ${doctor.id}, 'doctor', true)`)
})

const say = async (who: Member, body: string, more: object = {}) => {
  const answer = await who.ask('POST', '/api/messages', { body: { patient_id: hanako.id, body, ...more } })
  expect(`${answer.status} ${answer.status < 300 ? '' : answer.text}`).toBe('201 ')
  return answer.body
}
const refused = (who: Member, body: object) => who.ask('POST', '/api/messages', { body: { patient_id: hanako.id, ...body } })
const roomOf = async (who: Member, patient = hanako) =>
  (await who.get('/api/message_rooms')).body.items.find((room: { patient: { id: number } }) => room.patient.id === patient.id)
const unread = async (who: Member) => (await who.get('/api/message_rooms/unread_count')).body.count
const picture = (width = 8) => sharp({ create: { width, height: 8, channels: 3, background: '#345' } })

test('counts a patient’s message as unread for the care side, and the room waits until staff reply', async () => {
  const said = await say(hanako, '今朝の血圧は128/82でした。')
  expect(said).toMatchObject({
    patient_id: hanako.id,
    sender: { id: hanako.id },
    body: '今朝の血圧は128/82でした。',
    content_type: 'text',
    open_count: 0,
    pin_id: null,
  })
  for (const who of [doctor, nurse, observer]) expect(await roomOf(who)).toMatchObject({ unread_count: 1, unresponded_since: said.published_at })
  expect(await roomOf(nurse)).toMatchObject({ last_message: { id: said.id, body: '今朝の血圧は128/82でした。' }, last_message_at: said.published_at })
  expect(await unread(hanako)).toBe(0)
  await say(hanako, '少し高いですか。')
  expect(await roomOf(nurse)).toMatchObject({ unread_count: 2, unresponded_since: said.published_at })
  await say(doctor, '良い値です。')
  expect(await roomOf(nurse)).toMatchObject({ unread_count: 3, unresponded_since: null })
  expect([await unread(hanako), await unread(taro), await unread(doctor)]).toEqual([1, 0, 2])
  // notifiable only: the doctor is on the team, the nurse is not
  const notifiable = async (who: Member) => (await who.get('/api/message_rooms/unread_notifiable_count')).body.count
  expect([await notifiable(doctor), await notifiable(nurse), await notifiable(hanako)]).toEqual([2, 0, 1])
})

test('sets and undoes "no reply needed", and cannot wait without a message of the patient', async () => {
  const said = await say(hanako, 'ありがとうございます。')
  // the room waits since the first of the two, also after undoing
  const last = await say(hanako, 'それだけです。')
  const { id } = await roomOf(nurse)
  const set = async (who: Member, room: number, needs_reply: boolean) => who.ask('PATCH', `/api/message_rooms/${room}`, { body: { needs_reply } })
  expect((await set(nurse, id, false)).body).toMatchObject({ unresponded_since: null })
  expect((await set(nurse, id, true)).body).toMatchObject({ unresponded_since: said.published_at })
  // a message that arrived while the first was read still waits
  const upTo = async (message: { id: number }) =>
    (await nurse.ask('PATCH', `/api/message_rooms/${id}`, { body: { needs_reply: false, up_to_message_id: message.id } })).body
  expect(await upTo(said)).toMatchObject({ unresponded_since: last.published_at })
  expect(await upTo(last)).toMatchObject({ unresponded_since: null })
  expect((await set(nurse, id, true)).body).toMatchObject({ unresponded_since: said.published_at })
  expect((await set(nurse, (await roomOf(nurse, taro)).id, true)).body.fields).toEqual({ needs_reply: [expect.any(String)] })
  expect([(await set(observer, id, false)).status, (await set(hanako, id, false)).status]).toEqual([403, 403])
})

test('sorts the longest waiting first, then the newest', async () => {
  const jiro = await world.add({ role: 'patient', last_name: '次郎' })
  await world.context.db.execute(
    sql`update message_rooms set unresponded_since = '2026-01-01T00:00:00Z', last_message_at = '2026-01-01T00:00:00Z' where patient_id = ${jiro.id}`,
  )
  const order = async () => (await nurse.get('/api/message_rooms/list')).body.items.map((room: { patient: { id: number } }) => room.patient.id)
  expect(await order()).toEqual([jiro.id, hanako.id, taro.id])
  await nurse.ask('POST', '/api/messages', { body: { patient_id: jiro.id, body: 'お待たせしました。' } })
  expect(await order()).toEqual([hanako.id, jiro.id, taro.id])
})

test('returns the same message when it is sent again with the same client_id', async () => {
  const client_id = 'outbox-0001'
  const first = await say(hanako, '一度だけ', { client_id })
  const before = await roomOf(nurse)
  expect((await say(hanako, '一度だけ', { client_id })).id).toBe(first.id)
  expect(await roomOf(nurse)).toEqual(before)
  expect((await refused(hanako, { body: '別の言葉', client_id })).body.code).toBe('idempotency_key_reused')
  // another person may use the same client_id
  expect((await say(doctor, '一度だけ', { client_id })).id).not.toBe(first.id)
  const both = await Promise.all([1, 2, 3, 4].map(() => say(hanako, '同時に', { client_id: 'outbox-0002' })))
  expect(new Set(both.map(({ id }) => id)).size).toBe(1)
  expect((await nurse.get(`/api/messages/${first.id}`)).body.client_id).toBeNull()
})

test('lets a patient without chat read but not write, and staff write to them', async () => {
  const answer = await taro.ask('POST', '/api/messages', { body: { patient_id: taro.id, body: 'こんにちは' } })
  expect([answer.status, answer.body.code]).toEqual([403, 'chat_not_included'])
  expect((await nurse.ask('POST', '/api/messages', { body: { patient_id: taro.id, body: 'お知らせです' } })).status).toBe(201)
  expect((await taro.get(`/api/messages?patient_id=${taro.id}`)).body.items).toHaveLength(1)
  expect([(await roomOf(nurse, taro)).chat, (await roomOf(nurse)).chat]).toEqual([false, true])
})

test('quotes only messages of the same room and mentions only people who read it', async () => {
  const asked = await say(hanako, '薬は食後ですか。')
  expect(await say(doctor, 'はい、食後です。', { reply_to_message_id: asked.id, mention_ids: [nurse.id, hanako.id] })).toMatchObject({
    reply_to: { id: asked.id, body: '薬は食後ですか。', is_deleted: false, sender: { id: hanako.id } },
    mentions: [{ id: hanako.id }, { id: nurse.id }].sort((a, b) => a.id - b.id),
  })
  const elsewhere = (await nurse.ask('POST', '/api/messages', { body: { patient_id: taro.id, body: '別の部屋' } })).body
  const before = (await nurse.get(`/api/messages?patient_id=${hanako.id}`)).body.items.length
  for (const [who, body, field] of [
    [doctor, { body: 'a', reply_to_message_id: elsewhere.id }, 'reply_to_message_id'],
    [doctor, { body: 'a', reply_to_message_id: 999_999 }, 'reply_to_message_id'],
    [doctor, { body: 'a', mention_ids: [taro.id] }, 'mention_ids'],
    // care staff outside this patient's team
    [hanako, { body: 'a', mention_ids: [nurse.id] }, 'mention_ids'],
    [hanako, { body: ' \n ' }, 'body'],
    // invisible characters only
    [hanako, { body: '\u200b\u2060\ufe0f\u3164\u2800' }, 'body'],
    [hanako, { body: 'あ'.repeat(10_001) }, 'body'],
  ] as const) {
    const answer = await refused(who, body)
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([422, [field]])
  }
  expect((await nurse.get(`/api/messages?patient_id=${hanako.id}`)).body.items).toHaveLength(before)
  // mentioned people are notified even outside the team
  const told = await world.context.db.execute(sql`select user_id, kind from notifications where patient_id = ${hanako.id} and user_id = ${nurse.id}`)
  expect(told.rows).toEqual([{ user_id: nurse.id, kind: 'mention' }])
})

test('empties a deleted message, updates the counters, and reopens what a deleted reply had answered', async () => {
  await say(doctor, '了解しました。')
  const asked = await say(hanako, 'もう一つ質問です。')
  const { unread_count } = await roomOf(nurse)
  const answered = await say(doctor, '回答です。')
  expect((await nurse.ask('DELETE', `/api/messages/${answered.id}`)).status).toBe(404)
  expect((await doctor.ask('DELETE', `/api/messages/${answered.id}`)).status).toBe(204)
  expect(await roomOf(nurse)).toMatchObject({ unread_count, unresponded_since: asked.published_at, last_message: { id: asked.id } })
  expect((await hanako.get(`/api/messages/${answered.id}`)).body).toMatchObject({ body: '', deleted_at: expect.any(String) })
  expect((await doctor.ask('DELETE', `/api/messages/${answered.id}`)).status).toBe(404)
  expect((await world.staff.admin.ask('DELETE', `/api/messages/${asked.id}`)).status).toBe(204)
  expect(await roomOf(nurse)).toMatchObject({ unread_count: unread_count - 1, unresponded_since: null })
  expect((await nurse.get('/api/messages/search?q=もう一つ')).body.items).toEqual([])
})

test('encodes images again, shows them to readers of the message and revokes their addresses on deletion', async () => {
  const bytes = await picture().png().toBuffer()
  const sent = (name: string, content: Uint8Array) =>
    hanako.ask('POST', '/api/messages/image', { body: formOf({ patient_id: hanako.id, body: '手帳です' }, 'images[]', { filename: name, content }) })
  const { status, body: said } = await sent('../../血圧手帳.png', bytes)
  expect([status, said.content_type, said.images.length]).toEqual([201, 'image', 1])
  expect(said.images[0].name).not.toContain('/')
  const { signed_id } = (await doctor.get(`/api/messages/${said.id}`)).body.images[0]
  expect((await doctor.get(`/files/${signed_id}`)).status).toBe(200)
  expect((await nurse.get(`/files/${signed_id}`)).status).toBe(404)
  expect((await doctor.get('/api/messages/search?q=血圧手帳')).body.items.map(({ id }: { id: number }) => id)).toEqual([said.id])
  const { id } = await roomOf(doctor)
  expect((await doctor.get(`/api/message_rooms/${id}/images?anchor_message_id=${said.id}`)).body).toMatchObject({
    items: [{ message_id: said.id }],
    has_before: false,
    has_after: false,
  })
  expect((await sent('picture.png', Buffer.from('<script>alert(1)</script>'))).status).toBe(415)
  await hanako.ask('DELETE', `/api/messages/${said.id}`)
  expect((await doctor.get(`/files/${signed_id}`)).status).toBe(404)
})

test('finds parts of words of two characters in the whole history, in any width and kana, and names', async () => {
  const said = await say(hanako, 'ｶﾞﾝﾏGTPとＡＢＣ検査の値が気になります')
  const hits = async (who: Member, q: string, more = '') =>
    (await who.get(`/api/messages/search?q=${encodeURIComponent(q)}${more}`)).body.items.map((item: { id: number }) => item.id)
  for (const q of ['がん', 'ガンマ', 'abc', 'ＡＢ', '検査', 'マg', '検査 がん', 'ガンマ 山田', 'やまだ abc'])
    expect([q, await hits(nurse, q)]).toEqual([q, [said.id]])
  for (const q of ['検', '肝臓', '%%', '検査 肝臓']) expect([q, await hits(nurse, q)]).toEqual([q, []])
  expect((await nurse.get('/api/messages/search?q[body_cont]=ガンマ')).body.items[0]).toMatchObject({ id: said.id, patient: { id: hanako.id } })
  const gone = await say(hanako, '間違えました')
  expect((await hits(nurse, '山田'))[0]).toBe(gone.id)
  await hanako.ask('DELETE', `/api/messages/${gone.id}`)
  expect((await hits(nurse, '山田'))[0]).toBe(said.id)
  expect(await hits(hanako, 'がん')).toEqual([said.id])
  expect([await hits(taro, 'がん'), await hits(taro, '山田')]).toEqual([[], []])
  expect((await nurse.get(`/api/messages?patient_id=${hanako.id}&q[body_cont]=ガンマ`)).body.items).toHaveLength(1)
})

test('pages a thread from a message and opens a hit with the messages around it', async () => {
  const jiro = await world.add({ role: 'patient', last_name: '長話' })
  await world.context.db.execute(
    sql`insert into messages (patient_id, sender_id, body) select ${jiro.id}, ${jiro.id}, 'no ' || n from generate_series(1, 90) n order by n`,
  )
  const bodies = (items: { body: string }[]) => items.map(({ body }) => Number(body.slice(3)))
  const range = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, n) => from - n)
  const first = (await nurse.get(`/api/messages?patient_id=${jiro.id}`)).body
  expect([bodies(first.items), first.next_page]).toEqual([range(90, 66), 2])
  const older = (await nurse.get(`/api/messages?patient_id=${jiro.id}&before_id=${first.items.at(-1).id}`)).body
  expect(bodies(older.items)).toEqual(range(65, 41))
  const newer = (await nurse.get(`/api/messages?patient_id=${jiro.id}&after_id=${older.items.at(-1).id}`)).body
  expect([bodies(newer.items), newer.next_page]).toEqual([range(66, 42), 2])
  const at = older.items[10]
  const pick = async (more = '') => (await nurse.get(`/api/messages/${at.id}/pick${more}`)).body
  const around = await pick()
  expect([bodies(around.items), around.prev_page, around.next_page]).toEqual([range(67, 43), 1, 1])
  const before = await pick('?prev_page=2')
  expect([bodies(before.items), before.prev_page]).toEqual([range(17, 1), null])
  const after = await pick('?next_page=1')
  expect([bodies(after.items), after.next_page]).toEqual([range(90, 68), null])
})
