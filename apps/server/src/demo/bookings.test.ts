import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { type Database, openDatabase } from '../database/db.ts'
import { seedDemo } from './seed.ts'

const now = new Date('2026-11-21T03:00:00Z')
let database: Database
const rowsOf = async (text: ReturnType<typeof sql>) => (await database.db.execute(text)).rows

beforeAll(async () => {
  database = openDatabase({ connectionString: await freshDatabase() }, { role: null })
  await seedDemo(database.db, { now, patients: 60 })
})
afterAll(() => database.close())

test('included are the checkups and interviews that have a plan use, in the year of their contract; 佐伯 恵子 has past ones in this year', async () => {
  const booked = sql`(select id, user_id, tested_at as at, included_in_plan, 'test_package' as type from test_packages
    union all select id, interviewee_id, conducted_at, included_in_plan, 'interview' from interviews)`
  const isUse = sql`case b.type when 'interview' then u.interview_id else u.test_package_id end = b.id`
  const wrong = sql`select b.id from ${booked} b left join plan_uses u on ${isUse} left join contracts c on c.id = u.contract_id
    where b.included_in_plan <> (u.id is not null) or b.at < c.started_at or (b.at >= c.ended_at and not c.auto_update)
      or (b.at at time zone 'Asia/Tokyo')::date not between u.year_from and u.year_from + interval '1 year' - interval '1 day'`
  expect(await rowsOf(wrong)).toEqual([])
  const parts = await rowsOf(sql`select distinct u.part from ${booked} b join plan_uses u on ${isUse} join contracts c on c.id = u.contract_id
    where b.user_id = 1 and b.at <= ${now.toISOString()} and c.ended_at > ${now.toISOString()} order by 1`)
  expect(parts.length).toBeGreaterThan(1)
})
