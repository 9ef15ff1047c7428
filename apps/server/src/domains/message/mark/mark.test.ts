import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { waitForLocks } from '../../../../test/row-locks.ts'
import { type Member, openTestApp, type TestApp } from '../../../../test/test-app.ts'
import { systemScope } from '../../../access/system-scope.ts'
import { care_people } from '../../patient/tables.ts'
import { openUpTo } from './open-store.ts'

let testApp: TestApp
let hanako: Member, taro: Member, doctor: Member, nurse: Member, admin: Member

const write = async (member: Member, body = '今朝は128/82でした。', extra: object = {}): Promise<number> => {
  const sent = await member.request('POST', '/api/messages', { body: { patient_id: hanako.id, body, ...extra } })
  expect(sent.status).toBe(201)
  return sent.body.id
}
const readMessage = async (member: Member, id: number) => (await member.get(`/api/messages/${id}`)).body
const rowsOf = async <T extends Record<string, unknown>>(text: ReturnType<typeof sql>) => (await testApp.context.db.execute<T>(text)).rows
/** Events published while `action` runs. */
const eventsDuring = async (action: () => Promise<unknown>) => {
  const [before] = await rowsOf<{ last: number }>(sql`select last from event_counter`)
  await action()
  return rowsOf(sql`select user_id, patient_id, changes, kind, record_id from events where id > ${before!.last} order by id`)
}
const readCounter = async (member: Member) =>
  (
    await rowsOf<{ last: number; unread: number }>(
      sql`select last_read_message_id as last, unread_count as unread from message_unreads where user_id = ${member.id} and patient_id = ${hanako.id}`,
    )
  )[0]
/** Number of queries that wait for a lock. */
const countLockWaits = async () =>
  (await testApp.context.pool.query(`select from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.datname = current_database()`))
    .rowCount
const openMessage = (member: Member, id: number) => member.request('PATCH', `/api/message_open_histories/${id}`)

let room_id: number

beforeAll(async () => {
  testApp = await openTestApp()
  ;({ hanako, taro } = testApp)
  ;({ doctor, nurse, admin } = testApp.staff)
  const { db } = testApp.context
  await db.execute(sql`
    with made as (insert into services (name, name_ja, name_en, name_kr, chat, followup_checkup_count, full_checkup_count, interview_count)
      values ('test_membership', '会員', 'Member', '회원', true, 1, 1, 4) returning id),
    plan as (insert into plans (name, name_ja, name_en, name_kr, price, billing_cycle, contract_period, duration, auto_update, service_id)
      select 'test_premium', 'プレミアム', 'Premium', '프리미엄', 1000, 'monthly', 1, 1, true, id from made returning id)
    insert into contracts (user_id, plan_id, auto_update, started_at) select ${hanako.id}, id, true, '2024-01-01T00:00:00Z' from plan`)
  await db.execute(sql`insert into emoticons (code, emoji, name_ja, name_en, name_kr, sort_number) values
    ('heart', '❤️', 'ハート', 'Heart', '하트', 2), ('thumbs_up', '👍', 'いいね', 'Like', '좋아요', 1) on conflict do nothing`)
  await systemScope(db).insert(care_people).values({ user_id: hanako.id, staff_id: doctor.id, role: 'doctor', main: true })
  room_id = Number((await rowsOf<{ id: number }>(sql`select id from message_rooms where patient_id = ${hanako.id}`))[0]!.id)
})

