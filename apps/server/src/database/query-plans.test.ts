import { endpoints } from '@sukoyaka/wire/all'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { recordStatements } from '../../test/statements.ts'
import { type Member, password } from '../../test/test-app.ts'
import { callOf, keyOf } from '../../trials/kit/calls/calls.ts'
import { openRecords, type Records, type Subject } from '../../trials/kit/rows/records.ts'
import { addDemoPatients, hashDemoPassword } from '../demo/seed.ts'
import { trustDevice } from '../domains/account/session-store.ts'

type Plan = { 'Node Type': string; 'Relation Name'?: string; 'Index Name'?: string; 'Index Cond'?: string; Plans?: Plan[] }
/** `request`: the number of the request that sent it. */
type RecordedQuery = { call: string; request: number; text: string; values: unknown[] }

const rowsPerTable = 2_000
/** Tables that grow with patients and time. No call may scan one of them completely. */
const bigTables = [
  'users patients care_people contracts sessions trusted_devices',
  'message_rooms messages message_unreads message_reminders message_mentions message_open_histories message_reactions message_likes message_pins',
  'message_files notifications',
  'test_packages tests test_results assessments habit_goals habit_goal_days health_scores allergy_reactions',
  'lifestyles symptoms steps sleeps health_records kartes karte_drafts',
  'tasks today_items today_reviews urgent_contacts carts cart_items recommendations passed_products',
  'device_samples',
  'events audit_logs idempotency_keys limited_attempts',
].flatMap((line) => line.split(' '))

/** Lists with a total count: the named table is counted, no other is scanned. */
const fullScansAllowed = [
  'GET /api/users: users',
  'GET /api/message_rooms/list: message_rooms',
  'GET /api/message_rooms: message_rooms',
  'GET /api/admin/contracts: contracts',
  'GET /api/admin/care_people: care_people',
  // an export has every row of its list
  'GET /api/admin/contracts/export: contracts',
  'GET /api/admin/contracts/export: users',
  'GET /api/admin/care_people/export: care_people',
  // counts all users
  'GET /api/admin/users: users',
  'GET /api/admin/users/export: users',
]
/** The test data has as many interviewees, and as many invited patients, as users, so PostgreSQL scans users. */
const allowedOnManyRows = ['GET /api/unmatched_minutes: users', 'GET /api/invitations: users']
/** A board of all patients, or of the doctor with a third of them, may scan these tables; a board of a few patients may not. */
const isBoard = (scan: string) => /^GET \/api\/today(\/:section| \(all\))?: (today_items|today_reviews|message_rooms|patients)$/.test(scan)

/** Calls that may send more statements than others: with every list that `include` names, and with every part that can be shared. */
const statementBudgets: Record<string, number> = { 'GET /api/users/patients': 60, 'GET /api/share_contents': 24 }

/** Partial indexes that may be read completely: of open work, and of the few merged patients. */
const queueIndexes = ['test_packages_waiting_release', 'patients_merged']

let records: Records
let patient: Member
let recordedQueries: RecordedQuery[]
let requestCount = 0

/** Connects as the owner, who may analyze tables and drop indexes. Discards the connection afterwards. */
const asOwner = async <T>(run: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
  const client = await records.testApp.context.pool.connect()
  try {
    // without a time limit, which analyzing all tables exceeds on a busy machine
    await client.query('set role none; set statement_timeout = 0')
    return await run(client)
  } finally {
    client.release(true)
  }
}

