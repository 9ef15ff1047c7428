import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { lockRow, waitForLocks } from '../../../../test/row-locks.ts'
import { type Member, openTestApp, type TestApp } from '../../../../test/test-app.ts'

let testApp: TestApp
let hanako: Member, taro: Member, nurse: Member, doctor: Member, admin: Member
const now = new Date('2026-11-20T00:00:00Z')
beforeAll(async () => {
  testApp = await openTestApp({ overrides: { clock: () => now } })
  ;({ hanako, taro } = testApp)
  ;({ nurse, doctor, admin } = testApp.staff)
})

const thread = async (member: Member, patient: Member) => (await member.get(`/api/messages?patient_id=${patient.id}`)).body.items
const unread = async (member: Member, patient: Member) =>
  (await member.get('/api/message_rooms/list')).body.items.find((room: { patient: { id: number } }) => room.patient.id === patient.id).unread_count
const rows = async <T extends Record<string, unknown>>(query: ReturnType<typeof sql>) => (await testApp.context.db.execute<T>(query)).rows

test('a questionnaire request is one card, which moves to the end when the request is repeated and shows when it is answered or cancelled', async () => {
  const requestEntry = (member: Member, note: string) =>
    member.request('POST', '/api/data_entry_requests', { body: { patient_id: hanako.id, kind: 'questionnaire', parts: ['symptoms'], note } })
  await testApp.context.db.execute(sql`update message_rooms set unresponded_since = '2026-11-19T00:00:00Z' where patient_id = ${hanako.id}`)
  const first = (await requestEntry(nurse, '面談の前にお願いします。')).body
  const [card] = await thread(hanako, hanako)
  expect(card).toMatchObject({
    message_type: 'data_entry_request',
    body: '面談の前にお願いします。',
    data_entry_request: { id: first.id, state: 'open' },
    sender: { id: nurse.id },
  })
  await testApp.context.db.execute(
    sql`insert into messages (patient_id, sender_id, body, reply_to_message_id) values (${hanako.id}, ${hanako.id}, 'これですね', ${card.id})`,
  )
  await requestEntry(doctor, '忘れずに')
  const after = await thread(hanako, hanako)
  expect(after.map(({ message_type }: { message_type: string }) => message_type)).toEqual(['data_entry_request', 'user'])
  expect(after[0]).toMatchObject({ body: '忘れずに', data_entry_request: { id: first.id, note: '忘れずに' }, sender: { id: doctor.id } })
  expect(after[1].reply_to_message_id).toBe(null)
  expect(await unread(hanako, hanako)).toBe(1)
  // a request is not a reply
  expect((await rows(sql`select from message_rooms where patient_id = ${hanako.id} and unresponded_since is not null`)).length).toBe(1)

  const lastMessage = async () =>
    (await rows<{ record_id: number }>(sql`select record_id from events where kind = 'message.changed' order by id desc limit 1`))[0]?.record_id
  await nurse.request('PATCH', `/api/data_entry_requests/${first.id}`, { body: { state: 'cancelled' } })
  expect([(await thread(hanako, hanako))[0].data_entry_request.state, await lastMessage()]).toEqual(['cancelled', after[0].id])

  const { id, questionnaire_id } = (await requestEntry(nurse, '')).body
  expect(await thread(hanako, hanako)).toHaveLength(3)
  const sent = { user_id: hanako.id, questionnaire_id, symptoms: [{ name: 'headache', value: 0 }] }
  expect((await hanako.request('POST', '/api/medical_questionnaire_answers', { body: sent })).status).toBe(201)
  const [answered] = await thread(nurse, hanako)
  expect([answered.data_entry_request.id, answered.data_entry_request.state, await lastMessage()]).toEqual([id, 'answered', answered.id])
})

