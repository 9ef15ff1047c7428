import type { TodayItem, TodaySection } from '@sukoyaka/wire/boards/today'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { type Member, openTestApp, type TestApp } from '../../../test/test-app.ts'
import { loadReference } from '../../reference/load.ts'

let testApp: TestApp
let hanako: Member, taro: Member, doctor: Member, nurse: Member, observer: Member
// Sunday, noon in Tokyo
let now = '2026-11-22T03:00:00Z'

const runQuery = async (query: ReturnType<typeof sql>) => (await testApp.context.db.execute<{ id: number }>(query)).rows
const measure = (user_id: number, category_name: string, value: number, recorded_at: string, test_package_id?: number) =>
  nurse.request('POST', '/api/test_results/bulk', {
    body: { user_id, ...(test_package_id && { test_package_id }), results: [{ category_name, value, recorded_at, confirmed: true }] },
  })
const board = async (member: Member, scope = 'mine') => (await member.get(`/api/today?scope=${scope}`)).body
const section = async (member: Member, name: TodaySection, scope = 'mine') =>
  (await board(member, scope)).sections.find((item: { section: string }) => item.section === name) as {
    items: TodayItem[]
    total_count: number
    reviewed_count: number
    next_page: number | null
  }
const idsIn = async (member: Member, name: TodaySection, scope = 'mine') => (await section(member, name, scope)).items.map(({ patient }) => patient.id)
const review = (member: Member, { section, patient, subject_id, version }: TodayItem) =>
  member.request('POST', '/api/today_reviews', { body: { section, user_id: patient.id, subject_id, version } })

beforeAll(async () => {
  testApp = await openTestApp({ overrides: { clock: () => new Date(now) } })
  ;({ hanako, taro } = testApp)
  ;({ doctor, nurse, observer } = testApp.staff)
  await loadReference(testApp.context.db)
  await runQuery(
    sql`insert into care_people (user_id, staff_id, role, main) values (${hanako.id}, ${doctor.id}, 'doctor', true), (${taro.id}, ${nurse.id}, 'nurse', true)`,
  )
  // a plan with a checkup per year, since May 2025
  for (const { id } of [hanako, taro])
    await runQuery(sql`insert into contracts (user_id, plan_id, auto_update, started_at)
      select ${id}, p.id, true, '2025-05-01T00:00:00Z' from plans p join services s on s.id = p.service_id where s.full_checkup_count > 0 order by p.id limit 1`)
})

test("immediately shows a value that left its range, with the previous value; `mine` shows only one's own patients", async () => {
  await measure(hanako.id, 'ldl_cholesterol', 118, '2025-11-10T00:00:00Z')
  expect(await idsIn(doctor, 'newly_abnormal')).toEqual([])
  await measure(hanako.id, 'ldl_cholesterol', 182, '2026-11-10T00:00:00Z')
  const { items, total_count } = await section(doctor, 'newly_abnormal')
  expect(total_count).toBe(1)
  expect(items[0]).toMatchObject({
    patient: { id: hanako.id, last_name: '山田', last_name_kana: 'ヤマダ' },
    at: '2026-11-10T00:00:00.000Z',
    findings: [{ display_name: 'LDLコレステロール', value: 182, status: 1, previous_value: 118, previous_at: '2025-11-10T00:00:00.000Z' }],
    count: 1,
    review: null,
  })
  expect(items[0]!.findings[0]!.healthy).not.toBeNull()
  expect(await idsIn(nurse, 'newly_abnormal')).toEqual([])
  expect(await idsIn(nurse, 'newly_abnormal', 'all')).toEqual([hanako.id])
  expect((await board(doctor)).patient_count).toBe(1)
  expect((await board(doctor, 'all')).patient_count).toBe(2)
})

test('a patient with only an estimate from spot urine is not on the board', async () => {
  await measure(taro.id, 'estimated_salt_intake', 10.4, '2026-11-10T00:00:00Z')
  expect(await idsIn(nurse, 'newly_abnormal')).toEqual([])
})

