import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Member, openTestApp, type TestApp } from '../../../test/test-app.ts'
import { loadReference } from '../../reference/load.ts'

let testApp: TestApp
let hanako: Member, taro: Member, doctor: Member, nurse: Member, concierge: Member

const openQuestionnaire = async (member: Member, patient = member) =>
  (await member.request('POST', '/api/questionnaires', { body: { user_id: patient.id } })).body
const saveAnswers = (member: Member, id: number, body: object) => member.request('PUT', `/api/questionnaires/${id}`, { body })
const send = (member: Member, body: object) => member.request('POST', '/api/medical_questionnaire_answers', { body })
const item = async (member: Member, id: number) => (await member.get(`/api/questionnaires/${id}`)).body
const countOf = async (table: 'symptoms' | 'lifestyles' | 'allergy_reactions' | 'questionnaires', user_id: number) =>
  (await testApp.context.db.execute<{ n: number }>(sql`select count(*)::int n from ${sql.identifier(table)} where user_id = ${user_id}`)).rows[0]!.n
const values = (answers: { name: string; value: number }[]) => Object.fromEntries(answers.map(({ name, value }) => [name, value]))

beforeAll(async () => {
  testApp = await openTestApp()
  ;({ hanako, taro } = testApp)
  ;({ doctor, nurse, concierge } = testApp.staff)
  await loadReference(testApp.context.db)
})

describe('an open questionnaire', () => {
  test('exists once per patient, whoever opens it and however often', async () => {
    const [first, second] = await Promise.all([openQuestionnaire(hanako), openQuestionnaire(hanako)])
    expect(second.id).toBe(first.id)
    expect((await openQuestionnaire(nurse, hanako)).id).toBe(first.id)
    expect(await countOf('questionnaires', hanako.id)).toBe(1)
    expect(first).toMatchObject({ answered_at: null, version: 0, parts: ['symptoms', 'lifestyles', 'allergy_reactions'] })
  })
  test('keeps all answers that several devices save at the same time, and lets a single answer be cleared', async () => {
    const { id } = await openQuestionnaire(hanako)
    await Promise.all([
      saveAnswers(hanako, id, { symptoms: [{ name: 'headache', value: 1 }] }),
      saveAnswers(hanako, id, { symptoms: [{ name: 'fever', value: 0, is_same: true }] }),
      saveAnswers(hanako, id, { lifestyles: [{ name: 'sleep_time', value: 6.5 }] }),
      saveAnswers(hanako, id, { allergy_reactions: [{ kind: 'food', is_occured: true, description: ' えび ' }] }),
    ])
    await saveAnswers(hanako, id, { symptoms: [{ name: 'headache', value: null }] })
    const stored = await item(doctor, id)
    expect(stored).toMatchObject({ version: 5, symptom_count: 1, lifestyle_count: 1, allergy_count: 1 })
    expect(stored.symptoms).toEqual([{ name: 'fever', value: 0, is_same: true }])
    expect(stored.lifestyles).toEqual([{ name: 'sleep_time', value: 6.5, is_same: false }])
    expect(stored.allergy_reactions).toEqual([{ kind: 'food', is_occured: true, description: 'えび', is_same: false }])
    expect(await countOf('symptoms', hanako.id)).toBe(0)
  })
  test('rejects wrong answers with their fields and saves none', async () => {
    const { id } = await openQuestionnaire(taro)
    const { status, body } = await saveAnswers(taro, id, {
      symptoms: [
        { name: 'fever', value: 1 },
        { name: 'no_such', value: 1 },
        { name: 'menstrual_pain', value: 1 },
      ],
      lifestyles: [{ name: 'sleep_time', value: 25 }],
    })
    expect([status, ...Object.keys(body.fields)]).toEqual([422, 'symptoms.no_such', 'symptoms.menstrual_pain', 'lifestyles.sleep_time'])
    expect((await item(taro, id)).symptoms).toEqual([])
  })
  test('is not accessible to other patients, not writable by a concierge and cannot be sent for another patient', async () => {
    const { id } = await openQuestionnaire(hanako)
    const missing = await taro.get('/api/questionnaires/999999')
    expect((await taro.get(`/api/questionnaires/${id}`)).text).toBe(missing.text)
    expect((await saveAnswers(taro, id, { symptoms: [] })).status).toBe(404)
    expect((await send(taro, { user_id: taro.id, questionnaire_id: id, symptoms: [{ name: 'fever', value: 0 }] })).status).toBe(404)
    expect((await send(doctor, { user_id: taro.id, questionnaire_id: id, symptoms: [{ name: 'fever', value: 0 }] })).status).toBe(404)
    expect((await saveAnswers(concierge, id, { symptoms: [] })).status).toBe(403)
  })
})

