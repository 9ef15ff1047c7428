import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { isSessionCheck, statementsDuring } from '../../../test/statements.ts'
import { type Member, openTestApp, type TestApp } from '../../../test/test-app.ts'
import { systemScope } from '../../access/system-scope.ts'
import { result_categories, test_packages } from './tables.ts'

let testApp: TestApp
let hanako: Member, taro: Member, doctor: Member
let package_id: number

beforeAll(async () => {
  testApp = await openTestApp({ overrides: { clock: () => new Date('2026-11-21T03:00:00Z') } })
  ;({ hanako, taro } = testApp)
  ;({ doctor } = testApp.staff)
  const [created] = await systemScope(testApp.context.db)
    .insert(test_packages)
    .values({ user_id: hanako.id, kind: 'detail', status: 0, location: 'クリニック', tested_at: '2026-11-01T00:00:00Z' })
    .returning()
  package_id = created!.id
})

type Row = {
  category_name?: string
  category_id?: number
  value: number
  comparator?: string
  unit?: string
  recorded_at?: string
  confirmed?: boolean
  origin?: string
}
const day = (dayNumber: number) => new Date(Date.UTC(2020, 0, dayNumber)).toISOString()
const sendResults = async (
  results: Row[],
  { user_id = hanako.id, member = doctor, ...extra }: { user_id?: number; test_package_id?: number; member?: Member } = {},
) => member.request('POST', '/api/test_results/bulk', { body: { user_id, ...extra, results: results.map((row) => ({ recorded_at: day(1), ...row })) } })
// biome-ignore lint/suspicious/noExplicitAny: a test asserts what it reads of a response
const outcomes = (response: { body: any }) => response.body.items.map((item: { outcome: string; reason?: string }) => item.reason ?? item.outcome)
/** Values of one moment by category name, derived ones in an array. */
const resultsAt = async (recorded_at: string, user_id = hanako.id) => {
  const { body } = await doctor.get(`/api/test_results?user_id=${user_id}&count=100&include=category`)
  return Object.fromEntries(
    body.items
      .filter((result: { recorded_at: string }) => result.recorded_at === recorded_at)
      .map((result: { category: { name: string }; value: number; is_derived: boolean }) => [
        result.category.name,
        result.is_derived ? [result.value] : result.value,
      ]),
  )
}

test('returns an outcome for each row: new, same, changed or the reason for refusing it', async () => {
  const rows: Row[] = [
    { category_name: 'ldl_cholesterol', value: 142 },
    { category_name: 'hba1c', value: 5.8 },
    { category_name: 'potassium', value: 42 },
    { category_name: 'systolic_blood_pressure', value: 225 },
    { category_name: 'ldl_cholesterol', value: 118, unit: 'furlong', recorded_at: day(2) },
    { category_name: 'no_such_item', value: 1 },
    { category_name: 'uric_acid', value: 5, recorded_at: '2026-11-21T15:00:00Z' },
    { category_name: 'uric_acid', value: 5, recorded_at: '1968-03-13T00:00:00Z' },
    { category_name: 'hba1c', value: 6.1 },
    { category_name: 'hba1c', value: 5.8 },
  ]
  const first = await sendResults(rows, { test_package_id: package_id })
  expect(first.status).toBe(200)
  expect(outcomes(first)).toEqual(['new', 'new', 'impossible', 'unlikely', 'unknown_unit', 'unknown_category', 'in_future', 'before_birth', 'repeated', 'same'])
  expect(first.body.items[0].result).toMatchObject({ value: 142, status: 1, is_serious: false, origin: 'クリニック', test_package_id: package_id })
  expect(first.body.items[3]).toMatchObject({ index: 3, message: '通常はみられない値です。間違いがなければ、確認のうえ登録してください。' })
  expect(await resultsAt(day(1))).toEqual({ ldl_cholesterol: 142, hba1c: 5.8 })

  const repeated = await sendResults([{ ...rows[0]!, value: 139 }, rows[1]!, { ...rows[3]!, confirmed: true }], { test_package_id: package_id })
  expect(outcomes(repeated)).toEqual(['changed', 'same', 'new'])
  expect(repeated.body.items[0].result).toMatchObject({ id: first.body.items[0].result.id, value: 139, status: 2 })
  expect(repeated.body.items[2].result).toMatchObject({ status: 1, is_serious: true })
  // a confirmed value is not asked about again
  expect(outcomes(await sendResults([rows[3]!], { test_package_id: package_id }))).toEqual(['same'])
  // the same moment outside the checkup is another result
  expect(outcomes(await sendResults([{ ...rows[1]!, origin: '家庭用測定器' }]))).toEqual(['new'])
})

