import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { asOwner } from '../../../test/database.ts'
import { type Member, openTestApp, type TestApp } from '../../../test/test-app.ts'
import { serverFolder } from '../../config/folders.ts'
import { parseMigration } from '../../database/migrate.ts'

let testApp: TestApp
let hanako: Member, doctor: Member
let now: Date

beforeAll(async () => {
  now = new Date('2026-11-20T16:00:00Z')
  testApp = await openTestApp({ overrides: { clock: () => now } })
  ;({ hanako } = testApp)
  ;({ doctor } = testApp.staff)
})
beforeEach(async () => {
  for (const table of ['health_scores', 'test_results'])
    await testApp.context.db.execute(sql`delete from ${sql.identifier(table)} where user_id = ${hanako.id}`)
})

const result = (name: string, value: number, status: number | null, is_serious = false, day = '2026-11-01') =>
  testApp.context.db.execute(
    sql`insert into test_results (user_id, category_id, recorded_at, type, value, status, is_serious)
        select ${hanako.id}, id, ${`${day}T00:00:00Z`}, 0, ${value}, ${status}, ${is_serious} from result_categories where name = ${name}`,
  )
const healthy = async (...names: string[]) => {
  for (const name of names) await result(name, 1, 0)
}
const scoresAfterJob = async (name: string) => {
  await testApp.context.db.transaction((tx) => testApp.context.onChanges(tx, ['test_results'], new Set([hanako.id])))
  await testApp.runJobs()
  return (await doctor.get(`/api/health_scores?user_id=${hanako.id}&category_name=${name}&include[]=sources`)).body.items
}

test('a critical value that no range judged lowers the total', async () => {
  await healthy('bmi', 'waist_circumference', 'systolic_blood_pressure', 'diastolic_blood_pressure', 'hba1c', 'fasting_glucose')
  await healthy('ldl_cholesterol', 'hdl_cholesterol', 'triglyceride', 'non_hdl_cholesterol', 'ast', 'alt', 'ggt')
  await result('potassium', 6.9, null, true)
  expect(await scoresAfterJob('total')).toMatchObject([{ rank: 'D', caps: [{ finding: 'serious', name: 'potassium', value: 6.9 }] }])
})

test('a critical value that no range judged has no points in its category, but lowers the words', async () => {
  await healthy('hdl_cholesterol', 'triglyceride', 'non_hdl_cholesterol')
  await result('ldl_cholesterol', 400, null, true)
  const [score] = await scoresAfterJob('lipid')
  expect(score).toMatchObject({ point: 100, rank: 'E', missing: [{ name: 'ldl_cholesterol' }], caps: [{ finding: 'serious', name: 'ldl_cholesterol' }] })
})

test.each([
  ['the critical reading', { systolic: [118, 122, 190], diastolic: [70, 74, 110] }, 'D', { systolic: [190, 'serious'], diastolic: [110, 'serious'] }, 143],
  ['the mean of unhealthy readings', { systolic: [150, 146, 130], diastolic: [70, 74, 72] }, 'B', { systolic: [142, 'outside'] }, 142],
])('home blood pressure lowers the total and shows %s', async (_, readings, rank, lowering, mean) => {
  const nameOf = (part: string) => `home_${part}_blood_pressure`
  await healthy('bmi', 'waist_circumference', 'systolic_blood_pressure', 'diastolic_blood_pressure', 'hba1c', 'fasting_glucose')
  await healthy('ldl_cholesterol', 'hdl_cholesterol', 'triglyceride', 'non_hdl_cholesterol', 'ast', 'alt', 'ggt')
  const results = Object.entries(readings).flatMap(([part, values]) =>
    values.map((value, index) => ({ category_name: nameOf(part), value, recorded_at: `2026-11-0${index + 1}T00:00:00Z` })),
  )
  await doctor.request('POST', '/api/test_results/bulk', { body: { user_id: hanako.id, results } })
  const [total] = await scoresAfterJob('total')
  const caps = Object.entries(lowering).map(([part, [value, finding]]) => expect.objectContaining({ name: nameOf(part), value, finding, day: '2026-11-03' }))
  expect(total.rank).toBe(rank)
  expect(total.caps).toHaveLength(caps.length)
  expect(total.caps).toEqual(expect.arrayContaining(caps))
  const [{ sources }] = await scoresAfterJob('blood_pressure')
  expect(sources).toContainEqual(expect.objectContaining({ name: nameOf('systolic'), value: mean, day: '2026-11-03' }))
})

