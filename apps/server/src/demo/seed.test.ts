import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { type Database, openDatabase } from '../database/db.ts'
import { nameMatches } from '../database/name-search.ts'
import { UsageError } from '../database/run-command.ts'
import { isPassword } from '../domains/account/password.ts'
import { users } from '../domains/account/tables.ts'
import { openFiles } from '../files/files.ts'
import { addDemoPatients, hashDemoPassword, seedDemo } from './seed.ts'

const now = new Date('2026-11-21T03:00:00Z')
const opened: Database[] = []
const folders: string[] = []
const seedDatabase = async () => {
  const database = openDatabase({ connectionString: await freshDatabase() }, { role: null })
  opened.push(database)
  const data_dir = mkdtempSync(join(tmpdir(), 'sukoyaka-seed-'))
  folders.push(data_dir)
  await seedDemo(database.db, { now, files: openFiles({ data_dir, s3: undefined }) })
  return database.db
}
let db: Database['db']
let twin: Promise<Database['db']> | undefined
/** A second database, seeded with the same `now`. */
const twinDb = () => {
  twin ??= seedDatabase()
  return twin
}
const rowsOf = async <T extends Record<string, unknown>>(text: ReturnType<typeof sql>, from = db) => (await from.execute<T>(text)).rows

beforeAll(async () => {
  db = await seedDatabase()
})
afterAll(async () => {
  await Promise.all(opened.map((database) => database.close()))
  for (const folder of folders) rmSync(folder, { recursive: true })
})

const tables = [
  'users patients care_people contracts message_rooms messages message_unreads message_reminders message_open_histories message_reactions',
  'message_likes message_pins message_notes message_mentions allergy_reactions past_illnesses family_past_illnesses performed_operations medicine_intakes',
  'supplement_intakes assessments habit_goals habit_goal_days health_scores test_packages tests suggested_datetimes booked_slots plan_uses',
  'checkup_waitlist test_results interviews interview_participants interview_moves kartes tasks today_items today_reviews urgent_contacts karte_versions',
  'symptoms lifestyles steps sleeps health_records job_stress_checks files test_result_images',
].flatMap((line) => line.split(' '))
/** Row count and hash of each table, without the password hashes, which are salted. */
const fingerprints = (from: Database['db']) =>
  Promise.all(
    tables.map(async (table) => {
      const [row] = await rowsOf<{ n: number; print: string }>(
        sql`select count(*)::int as n, md5(string_agg(line, '|' order by line)) as print from (select (to_jsonb(t) - 'password_hash')::text as line from ${sql.identifier(table)} t) lines`,
        from,
      )
      return [table, row!.n, row!.print]
    }),
  )