describe('reactions and likes', () => {
  const react = (member: Member, message_id: number, emoticon = 'heart') => member.request('POST', '/api/message_reactions', { body: { message_id, emoticon } })

  test('lists the emoticons in the request’s language', async () => {
    const { items } = (await hanako.get('/api/emoticons', { headers: { 'accept-language': 'en' } })).body
    expect(items.map(({ code, display_name }: { code: string; display_name: string }) => [code, display_name]).slice(0, 2)).toEqual([
      ['thumbs_up', 'Like'],
      ['heart', 'Heart'],
    ])
  })

  test('stores a repeated reaction once and publishes the message to those who see the patient', async () => {
    const id = await write(hanako)
    const events = await eventsDuring(async () => {
      const [first, second] = await Promise.all([react(nurse, id), react(nurse, id)])
      expect(first).toMatchObject({ status: 201, body: { message_id: id, user_id: nurse.id, emoticon: 'heart' } })
      expect(second.body).toEqual(first.body)
    })
    expect(events[0]).toEqual({ user_id: null, patient_id: hanako.id, changes: ['messages'], kind: 'message.changed', record_id: id })
    await react(hanako, id)
    const [{ mine_id, ...reaction }] = (await readMessage(hanako, id)).reactions
    expect(reaction).toEqual({ emoticon: 'heart', count: 2, names: ['nurse 一郎', '山田 花子'] })
    expect((await nurse.request('DELETE', `/api/message_reactions/${mine_id}`)).status).toBe(404)
    expect((await hanako.request('DELETE', `/api/message_reactions/${mine_id}`)).status).toBe(204)
    expect((await readMessage(hanako, id)).reactions).toMatchObject([{ count: 1, mine_id: null }])
  })

  test('rejects an unknown emoticon and returns 404 for deleted messages and messages of other patients', async () => {
    const id = await write(hanako)
    const unknownEmoticon = await react(doctor, id, 'unicorn')
    expect([unknownEmoticon.status, unknownEmoticon.body.fields]).toEqual([422, { emoticon: [expect.any(String)] }])
    expect((await react(taro, id)).status).toBe(404)
    await hanako.request('DELETE', `/api/messages/${id}`)
    expect((await react(doctor, id)).status).toBe(404)
    expect((await doctor.request('POST', '/api/message_likes', { body: { message_id: id } })).status).toBe(404)
    expect((await doctor.request('POST', '/api/message_pins', { body: { message_id: id } })).status).toBe(404)
    expect(await rowsOf(sql`select id from message_reactions where message_id = ${id}`)).toEqual([])
  })

  test('stores a repeated like once and lets people remove only their own', async () => {
    const id = await write(nurse, '記録をありがとうございます。')
    const like = () => hanako.request('POST', '/api/message_likes', { body: { message_id: id } })
    const first = await like()
    expect((await like()).body).toEqual(first.body)
    expect(await readMessage(hanako, id)).toMatchObject({ like_count: 1, my_like_id: first.body.id })
    expect(await readMessage(nurse, id)).toMatchObject({ like_count: 1, my_like_id: null })
    expect((await nurse.request('DELETE', `/api/message_likes/${first.body.id}`)).status).toBe(404)
    expect((await hanako.request('DELETE', `/api/message_likes/${first.body.id}`)).status).toBe(204)
    expect((await readMessage(nurse, id)).like_count).toBe(0)
  })
})

describe('pins', () => {
  test('pins a message once, hides pins from the patient, publishes a staff-only tag and removes the pin of a deleted message', async () => {
    const [first, second] = [await write(hanako, '一つ目'), await write(nurse, '二つ目')]
    const pin = (member: Member, message_id: number) => member.request('POST', '/api/message_pins', { body: { message_id } })
    const events = await eventsDuring(() => pin(nurse, first))
    // patients do not receive this tag
    expect(events).toEqual([{ user_id: null, patient_id: hanako.id, changes: ['message_pins'], kind: 'message.changed', record_id: first }])
    expect((await pin(doctor, first)).body).toMatchObject({ user: { id: nurse.id }, message: { body: '一つ目' } })
    const { body: newest } = await pin(doctor, second)
    const { body: list } = await admin.get(`/api/message_pins?patient_id=${hanako.id}`)
    expect(list).toMatchObject({ page: 1, next_page: null, total_count: 2, items: [{ id: newest.id, message: { pin_id: newest.id } }, { message_id: first }] })
    expect((await readMessage(hanako, second)).pin_id).toBeNull()
    expect((await hanako.get(`/api/message_pins?patient_id=${hanako.id}`)).status).toBe(403)
    expect((await pin(hanako, first)).status).toBe(403)
    await hanako.request('DELETE', `/api/messages/${first}`)
    expect((await admin.get(`/api/message_pins?patient_id=${hanako.id}`)).body.items).toHaveLength(1)
    expect((await nurse.request('DELETE', `/api/message_pins/${newest.id}`)).status).toBe(204)
    expect((await readMessage(nurse, second)).pin_id).toBeNull()
  })
})