test('returns the labels of a dipstick', async () => {
  await measure(taro.id, 'urine_occult_blood', 0, '2025-11-10T00:00:00Z')
  await measure(taro.id, 'urine_occult_blood', 2, '2026-11-10T00:00:00Z')
  const { items } = await section(doctor, 'newly_abnormal', 'all')
  const findings = items.find(({ patient }) => patient.id === taro.id)!.findings
  expect(findings).toMatchObject([{ value: 2, previous_value: 0, value_labels: ['(−)', '(±)', '(1+)', '(2+)', '(3+)', '(4+)'] }])
  await runQuery(sql`delete from test_results where user_id = ${taro.id}`)
  await testApp.runJobs()
})

test('shows an abnormal value again only when it is clearly worse', async () => {
  await measure(taro.id, 'ldl_cholesterol', 170, '2025-11-10T00:00:00Z')
  await measure(taro.id, 'ldl_cholesterol', 175, '2026-11-10T00:00:00Z')
  expect([await idsIn(nurse, 'newly_abnormal'), await idsIn(nurse, 'worsened')]).toEqual([[], []])
  await measure(taro.id, 'ldl_cholesterol', 195, '2026-11-15T00:00:00Z')
  expect((await section(nurse, 'worsened')).items).toMatchObject([{ patient: { id: taro.id }, findings: [{ value: 195, previous_value: 175 }] }])
})

test('a review counts for everybody, names the reviewer and ends when undone or with the next result', async () => {
  const [item] = (await section(doctor, 'newly_abnormal')).items
  const { status, body } = await review(doctor, item!)
  expect(status).toBe(201)
  expect(await section(doctor, 'newly_abnormal')).toMatchObject({ items: [], total_count: 0, reviewed_count: 1 })
  const { items } = (await nurse.get('/api/today/newly_abnormal?scope=all&reviewed=true')).body
  expect(items).toMatchObject([{ patient: { id: hanako.id }, review: { id: body.id, reviewed_by: { id: doctor.id, role: 'doctor' } } }])
  expect((await nurse.request('DELETE', `/api/today_reviews/${body.id}`)).status).toBe(204)
  expect((await nurse.request('DELETE', `/api/today_reviews/${body.id}`)).status).toBe(404)
  expect(await idsIn(doctor, 'newly_abnormal')).toEqual([hanako.id])
  await review(doctor, item!)
  await measure(hanako.id, 'uric_acid', 9.4, '2026-11-12T00:00:00Z')
  const sectionAgain = await section(doctor, 'newly_abnormal')
  expect(sectionAgain.items).toMatchObject([{ count: 2, review: null }])
  // a review of an earlier version is rejected
  expect((await review(nurse, item!)).body.code).toBe('conflict')
  expect(await idsIn(doctor, 'newly_abnormal')).toEqual([hanako.id])
  await review(nurse, sectionAgain.items[0]!)
  expect(await idsIn(doctor, 'newly_abnormal')).toEqual([])
})

test('shows complete results until they are released, critical ones first', async () => {
  const packageOf = async (user_id: number, tested_at: string) =>
    (
      await runQuery(
        sql`insert into test_packages (user_id, kind, name, status, tested_at) values (${user_id}, 'detail', '人間ドック', 0, ${tested_at}) returning id`,
      )
    )[0]!.id
  const first = await packageOf(hanako.id, '2026-10-01T00:00:00Z')
  const second = await packageOf(taro.id, '2026-11-01T00:00:00Z')
  await measure(hanako.id, 'hba1c', 5.4, '2026-10-01T00:00:00Z', first)
  await measure(taro.id, 'systolic_blood_pressure', 225, '2026-11-01T00:00:00Z', second)
  const { items } = await section(doctor, 'waiting_release', 'all')
  expect(items).toMatchObject([
    { patient: { id: taro.id }, subject_id: second, name: '人間ドック', count: 1, serious_count: 1 },
    { patient: { id: hanako.id }, subject_id: first, serious_count: 0 },
  ])
  expect((await doctor.request('POST', `/api/test_packages/${first}/release`, { body: {} })).status).toBe(200)
  expect(await idsIn(doctor, 'waiting_release', 'all')).toEqual([taro.id])
})

