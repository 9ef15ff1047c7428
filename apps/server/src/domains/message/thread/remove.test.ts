import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { addContract } from '../../../../test/payment/contract.ts'
import { lockRow, waitForLocks } from '../../../../test/row-locks.ts'
import { type Member, openTestApp, type TestApp } from '../../../../test/test-app.ts'
import { sendBulks } from '../../bulk-message/send-jobs.ts'

let testApp: TestApp
let doctor: Member, nurse: Member
beforeAll(async () => {
  testApp = await openTestApp()
  ;({ doctor, nurse } = testApp.staff)
})

const runQuery = async <T extends Record<string, unknown>>(text: ReturnType<typeof sql>) => (await testApp.context.db.execute<T>(text)).rows
const createPatient = async () => {
  const patient = await testApp.add({ role: 'patient', last_name: '患者' })
  await addContract(testApp, patient.id, { chat: true })
  return patient
}
const postMessage = async (member: Member, patient: Member, body: string) =>
  (await member.request('POST', '/api/messages', { body: { patient_id: patient.id, body } })).body
const removeMessage = async (member: Member, { id }: { id: number }) => expect((await member.request('DELETE', `/api/messages/${id}`)).status).toBe(204)
const roomOf = async (member: Member, { id }: Member) => (await member.get(`/api/message_rooms/list?patient_id=${id}`)).body.items[0]
const sendBulkMessage = async (patient: Member, body: string) => {
  const { id } = (await nurse.request('POST', '/api/bulk_messages', { body: { choice: { patient_ids: [patient.id] }, body } })).body
  await runQuery(sql`update bulk_messages set sends_at = now() - interval '1 second' where id = ${id}`)
  await sendBulks(testApp.context, { id }, new AbortController().signal)
  return (await nurse.get(`/api/messages?patient_id=${patient.id}`)).body.items[0]
}

test('a bulk message is not a reply: the patient still waits when the later of two messages is deleted', async () => {
  const patient = await createPatient()
  const first = await postMessage(patient, patient, '薬を飲み忘れました。')
  await sendBulkMessage(patient, '休診のお知らせです。')
  await removeMessage(patient, await postMessage(patient, patient, '間違えました。'))
  expect(await roomOf(doctor, patient)).toMatchObject({ unresponded_since: first.published_at })
  await removeMessage(patient, first)
  expect(await roomOf(doctor, patient)).toMatchObject({ unresponded_since: null })
})

test('"no reply needed" stays when an earlier staff message or a bulk message is deleted', async () => {
  const patient = await createPatient()
  const before = await postMessage(nurse, patient, 'ご予約を承りました。')
  await postMessage(patient, patient, 'ありがとうございます。')
  const room = await roomOf(nurse, patient)
  await nurse.request('PATCH', `/api/message_rooms/${room.id}`, { body: { needs_reply: false } })
  await removeMessage(nurse, before)
  await removeMessage(nurse, await sendBulkMessage(patient, '休診のお知らせです。'))
  expect(await roomOf(nurse, patient)).toMatchObject({ unresponded_since: null })
  // messages marked earlier as needing no reply do not wait again either
  await removeMessage(patient, await postMessage(patient, patient, '追伸です。'))
  expect(await roomOf(nurse, patient)).toMatchObject({ unresponded_since: null })
})