test('converts other units by the catalogue’s factor and keeps the entered value and unit', async () => {
  const { body } = await sendResults([
    { category_name: 'ldl_cholesterol', value: 3.1, unit: 'mmol/L', recorded_at: day(10) },
    { category_name: 'hba1c', value: 42, unit: 'mmol/mol', recorded_at: day(10) },
    { category_name: 'hba1c', value: 5.5, unit: '％', recorded_at: day(11) },
  ])
  expect(body.items.map((item: { result: object }) => item.result)).toMatchObject([
    { value: 120, status: 2, entered_value: 3.1, entered_unit: 'mmol/L' },
    { value: 6, status: 1, entered_value: 42, entered_unit: 'mmol/mol' },
    { value: 5.5, status: 0, entered_value: null, entered_unit: null },
  ])
})

test('judges a value as it is shown, rounded to the decimals of its category, and keeps what was entered', async () => {
  const { body } = await sendResults([
    { category_name: 'potassium', value: 5.96, recorded_at: day(12) },
    { category_name: 'bmi', value: 24.96, recorded_at: day(12) },
  ])
  expect(body.items.map((item: { result: object }) => item.result)).toMatchObject([
    { value: 6, status: 1, is_serious: true, entered_value: 5.96, entered_unit: 'mEq/L' },
    { value: 25, status: 1, is_serious: false, entered_value: 24.96 },
  ])
})

test('concurrent requests with the same rows create each row once', async () => {
  const rows = Array.from({ length: 30 }, (_, i) => ({ category_name: 'hba1c', value: 5 + i / 10, recorded_at: day(100 + i), confirmed: true }))
  const responses = await Promise.all(Array.from({ length: 6 }, () => sendResults(rows)))
  expect(responses.map(({ status }) => status)).toEqual(Array(6).fill(200))
  const allOutcomes = responses.flatMap(outcomes)
  expect([allOutcomes.filter((outcome) => outcome === 'new').length, allOutcomes.filter((outcome) => outcome === 'same').length]).toEqual([30, 150])
  const { rows: countRows } = await testApp.context.db.execute(
    sql`select count(*)::int as n from test_results where user_id = ${hanako.id} and recorded_at between ${day(100)} and ${day(129)}`,
  )
  expect(countRows).toEqual([{ n: 30 }])
})

test('accepts 2,000 rows in one request in a fixed number of statements, and rejects 2,001', async () => {
  const rows = Array.from({ length: 2020 }, (_, i) => ({
    category_name: i % 2 ? 'weight' : 'height',
    value: i % 2 ? 60 : 160,
    recorded_at: day(-1 - Math.floor(i / 2)),
  }))
  const countStatements = async (sent: Row[]) => {
    const { result, statements } = await statementsDuring(() => sendResults(sent, { user_id: taro.id }))
    expect(new Set(outcomes(result))).toEqual(new Set(['new']))
    return statements.filter((statement) => !isSessionCheck(statement)).length
  }
  const few = await countStatements(rows.splice(-20))
  expect(few).toBeGreaterThan(0)
  expect(await countStatements(rows)).toBeLessThan(2 * few)
  expect(await resultsAt(day(-1), taro.id)).toEqual({ height: 160, weight: 60, bmi: [23.4] })
  expect((await sendResults([...rows, rows[0]!], { user_id: taro.id })).status).toBe(422)
})

test('derives values unless they were measured', async () => {
  const moment = day(200)
  const row = (category_name: string, value: number) => ({ category_name, value, recorded_at: moment })
  await sendResults([
    row('height', 160),
    row('weight', 64),
    row('total_cholesterol', 220),
    row('hdl_cholesterol', 50),
    row('triglyceride', 150),
    row('creatinine', 0.7),
  ])
  // born in 1968, 52 years old on 2020-07-18
  const expected = { bmi: [25], non_hdl_cholesterol: [170], ldl_cholesterol: [140], egfr: [68.1] }
  expect(await resultsAt(moment)).toMatchObject(expected)
  const { body } = await sendResults([row('ldl_cholesterol', 131)])
  expect([body.items[0].outcome, body.items[0].result]).toMatchObject(['new', { is_derived: false, status: 2 }])
  // measured values stay; derived ones follow their inputs
  await sendResults([row('total_cholesterol', 230)])
  expect(await resultsAt(moment)).toMatchObject({ non_hdl_cholesterol: [180], ldl_cholesterol: 131 })
  // derived again once the measured value is deleted; removed once an input no longer allows it
  expect((await doctor.request('DELETE', `/api/test_results/${body.items[0].result.id}`)).status).toBe(204)
  expect(await resultsAt(moment)).toMatchObject({ ldl_cholesterol: [150] })
  await sendResults([row('triglyceride', 400)])
  expect(await resultsAt(moment)).not.toHaveProperty('ldl_cholesterol')
  const weight = (await sendResults([row('weight', 64)])).body.items[0].result
  await doctor.request('PUT', `/api/test_results/${weight.id}`, { body: { recorded_at: day(201) } })
  expect(await resultsAt(moment)).not.toHaveProperty('bmi')
})