describe('demo data', () => {
  test('creates one account per role with the public password and ids 1 to 8', async () => {
    const rows = await db
      .select({ id: users.id, role: users.role, email: users.email, last_name: users.last_name, password_hash: users.password_hash })
      .from(users)
      .where(sql`id <= 8`)
      .orderBy(users.id)
    expect(rows.map(({ id, role, email }) => [id, role, email])).toEqual(
      ['patient', 'doctor', 'nurse', 'trainer', 'observer', 'nutritionist', 'concierge', 'admin'].map((role, i) => [i + 1, role, `${role}@example.com`]),
    )
    expect(rows.map(({ last_name }) => last_name)).toEqual(['佐伯', '中村', '小林', '石井', '原田', '岡田', '三浦', '管'])
    expect(await isPassword('asano-sanpo-30pun', rows[0]!.password_hash)).toBe(true)
    expect(new Set(rows.map(({ password_hash }) => password_hash)).size).toBe(1)
  })

  test('creates the first patient and 128 more, each with one conversation', async () => {
    const [counted] = await rowsOf(
      sql`select (select count(*)::int from patients) as patients, (select count(*)::int from message_rooms) as rooms, (select count(*)::int from users where role = 'patient') as users`,
    )
    expect(counted).toEqual({ patients: 129, rooms: 129, users: 129 })
  })

  test('creates identical data for the same moment in another database', async () => {
    expect(await fingerprints(await twinDb())).toEqual(await fingerprints(db))
  })

  test('a second run changes nothing', async () => {
    const before = await fingerprints(db)
    await seedDemo(db, { now: new Date(now.getTime() + 1e9) })
    expect(await fingerprints(db)).toEqual(before)
  })

  test('every unread counter equals the number of messages from others after the last opened message', async () => {
    const invalidRows = await rowsOf(
      sql`select * from message_unreads u where unread_count <> (select count(*) from messages m where m.patient_id = u.patient_id and m.id > u.last_read_message_id and m.sender_id <> u.user_id)`,
    )
    expect(invalidRows).toEqual([])
    const [row] = await rowsOf<{ max: number; people: number }>(
      sql`select max(unread_count) as max, count(distinct user_id)::int as people from message_unreads where unread_count > 0`,
    )
    expect(row!.max).toBe(12)
    expect(row!.people).toBeGreaterThan(10)
  })

  test('message ids increase with the publication time over all conversations', async () => {
    const outOfOrder = sql`select id from (select id, published_at < lag(published_at) over (order by id) as is_earlier from messages) said where is_earlier`
    expect(await rowsOf(outOfOrder)).toEqual([])
  })

  test('a conversation stores the time of its last message and since when the patient waits for a reply', async () => {
    const invalidRows = await rowsOf(sql`
      select r.patient_id from message_rooms r
      left join lateral (select max(published_at) as at from messages m where m.patient_id = r.patient_id) newest on true
      left join lateral (select min(published_at) as at from messages m where m.patient_id = r.patient_id and m.sender_id = r.patient_id
        and m.id > coalesce((select max(id) from messages s where s.patient_id = r.patient_id and s.sender_id <> r.patient_id), 0)) waits on true
      where (r.last_message_at, r.unresponded_since) is distinct from (newest.at, waits.at)`)
    expect(invalidRows).toEqual([])
    const [row] = await rowsOf<{ waiting: number; future: number }>(
      sql`select (select count(*)::int from message_rooms where unresponded_since is not null) as waiting, (select count(*)::int from messages where published_at > ${now.toISOString()}) as future`,
    )
    expect(row!.waiting).toBeGreaterThan(10)
    expect(row!.future).toBe(0)
  })

  test('佐伯 恵子’s conversation has a pin, a quote, a mention, reactions and a card, and read marks match the counters', async () => {
    const [room] = await rowsOf(sql`
      select (select count(*)::int from message_pins where patient_id = 1) as pins, (select count(*)::int from message_mentions where patient_id = 1) as mentions,
        (select count(*)::int from messages where patient_id = 1 and reply_to_message_id is not null) as quotes,
        (select count(*)::int from messages where patient_id = 1 and data_entry_request_id is not null) as cards,
        (select max(n)::int from (select count(*) as n from message_reactions where patient_id = 1 group by message_id) reacted) as reactions,
        (select unread_count from message_unreads where patient_id = 1 and user_id = 3) as unread`)
    expect(room).toEqual({ pins: 1, mentions: 1, quotes: 2, cards: 1, reactions: 2, unread: 3 })
    const invalidRows = await rowsOf(sql`
      select u.user_id, m.id from message_unreads u join messages m on m.patient_id = u.patient_id and m.sender_id <> u.user_id
      left join message_open_histories o on o.message_id = m.id and o.user_id = u.user_id
      where (m.id <= u.last_read_message_id) <> (o.message_id is not null) or o.opened_at < m.published_at`)
    expect(invalidRows).toEqual([])
    expect(await rowsOf(sql`select id from message_reminders where done_at is null and remind_at <= ${now.toISOString()}`)).toEqual([])
  })

  test('a search for one variant of a name also finds people whose name has another variant', async () => {
    const searchResults = async (q: string) =>
      (
        await db
          .select({ name: users.last_name })
          .from(users)
          .where(nameMatches(users.name_search, users.name_grams, q))
      ).map((row) => row.name)
    expect(await searchResults('吉田')).toContain('𠮷田')
    expect(await searchResults('𠮷田')).toContain('吉田')
    expect(await searchResults('髙')).toContain('高橋')
    expect(await searchResults('takahashi')).toContain('髙橋')
  })

  test('each patient except the edge case `empty` has one main doctor; for about a third, it is doctor@example.com', async () => {
    const [row] = await rowsOf<{ mine: number; all: number; patients: number }>(
      sql`select count(*) filter (where staff_id = 2)::int as mine, count(*)::int as all, count(distinct user_id)::int as patients from care_people where main and role = 'doctor'`,
    )
    expect(row!.all).toBe(128)
    expect(row!.patients).toBe(128)
    expect(row!.mine).toBeGreaterThan(128 / 5)
    expect(row!.mine).toBeLessThan(128 / 2)
  })

  test('forty patients have ten years of checkups, and all values are possible', async () => {
    const [row] = await rowsOf<{ people: number; all: number; impossible: number }>(sql`
      select count(distinct user_id)::int as people, count(*) filter (where r.type = 0)::int as all, count(*) filter (where value < (possible->>'min')::float or value > (possible->>'max')::float or value <> round(value::numeric, decimals))::int as impossible
      from test_results r join result_categories c on c.id = r.category_id`)
    expect(row!.impossible).toBe(0)
    expect(row!.people).toBe(41)
    expect(row!.all).toBeGreaterThan(45_000)
    expect(row!.all).toBeLessThan(70_000)
    const [long] = await rowsOf<{ people: number }>(
      sql`select count(*)::int as people from (select from test_results group by user_id having max(recorded_at) - min(recorded_at) > interval '8 years 11 months') histories`,
    )
    expect(long!.people).toBe(40)
  })

  test('BMI and non-HDL cholesterol match the values of the same day', async () => {
    const [row] = await rowsOf<{ days: number; bmi: number; non_hdl: number }>(sql`
      with days as (select jsonb_object_agg(c.name, r.value) as v from test_results r join result_categories c on c.id = r.category_id where test_package_id is not null group by test_package_id)
      select count(*)::int as days, max(abs((v->>'bmi')::float - (v->>'weight')::float / ((v->>'height')::float / 100) ^ 2)) as bmi,
        max(abs((v->>'non_hdl_cholesterol')::float - (v->>'total_cholesterol')::float + (v->>'hdl_cholesterol')::float)) as non_hdl from days`)
    expect(row!.days).toBeGreaterThan(500)
    expect(row!.bmi).toBeLessThan(0.051)
    expect(row!.non_hdl).toBe(0)
  })

  test('佐伯 恵子 has the abnormal results that `saekiCourse` sets', async () => {
    const rows = await rowsOf<{ name: string; value: number }>(sql`
      select distinct on (c.name) c.name, r.value from test_results r join result_categories c on c.id = r.category_id where user_id = 1 order by c.name, recorded_at desc`)
    const newest = Object.fromEntries(rows.map(({ name, value }) => [name, value]))
    expect(newest).toMatchObject({ ldl_cholesterol: 162, non_hdl_cholesterol: 190, vitamin_d_25oh: 18.4, hba1c: 6.1, systolic_blood_pressure: 138, ggt: 48 })
  })

  test('佐伯 恵子 has the answers, the steps of today and the sleep of last night that are set for her', async () => {
    const rows = await rowsOf<{ name: string; value: number }>(sql`
      select c.name, a.value from lifestyles a join lifestyle_categories c on c.id = a.category_id where user_id = 1 and answered_at = (select max(answered_at) from symptoms where user_id = 1)`)
    expect(Object.fromEntries(rows.map(({ name, value }) => [name, value]))).toMatchObject({
      breakfast_skip: 1,
      late_dinner: 2,
      sleep_time: 5.9,
      walking: 1,
      sauna: 1,
    })
    const [day] = await rowsOf(sql`
      select (select count from steps where user_id = 1 and measured_on = '2026-11-21') as steps,
        (select count(*)::int from steps where user_id = 1 and measured_on > '2026-10-22') as days,
        (select ended_at - started_at from sleeps where user_id = 1 order by ended_at desc limit 1)::text as slept,
        (select count(*)::int from sleeps where ended_at > ${now.toISOString()}) as sleeps_in_future,
        (select count(*)::int from steps where user_id = 1) < 400 as has_gaps`)
    expect(day).toEqual({ steps: 6842, days: 30, slept: '07:06:00', sleeps_in_future: 0, has_gaps: true })
  })

  test('future checkups have no results, and some past ones are unreleased', async () => {
    const [row] = await rowsOf<{ early: number; planned: number; hidden: number; late: number }>(sql`
      select count(*) filter (where status = 0 and tested_at > ${now.toISOString()})::int as early, count(*) filter (where status <> 0 and tested_at > ${now.toISOString()})::int as planned,
        count(*) filter (where status = 0 and released_at is null)::int as hidden,
        (select count(*)::int from test_results where recorded_at > ${now.toISOString()}) as late from test_packages`)
    expect(row).toMatchObject({ early: 0, late: 0 })
    expect(row!.planned).toBeGreaterThan(5)
    expect(row!.hidden).toBeGreaterThan(2)
  })

  test('the first doctor, nurse and nutritionist have more than eight interviews both this week and the next, without overlaps', async () => {
    const nextInterviews = sql`interviews i join interview_participants p on p.interview_id = i.id join users u on u.id = p.staff_id
      where i.conducted_at >= '2026-11-15T15:00Z' and i.conducted_at < '2026-11-29T15:00Z'`
    const weeks = await rowsOf<{ role: string; n: number }>(
      sql`select u.role, count(*)::int as n from ${nextInterviews} and u.email in ('doctor@example.com', 'nurse@example.com', 'nutritionist@example.com') group by u.role, i.conducted_at < '2026-11-22T15:00Z' order by u.role`,
    )
    expect(weeks).toHaveLength(6)
    for (const { role, n } of weeks) expect(n, role).toBeGreaterThan(8)
    const overlaps = sql`select a.id from interviews a join interview_participants p on p.interview_id = a.id join interview_participants q on q.staff_id = p.staff_id and q.interview_id > a.id
      join interviews b on b.id = q.interview_id join users u on u.id = p.staff_id
      where a.conducted_at < b.ends_at and b.conducted_at < a.ends_at and a.status <> 'cancelled' and b.status <> 'cancelled'
        and a.conducted_at >= '2026-11-15T15:00Z' and u.email in ('doctor@example.com', 'nurse@example.com', 'nutritionist@example.com')`
    expect(await rowsOf(overlaps)).toEqual([])
  })
  test('there are patients with a current, a renewed, a future, an ended, several and no contract', async () => {
    const rows = await rowsOf<{ state: string; people: number }>(sql`
      with each as (select p.user_id, count(c.id) as n, count(c.id) filter (where started_at <= ${now.toISOString()} and (ended_at is null or ended_at > ${now.toISOString()})) as current, max(started_at) > ${now.toISOString()} as to_come
        from patients p left join contracts c on c.user_id = p.user_id group by p.user_id)
      select case when n = 0 then 'none' when current > 1 then 'several' when current = 1 and to_come then 'renewed' when current = 1 then 'current' when to_come then 'future' else 'ended' end as state, count(*)::int as people from each group by 1`)
    const people = Object.fromEntries(rows.map((row) => [row.state, row.people]))
    for (const state of ['none', 'several', 'renewed', 'current', 'future', 'ended']) expect(people[state], state).toBeGreaterThan(4)
  })

  test('佐伯 恵子 has checkup images and a video, whose bytes are in the store', async () => {
    const rows = await rowsOf<{ key: string; kind: string; n: number }>(
      sql`select f.key, f.kind, (select count(*)::int from jsonb_object_keys(f.variants)) as n from files f join test_result_images i on i.file_id = f.id join test_results r on r.id = i.test_result_id and r.user_id = 1 where r.recorded_at <= ${now.toISOString()}`,
    )
    expect(rows.length).toBeGreaterThan(14)
    expect(rows.filter(({ kind }) => kind === 'video')).toHaveLength(1)
    const storedNames = readdirSync(join(folders[0]!, 'files'))
    for (const { key, kind, n } of rows) expect([n, storedNames.filter((name) => name.startsWith(key)).length]).toEqual(kind === 'image' ? [3, 4] : [0, 1])
  })

  test('佐伯 恵子 sent a photo of her notebook and received a menu as a file', async () => {
    const rows = await rowsOf<{ content_type: string; name: string; key: string; type: string }>(
      sql`select m.content_type, f.name, f.key, f.content_type as type from message_files mf join files f on f.id = mf.file_id join messages m on m.id = mf.message_id where m.patient_id = 1 order by m.id`,
    )
    expect(rows.map(({ content_type, name, type }) => [content_type, name, type])).toEqual([
      ['file', '夕食の分け方_献立案.pdf', 'application/pdf'],
      ['image', '血圧手帳.jpg', 'image/jpeg'],
    ])
    const storedNames = readdirSync(join(folders[0]!, 'files'))
    expect(rows.map(({ key }) => storedNames.filter((name) => name.startsWith(key)).length)).toEqual([1, 4])
  })

  test('one patient has no data, and one has at least sixty abnormal values', async () => {
    const [empty] = await rowsOf(sql`
      select (select count(*)::int from contracts where user_id = u.id) + (select count(*)::int from care_people where user_id = u.id) + (select count(*)::int from test_results where user_id = u.id)
        + (select count(*)::int from allergy_reactions where user_id = u.id) + (select count(*)::int from messages where patient_id = u.id) as records from users u where last_name = '早乙女' and first_name = '楓'`)
    expect(empty).toEqual({ records: 0 })
    const [abnormalValues] = await rowsOf<{ n: number }>(sql`
      select count(*)::int as n from (select distinct on (r.category_id) r.category_id, value from test_results r join users u on u.id = r.user_id where last_name = '二階堂' and first_name = '辰雄' order by r.category_id, recorded_at desc) newest
      where exists (select from reference_ranges g where g.category_id = newest.category_id and sex in ('male', 'any') and (value >= (unhealthy->>'above')::float or value < (unhealthy->>'below')::float))`)
    expect(abnormalValues!.n).toBeGreaterThanOrEqual(60)
  })
})

test('adds more patients to existing ones', async () => {
  const secondRun = await twinDb()
  await addDemoPatients(secondRun, { now, password_hash: await hashDemoPassword(), from: 129, count: 40 })
  const [row] = await rowsOf(sql`select (select count(*)::int from patients) as patients, (select count(*)::int from message_rooms) as rooms`, secondRun)
  expect(row).toEqual({ patients: 169, rooms: 169 })
  const missing = sql`select u.id from users u, policies p where not exists (select from policy_agreements a where a.user_id = u.id and a.policy_id = p.id)`
  expect(await rowsOf(missing, secondRun)).toEqual([])
})

test('addDemoPatients throws a UsageError if the database has no staff of a care role', async () => {
  const database = openDatabase({ connectionString: await freshDatabase() }, { role: null })
  opened.push(database)
  const added = addDemoPatients(database.db, { now, password_hash: '', from: 129, count: 1 })
  await expect(added).rejects.toThrow('The database has no doctor, nurse, trainer, observer, nutritionist, concierge: invite one of each')
  await expect(added).rejects.toBeInstanceOf(UsageError)
})