/** Adds rows to the tables that only fill over time. */
const fillTables = async () => {
  const { db } = records.testApp.context
  for (const table of ['sessions', 'trusted_devices'])
    await db.execute(
      sql`insert into ${sql.identifier(table)} (user_id, token_hash, expires_at) select id, sha256(id::text::bytea), now() + interval '1 day' from users`,
    )
  const n = sql`generate_series(1, ${rowsPerTable}) n`
  await db.execute(
    sql`insert into device_sources (user_id, channel, maker, model, app) select user_id, 'apple_health', 'Apple', 'iPhone', '' from patients on conflict do nothing`,
  )
  await db.execute(sql`
    insert into device_samples (source_id, record_id, type, value, started_at, ended_at, zone_offset)
    select d.id, 'plan-' || n, 'steps', n, now() - n * interval '1 minute', now() - n * interval '1 minute', 540 from device_sources d, generate_series(1, 40) n`)
  await db.execute(sql`insert into limited_attempts (kind, key) select 'sign_in_account', n::text from ${n}`)
  await db.execute(sql`insert into idempotency_keys (key_hash, route, body_hash) select sha256(n::text::bytea), 'POST /', '' from ${n}`)
  await db.execute(sql`insert into audit_logs (user_id, action, outcome, status) select n, 'GET /', 'done', 200 from ${n}`)
  await db.execute(sql`insert into events (id, user_id, changes) select n, n, '{}' from ${n} on conflict do nothing`)
  await db.execute(
    sql`insert into habit_goal_days (habit_goal_id, day, done) select g.id, d::date, true from habit_goals g cross join generate_series('2026-01-01'::date, '2026-01-03', '1 day') d`,
  )
  await db.execute(
    sql`insert into health_scores (user_id, category_id, calculated_on) select p.user_id, c.id, '2026-01-02' from patients p cross join health_score_categories c`,
  )
  const answeredAt = '2026-01-10T00:00:00Z'
  await db.execute(
    sql`insert into symptoms (user_id, category_id, answered_at, value) select user_id, 1, ${answeredAt}, 1 from patients on conflict do nothing`,
  )
  await db.execute(
    sql`insert into lifestyles (user_id, category_id, answered_at, value) select user_id, 1, ${answeredAt}, 1 from patients on conflict do nothing`,
  )
  await db.execute(sql`insert into steps (user_id, measured_on, count) select user_id, '2026-01-10', 7302 from patients on conflict do nothing`)
  await db.execute(
    sql`insert into sleeps (user_id, started_at, ended_at) select user_id, '2026-01-09T14:00:00Z', '2026-01-09T21:00:00Z' from patients on conflict do nothing`,
  )
  await db.execute(sql`insert into health_records (user_id, category_id, recorded_at) select user_id, 1, ${answeredAt} from patients`)
  await db.execute(
    sql`insert into test_packages (user_id, kind, tested_at) select user_id, 'general', '2026-01-10'::timestamptz + n * interval '1 day' from patients cross join generate_series(1, 5) n`,
  )
  await db.execute(
    sql`insert into data_entry_requests (patient_id, kind, requested_by, answered_at) select user_id, 'questionnaire', user_id, ${answeredAt} from patients`,
  )
  await db.execute(sql`insert into tasks (user_id, content, created_by) select user_id, '電話する', user_id from patients`)
  await db.execute(
    sql`insert into today_reviews (user_id, section, version, reviewed_by) select user_id, 'needs_reply', ${answeredAt}, user_id from patients on conflict do nothing`,
  )
  await db.execute(
    sql`insert into urgent_contacts (user_id, version, outcome, contacted_at, contacted_by, created_by) select user_id, ${answeredAt}, 'not_reached', ${answeredAt}, user_id, user_id from patients`,
  )
  // if all authors had low ids, PostgreSQL would rightly scan users by id
  await db.execute(
    sql`insert into kartes (user_id, author_id, memo, memo_search) select user_id, user_id, md5(user_id::text), md5(user_id::text) from patients`,
  )
  await db.execute(
    sql`insert into bulk_messages (sender_id, body, choice, sends_at, finished_at) select user_id, 'お知らせ', '{}', ${answeredAt}, ${answeredAt} from patients`,
  )
  await db.execute(sql`insert into karte_drafts (author_id, user_id, place, memo) select user_id, user_id, 'free', '' from patients`)
  const first = sql`select min(id), patient_id, patient_id from messages group by patient_id on conflict do nothing`
  for (const marks of ['message_pins', 'message_mentions'])
    await db.execute(sql`insert into ${sql.identifier(marks)} (message_id, patient_id, user_id) ${first}`)
  await db.execute(sql`insert into carts (user_id) select user_id from patients on conflict do nothing`)
  await db.execute(
    sql`insert into cart_items (user_id, cart_id, product_id, quantity) select c.user_id, c.id, p.id, 1 from carts c cross join products p where p.sort_number < 4 on conflict do nothing`,
  )
  await db.execute(
    sql`insert into recommendations (patient_id, product_id, recommended_by, reason) select user_id, (select min(id) from products), user_id, 'おすすめ' from patients`,
  )
  await db.execute(
    sql`insert into passed_products (patient_id, product_id, passed_by, reason) select user_id, (select min(id) from products), user_id, '見送り' from patients`,
  )
  await db.execute(sql`update event_counter set last = ${rowsPerTable}`)
  await addMessages()
}