test('pins and reminders of a request’s card move to the new card when the request is repeated', async () => {
  const saburo = await testApp.add({ role: 'patient' })
  const requestEntry = async () => {
    const { body } = await nurse.request('POST', '/api/data_entry_requests', { body: { patient_id: saburo.id, kind: 'questionnaire' } })
    return { id: body.id, card: (await thread(nurse, saburo))[0] }
  }
  const first = await requestEntry()
  await nurse.request('POST', '/api/message_pins', { body: { message_id: first.card.id } })
  const reminder = { patient_id: saburo.id, message_id: first.card.id, remind_at: '2026-11-21T00:00:00Z', reason: '回答を確認' }
  expect((await doctor.request('POST', '/api/message_reminders', { body: reminder })).status).toBe(201)
  await testApp.context.db.execute(sql`delete from events`)
  const { card } = await requestEntry()
  expect(card.id).not.toBe(first.card.id)
  const items = async (member: Member, path: string) => (await member.get(`${path}?patient_id=${saburo.id}`)).body.items
  expect(await items(doctor, '/api/message_pins')).toMatchObject([{ message_id: card.id, user: { id: nurse.id } }])
  expect(await items(doctor, '/api/message_reminders')).toMatchObject([{ message_id: card.id, reason: '回答を確認' }])
  expect(await rows(sql`select user_id from events where 'message_reminders' = any(changes)`)).toEqual([{ user_id: doctor.id }])
})

test('does not block other rooms while a repeated request waits for a lock', async () => {
  const jiro = await testApp.add({ role: 'patient' })
  const requestEntry = () => nurse.request('POST', '/api/data_entry_requests', { body: { patient_id: jiro.id, kind: 'questionnaire' } })
  await requestEntry()
  // the doctor has no unread message, so their counter is locked only when the new card is counted
  await doctor.request('PATCH', `/api/message_open_histories/${(await thread(doctor, jiro))[0].id}`)
  const release = await lockRow(testApp.context, sql`message_unreads where patient_id = ${jiro.id} and user_id = ${doctor.id}`)
  const entryRequest = requestEntry()
  await waitForLocks(testApp.context, 1)
  const otherMessage = await nurse.request('POST', '/api/messages', { body: { patient_id: hanako.id, body: 'お変わりありませんか。' } })
  await release()
  expect([otherMessage.status, (await entryRequest).status]).toEqual([201, 201])
})

const proposal = (extra: object = {}) => ({
  patient_id: taro.id,
  kind: 'follow',
  meeting_type: 'online',
  minutes: 30,
  starts: ['2026-12-02T05:00:00Z', '2026-12-01T05:00:00Z'],
  ...extra,
})
const propose = (member: Member, extra: object = {}) => member.request('POST', '/api/interview_proposals', { body: proposal(extra) })
const choose = (member: Member, id: number, start: string) => member.request('POST', `/api/interview_proposals/${id}/choose`, { body: { start } })
const meetings = () => rows<{ id: number }>(sql`select id from interviews where interviewee_id = ${taro.id} order by id`)

test('sorts the proposed times; rejects invalid times, naming the field, and posts no message for them', async () => {
  const { status, body } = await propose(nurse, { body: 'ご都合のよい日をお選びください。' })
  expect([status, body.message_type, body.interview_proposal]).toEqual([
    201,
    'interview_proposal',
    {
      kind: 'follow',
      meeting_type: 'online',
      minutes: 30,
      starts: ['2026-12-01T05:00:00.000Z', '2026-12-02T05:00:00.000Z'],
      chosen_at: null,
      interview_id: null,
      declined_at: null,
      wanted_starts: [],
    },
  ])
  for (const starts of [
    [],
    ['2026-11-20T00:00:00Z'],
    ['2026-12-01T05:00:00Z', '2026-12-01T05:00:00.000Z'],
    ['2036-12-01T05:00:00Z'],
    ['01', '02', '03', '04'].map((day) => `2026-12-${day}T01:00:00Z`),
  ])
    expect([(await propose(nurse, { starts })).status, Object.keys((await propose(nurse, { starts })).body.fields)], String(starts)).toEqual([422, ['starts']])
  expect((await propose(nurse, { starts: ['2036-12-01T05:00:00Z'] })).body.fields).toEqual({ starts: ['2年以内の日時にしてください。'] })
  expect((await propose(nurse, { patient_id: doctor.id })).status).toBe(404)
  for (const member of [taro, testApp.staff.trainer, testApp.staff.observer]) expect((await propose(member)).status).toBe(403)
  expect(await thread(taro, taro)).toHaveLength(1)
})

