import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { type Member, openWorld, type World } from '../../../../test/world.ts'
import { sendBulks } from '../../bulk-message/send-jobs.ts'

let world: World
let doctor: Member, nurse: Member
beforeAll(async () => {
  world = await openWorld()
  ;({ doctor, nurse } = world.staff)
})

const run = async <T extends Record<string, unknown>>(text: ReturnType<typeof sql>) => (await world.context.db.execute<T>(text)).rows
const newcomer = async () => {
  const patient = await world.add({ role: 'patient', last_name: '患者' })
  await run(sql`insert into contracts (user_id, plan_id, auto_update, started_at)
    select ${patient.id}, p.id, true, '2024-01-01T00:00:00Z' from plans p join services s on s.id = p.service_id where s.chat order by p.id limit 1`)
  return patient
}
const say = async (who: Member, patient: Member, body: string) => (await who.ask('POST', '/api/messages', { body: { patient_id: patient.id, body } })).body
const takeBack = async (who: Member, { id }: { id: number }) => expect((await who.ask('DELETE', `/api/messages/${id}`)).status).toBe(204)
const roomOf = async (who: Member, { id }: Member) => (await who.get(`/api/message_rooms/list?patient_id=${id}`)).body.items[0]
const toMany = async (patient: Member, body: string) => {
  const { id } = (await nurse.ask('POST', '/api/bulk_messages', { body: { choice: { patient_ids: [patient.id] }, body } })).body
  await run(sql`update bulk_messages set sends_at = now() - interval '1 second' where id = ${id}`)
  await sendBulks(world.context, { id }, new AbortController().signal)
  return (await nurse.get(`/api/messages?patient_id=${patient.id}`)).body.items[0]
}

/** Waits until this many queries wait for a lock. */
const areWaiting = async (count: number) => {
  for (let waiting = 0; waiting < count; )
    waiting = (
      await run(sql`select distinct pid from pg_locks where not granted
        and pid in (select pid from pg_locks where database = (select oid from pg_database where datname = current_database()))`)
    ).length
}
/** Locks these rows. Returns a function that releases them. */
const stopAt = (rows: ReturnType<typeof sql>) => {
  let free = () => {}
  const held = new Promise<void>((resolve) => {
    free = resolve
  })
  const over = world.context.db.transaction(async (tx) => {
    await tx.execute(sql`select from ${rows} for update`)
    await held
  })
  return () => {
    free()
    return over
  }
}

test('a bulk message is not a reply: the patient still waits when the later of two messages is deleted', async () => {
  const patient = await newcomer()
  const first = await say(patient, patient, '薬を飲み忘れました。')
  await toMany(patient, '休診のお知らせです。')
  await takeBack(patient, await say(patient, patient, '間違えました。'))
  expect(await roomOf(doctor, patient)).toMatchObject({ unresponded_since: first.published_at })
  await takeBack(patient, first)
  expect(await roomOf(doctor, patient)).toMatchObject({ unresponded_since: null })
})

test('"no reply needed" stays when a message that was not a reply to it is deleted', async () => {
  const patient = await newcomer()
  const before = await say(nurse, patient, 'ご予約を承りました。')
  await say(patient, patient, 'ありがとうございます。')
  const room = await roomOf(nurse, patient)
  await nurse.ask('PATCH', `/api/message_rooms/${room.id}`, { body: { needs_reply: false } })
  await takeBack(nurse, before)
  await takeBack(nurse, await toMany(patient, '休診のお知らせです。'))
  expect(await roomOf(nurse, patient)).toMatchObject({ unresponded_since: null })
  // nor do messages that were settled earlier wait again
  await takeBack(patient, await say(patient, patient, '追伸です。'))
  expect(await roomOf(nurse, patient)).toMatchObject({ unresponded_since: null })
})

test('the room waits since the first unanswered message, also after a bulk message', async () => {
  const patient = await newcomer()
  const first = await say(patient, patient, '相談があります。')
  await toMany(patient, '休診のお知らせです。')
  await say(patient, patient, 'お願いします。')
  const { id } = await roomOf(nurse, patient)
  for (const needs_reply of [false, true]) await nurse.ask('PATCH', `/api/message_rooms/${id}`, { body: { needs_reply } })
  expect(await roomOf(nurse, patient)).toMatchObject({ unresponded_since: first.published_at })
  const answer = await say(nurse, patient, 'どうぞ。')
  await say(patient, patient, '別の件です。')
  await takeBack(nurse, answer)
  expect(await roomOf(nurse, patient)).toMatchObject({ unresponded_since: first.published_at })
})