describe('a sent questionnaire', () => {
  test('is written to the record completely or not at all', async () => {
    const { id } = await openQuestionnaire(hanako)
    const rejection = await send(hanako, {
      user_id: hanako.id,
      questionnaire_id: id,
      symptoms: [{ name: 'headache', value: 1 }],
      lifestyles: [{ name: 'alcohol', value: 'much' }],
    })
    expect([rejection.status, Object.keys(rejection.body.fields)]).toEqual([422, ['lifestyles.alcohol']])
    expect([await countOf('symptoms', hanako.id), (await item(hanako, id)).answered_at]).toEqual([0, null])
    await doctor.request('POST', '/api/allergy_reactions', { body: { user_id: hanako.id, kind: 'medicine', is_occured: true, description: 'ペニシリン' } })

    const { status, body } = await send(hanako, {
      user_id: hanako.id,
      questionnaire_id: id,
      symptoms: [
        { name: 'headache', value: 1 },
        { name: 'skin_type', value: 1 },
      ],
      allergy_reactions: [{ kind: 'medicine', is_occured: true }],
    })
    expect(status).toBe(201)
    // the counts include answers that another device saved
    expect(body).toMatchObject({ id, symptom_count: 3, lifestyle_count: 1, yes_count: 1, new_symptoms: [], gone_symptoms: [] })
    const { items } = (await doctor.get(`/api/symptoms?user_id=${hanako.id}&count=1`)).body
    expect(items.map((row: { questionnaire_id: number; answered_at: string }) => [row.questionnaire_id, row.answered_at === body.answered_at])).toEqual(
      Array(3).fill([id, true]),
    )
    const { items: allergies } = (await doctor.get(`/api/allergy_reactions?user_id=${hanako.id}`)).body
    expect(allergies.map((row: { kind: string; description: string }) => [row.kind, row.description])).toEqual([
      ['food', 'えび'],
      ['medicine', 'ペニシリン'],
    ])
    expect(await testApp.runJobs()).toContain('health_scores')
  })
  test('leaves out saved answers to questions that no longer apply', async () => {
    const jiro = await testApp.add({ role: 'patient', email: 'jiro@example.com', sex: null })
    const { id } = await openQuestionnaire(jiro)
    await saveAnswers(jiro, id, {
      symptoms: [
        { name: 'menstrual_pain', value: 1 },
        { name: 'headache', value: 1 },
      ],
    })
    await testApp.context.db.execute(sql`update users set sex = 'male' where id = ${jiro.id}`)
    await testApp.context.db.execute(sql`update questionnaires set answers = answers || '{"symptoms.long_gone": {"value": 1}}' where id = ${id}`)
    const { status, body } = await send(jiro, { user_id: jiro.id, questionnaire_id: id })
    expect([status, body.symptom_count, await countOf('symptoms', jiro.id)]).toEqual([201, 1, 1])
  })
  test('does not write saved answers that the sending call clears', async () => {
    const goro = await testApp.add({ role: 'patient', email: 'goro@example.com' })
    const { id } = await openQuestionnaire(goro)
    await saveAnswers(goro, id, { symptoms: [{ name: 'weight_loss', value: 1 }], allergy_reactions: [{ kind: 'food', is_occured: true }] })
    const cleared = { symptoms: [{ name: 'weight_loss', value: null }], allergy_reactions: [{ kind: 'food', is_occured: null }] }
    const { status, body } = await send(goro, { user_id: goro.id, questionnaire_id: id, ...cleared, lifestyles: [{ name: 'sleep_time', value: 6.5 }] })
    expect([status, body.symptom_count, body.allergy_count, body.lifestyle_count]).toEqual([201, 0, 0, 1])
    expect([await countOf('symptoms', goro.id), await countOf('allergy_reactions', goro.id)]).toEqual([0, 0])
  })
  test('is stored once when it is sent several times at once, and cannot be changed afterwards', async () => {
    const { id } = await openQuestionnaire(taro)
    const body = { user_id: taro.id, questionnaire_id: id, symptoms: [{ name: 'fever', value: 1 }] }
    const headers = { 'idempotency-key': 'one-and-the-same' }
    const answers = await Promise.all([
      taro.request('POST', '/api/medical_questionnaire_answers', { body, headers }),
      taro.request('POST', '/api/medical_questionnaire_answers', { body, headers }),
      send(nurse, body),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual(expect.arrayContaining([201, 409]))
    expect(await countOf('symptoms', taro.id)).toBe(1)
    expect((await send(taro, body)).status).toBe(409)
    expect((await saveAnswers(taro, id, { symptoms: [{ name: 'fever', value: 0 }] })).status).toBe(409)
    expect((await openQuestionnaire(taro)).id).not.toBe(id)
  })
  test('is stored separately from others sent at the same moment', async () => {
    const jiro = await testApp.add({ role: 'patient' })
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(jiro, { user_id: jiro.id, symptoms: [{ name: 'headache', value: 1 }] })))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201))
    expect(await countOf('symptoms', jiro.id)).toBe(8)
  })
  test('reports the symptoms that are new or gone since the previous questionnaire, and the next questionnaire offers the last answers', async () => {
    await send(nurse, {
      user_id: hanako.id,
      symptoms: [
        { name: 'headache', value: 0 },
        { name: 'cough', value: 1 },
      ],
      lifestyles: [{ name: 'alcohol', value: 2 }],
    })
    const { items } = (await hanako.get(`/api/questionnaires?user_id=${hanako.id}`)).body
    expect(items[0]).toMatchObject({ yes_count: 1, new_symptoms: ['cough'], gone_symptoms: ['headache'] })
    const { last } = await item(hanako, (await openQuestionnaire(hanako)).id)
    expect(values(last.symptoms)).toEqual({ headache: 0, fever: 0, skin_type: 1, cough: 1 })
    expect(values(last.lifestyles)).toEqual({ sleep_time: 6.5, alcohol: 2 })
    expect((await send(hanako, { user_id: hanako.id })).status).toBe(422)
  })
})