describe('opening messages', () => {
  test('moves the read position, counts the later messages as unread and keeps the room waiting for a reply', async () => {
    const ids = [await write(hanako, '一'), await write(hanako, '二'), await write(hanako, '三')] as const
    const before = (await readCounter(nurse))!
    const events = await eventsDuring(async () =>
      expect((await openMessage(nurse, ids[1])).body).toEqual({ patient_id: hanako.id, last_read_message_id: ids[1], unread_count: 1 }),
    )
    expect(before.unread).toBeGreaterThanOrEqual(3)
    expect(events).toEqual([{ user_id: null, patient_id: hanako.id, changes: ['message_rooms', 'messages'], kind: 'message.read', record_id: ids[1] }])
    // an older message does not move the position back, and nothing is published
    expect(
      await eventsDuring(async () => expect((await openMessage(nurse, ids[0])).body).toMatchObject({ last_read_message_id: ids[1], unread_count: 1 })),
    ).toEqual([])
    expect((await readMessage(doctor, ids[0])).open_count).toBe(1)
    expect((await doctor.get(`/api/message_open_histories/${ids[1]}`)).body.items).toEqual([
      { user: expect.objectContaining({ id: nurse.id }), opened_at: expect.any(String) },
    ])
    expect((await doctor.get(`/api/message_open_histories/${ids[2]}`)).body.items).toEqual([])
    expect(await rowsOf(sql`select from message_rooms where patient_id = ${hanako.id} and unresponded_since is not null`)).toHaveLength(1)
  })

  test('shows the patient that a message was read, not by whom', async () => {
    const id = await write(hanako)
    expect((await readMessage(hanako, id)).open_count).toBe(0)
    await openMessage(nurse, id)
    await openMessage(doctor, id)
    expect((await readMessage(hanako, id)).open_count).toBe(1)
    expect((await readMessage(nurse, id)).open_count).toBe(2)
    expect((await hanako.get(`/api/message_open_histories/${id}`)).status).toBe(403)
  })

  test('publishes to the patient once that their message was read, and never that staff read each other’s messages', async () => {
    const kindsAndIds = async (action: () => Promise<unknown>) =>
      (await eventsDuring(action)).flatMap(({ kind, record_id }) => (kind ? [[kind, Number(record_id)]] : []))
    const [patientMessage, second] = [await write(hanako, '一つ目'), await write(hanako, '二つ目')]
    const doctorMessage = await write(doctor, 'お返事です')
    const published = await kindsAndIds(() => Promise.all([nurse, doctor, admin, testApp.staff.trainer].map((member) => openMessage(member, second))))
    expect(published.filter(([kind]) => kind === 'message.read')).toEqual([['message.read', second]])
    expect(published.filter(([kind]) => kind === 'message.opened')).toHaveLength(3)
    expect(await kindsAndIds(() => openMessage(testApp.staff.concierge, patientMessage))).toEqual([['message.opened', patientMessage]])
    expect(await kindsAndIds(() => openMessage(nurse, doctorMessage))).toEqual([['message.opened', doctorMessage]])
    // the patient's own opening is published to their other windows
    expect(await kindsAndIds(() => openMessage(hanako, doctorMessage))).toEqual([['message.read', doctorMessage]])
    expect(await kindsAndIds(() => nurse.request('PATCH', `/api/message_rooms/${room_id}`, { body: { needs_reply: true } }))).toEqual([
      ['room.changed', room_id],
    ])
  })

  test('serialises two members of staff who open a message at the same time, so that only one is the first reader', async () => {
    const { db } = testApp.context
    const id = await write(hanako)
    let openPromise: ReturnType<typeof openMessage> | undefined
    const events = await eventsDuring(async () => {
      await db.transaction(async (tx) => {
        const { rooms } = await openUpTo({ ...doctor, session_id: 0 }, systemScope(tx), { ids: [id] })
        expect(rooms).toMatchObject([{ firstRead: id }])
        openPromise = openMessage(nurse, id)
        await expect.poll(countLockWaits, { interval: 10 }).toBe(1)
      })
      await openPromise
    })
    expect(events.map(({ kind }) => kind)).toContain('message.opened')
    expect(events.map(({ kind }) => kind)).not.toContain('message.read')
  })

  test('keeps the unread count correct while messages are opened and sent at the same time', async () => {
    const ids: number[] = []
    for (let i = 0; i < 4; i++) ids.push(await write(hanako, `${i}`))
    await Promise.all([
      openMessage(nurse, ids[1]!),
      write(hanako, 'そのあいだに'),
      openMessage(nurse, ids[3]!),
      openMessage(nurse, ids[0]!),
      write(hanako, 'もう一つ'),
    ])
    const { last, unread } = (await readCounter(nurse))!
    const [still] = await rowsOf<{ n: number }>(
      sql`select count(*)::int as n from messages where patient_id = ${hanako.id} and id > ${last} and sender_id <> ${nurse.id} and deleted_at is null`,
    )
    expect([Number(last), Number(unread)]).toEqual([ids[3], still!.n])
    expect(still!.n).toBe(2)
  })

  test('still counts a message that is being sent while the room is opened', async () => {
    const { db } = testApp.context
    const id = await write(hanako)
    await openMessage(nurse, id)
    await rowsOf(sql`update message_unreads set unread_count = 5 where user_id = ${nurse.id}`)
    let openPromise: ReturnType<typeof openMessage> | undefined
    await db.transaction(async (tx) => {
      await tx.execute(sql`insert into messages (patient_id, sender_id, body) values (${hanako.id}, ${hanako.id}, 'いま')`)
      await tx.execute(sql`update message_unreads set unread_count = unread_count + 1 where user_id = ${nurse.id}`)
      openPromise = openMessage(nurse, id)
      await expect.poll(countLockWaits, { interval: 10 }).toBe(1)
    })
    expect((await openPromise!).body).toMatchObject({ last_read_message_id: id, unread_count: 1 })
  })

  test('marks the room’s notifications as checked and publishes this to one’s other windows', async () => {
    const id = await write(hanako, '先生へ')
    const openNotifications = () => rowsOf(sql`select id from notifications where user_id = ${doctor.id} and checked_at is null`)
    expect(await openNotifications()).toHaveLength(1)
    const events = await eventsDuring(() => openMessage(doctor, id))
    expect(events).toContainEqual({ user_id: doctor.id, patient_id: null, changes: ['notifications'], kind: null, record_id: null })
    expect(await openNotifications()).toEqual([])
  })

  test('opens messages of several rooms at once and rejects all if one is out of scope', async () => {
    const ids = [await write(hanako, '甲'), await write(hanako, '乙')]
    const { body: taros } = await doctor.request('POST', '/api/messages', { body: { patient_id: taro.id, body: '佐藤様' } })
    const openAll = (member: Member, list: number[]) => member.request('PATCH', '/api/message_open_histories/bulk_update', { body: { ids: list } })
    const before = await readCounter(hanako)
    expect((await openAll(hanako, [...ids, taros.id])).status).toBe(404)
    expect(await readCounter(hanako)).toEqual(before)
    expect((await openAll(nurse, [...ids, taros.id, taros.id])).body.items).toEqual([
      { patient_id: hanako.id, last_read_message_id: ids[1], unread_count: 0 },
      { patient_id: taro.id, last_read_message_id: taros.id, unread_count: 0 },
    ])
    expect((await openAll(nurse, [])).status).toBe(422)
  })

  test('by a person who opens several rooms for the first time locks the counters in the order of the patients, not of the request', async () => {
    const { body: taros } = await doctor.request('POST', '/api/messages', { body: { patient_id: taro.id, body: '佐藤様' } })
    const newcomer = await testApp.add({ role: 'nurse', email: 'newcomer@example.com' })
    let opening: ReturnType<Member['request']> | undefined
    await testApp.context.db.transaction(async (tx) => {
      const open = ({ id }: Member) => tx.execute(sql`insert into message_unreads (patient_id, user_id) values (${id}, ${newcomer.id})`)
      await open(hanako)
      const body = { ids: [taros.id], patient_ids: [hanako.id] }
      opening = newcomer.request('PATCH', '/api/message_open_histories/bulk_update', { body })
      await waitForLocks(testApp.context, 1)
      await tx.execute(sql`set local lock_timeout = '500ms'`)
      await open(taro)
    })
    expect((await opening!).status).toBe(200)
  })
})