test('shows a checkup as overdue a year after the last one, unless another is booked', async () => {
  // hanako and taro had checkups in October and November (previous test)
  expect(await idsIn(doctor, 'checkup_overdue', 'all')).toEqual([])
  const jiro = await testApp.add({ role: 'patient', last_name: '田中', first_name: '次郎' })
  await runQuery(
    sql`insert into contracts (user_id, plan_id, auto_update, started_at) select ${jiro.id}, plan_id, true, started_at from contracts where user_id = ${hanako.id}`,
  )
  const checkupId = (
    await runQuery(sql`insert into test_packages (user_id, kind, status, tested_at) values (${jiro.id}, 'detail', 1, '2026-12-01T00:00:00Z') returning id`)
  )[0]!.id
  const fixDate = (tested_at: string) => nurse.request('PUT', `/api/test_packages/${checkupId}`, { body: { tested_at } })
  await fixDate('2026-12-02T00:00:00Z')
  expect(await idsIn(doctor, 'checkup_overdue', 'all')).toEqual([])
  await fixDate('2025-11-20T00:00:00Z')
  const { items } = await section(doctor, 'checkup_overdue', 'all')
  expect(items).toMatchObject([{ patient: { id: jiro.id }, at: '2026-11-19T15:00:00.000Z' }])
  // a cancelled checkup does not count
  await runQuery(
    sql`insert into test_packages (user_id, kind, status, tested_at, cancelled_at) values (${jiro.id}, 'detail', 2, '2026-12-20T00:00:00Z', now())`,
  )
  await fixDate('2025-11-20T01:00:00Z')
  expect(await idsIn(doctor, 'checkup_overdue', 'all')).toEqual([jiro.id])
  // a review hides it for a month
  await review(nurse, items[0]!)
  expect(await idsIn(doctor, 'checkup_overdue', 'all')).toEqual([])
  now = '2026-12-22T03:00:01Z'
  expect(await idsIn(doctor, 'checkup_overdue', 'all')).toEqual([jiro.id])
  now = '2026-11-22T03:00:00Z'
  // a suggested date that has passed does not count as a checkup; a future one counts as being arranged
  const siro = await testApp.add({ role: 'patient', last_name: '田中', first_name: '四郎' })
  await runQuery(
    sql`insert into contracts (user_id, plan_id, auto_update, started_at) select ${siro.id}, plan_id, true, started_at from contracts where user_id = ${hanako.id}`,
  )
  const suggested = async (tested_at: string) => {
    await runQuery(sql`insert into test_packages (user_id, kind, status, tested_at) values (${siro.id}, 'detail', 1, ${tested_at})`)
    await measure(siro.id, 'ldl_cholesterol', 100, '2025-11-20T00:00:00Z')
  }
  await suggested('2026-03-02T00:00:00Z')
  expect(await idsIn(doctor, 'checkup_overdue', 'all')).toContain(siro.id)
  await suggested('2026-12-02T00:00:00Z')
  expect(await idsIn(doctor, 'checkup_overdue', 'all')).not.toContain(siro.id)
})

test('shows patients who have had no data for 14 days, until new data arrives', async () => {
  const sendSteps = (measured_on: string) => nurse.request('POST', '/api/steps/bulk', { body: { user_id: hanako.id, steps: [{ measured_on, count: 7000 }] } })
  await sendSteps('2026-11-08')
  expect(await idsIn(doctor, 'no_data')).toEqual([])
  now = '2026-11-22T15:00:00Z'
  expect(await section(doctor, 'no_data')).toMatchObject({ items: [{ patient: { id: hanako.id }, at: '2026-11-07T15:00:00.000Z' }] })
  now = '2026-11-22T03:00:00Z'
  await sendSteps('2026-11-21')
  expect(await idsIn(doctor, 'no_data')).toEqual([])
  now = '2026-12-06T15:00:00Z'
  expect(await idsIn(doctor, 'no_data')).toEqual([hanako.id])
  const night = { user_id: hanako.id, woke_on: '2026-12-06', bedtime: '2026-12-05T14:00:00Z', wake_time: '2026-12-05T21:00:00Z' }
  expect((await hanako.request('PUT', '/api/sleeps/daily', { body: night })).status).toBe(200)
  expect(await idsIn(doctor, 'no_data')).toEqual([])
  now = '2026-11-22T03:00:00Z'
})