/** Adds one message per conversation, with a unique and a common word, and its reactions, files and notifications. */
const addMessages = async () => {
  const { db } = records.testApp.context
  const body = sql`left(md5(user_id::text), 6) || 'ます'`
  await db.execute(sql`insert into messages (patient_id, sender_id, body, body_search) select user_id, user_id, ${body}, ${body} from patients`)
  for (const table of ['message_open_histories', 'message_likes', 'message_mentions'])
    await db.execute(
      sql`insert into ${sql.identifier(table)} (message_id, patient_id, user_id) select id, patient_id, patient_id from messages on conflict do nothing`,
    )
  await db.execute(
    sql`insert into message_reactions (message_id, patient_id, user_id, emoticon) select id, patient_id, patient_id, (select min(code) from emoticons) from messages on conflict do nothing`,
  )
  await db.execute(sql`
    with file as (insert into files (user_id, owner, key, kind, content_type, name, size)
      select user_id, 'message', 'bb' || lpad(user_id::text, 34, '0'), 'image', 'image/webp', 'photo.webp', 1 from patients returning id, user_id)
    insert into message_files (message_id, patient_id, file_id) select (select min(id) from messages where patient_id = f.user_id), f.user_id, f.id from file f`)
  await db.execute(
    sql`insert into notifications (user_id, kind, patient_id, message_id) select patient_id, 'message', patient_id, min(id) from messages group by patient_id on conflict do nothing`,
  )
}

/** Records the SQL statements of one call. */
const recordDuring = async (call: string, send: () => Promise<unknown>) => {
  const request = ++requestCount
  const stop = recordStatements(({ text, values }) => {
    if (/^\s*(select|insert|update|delete|with)\b/i.test(text)) recordedQueries.push({ call, request, text, values })
  })
  await send().finally(stop)
}

/** Signs in the demo patient with the longest record; returns them as caller and as subject. */
const signInPatientWithLongestRecord = async (): Promise<{ member: Member; subject: Subject }> => {
  const { context, signIn } = records.testApp
  const { rows } = await context.db.execute<{ user_id: number; email: string; room_id: number; package_id: number }>(sql`
    select u.id as user_id, u.email, r.id as room_id, max(p.id) as package_id from users u join message_rooms r on r.patient_id = u.id
    join test_packages p on p.user_id = u.id and p.released_at is not null group by u.id, r.id order by count(*) desc, u.id limit 1`)
  const { user_id, email, room_id, package_id } = rows[0]!
  return { member: await signIn({ id: user_id, role: 'patient', email }), subject: { ...records.hanako, user_id, room_id, package_id } }
}

const requestAll = async () => {
  const { hanako, testApp } = records
  const { member, subject } = await signInPatientWithLongestRecord()
  patient = member
  const { doctor, nurse, admin } = testApp.staff
  const callers: [Member, Subject][] = [...[member, doctor, nurse, admin].map((caller): [Member, Subject] => [caller, subject]), [testApp.hanako, hanako]]
  for (const { endpoint } of endpoints) {
    const call = callOf(endpoint)
    if (call.isStream || call.endsSession) continue
    for (const [caller, callerSubject] of callers) {
      const requestData = call.send('own', { ...records, hanako: callerSubject }, caller.id)
      const { method } = endpoint
      if (requestData)
        await recordDuring(keyOf(endpoint), () =>
          caller.request(method, requestData.url, { body: requestData.body, headers: { 'idempotency-key': `${caller.id}` } }),
        )
    }
  }
  for (const filter of ['unread_only=true', 'notifiable_only=true', 'unresponded_only=true', 'assignee_id=me', 'role=main_doctor', 'service_type=membership'])
    await recordDuring('GET /api/message_rooms/list', () => doctor.get(`/api/message_rooms/list?${filter}`))
  for (const q of ['ます', '羊羹', '花子 3f', '朝'])
    await recordDuring('GET /api/messages/search', () => doctor.get(`/api/messages/search?q=${encodeURIComponent(q)}`))
  for (const path of ['', '/needs_reply', '/newly_abnormal', '/interviews_today', '/no_data?reviewed=true'])
    await recordDuring('GET /api/today (few)', () => admin.get(`/api/today${path}`))
  await recordDuring('GET /api/today (all)', () => doctor.get('/api/today?scope=all'))
  await recordDuring('GET /api/users/patients', () => doctor.get(`/api/users/patients?q[id_eq]=${hanako.user_id}&include=kartes`))
  const { token } = await trustDevice(testApp.context.db, doctor.id, testApp.context.random)
  const headers = { cookie: `device=${token}`, 'idempotency-key': 'plans' }
  const body = { email: doctor.email, password }
  await recordDuring('POST /api/sign_in_v2', async () =>
    expect((await testApp.request('POST', '/api/sign_in_v2', { body, headers })).body.access_token).toBeTruthy(),
  )
}