test('a finding beyond a limit of measurement keeps its comparator, also of a critical reading among the averaged ones', async () => {
  await healthy('bmi', 'waist_circumference', 'systolic_blood_pressure', 'diastolic_blood_pressure', 'hba1c', 'fasting_glucose')
  await healthy('hdl_cholesterol', 'triglyceride', 'non_hdl_cholesterol', 'ast', 'alt', 'ggt')
  const results = [
    { category_name: 'ldl_cholesterol', value: 300, recorded_at: '2026-11-03T00:00:00Z', comparator: '>' },
    { category_name: 'home_systolic_blood_pressure', value: 120, recorded_at: '2026-11-02T00:00:00Z' },
    { category_name: 'home_systolic_blood_pressure', value: 190, recorded_at: '2026-11-03T00:00:00Z', comparator: '>=' },
  ]
  await doctor.request('POST', '/api/test_results/bulk', { body: { user_id: hanako.id, results } })
  await testApp.context.db.execute(sql`update test_results set is_serious = true where user_id = ${hanako.id} and comparator is not null`)
  const labels = (score: { caps: { name: string; label: string | null }[] }) => Object.fromEntries(score.caps.map(({ name, label }) => [name, label]))
  const [total] = await scoresAfterJob('total')
  expect(labels(total)).toEqual({ ldl_cholesterol: '>300 mg/dL', home_systolic_blood_pressure: '≥190 mmHg' })
})

const migrateWith = (name: string) => asOwner(testApp.context, parseMigration(name, readFileSync(join(serverFolder, 'migrations', name), 'utf8')).up)

test('the migration lets a stored total expire that calls a mean of home blood pressure critical', async () => {
  const readings = [118, 122, 190].map((value, index) => ({
    category_name: 'home_systolic_blood_pressure',
    value,
    recorded_at: `2026-11-0${index + 1}T00:00:00Z`,
  }))
  await healthy('bmi', 'waist_circumference', 'systolic_blood_pressure', 'diastolic_blood_pressure', 'hba1c', 'fasting_glucose')
  await healthy('ldl_cholesterol', 'hdl_cholesterol', 'triglyceride', 'non_hdl_cholesterol', 'ast', 'alt', 'ggt')
  await doctor.request('POST', '/api/test_results/bulk', { body: { user_id: hanako.id, results: readings } })
  expect(await scoresAfterJob('total')).toMatchObject([{ caps: [{ value: 190 }] }])
  await testApp.context.db.execute(sql`update health_scores set stale_on = '2090-01-01' where user_id = ${hanako.id}`)
  await testApp.context.db.execute(sql`update health_scores set caps = jsonb_set(caps, '{0,value}', '143') where user_id = ${hanako.id} and caps <> '[]'`)
  await migrateWith('132_critical_home_readings.sql')
  const { rows } = await testApp.context.db.execute(
    sql`select caps -> 0 ->> 'value' as value from health_scores where user_id = ${hanako.id} and stale_on <= (now() at time zone 'Asia/Tokyo')::date`,
  )
  // the score of blood pressure and the total
  expect(rows).toEqual([{ value: '143' }, { value: '143' }])
})

test.each([
  ['now', async () => {}],
  [
    'before totals had a day of expiry',
    async () => {
      await testApp.context.db.execute(sql`update health_scores set stale_on = null where user_id = ${hanako.id} and caps <> '[]'`)
      await migrateWith('125_total_expiry.sql')
    },
  ],
])('a critical value that is in no category lowers the total only until it is too old, also a total stored %s', async (_, migrate) => {
  now = new Date('2026-11-20T16:00:00Z')
  await healthy('bmi', 'waist_circumference', 'systolic_blood_pressure', 'diastolic_blood_pressure', 'hba1c', 'fasting_glucose')
  await healthy('ldl_cholesterol', 'hdl_cholesterol', 'triglyceride', 'non_hdl_cholesterol', 'ast', 'alt', 'ggt')
  await result('potassium', 6.9, null, true, '2026-01-10')
  expect(await scoresAfterJob('total')).toMatchObject([{ rank: 'D' }])
  await migrate()
  // 400 days after 2026-01-10 is 2027-02-14
  now = new Date('2027-02-14T16:00:00Z')
  await testApp.context.jobs.send(testApp.context.db, 'health_scores_aged', {})
  await testApp.runJobs()
  expect((await doctor.get(`/api/health_scores?user_id=${hanako.id}&category_name=total&include[]=sources`)).body.items).toMatchObject([
    { rank: 'A', caps: [] },
  ])
})
