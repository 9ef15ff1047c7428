import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Member, openTestApp, type TestApp } from '../../../test/test-app.ts'
import { filledForm, typeformHeaders, typeformSecret } from '../../../test/typeform.ts'
import { loadReference } from '../../reference/load.ts'

type Example = { code: string; sex: string; answers: Record<string, number>; expected: { total_score: object; scale_conversion: object } }
const { examples, items }: { examples: Example[]; items: { code: string }[] } = JSON.parse(
  readFileSync(new URL('../../../reference-data/job_stress_check.json', import.meta.url), 'utf8'),
)
const rows = (answers: Record<string, number>) => Object.entries(answers).map(([code, value]) => ({ code, value }))

const labels: Record<string, string> = { A: 'まあそうだ', B: 'Sometimes', C: 'かなり', D: '대체로 만족' }

let testApp: TestApp
let hanako: Member
let taro: Member
let doctor: Member
beforeAll(async () => {
  testApp = await openTestApp({ env: { TYPEFORM_SECRET: typeformSecret, TYPEFORM_URL: 'https://form.example.com/to/abc' } })
  ;({ hanako, taro } = testApp)
  ;({ doctor } = testApp.staff)
  await loadReference(testApp.context.db)
})

const answer = (member: Member, body: object, patient = member) =>
  member.request('POST', '/api/job_stress_check_results', { body: { user_id: patient.id, ...body } })
const read = async (member: Member, patient: Member) => (await member.get(`/api/job_stress_checks?user_id=${patient.id}`)).body.items
const draft = (member: Member, answers: object[]) => member.request('PUT', '/api/job_stress_check_draft', { body: { user_id: member.id, answers } })
const readDraft = async (member: Member) => (await member.get(`/api/job_stress_check_draft?user_id=${member.id}`)).body

const male = examples.filter(({ sex }) => sex === 'male')[0]!
const female = examples.filter(({ sex }) => sex === 'female')[0]!

describe('the stress check', () => {
  test('has 57 questions in four sections and a title in the request’s language', async () => {
    const form = (await hanako.get('/api/job_stress_check_form', { headers: { 'accept-language': 'kr' } })).body
    expect(form.items).toHaveLength(57)
    expect(form.sections.map((section: { code: string }) => section.code)).toEqual(['A', 'B', 'C', 'D'])
    expect(form.display_name).toContain('조사표')
  })
  test('is judged by the table of the person’s sex and readable by nobody else until shared', async () => {
    const { status, body } = await answer(hanako, { answers: rows(female.answers) })
    expect(status).toBe(201)
    expect(body).toMatchObject({ ...female.expected, source: 'page', consented_at: null, method: 'scale_conversion' })
    expect(body.scales).toHaveLength(19)
    expect(await read(hanako, hanako)).toMatchObject([{ id: body.id }])
    expect(await read(doctor, hanako)).toEqual([])
    const share = (member: Member, consented: boolean) => member.request('PUT', `/api/job_stress_checks/${body.id}`, { body: { consented } })
    expect((await share(doctor, true)).status).toBe(403)
    expect((await share(taro, true)).status).toBe(404)
    const since = (await share(hanako, true)).body.consented_at
    expect(since).not.toBe(null)
    expect((await share(hanako, true)).body.consented_at).toBe(since)
    expect(await read(doctor, hanako)).toMatchObject([{ id: body.id, ...female.expected }])
    expect((await share(hanako, false)).body.consented_at).toBe(null)
    expect(await read(doctor, hanako)).toEqual([])
  })
  test('can be shared when it is sent', async () => {
    expect((await answer(taro, { answers: rows(male.answers), consented: true })).body).toMatchObject(male.expected)
    expect(await read(doctor, taro)).toHaveLength(1)
    expect((await hanako.get(`/api/job_stress_checks?user_id=${taro.id}`)).status).toBe(404)
  })
  test('cannot be answered for another person', async () => {
    expect((await answer(doctor, { answers: rows(female.answers) }, hanako)).status).toBe(403)
    expect((await answer(taro, { answers: rows(male.answers) }, hanako)).status).toBe(404)
  })
  test.each([
    ['a question is left out', items.slice(1).map(({ code }) => ({ code, value: 1 })), 'answers.A1'],
    ['a question is answered twice', [...items.slice(1), items[1]!].map(({ code }) => ({ code, value: 1 })).slice(0, 57), 'answers.A2'],
    ['a question is unknown', [{ code: 'Z9', value: 1 }], 'answers.Z9'],
    ['an answer is out of scale', [{ code: 'A1', value: 5 }], 'answers.0.value'],
  ])('is rejected if %s, and nothing is stored', async (_, answers, field) => {
    const before = (await read(hanako, hanako)).length
    const { status, body } = await answer(hanako, { answers })
    expect([status, Object.keys(body.fields)]).toEqual([422, expect.arrayContaining([field])])
    expect(await read(hanako, hanako)).toHaveLength(before)
  })
  test('keeps a draft on the server answer by answer and deletes it when sent', async () => {
    expect(await readDraft(hanako)).toEqual({ user_id: hanako.id, answers: [], updated_at: null })
    await draft(hanako, [{ code: 'A1', value: 1 }])
    await Promise.all([draft(hanako, [{ code: 'A2', value: 2 }]), draft(hanako, [{ code: 'A3', value: 3 }])])
    await draft(hanako, [{ code: 'A1', value: 4 }])
    const { answers } = await readDraft(hanako)
    expect(Object.fromEntries(answers.map((item: { code: string; value: number }) => [item.code, item.value]))).toEqual({ A1: 4, A2: 2, A3: 3 })
    expect((await draft(hanako, [{ code: 'X1', value: 4 }])).status).toBe(422)
    await answer(hanako, { answers: rows(female.answers) })
    expect((await readDraft(hanako)).answers).toEqual([])
  })
  test('is stored once when two tabs send it at the same time, and again with other answers', async () => {
    const before = (await read(hanako, hanako)).length
    const answers = items.map(({ code }) => ({ code, value: 2 }))
    const responses = await Promise.all([answer(hanako, { answers }), answer(hanako, { answers, consented: true })])
    expect(responses.map(({ status }) => status)).toEqual([201, 201])
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1)
    const [newest, ...older] = await read(hanako, hanako)
    expect(newest).toMatchObject({ id: responses[0]!.body.id, consented_at: expect.any(String) })
    expect(older).toHaveLength(before)
    await answer(hanako, { answers: answers.with(0, { code: 'A1', value: 3 }) })
    expect(await read(hanako, hanako)).toHaveLength(before + 2)
  })
})