/** Tables that a plan scans completely. An index scan under a limit stops early and does not count. */
const wholeTables = (plan: Plan, isLimited = false): string[] => {
  const isQueue = queueIndexes.includes(plan['Index Name'] ?? '')
  const isWholeTable = plan['Node Type'] === 'Seq Scan' || (/^Index/.test(plan['Node Type']) && !plan['Index Cond'] && !isLimited && !isQueue)
  const isLimitedHere = isLimited || plan['Node Type'] === 'Limit'
  return [
    ...(isWholeTable && plan['Relation Name'] ? [plan['Relation Name']] : []),
    ...(plan.Plans ?? []).flatMap((childPlan) => wholeTables(childPlan, isLimitedHere)),
  ]
}

/** Full scans of big tables as `call: table`, of one call or of all. */
const findWholeTables = async (client: pg.PoolClient, only?: string): Promise<string[]> => {
  const scans = new Set<string>()
  for (const { call, text, values } of only ? recordedQueries.filter((entry) => entry.call === only) : recordedQueries) {
    const { rows } = await client.query(`explain (format json) ${text}`, values)
    for (const table of wholeTables(rows[0]['QUERY PLAN'][0].Plan)) if (bigTables.includes(table)) scans.add(`${call}: ${table}`)
  }
  return [...scans]
}

beforeAll(async () => {
  recordedQueries = []
  records = await openRecords()
  await addDemoPatients(records.testApp.context.db, { now: new Date(), password_hash: await hashDemoPassword(), from: 129, count: rowsPerTable })
  await fillTables()
  // nobody has dozens of contracts: for such a patient the planner prefers to scan the table
  await asOwner((client) => client.query(`delete from contracts where started_at > '2400-01-01'`))
  // the statistics of all rows: those of a sample differ between runs, and with them the plans
  await asOwner(async (client) => {
    await client.query('set default_statistics_target = 1000')
    await client.query('vacuum analyze')
  })
  await requestAll()
}, 120_000)

test('every big table has at least 500 rows, and statements of more than 15 calls were recorded', async () => {
  const { rows } = await asOwner((client) => client.query('select relname from pg_class where relname = any($1) and reltuples >= 500', [bigTables]))
  expect(rows.map(({ relname }) => relname).sort()).toEqual([...bigTables].sort())
  expect(new Set(recordedQueries.map(({ call }) => call)).size).toBeGreaterThan(15)
  expect(patient.role).toBe('patient')
})

test('no call scans a big table completely, except the allowed lists and boards', async () => {
  const scans = await asOwner((client) => findWholeTables(client))
  expect(scans.filter((scan) => ![...fullScansAllowed, ...allowedOnManyRows].includes(scan) && !isBoard(scan))).toEqual([])
})

/** Statements of the request that sent the most, by call. */
const maxStatements = () => {
  const perCall = new Map<string, number>()
  for (const queries of Map.groupBy(recordedQueries, ({ request }) => request).values())
    perCall.set(queries[0]!.call, Math.max(perCall.get(queries[0]!.call) ?? 0, queries.length))
  return perCall
}

test('a read sends at most 12 statements and a write at most 25, except those that read in pages', () => {
  const budgetOf = (call: string) => statementBudgets[call] ?? (call.startsWith('GET') ? 12 : 25)
  expect([...maxStatements()].filter(([call, count]) => !/\/export$|\/\$everything$/.test(call) && count > budgetOf(call))).toEqual([])
})

test.each([
  ['sessions_token_hash, sessions_user', 'sessions', 'GET /api/test_results'],
  ['users_email, users_email_beginning', 'users', 'POST /api/sign_in_v2'],
  ['test_results_user, test_results_once', 'test_results', 'GET /api/test_results'],
  ['contracts_user', 'contracts', 'GET /api/message_rooms/list'],
  ['kartes_grams', 'kartes', 'GET /api/kartes/search'],
  ['messages_grams', 'messages', 'GET /api/messages/search'],
  ['habit_goals_user', 'habit_goals', 'GET /api/habit_goals'],
  ['kartes_user', 'kartes', 'GET /api/users/patients'],
  ['symptoms_once', 'symptoms', 'GET /api/users/patients'],
  ['care_people_staff', 'care_people', 'GET /api/today (few)'],
  ['limited_attempts_key', 'limited_attempts', 'POST /api/sign_in_v2'],
])('without %s, a full scan of %s by %s is detected', async (index, table, call) => {
  const scans = await asOwner(async (client) => {
    await client.query('begin')
    await client.query(`drop index ${index}`)
    return findWholeTables(client, call).finally(() => client.query('rollback'))
  })
  expect(scans).toContain(`${call}: ${table}`)
})