test('shows patients who wait for a reply, the longest waiting first, with an excerpt of their message', async () => {
  const insertMessage = async ({ id }: Member, since: string, body: string) => {
    await runQuery(sql`insert into messages (patient_id, sender_id, body, published_at) values (${id}, ${id}, ${body}, ${since})`)
    await runQuery(sql`update message_rooms set unresponded_since = coalesce(unresponded_since, ${since}), last_message_at = ${since} where patient_id = ${id}`)
  }
  await insertMessage(taro, '2026-11-21T05:00:00Z', '薬を飲み忘れました')
  await insertMessage(hanako, '2026-11-20T05:00:00Z', '血圧が高めです')
  const { items } = await section(doctor, 'needs_reply', 'all')
  expect(items).toMatchObject([
    { patient: { id: hanako.id }, at: '2026-11-20T05:00:00.000Z', excerpt: '血圧が高めです' },
    { patient: { id: taro.id }, excerpt: '薬を飲み忘れました' },
  ])
  await review(doctor, items[0]!)
  expect(await idsIn(doctor, 'needs_reply')).toEqual([])
  await insertMessage(hanako, '2026-11-21T22:00:00Z', '今朝も高いです')
  expect(await section(doctor, 'needs_reply')).toMatchObject({ items: [{ at: '2026-11-20T05:00:00.000Z', excerpt: '今朝も高いです' }] })
})

test('shows the interviews of the Tokyo day by time; `mine` includes those that the caller takes part in; moving an interview voids its review', async () => {
  const insertInterview = async (id: number, at: string, status = 'scheduled') =>
    (
      await runQuery(
        sql`insert into interviews (interviewee_id, kind, conducted_at, meeting_type, status) values (${id}, 'follow', ${at}, 'online', ${status}) returning id`,
      )
    )[0]!.id
  const late = await insertInterview(hanako.id, '2026-11-22T14:59:00Z')
  const early = await insertInterview(taro.id, '2026-11-21T15:00:00Z')
  await insertInterview(hanako.id, '2026-11-22T15:00:00Z')
  await insertInterview(hanako.id, '2026-11-22T05:00:00Z', 'cancelled')
  const subjects = async (member: Member, scope?: string) => (await section(member, 'interviews_today', scope)).items.map(({ subject_id }) => subject_id)
  expect(await subjects(doctor, 'all')).toEqual([early, late])
  expect(await subjects(doctor)).toEqual([late])
  await runQuery(sql`insert into interview_participants (interview_id, staff_id) values (${early}, ${doctor.id})`)
  const { items } = await section(doctor, 'interviews_today')
  expect(items).toMatchObject([{ subject_id: early, interview_kind: 'follow', meeting_type: 'online' }, { subject_id: late }])
  await review(doctor, items[0]!)
  expect(await subjects(doctor)).toEqual([late])
  await runQuery(sql`update interviews set conducted_at = '2026-11-22T06:00:00Z' where id = ${early}`)
  expect(await subjects(doctor)).toEqual([early, late])
})