describe('mention targets', () => {
  const targets = async (member: Member, query = '') =>
    (await member.get(`/api/message_mentions/targets?patient_id=${hanako.id}${query && `&q=${encodeURIComponent(query)}`}`)).body.items.map(
      (item: { last_name: string; is_on_team: boolean }) => [item.last_name, item.is_on_team],
    )

  test('are, for staff, care staff (the team first) and the patient; for a patient, only the care team', async () => {
    const allTargets = await targets(nurse)
    expect(allTargets[0]).toEqual(['doctor', true])
    expect(allTargets.map(([name]: [string]) => name)).toEqual(expect.arrayContaining(['山田', 'trainer', 'observer']))
    for (const name of ['admin', 'nurse', '佐藤']) expect(allTargets).not.toContainEqual([name, expect.anything()])
    expect(await targets(hanako)).toEqual([['doctor', true]])
  })

  test('are found in kanji, kana and romaji', async () => {
    for (const query of ['山田', 'やまだ', 'ハナコ', 'yamada']) expect(await targets(nurse, query)).toEqual([['山田', false]])
    expect(await targets(nurse, 'だれもいない')).toEqual([])
    expect((await taro.get(`/api/message_mentions/targets?patient_id=${hanako.id}`)).status).toBe(404)
  })
})