test('a derived result has a status and cannot be changed or deleted itself', async () => {
  const moment = day(210)
  await sendResults([
    { category_name: 'height', value: 160, recorded_at: moment },
    { category_name: 'weight', value: 64, recorded_at: moment },
  ])
  const { body } = await doctor.get(`/api/test_results?user_id=${hanako.id}&categories[]=bmi&count=100`)
  const bmi = body.items.find((result: { recorded_at: string }) => result.recorded_at === moment)
  expect(bmi).toMatchObject({ value: 25, status: 1, is_derived: true, range_id: expect.any(Number) })
  expect((await doctor.request('PUT', `/api/test_results/${bmi.id}`, { body: { value: 24 } })).status).toBe(422)
  expect((await doctor.request('DELETE', `/api/test_results/${bmi.id}`)).status).toBe(422)
})

test('derives no LDL from casual triglycerides and no eGFR for a child', async () => {
  const rows = (recorded_at: string) => [
    { category_name: 'total_cholesterol', value: 220, recorded_at },
    { category_name: 'hdl_cholesterol', value: 50, recorded_at },
    { category_name: 'triglyceride_casual', value: 150, recorded_at },
    { category_name: 'creatinine', value: 0.7, recorded_at },
  ]
  await sendResults(rows('1986-03-12T00:00:00.000Z'))
  const derived = await resultsAt('1986-03-12T00:00:00.000Z')
  expect(derived).toMatchObject({ non_hdl_cholesterol: [170] })
  expect(derived).not.toHaveProperty('ldl_cholesterol')
  expect(derived).not.toHaveProperty('egfr')
  await sendResults(rows('1986-03-14T00:00:00.000Z'))
  expect(await resultsAt('1986-03-14T00:00:00.000Z')).toHaveProperty('egfr')
})

test('a correction is judged again, validated, and rejected if the result was changed concurrently', async () => {
  const { body } = await sendResults([
    { category_name: 'uric_acid', value: 7.0, recorded_at: day(300) },
    { category_name: 'uric_acid', value: 6.0, recorded_at: day(301) },
  ])
  const [{ result }] = body.items
  const changeResult = (change: object) => doctor.request('PUT', `/api/test_results/${result.id}`, { body: change })
  expect((await changeResult({ value: 7.1, updated_at: result.updated_at })).body).toMatchObject({ value: 7.1, status: 2 })
  expect((await changeResult({ value: 7.2, updated_at: result.updated_at })).status).toBe(409)
  expect((await changeResult({ value: 70 })).body.fields).toEqual({ value: ['ありえない値です。単位と小数点の位置をご確認ください。'] })
  expect(Object.keys((await changeResult({ value: 15 })).body.fields)).toEqual(['value'])
  expect((await changeResult({ value: 15, confirmed: true })).body).toMatchObject({ status: 1, is_serious: true })
  expect((await changeResult({ value: 420, unit: 'μmol/L' })).body).toMatchObject({ value: 7.1, entered_value: 420, entered_unit: 'umol/L' })
  expect(Object.keys((await changeResult({ unit: 'umol/L' })).body.fields)).toEqual(['value'])
  expect(Object.keys((await changeResult({ recorded_at: day(301) })).body.fields)).toEqual(['recorded_at'])
  expect(Object.keys((await changeResult({ recorded_at: '2026-11-22T00:00:00Z' })).body.fields)).toEqual(['recorded_at'])
  // the ranges begin on her 18th birthday
  expect((await changeResult({ recorded_at: '1986-03-13T00:00:00Z' })).body).toMatchObject({ status: null, range_id: null })
  expect((await changeResult({ recorded_at: '1986-03-13T15:00:00Z' })).body).toMatchObject({ status: 2 })
})

test('rejects another patient’s checkup, an unknown one, results of a user who is not a patient, a call by a patient, and an image category', async () => {
  expect((await sendResults([{ category_name: 'hba1c', value: 5 }], { user_id: taro.id, test_package_id: package_id })).status).toBe(404)
  expect((await sendResults([{ category_name: 'hba1c', value: 5 }], { test_package_id: 999_999 })).status).toBe(404)
  expect((await sendResults([{ category_name: 'hba1c', value: 5 }], { user_id: doctor.id })).status).toBe(404)
  expect((await sendResults([{ category_name: 'hba1c', value: 5 }], { member: hanako })).status).toBe(403)
  const [image] = await testApp.context.db.select().from(result_categories).where(sql`type <> 0`).limit(1)
  expect(outcomes(await sendResults([{ category_id: image!.id, value: 5 }]))).toEqual(['unknown_category'])
})