describe('an external form', () => {
  const postWebhook = async (body: object) => {
    const raw = JSON.stringify(body)
    const headers = { 'content-type': 'application/json', ...typeformHeaders(raw) }
    const { status } = await testApp.request('POST', '/webhooks/typeform/job_stress_check_results', { raw, headers })
    await testApp.runJobs()
    return status
  }
  const linkOf = async (member: Member) => (await member.get(`/api/job_stress_check_link?user_id=${member.id}`)).body.url as string
  const externalChecks = async (member: Member) => (await read(member, member)).filter(({ source }: { source: string }) => source === 'typeform')

  test('is filled in through the link, judged once and readable by the person only', async () => {
    const url = await linkOf(taro)
    expect(url).toMatch(/^https:\/\/form\.example\.com\/to\/abc#respondent=/)
    const respondent = url.split('=')[1]!
    expect(await postWebhook(filledForm({ token: 'first', respondent }))).toBe(200)
    expect(await postWebhook(filledForm({ token: 'first', respondent, event: 'sent again', value: 4 }))).toBe(200)
    expect(await externalChecks(taro)).toMatchObject([{ answered_at: '2026-11-20T02:00:00.000Z', consented_at: null, total_score: { B: 29 * 2 + 3 } }])
    expect((await read(doctor, taro)).filter(({ source }: { source: string }) => source === 'typeform')).toEqual([])
    expect((await doctor.get(`/api/job_stress_check_link?user_id=${taro.id}`)).status).toBe(403)
  })
  test('accepts answers as labels of the scale', async () => {
    const filled = filledForm({ token: 'words', respondent: (await linkOf(taro)).split('=')[1]! })
    const answers = filled.form_response.answers.map(({ field }) => ({ type: 'choice', field, choice: { label: labels[field.ref[0]!]! } }))
    await postWebhook({ ...filled, form_response: { ...filled.form_response, answers } })
    expect(await externalChecks(taro)).toHaveLength(2)
  })
  test.each([
    ['for somebody else', (validRespondent: string) => filledForm({ token: 'stolen', respondent: validRespondent.replace(/^[^.]+/, hanako.id.toString(36)) })],
    ['by an unknown person', () => filledForm({ token: 'nobody', respondent: '' })],
    ['with an answer out of scale', (respondent: string) => filledForm({ token: 'scale', respondent, value: 5 })],
    [
      'in part',
      (respondent: string) => {
        const filled = filledForm({ token: 'part', respondent })
        return { ...filled, form_response: { ...filled.form_response, answers: filled.form_response.answers.slice(1) } }
      },
    ],
  ])('filled in %s is accepted, but no check is stored', async (_, filled) => {
    const before = [await externalChecks(hanako), await externalChecks(taro)]
    expect(await postWebhook(filled((await linkOf(taro)).split('=')[1]!))).toBe(200)
    expect([await externalChecks(hanako), await externalChecks(taro)]).toEqual(before)
  })
  test('filled in in part adds the answers that can be read to the draft', async () => {
    const jiro = await testApp.add({ role: 'patient' })
    await draft(jiro, [
      { code: 'A1', value: 3 },
      { code: 'A2', value: 4 },
    ])
    const filled = filledForm({ token: 'unread', respondent: (await linkOf(jiro)).split('=')[1]! })
    const [first, ...others] = filled.form_response.answers
    // an answer with an unknown label, and another that comes twice
    const answers = [{ type: 'choice', field: first!.field, choice: { label: '？' } }, ...others, others[0]!]
    await postWebhook({ ...filled, form_response: { ...filled.form_response, answers, submitted_at: new Date().toISOString() } })
    const saved = (await readDraft(jiro)).answers
    expect(Object.fromEntries(saved.map((item: { code: string; value: number }) => [item.code, item.value]))).toEqual({
      ...Object.fromEntries(items.map(({ code }) => [code, 2])),
      A1: 3,
    })
    expect(await read(jiro, jiro)).toEqual([])
  })
  test('without a valid signature is rejected', async () => {
    const raw = JSON.stringify(filledForm({ token: 'forged', respondent: (await linkOf(taro)).split('=')[1]! }))
    const headers = { 'content-type': 'application/json', ...typeformHeaders(raw, 'another secret') }
    expect((await testApp.request('POST', '/webhooks/typeform/job_stress_check_results', { raw, headers })).status).toBe(401)
  })
})

describe('a request for an interview with a doctor', () => {
  const ask = (member: Member, id: number, body: object = { requested: true, note: '眠れません' }) =>
    member.request('PUT', `/api/job_stress_checks/${id}/interview_request`, { body })
  const noticesOf = async (member: Member) =>
    (await member.get('/api/notifications')).body.items.flatMap((item: { kind: string; checked_at: string | null; body: string; record_id: number }) =>
      item.kind === 'stress_interview' && !item.checked_at ? [`${item.record_id}${item.body}`] : [],
    )
  const setHighStress = (id: number) => testApp.context.db.execute(sql`update job_stress_checks set is_high_stress = true where id = ${id}`)

  test('shares the result, notifies only the doctor of the care team, and ends when the sharing ends', async () => {
    const jiro = await testApp.add({ role: 'patient' })
    const { nurse } = testApp.staff
    await testApp.context.db.execute(
      sql`insert into care_people (user_id, staff_id, role, main) values (${jiro.id}, ${doctor.id}, 'doctor', true), (${jiro.id}, ${nurse.id}, 'nurse', true)`,
    )
    const { id } = (await answer(jiro, { answers: rows(male.answers) })).body
    await setHighStress(id)
    expect(await read(doctor, jiro)).toEqual([])
    for (const member of [doctor, nurse, testApp.staff.admin]) expect((await ask(member, id)).status).toBe(403)
    expect((await ask(taro, id)).status).toBe(404)
    const asked = (await ask(jiro, id)).body
    expect(asked).toMatchObject({ interview_note: '眠れません', consented_at: expect.any(String), interview_requested_at: expect.any(String) })
    expect([await noticesOf(doctor), await noticesOf(nurse), await noticesOf(testApp.staff.observer)]).toEqual([[`${id}`], [], []])
    expect(await read(doctor, jiro)).toMatchObject([{ id, interview_note: '眠れません' }])
    // a repeated request keeps the time of the first, and nobody is notified again
    expect((await ask(jiro, id, { requested: true })).body.interview_requested_at).toBe(asked.interview_requested_at)
    expect(await noticesOf(doctor)).toEqual([`${id}`])
    const stopped = await jiro.request('PUT', `/api/job_stress_checks/${id}`, { body: { consented: false } })
    expect(stopped.body).toMatchObject({ consented_at: null, interview_requested_at: null, interview_note: '' })
    expect([await read(doctor, jiro), await noticesOf(doctor)]).toEqual([[], []])
  })

  test('notifies the administrators if there is no active care team', async () => {
    const jiro = await testApp.add({ role: 'patient' })
    const left = await testApp.add({ role: 'doctor' })
    await testApp.context.db.execute(sql`insert into care_people (user_id, staff_id, role) values (${jiro.id}, ${left.id}, 'doctor')`)
    await testApp.context.db.execute(sql`update users set deactivated_at = now() where id = ${left.id}`)
    const { id } = (await answer(jiro, { answers: rows(male.answers) })).body
    await setHighStress(id)
    expect((await ask(jiro, id)).status).toBe(200)
    expect([await noticesOf(testApp.staff.admin), await noticesOf(testApp.staff.nurse)]).toEqual([[`${id}`], []])
    expect((await ask(jiro, id, { requested: false })).status).toBe(200)
    expect(await noticesOf(testApp.staff.admin)).toEqual([])
  })

  test('can be withdrawn without ending the sharing, and is accepted only for a result of high stress', async () => {
    const saburo = await testApp.add({ role: 'patient' })
    const { id } = (await answer(saburo, { answers: rows(male.answers) })).body
    await testApp.context.db.execute(sql`update job_stress_checks set is_high_stress = false where id = ${id}`)
    expect((await ask(saburo, id)).body).toMatchObject({ code: 'invalid', fields: { requested: [expect.any(String)] } })
    await setHighStress(id)
    await ask(saburo, id)
    expect((await ask(saburo, id, { requested: false })).body).toMatchObject({ interview_requested_at: null, consented_at: expect.any(String) })
  })
})