test('concurrent choices create one interview; the other time can no longer be chosen, the proposer is notified and the card updated', async () => {
  const [{ id }] = await thread(taro, taro)
  expect((await choose(hanako, id, '2026-12-01T05:00:00Z')).status).toBe(404)
  expect(Object.keys((await choose(taro, id, '2026-12-03T05:00:00Z')).body.fields)).toEqual(['start'])
  const responses = await Promise.all(['2026-12-01T05:00:00Z', '2026-12-01T05:00:00Z', '2026-12-02T05:00:00Z'].map((start) => choose(taro, id, start)))
  const created = await meetings()
  expect(created).toHaveLength(1)
  const [card] = await thread(taro, taro)
  expect(card.interview_proposal.interview_id).toBe(created[0]!.id)
  const chosenAt = card.interview_proposal.chosen_at
  expect(responses.map(({ status, body }) => (status === 200 ? body.interview_proposal.chosen_at : body.code)).sort()).toEqual(
    [chosenAt, ...(chosenAt.includes('-01T') ? [chosenAt, 'offer_over'] : ['offer_over', 'offer_over'])].sort(),
  )
  const interview = (await taro.get(`/api/interviews/${created[0]!.id}`)).body
  expect(interview).toMatchObject({ kind: 'follow', meeting_type: 'online', conducted_at: chosenAt, participants: [{ id: nurse.id }], status: 'scheduled' })
  expect(await rows(sql`select user_id, record_id, message_id from notifications where kind = 'interview'`)).toEqual([
    { user_id: nurse.id, record_id: created[0]!.id, message_id: id },
  ])
  expect(await testApp.runJobs()).toContain('tell_interview')
})

test('rejects a proposed time that was taken meanwhile, still accepts the other proposed time and returns 404 for a deleted card', async () => {
  const starts = ['2026-12-10T01:00:00Z', '2026-12-11T01:00:00Z']
  const { id } = (await propose(doctor, { starts })).body
  await nurse.request('POST', '/api/interviews', { body: { interviewee_id: hanako.id, kind: 'other', conducted_at: starts[0], participants: [doctor.id] } })
  expect((await propose(doctor, { starts })).body.code).toBe('interview_conflict')
  // the field is named by the index of the taken time
  expect((await propose(doctor, { starts: starts.toReversed() })).body.fields).toHaveProperty(['starts.1'])
  const before = (await meetings()).length
  expect((await choose(taro, id, starts[0]!)).body.code).toBe('interview_conflict')
  expect((await choose(taro, id, starts[1]!)).status).toBe(200)
  expect((await meetings()).length).toBe(before + 1)
  const deletedProposal = (await propose(admin, { starts: ['2026-12-12T01:00:00Z'] })).body
  await admin.request('DELETE', `/api/messages/${deletedProposal.id}`)
  expect((await choose(taro, deletedProposal.id, '2026-12-12T01:00:00Z')).status).toBe(404)
  const { status, body } = await taro.get(`/api/messages?patient_id=${taro.id}`)
  expect(status).toBe(200)
  expect(body.items[0]).toMatchObject({ id: deletedProposal.id, body: '', interview_proposal: null, deleted_at: expect.any(String) })
})

test('if the proposer was deactivated meanwhile, choosing a time makes an interview without them, unless the patient has another interview then', async () => {
  const rei = await testApp.add({ role: 'patient' })
  const leaver = await testApp.add({ role: 'nurse' })
  const starts = ['2027-01-20T05:00:00Z', '2027-01-21T05:00:00Z']
  const { id } = (await propose(leaver, { patient_id: rei.id, starts })).body
  await testApp.context.db.execute(sql`update users set deactivated_at = now() where id = ${leaver.id}`)
  await nurse.request('POST', '/api/interviews', { body: { interviewee_id: rei.id, kind: 'other', conducted_at: starts[0], participants: [nurse.id] } })
  expect((await choose(rei, id, starts[0]!)).body.code).toBe('interview_conflict')
  const { status, body } = await choose(rei, id, starts[1]!)
  expect([status, body.interview_proposal]).toMatchObject([200, { chosen_at: '2027-01-21T05:00:00.000Z' }])
  expect((await rei.get(`/api/interviews/${body.interview_proposal.interview_id}`)).body).toMatchObject({ status: 'scheduled', participants: [] })
  expect((await rei.get(`/api/interview_proposals?patient_id=${rei.id}`)).body.items).toEqual([])
  // no member of staff takes part yet, so the room needs a reply
  expect(await thread(nurse, rei)).toMatchObject([
    { sender: { id: rei.id }, reply_to_message_id: id, body: 'ご提案の日時から、2027.01.21（木）14:00を選びました。面談の担当者をお知らせください。' },
    { id },
  ])
  expect(await rows(sql`select from message_rooms where patient_id = ${rei.id} and unresponded_since is not null`)).toHaveLength(1)
})