test('"no reply needed" stays when a later reply is deleted; later messages, and messages whose reply is deleted, wait again', async () => {
  const patient = await createPatient()
  const settle = async (up_to?: { id: number }) =>
    nurse.request('PATCH', `/api/message_rooms/${(await roomOf(nurse, patient)).id}`, { body: { needs_reply: false, up_to_message_id: up_to?.id } })
  const answered = await postMessage(patient, patient, '薬を飲み忘れました。')
  const firstReply = await postMessage(nurse, patient, '次から飲んでください。')
  await postMessage(patient, patient, 'ありがとうございます。')
  await settle()
  const secondReply = await postMessage(nurse, patient, 'お大事に。')
  await removeMessage(nurse, secondReply)
  expect(await roomOf(nurse, patient)).toMatchObject({ unresponded_since: null })
  const settled = await postMessage(patient, patient, '承知しました。')
  const question = await postMessage(patient, patient, '頭痛もします。')
  await settle(settled)
  expect(await roomOf(nurse, patient)).toMatchObject({ unresponded_since: question.published_at })
  await removeMessage(nurse, await postMessage(nurse, patient, '様子を見てください。'))
  expect(await roomOf(nurse, patient)).toMatchObject({ unresponded_since: question.published_at })
  // the deleted reply answered an earlier message, which was not marked as needing no reply
  await removeMessage(nurse, firstReply)
  expect(await roomOf(nurse, patient)).toMatchObject({ unresponded_since: answered.published_at })
  await removeMessage(patient, answered)
  expect(await roomOf(nurse, patient)).toMatchObject({ unresponded_since: question.published_at })
})

test('an answered message that was marked as needing a reply, then as needing none, does not wait after its reply is deleted', async () => {
  const patient = await createPatient()
  const question = await postMessage(patient, patient, '頭痛がします。')
  const response = await postMessage(nurse, patient, '確認します。')
  const { id } = await roomOf(nurse, patient)
  await nurse.request('PATCH', `/api/message_rooms/${id}`, { body: { needs_reply: true } })
  expect(await roomOf(nurse, patient)).toMatchObject({ unresponded_since: question.published_at })
  await nurse.request('PATCH', `/api/message_rooms/${id}`, { body: { needs_reply: false } })
  await removeMessage(nurse, response)
  expect(await roomOf(nurse, patient)).toMatchObject({ unresponded_since: null })
})

test('after "needs a reply" undoes "no reply needed", the messages wait again when a later reply is deleted', async () => {
  const patient = await createPatient()
  const first = await postMessage(patient, patient, '相談があります。')
  const { id } = await roomOf(nurse, patient)
  await postMessage(patient, patient, 'お願いします。')
  // "no reply needed" covers the first message only and is then undone
  for (const body of [{ needs_reply: false, up_to_message_id: first.id }, { needs_reply: true }])
    await nurse.request('PATCH', `/api/message_rooms/${id}`, { body })
  expect(await roomOf(nurse, patient)).toMatchObject({ unresponded_since: first.published_at })
  await removeMessage(nurse, await postMessage(nurse, patient, 'どうぞ。'))
  expect(await roomOf(nurse, patient)).toMatchObject({ unresponded_since: first.published_at })
})

test('the room waits since the first unanswered message, also after a bulk message', async () => {
  const patient = await createPatient()
  const first = await postMessage(patient, patient, '相談があります。')
  await sendBulkMessage(patient, '休診のお知らせです。')
  await postMessage(patient, patient, 'お願いします。')
  const { id } = await roomOf(nurse, patient)
  for (const needs_reply of [false, true]) await nurse.request('PATCH', `/api/message_rooms/${id}`, { body: { needs_reply } })
  expect(await roomOf(nurse, patient)).toMatchObject({ unresponded_since: first.published_at })
  const response = await postMessage(nurse, patient, 'どうぞ。')
  await postMessage(patient, patient, '別の件です。')
  await removeMessage(nurse, response)
  expect(await roomOf(nurse, patient)).toMatchObject({ unresponded_since: first.published_at })
})

test('a message written during a deletion becomes the newest of the room and needs a reply', async () => {
  const patient = await createPatient()
  const response = await postMessage(doctor, patient, '回答です。')
  // with no unread count to decrement, the deletion waits for the room lock only
  for (const member of [patient, ...Object.values(testApp.staff)]) await member.request('PATCH', `/api/message_open_histories/${response.id}`)
  const release = await lockRow(testApp.context, sql`message_unreads where patient_id = ${patient.id} and user_id = ${nurse.id}`)
  const postPromise = postMessage(patient, patient, 'もう一つ質問です。')
  await waitForLocks(testApp.context, 1)
  const removal = removeMessage(doctor, response)
  await waitForLocks(testApp.context, 2)
  await release()
  await removal
  const message = await postPromise
  expect(await roomOf(nurse, patient)).toMatchObject({ last_message: { id: message.id }, unresponded_since: message.published_at })
})