test('shows patients who do well until a value is out of range', async () => {
  const saburo = await testApp.add({ role: 'patient', last_name: '森', first_name: '三郎', birthday: '1980-04-01', sex: 'male' })
  await runQuery(
    sql`insert into contracts (user_id, plan_id, auto_update, started_at) select ${saburo.id}, plan_id, true, started_at from contracts where user_id = ${hanako.id}`,
  )
  const healthyValues: [string, number][] = [
    ['ldl_cholesterol', 100],
    ['hba1c', 5.3],
    ['uric_acid', 5.5],
    ['systolic_blood_pressure', 112],
    ['diastolic_blood_pressure', 70],
  ]
  for (const [name, value] of healthyValues) await measure(saburo.id, name, value, '2026-11-10T00:00:00Z')
  expect(await idsIn(doctor, 'doing_well', 'all')).toEqual([])
  const goal = (await nurse.request('POST', '/api/habit_goals', { body: { user_id: saburo.id, content: '歩く', kind: 'sport' } })).body.id
  await nurse.request('PUT', `/api/habit_goals/${goal}/days/2026-11-22`, { body: { done: true } })
  expect(await section(doctor, 'doing_well', 'all')).toMatchObject({ items: [{ patient: { id: saburo.id }, count: 5 }] })
  // a goal that follows the answers to a questionnaire
  const [smoking] = await runQuery(sql`select id from lifestyle_categories where name = 'smoking'`)
  const body = { user_id: saburo.id, content: '禁煙', kind: 'preference', days_per_week: null }
  const categories_attributes = [{ category_type: 'lifestyle_category', category_id: smoking!.id }]
  expect((await nurse.request('POST', '/api/habit_goals', { body: { ...body, categories_attributes } })).status).toBe(201)
  const says = (value: number) =>
    saburo.request('POST', '/api/medical_questionnaire_answers', { body: { user_id: saburo.id, lifestyles: [{ name: 'smoking', value }] } })
  expect((await says(3)).status).toBe(201)
  expect(await idsIn(doctor, 'doing_well', 'all')).toEqual([])
  await says(0)
  expect(await idsIn(doctor, 'doing_well', 'all')).toEqual([saburo.id])
  // a critical value that could not be judged for lack of a range
  await runQuery(sql`insert into test_results (user_id, category_id, recorded_at, value, is_serious)
    select ${saburo.id}, id, '2026-11-20T00:00:00Z', 6.5, true from result_categories where name = 'potassium'`)
  await measure(saburo.id, 'hba1c', 5.3, '2026-11-20T00:00:00Z')
  expect(await idsIn(doctor, 'doing_well', 'all')).toEqual([])
  await runQuery(sql`delete from test_results where user_id = ${saburo.id} and is_serious`)
  await measure(saburo.id, 'hba1c', 5.3, '2026-11-21T00:00:00Z')
  expect(await idsIn(doctor, 'doing_well', 'all')).toEqual([saburo.id])
  await measure(saburo.id, 'ldl_cholesterol', 150, '2026-11-21T00:00:00Z')
  expect(await idsIn(doctor, 'doing_well', 'all')).toEqual([])
})

test('shows five rows of a section on the board and all of them in its list', async () => {
  for (let i = 0; i < 30; i++) {
    const { id } = await testApp.add({ role: 'patient', last_name: `患者${i}` })
    await runQuery(sql`insert into care_people (user_id, staff_id, role) values (${id}, ${nurse.id}, 'nurse')`)
    await runQuery(sql`update message_rooms set unresponded_since = ${new Date(Date.UTC(2026, 9, 1, i)).toISOString()} where patient_id = ${id}`)
  }
  const { items, total_count, next_page } = await section(nurse, 'needs_reply')
  expect([items.length, total_count, next_page]).toEqual([5, 31, 1])
  const pages = [(await nurse.get('/api/today/needs_reply')).body, (await nurse.get('/api/today/needs_reply?page=2')).body]
  expect(pages).toMatchObject([
    { page: 1, next_page: 2, total_count: 31 },
    { page: 2, next_page: null, total_count: 31 },
  ])
  const patientIds = pages.flatMap(({ items }) => items.map(({ patient }: TodayItem) => patient.id))
  expect(new Set(patientIds).size).toBe(31)
  expect(patientIds.slice(0, 5)).toEqual(items.map(({ patient }) => patient.id))
})

test('observers read the board but cannot review, patients have no access', async () => {
  const [item] = (await section(observer, 'needs_reply', 'all')).items
  expect((await review(observer, item!)).status).toBe(403)
  for (const path of ['/api/today', '/api/today/no_data']) expect((await hanako.get(path)).status).toBe(403)
  expect((await review(hanako, item!)).status).toBe(403)
  expect((await review(doctor, { ...item!, patient: { ...item!.patient, id: doctor.id } })).status).toBe(404)
  expect((await doctor.get('/api/today/nothing')).status).toBe(400)
})

test('the nightly job restores missing rows', async () => {
  await runQuery(sql`delete from today_items`)
  await testApp.context.jobs.send(testApp.context.db, 'today_items', {})
  expect(await testApp.runJobs()).toContain('today_items')
  expect(await idsIn(nurse, 'worsened')).toEqual([taro.id])
})