test('a job judges the results of a patient whom a migration marked (`judge_again`), in several batches', async () => {
  const { db } = testApp.context
  await db.execute(sql`
    insert into test_results (user_id, category_id, recorded_at, value)
    select ${hanako.id}, c.id, '2015-01-01T00:00:00Z'::timestamptz + n * interval '1 hour', case n when 6 then 119 else 140 end from generate_series(1, 1200) n, result_categories c where c.name = 'ldl_cholesterol'`)
  await db.execute(sql`update patients set judge_again = true where user_id = ${hanako.id}`)
  await testApp.context.jobs.send(db, 'judge_patients', {})
  expect(await testApp.runJobs()).toContain('judge_patients')
  const { rows: judged } = await db.execute(
    sql`select status, range_id is not null as ranged, count(*)::int as n from test_results where recorded_at between '2015-01-01' and '2015-03-01' group by 1, 2 order by 1`,
  )
  expect(judged).toEqual([
    { status: 0, ranged: true, n: 1 },
    { status: 1, ranged: true, n: 1199 },
  ])
})

test('does not derive a value that was measured at another time of the same checkup and day', async () => {
  const [created] = await systemScope(testApp.context.db)
    .insert(test_packages)
    .values({ user_id: taro.id, kind: 'detail', status: 0, tested_at: day(20) })
    .returning()
  const extra = { user_id: taro.id, test_package_id: created!.id }
  const later = new Date(Date.parse(day(20)) + 1_800_000).toISOString()
  const lipids = [
    ['total_cholesterol', 220],
    ['hdl_cholesterol', 60],
    ['triglyceride', 100],
  ] as const
  await sendResults(
    lipids.map(([category_name, value]) => ({ category_name, value, recorded_at: day(20) })),
    extra,
  )
  expect(await resultsAt(day(20), taro.id)).toMatchObject({ ldl_cholesterol: [140], non_hdl_cholesterol: [160] })
  const { body } = await sendResults([{ category_name: 'ldl_cholesterol', value: 131, recorded_at: later }], extra)
  expect(await resultsAt(day(20), taro.id)).not.toHaveProperty('ldl_cholesterol')
  expect(await resultsAt(day(20), taro.id)).toMatchObject({ non_hdl_cholesterol: [160] })
  await doctor.request('DELETE', `/api/test_results/${body.items[0].result.id}`)
  expect(await resultsAt(day(20), taro.id)).toMatchObject({ ldl_cholesterol: [140] })
})

test('pepsinogen I and the ratio are judged together, at entry and by the job', async () => {
  const recorded_at = '2024-05-01T00:00:00Z'
  const enter = (category_name: string, value: number) => sendResults([{ category_name, value, recorded_at }])
  const statuses = async () =>
    (
      await testApp.context.db.execute<{ status: number | null }>(
        sql`select r.status from test_results r join result_categories c on c.id = r.category_id where c.name like 'pepsinogen%' and r.user_id = ${hanako.id} and recorded_at = ${recorded_at} order by c.name`,
      )
    ).rows.map(({ status }) => status)
  expect((await enter('pepsinogen_i', 65)).body.items[0].result.status).toBeNull()
  await enter('pepsinogen_ratio', 4)
  expect(await statuses()).toEqual([0, 0])
  await enter('pepsinogen_ratio', 3)
  expect(await statuses()).toEqual([2, 2])
  await testApp.context.db.execute(
    sql`update test_results set status = 2, value = case value when 3 then 3.5 else value end where recorded_at = ${recorded_at}`,
  )
  await testApp.context.db.execute(sql`update patients set judge_again = true where user_id = ${hanako.id}`)
  await testApp.context.jobs.send(testApp.context.db, 'judge_patients', {})
  await testApp.runJobs()
  expect(await statuses()).toEqual([0, 0])
})

test('a low LDL is healthy with a statin and out of range without one', async () => {
  const enter = async (value: number, day: string) =>
    (await sendResults([{ category_name: 'ldl_cholesterol', value, recorded_at: `${day}T00:00:00Z` }])).body.items[0].result.status
  expect(await enter(52, '2023-05-01')).toBe(1)
  const [statin] = (await testApp.staff.doctor.get(`/api/medicines?q=${encodeURIComponent('ロスバスタチン')}`)).body.items
  const intake = { user_id: hanako.id, medicine_id: statin.id, started_on: '2023-06', ended_on: '2023-09' }
  expect((await testApp.staff.doctor.request('POST', '/api/medicine_intakes', { body: intake })).status).toBe(201)
  expect(await enter(52, '2023-05-02')).toBe(1)
  expect(await enter(52, '2023-07-01')).toBe(0)
  expect(await enter(160, '2023-07-02')).toBe(1)
  expect(await enter(52, '2023-09-01')).toBe(1)
})