describe('a request for a questionnaire', () => {
  const requestEntry = (member: Member, extra: object = {}) =>
    member.request('POST', '/api/data_entry_requests', { body: { patient_id: taro.id, kind: 'questionnaire', ...extra } })
  const list = async (member: Member) => (await member.get(`/api/data_entry_requests?patient_id=${taro.id}`)).body.items
  test('mails the patient without the note and is closed by the answers', async () => {
    const { status, body } = await requestEntry(concierge, { parts: ['symptoms'], due_on: '2030-01-31', note: '健診の前にお願いします' })
    expect(status).toBe(201)
    await testApp.runJobs()
    const mail = testApp.mails.findLast(({ to }) => to === taro.email)!
    expect(mail.subject).toBe('【すこやか】問診票のご記入のお願い')
    expect(mail.text).toContain(`/${taro.id}/questionnaires/${body.questionnaire_id}`)
    expect(mail.text).not.toContain('健診')
    expect(await list(taro)).toMatchObject([{ id: body.id, state: 'open', note: '健診の前にお願いします', requester: { role: 'concierge' } }])
    expect((await send(taro, { user_id: taro.id, questionnaire_id: body.questionnaire_id, symptoms: [{ name: 'fever', value: 0 }] })).status).toBe(201)
    expect(await list(taro)).toEqual([])
    expect(await list(nurse)).toMatchObject([{ id: body.id, state: 'answered' }])
    expect((await doctor.request('PATCH', `/api/data_entry_requests/${body.id}`, { body: { state: 'cancelled' } })).status).toBe(409)
  })
  test('exists once however often it is made; if it is cancelled, its unanswered form is deleted and no mail is sent', async () => {
    const [first, repeated] = await Promise.all([requestEntry(nurse), requestEntry(doctor)])
    expect(repeated.body.id).toBe(first.body.id)
    const cancelled = await concierge.request('PATCH', `/api/data_entry_requests/${first.body.id}`, { body: { state: 'cancelled' } })
    expect(cancelled.body).toMatchObject({ state: 'cancelled', questionnaire_id: null })
    expect((await taro.get(`/api/questionnaires/${first.body.questionnaire_id}`)).status).toBe(404)
    await testApp.runJobs()
    expect(testApp.mails.filter(({ to }) => to === taro.email)).toHaveLength(1)
  })
  test('can be made by staff, not by a patient, with a due date that is not past, and is listed to no other patient', async () => {
    expect((await requestEntry(taro)).status).toBe(403)
    expect(Object.keys((await requestEntry(nurse, { due_on: '2020-01-01' })).body.fields)).toEqual(['due_on'])
    type Row = { patient_id: number }
    expect((await nurse.get('/api/data_entry_requests')).status).toBe(200)
    expect(((await taro.get('/api/data_entry_requests')).body.items as Row[]).every(({ patient_id }) => patient_id === taro.id)).toBe(true)
    expect((await nurse.get('/api/data_entry_requests?message_room_id=999999999')).status).toBe(404)
    expect((await hanako.get(`/api/data_entry_requests?patient_id=${taro.id}`)).status).toBe(404)
  })
})
