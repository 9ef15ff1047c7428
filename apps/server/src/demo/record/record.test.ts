import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../../../test/database.ts'
import { type Database, openDatabase } from '../../database/db.ts'
import { seedDemo } from '../seed.ts'
import { indications } from './indications.ts'

// early in the morning in Tokyo
const now = new Date('2026-11-20T22:13:00Z')
let database: Database
const rowsOf = async <T extends Record<string, unknown>>(text: SQL) => (await database.db.execute<T>(text)).rows

/** The real time: timestamps that the database sets are not before it. `now` is a fixed time. */
const started = new Date()

beforeAll(async () => {
  database = openDatabase({ connectionString: await freshDatabase() }, { role: null })
  await seedDemo(database.db, { now })
})
afterAll(() => database.close())

test('blood pressure from patients and devices is home blood pressure, judged by its own limits; checkups have both kinds', async () => {
  const rows = await rowsOf<{ name: string; origin: string; n: number; wrong: number }>(sql`
    select c.name, case when origin in ('自己測定', '血圧計') then origin else '健診' end as origin, count(*)::int as n,
      count(*) filter (where r.status <> case when value >= case when c.name like 'home%' then 135 else 140 end then 1 when value < 90 or value >= case when c.name like 'home%' then 125 else 130 end then 2 else 0 end)::int as wrong
    from test_results r join result_categories c on c.id = r.category_id where c.name like '%systolic_blood_pressure' and r.status is not null group by 1, 2 order by 1, 2`)
  expect(rows.map(({ name, origin }) => `${name} ${origin}`)).toEqual([
    'home_systolic_blood_pressure 血圧計',
    'home_systolic_blood_pressure 健診',
    'home_systolic_blood_pressure 自己測定',
    'systolic_blood_pressure 健診',
  ])
  for (const row of rows) expect(row).toMatchObject({ wrong: 0 })
  const [newest] = await rowsOf(sql`select r.value, r.status from test_results r join result_categories c on c.id = r.category_id
    where user_id = 1 and c.name = 'home_systolic_blood_pressure' order by recorded_at desc limit 1`)
  expect(newest).toEqual({ value: 138, status: 1 })
})

test('whoever takes a medicine has an unsolved problem with the illness that it treats, dated not later than the start of the medicine', async () => {
  const pairs = Object.entries(indications).map(([medicine, { disease }]) => ({ medicine, disease }))
  const withoutProblem = await rowsOf(sql`
    select i.user_id, m.name, i.started_on from medicine_intakes i join medicines m on m.id = i.medicine_id
      join json_to_recordset(${JSON.stringify(pairs)}::json) as p (medicine text, disease text) on p.medicine = m.name
    where not exists (select from assessments a join diseases d on d.id = a.disease_id
      where a.user_id = i.user_id and d.code = p.disease and a.kind = 'problem' and a.solved_on is null and a.conducted_on::text <= i.started_on || '-99')`)
  expect(withoutProblem).toEqual([])
  const [medicines] = await rowsOf<{ treated: number; names: number }>(
    sql`select count(*)::int as treated, count(distinct m.name)::int as names from medicine_intakes i join medicines m on m.id = i.medicine_id where m.name in ('amlodipine', 'atorvastatin', 'metformin', 'allopurinol')`,
  )
  expect(medicines).toMatchObject({ names: 4 })
})

test('nobody has a problem that the newest results contradict', async () => {
  const limits = [
    { disease: 'hypertension', category: 'systolic_blood_pressure', at_least: 130 },
    { disease: 'dyslipidemia', category: 'ldl_cholesterol', at_least: 130 },
    { disease: 'type_2_diabetes', category: 'fasting_glucose', at_least: 110 },
    { disease: 'hyperuricemia', category: 'uric_acid', at_least: 7 },
  ]
  const contradicted = await rowsOf(sql`
    with newest as (select distinct on (r.user_id, c.name) r.user_id, c.name, r.value from test_results r join result_categories c on c.id = r.category_id
      order by r.user_id, c.name, r.recorded_at desc)
    select n.user_id, n.name, n.value from assessments a join diseases d on d.id = a.disease_id
      join json_to_recordset(${JSON.stringify(limits)}::json) as l (disease text, category text, at_least float) on l.disease = d.code
      join newest n on n.user_id = a.user_id and n.name = l.category
    where a.kind = 'problem' and a.solved_on is null and n.value < l.at_least`)
  expect(contradicted).toEqual([])
})

test('a memo that names the father’s illness agrees with the family history', async () => {
  expect(
    await rowsOf(sql`select a.user_id from assessments a join diseases d on d.id = a.disease_id where a.memo like '父が大腸がん%'
      and not exists (select from family_past_illnesses f where f.user_id = a.user_id and f.disease_id = a.disease_id and f.relative = 'father')`),
  ).toEqual([])
})

test('no row was measured, written or changed after `now`', async () => {
  const past = ['created_at', 'updated_at', 'recorded_at', 'answered_at', 'published_at', 'released_at', 'written_at', 'measured_on']
  const columns = await rowsOf<{ table_name: string; column_name: string }>(
    sql`select table_name, column_name from information_schema.columns c where table_schema = 'public' and column_name = any(${sql.param(past)}::text[])
      and exists (select from information_schema.columns o where o.table_name = c.table_name and o.column_name in ('user_id', 'patient_id', 'interviewee_id', 'habit_goal_id'))`,
  )
  const inFuture: string[] = []
  for (const { table_name, column_name } of columns) {
    const at = column_name === 'measured_on' ? sql`(${sql.identifier(column_name)}::timestamp at time zone 'Asia/Tokyo')` : sql.identifier(column_name)
    const [row] = await rowsOf<{ n: number }>(
      sql`select count(*)::int as n from ${sql.identifier(table_name)} where ${at} > ${now.toISOString()}::timestamptz and ${at} < ${started.toISOString()}::timestamptz`,
    )
    if (row!.n) inFuture.push(`${table_name}.${column_name}: ${row!.n}`)
  }
  expect(columns.length).toBeGreaterThan(20)
  expect(inFuture).toEqual([])
})