test('when an entry request is repeated during a deletion, only the new card stays in the unread count', async () => {
  const patient = await createPatient()
  const requestEntry = () => nurse.request('POST', '/api/data_entry_requests', { body: { patient_id: patient.id, kind: 'questionnaire' } })
  await requestEntry()
  const removedMessage = await postMessage(patient, patient, '間違えました。')
  await doctor.request('POST', '/api/message_pins', { body: { message_id: removedMessage.id } })
  expect(await roomOf(doctor, patient)).toMatchObject({ unread_count: 2 })
  const release = await lockRow(testApp.context, sql`message_pins where message_id = ${removedMessage.id}`)
  const removal = removeMessage(patient, removedMessage)
  await waitForLocks(testApp.context, 1)
  const entryRequest = requestEntry()
  await waitForLocks(testApp.context, 2)
  await release()
  await removal
  expect((await entryRequest).status).toBe(201)
  expect(await roomOf(doctor, patient)).toMatchObject({ unread_count: 1 })
})

test('a deletion decrements only the unread counters that include the message', async () => {
  const patient = await createPatient()
  const early = await postMessage(patient, patient, '一つ目')
  await postMessage(patient, patient, '二つ目')
  // a bulk message is unread for the patient only
  await removeMessage(nurse, await sendBulkMessage(patient, '休診のお知らせです。'))
  expect(await roomOf(doctor, patient)).toMatchObject({ unread_count: 2 })
  await sendBulkMessage(patient, '休診のお知らせです。')
  await doctor.request('PATCH', `/api/message_open_histories/${early.id}`)
  expect(await roomOf(doctor, patient)).toMatchObject({ unread_count: 1 })
  // the counter of a colleague who joins later does not include the earlier messages
  const colleague = await testApp.add({ role: 'nurse' })
  await postMessage(patient, patient, '三つ目')
  expect(await roomOf(colleague, patient)).toMatchObject({ unread_count: 1 })
  await removeMessage(patient, early)
  expect([(await roomOf(colleague, patient)).unread_count, (await roomOf(doctor, patient)).unread_count]).toEqual([1, 2])
})

test('a deletion decrements the open notification and deletes it at zero', async () => {
  const patient = await createPatient()
  await runQuery(sql`insert into care_people (user_id, staff_id, role, main) values (${patient.id}, ${doctor.id}, 'doctor', true)`)
  const openNotifications = () =>
    runQuery(sql`select kind, count from notifications where user_id = ${doctor.id} and patient_id = ${patient.id} and checked_at is null order by kind`)
  const first = await postMessage(patient, patient, '一つ目')
  const second = await postMessage(patient, patient, '二つ目')
  await removeMessage(nurse, await sendBulkMessage(patient, '休診のお知らせです。'))
  expect(await openNotifications()).toEqual([{ kind: 'message', count: 2 }])
  await removeMessage(patient, second)
  expect(await openNotifications()).toEqual([{ kind: 'message', count: 1 }])
  // a repeated request has one card and is counted once
  for (const note of ['お願いします', '忘れずに'])
    await nurse.request('POST', '/api/data_entry_requests', { body: { patient_id: patient.id, kind: 'questionnaire', note } })
  expect(await openNotifications()).toEqual([{ kind: 'message', count: 2 }])
  const [card] = (await nurse.get(`/api/messages?patient_id=${patient.id}`)).body.items
  // the notification of a reminder stays when its message is deleted
  const remind_at = new Date(Date.now() + 3_600_000).toISOString()
  await doctor.request('POST', '/api/message_reminders', { body: { patient_id: patient.id, message_id: first.id, remind_at } })
  await runQuery(sql`delete from pgboss.job where name <> 'message_reminder'`)
  await testApp.runJobs()
  await removeMessage(nurse, card)
  await removeMessage(patient, first)
  expect(await openNotifications()).toEqual([{ kind: 'reminder', count: 1 }])
})
