import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../../../test/database.ts'
import { type Database, openDatabase } from '../../database/db.ts'
import { seedDemo } from '../seed.ts'

// early in the morning in Tokyo
const now = new Date('2026-11-20T22:13:00Z')
let database: Database
const rowsOf = async <T extends Record<string, unknown>>(text: SQL) => (await database.db.execute<T>(text)).rows

beforeAll(async () => {
  database = openDatabase({ connectionString: await freshDatabase() }, { as: null })
  await seedDemo(database.db, { now })
}, 60_000)
afterAll(() => database.close())

test('what people and devices measured is home blood pressure with its own limits; checkups have both', async () => {
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