test('a message written during a deletion becomes the newest of the room and waits', async () => {
  const patient = await newcomer()
  const answer = await say(doctor, patient, '回答です。')
  // with no unread count to decrement, the deletion waits for the room lock only
  for (const who of [patient, ...Object.values(world.staff)]) await who.ask('PATCH', `/api/message_open_histories/${answer.id}`)
  const goOn = stopAt(sql`message_unreads where patient_id = ${patient.id} and user_id = ${nurse.id}`)
  const writing = say(patient, patient, 'もう一つ質問です。')
  await areWaiting(1)
  const taking = takeBack(doctor, answer)
  await areWaiting(2)
  await goOn()
  await taking
  const asked = await writing
  expect(await roomOf(nurse, patient)).toMatchObject({ last_message: { id: asked.id }, unresponded_since: asked.published_at })
})

test('a card requested again during a deletion: both unread counts are correct', async () => {
  const patient = await newcomer()
  const ask = () => nurse.ask('POST', '/api/data_entry_requests', { body: { patient_id: patient.id, kind: 'questionnaire' } })
  await ask()
  const said = await say(patient, patient, '間違えました。')
  await doctor.ask('POST', '/api/message_pins', { body: { message_id: said.id } })
  expect(await roomOf(doctor, patient)).toMatchObject({ unread_count: 2 })
  const goOn = stopAt(sql`message_pins where message_id = ${said.id}`)
  const taking = takeBack(patient, said)
  await areWaiting(1)
  const asking = ask()
  await areWaiting(2)
  await goOn()
  await taking
  expect((await asking).status).toBe(201)
  expect(await roomOf(doctor, patient)).toMatchObject({ unread_count: 1 })
})

test('decrements only counters that include the message', async () => {
  const patient = await newcomer()
  const early = await say(patient, patient, '一つ目')
  await say(patient, patient, '二つ目')
  // unread for the patient only
  await takeBack(nurse, await toMany(patient, '休診のお知らせです。'))
  expect(await roomOf(doctor, patient)).toMatchObject({ unread_count: 2 })
  await toMany(patient, '休診のお知らせです。')
  await doctor.ask('PATCH', `/api/message_open_histories/${early.id}`)
  expect(await roomOf(doctor, patient)).toMatchObject({ unread_count: 1 })
  // a later colleague never counted the messages before
  const colleague = await world.add({ role: 'nurse' })
  await say(patient, patient, '三つ目')
  expect(await roomOf(colleague, patient)).toMatchObject({ unread_count: 1 })
  await takeBack(patient, early)
  expect([(await roomOf(colleague, patient)).unread_count, (await roomOf(doctor, patient)).unread_count]).toEqual([1, 2])
})

test('a deletion decrements the open notification and deletes it at zero', async () => {
  const patient = await newcomer()
  await run(sql`insert into care_people (user_id, staff_id, role, main) values (${patient.id}, ${doctor.id}, 'doctor', true)`)
  const lines = () =>
    run(sql`select kind, count from notifications where user_id = ${doctor.id} and patient_id = ${patient.id} and checked_at is null order by kind`)
  const first = await say(patient, patient, '一つ目')
  const second = await say(patient, patient, '二つ目')
  await takeBack(nurse, await toMany(patient, '休診のお知らせです。'))
  expect(await lines()).toEqual([{ kind: 'message', count: 2 }])
  await takeBack(patient, second)
  expect(await lines()).toEqual([{ kind: 'message', count: 1 }])
  // a repeated request has one card and is counted once
  for (const note of ['お願いします', '忘れずに'])
    await nurse.ask('POST', '/api/data_entry_requests', { body: { patient_id: patient.id, kind: 'questionnaire', note } })
  expect(await lines()).toEqual([{ kind: 'message', count: 2 }])
  const [card] = (await nurse.get(`/api/messages?patient_id=${patient.id}`)).body.items
  // a reminder comes also when its message was deleted
  const remind_at = new Date(Date.now() + 3_600_000).toISOString()
  await doctor.ask('POST', '/api/message_reminders', { body: { patient_id: patient.id, message_id: first.id, remind_at } })
  await run(sql`delete from pgboss.job where name <> 'message_reminder'`)
  await world.work()
  await takeBack(nurse, card)
  await takeBack(patient, first)
  expect(await lines()).toEqual([{ kind: 'reminder', count: 1 }])
})