const decline = (member: Member, id: number, body: object) => member.request('POST', `/api/interview_proposals/${id}/decline`, { body })

test('a second, different answer of a patient who has declined is one more reply; the same answer again changes nothing', async () => {
  const sora = await testApp.add({ role: 'patient' })
  const { id } = (await propose(nurse, { patient_id: sora.id, starts: ['2027-01-12T05:00:00Z'] })).body
  const replies = async () => (await thread(nurse, sora)).flatMap(({ id: own, body }: { id: number; body: string }) => (own === id ? [] : body)).toReversed()
  const declined = 'ご提案の日時は、どれも都合がつきませんでした。'
  await decline(sora, id, {})
  const answers = [{ starts: ['2027-01-14T05:00:00Z'] }, { starts: ['2027-01-14T05:00:00Z'], body: '午後が希望です' }, { body: '電話をください' }]
  for (const answer of answers) {
    expect((await decline(sora, id, answer)).status).toBe(200)
    expect((await decline(sora, id, answer)).body.interview_proposal).toMatchObject({
      declined_at: now.toISOString(),
      wanted_starts: ['2027-01-14T05:00:00.000Z'],
    })
  }
  await decline(sora, id, { starts: [], body: ' \n' })
  const wanted = '希望の日時：\n・2027.01.14（木）14:00'
  expect(await replies()).toEqual([declined, `${declined}\n${wanted}`, `${declined}\n${wanted}\n午後が希望です`, `${declined}\n電話をください`])
  const changed = await decline(sora, id, { starts: ['2027-01-15T05:00:00Z'] })
  expect(changed.body.interview_proposal.wanted_starts).toEqual(['2027-01-15T05:00:00.000Z'])
})

test('when a patient declines all times, the proposal is closed, staff read the times that the patient suggests, and the room needs a reply', async () => {
  const ren = await testApp.add({ role: 'patient' })
  const open = async (member: Member) => (await member.get(`/api/interview_proposals?patient_id=${ren.id}`)).body.items
  const { id } = (await propose(nurse, { patient_id: ren.id, starts: ['2027-01-12T05:00:00Z'] })).body
  expect(await open(ren)).toMatchObject([{ id, patient_id: ren.id, interview_proposal: { starts: ['2027-01-12T05:00:00.000Z'] } }])
  expect((await decline(hanako, id, {})).status).toBe(404)
  // declining sends a message in the patient's name, so staff may not do it
  expect((await decline(nurse, id, {})).status).toBe(403)
  expect(Object.keys((await decline(ren, id, { starts: ['2026-11-01T05:00:00Z'] })).body.fields)).toEqual(['starts'])
  const declined = await decline(ren, id, { starts: ['2027-01-14T05:00:00Z'], body: '午後が希望です' })
  expect([declined.status, declined.body.interview_proposal]).toMatchObject([
    200,
    { declined_at: now.toISOString(), wanted_starts: ['2027-01-14T05:00:00.000Z'], chosen_at: null },
  ])
  expect((await decline(ren, id, {})).status).toBe(200)
  const [reply, ...others] = (await thread(nurse, ren)).filter(({ message_type }: { message_type: string }) => message_type === 'user')
  expect(others).toEqual([])
  expect(reply).toMatchObject({ sender: { id: ren.id }, reply_to_message_id: id })
  expect(reply.body).toBe('ご提案の日時は、どれも都合がつきませんでした。\n希望の日時：\n・2027.01.14（木）14:00\n午後が希望です')
  expect(await rows(sql`select from message_rooms where patient_id = ${ren.id} and unresponded_since is not null`)).toHaveLength(1)
  expect((await choose(ren, id, '2027-01-12T05:00:00Z')).body.code).toBe('offer_over')
  expect(await open(ren)).toEqual([])
  expect((await hanako.get(`/api/interview_proposals?patient_id=${ren.id}`)).status).toBe(404)
})
