import { endpoints } from '@sukoyaka/wire/all'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { statementsDuring } from '../../test/statements.ts'
import { type Member, password, type TestResponse } from '../../test/test-app.ts'
import { callOf, keyOf } from '../../trials/kit/calls/calls.ts'
import { fillTables } from '../../trials/kit/rows/many-rows.ts'
import { fullScans, type Plan, rowsRead, spillsToDisk } from '../../trials/kit/rows/query-plan.ts'
import { openRecords, type Records, type Subject } from '../../trials/kit/rows/records.ts'
import { addDemoPatients, hashDemoPassword } from '../demo/seed.ts'
import { trustDevice } from '../domains/account/session-store.ts'

/** A statement that was sent during a call. `request`: the number of the request. */
type RecordedQuery = { call: string; request: number; text: string; values: unknown[] }

const rowsPerTable = 2_000
/** Tables that grow with patients and time. */
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

/** Full scans that are allowed, as `call: table`. */
const fullScansAllowed = [
  // a list or a summary with a total, for which the table is counted
  'GET /api/users: users',
  'GET /api/message_rooms/list: message_rooms',
  'GET /api/message_rooms: message_rooms',
  'GET /api/message_rooms/counts: message_rooms',
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

/** Calls that may send more statements than others, because the test asks for every list that `include` can name and every part that can be shared. */
const statementBudgets: Record<string, number> = {
  'GET /api/users/patients': 60,
  'GET /api/share_contents': 24,
  // 25, and one that notes the use of the session once a minute
  'DELETE /api/test_packages/:id/release': 27,
}

/** A response with fewer objects may read as many rows as one with this many. */
const fewObjects = 10
/** Calls that may read more than three rows of a table for each object, by the reason. */
const rowsReadFor: Record<string, string[]> = {
  'counts all rows for the total': [
    'GET /api/users: users',
    'GET /api/admin/users: users',
    'GET /api/admin/contracts: contracts',
    'GET /api/admin/care_people: care_people',
    'GET /api/message_rooms/list: message_rooms',
    'GET /api/message_rooms: message_rooms',
    'GET /api/message_rooms/counts: message_rooms',
    'GET /api/badges: notifications',
    'GET /api/notifications: notifications',
    'GET /api/health_records: health_records',
  ],
  'an export looks up each row of a page by its key, and reads the rows before the page': [
    'GET /api/admin/users/export: users',
    'GET /api/admin/contracts/export: contracts',
    'GET /api/admin/care_people/export: care_people',
  ],
  'a board chooses from the items of all patients of a member of staff': [
    ...['care_people', 'today_items', 'today_reviews', 'message_rooms'].map((table) => `GET /api/today: ${table}`),
    ...['patients', 'today_items', 'today_reviews', 'message_rooms'].map((table) => `GET /api/today (all): ${table}`),
    ...['care_people', 'today_reviews'].map((table) => `GET /api/today/:section: ${table}`),
  ],
  'counts or groups the rows of one patient': [
    'GET /api/record_accesses: audit_logs',
    'GET /api/share_contents: test_packages',
    'GET /api/share_contents: test_results',
    'GET /api/timeline/months: kartes',
    'GET /api/timeline/months: habit_goals',
    'GET /api/device_syncs: device_samples',
    'GET /api/test_results: test_results',
    'GET /api/releases: test_results',
  ],
  'the word is in every message of the test': ['GET /api/messages/search: messages'],
  // one patient has hundreds of these rows in this test, a few in practice
  'looks at the contracts and messages of each patient of the page': [
    'GET /api/message_rooms/list: contracts',
    'GET /api/message_rooms/list: message_unreads',
    'GET /api/interview_proposals: messages',
  ],
  'reads all messages of a patient to find the one before each note': ['GET /api/message_notes/search: messages'],
}

let records: Records
let patient: Member
let recordedQueries: RecordedQuery[]
let requestCount = 0
/** Number of objects in the response to each successful request, or of lines in an export. */
let objectCounts: Map<number, number>

/** Connects as the owner, who may analyze tables and drop indexes. Discards the connection afterwards. */
const asOwner = async <T>(run: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
  const client = await records.testApp.context.pool.connect()
  try {
    // no time limit: analyzing all tables would exceed it on a busy machine
    await client.query('set role none; set statement_timeout = 0')
    return await run(client)
  } finally {
    client.release(true)
  }
}

/** Records the SQL statements of one request and the number of objects in its response. */
const recordDuring = async (call: string, send: () => Promise<TestResponse>) => {
  const request = ++requestCount
  const { result: response, statements } = await statementsDuring(send)
  for (const { text, values } of statements) if (/^\s*(select|insert|update|delete|with)\b/i.test(text)) recordedQueries.push({ call, request, text, values })
  if (response.status === 200) objectCounts.set(request, response.text.split(/[{\n]/).length - 1)
}

/** Signs in the patient with the most released checkups; returns them as caller and as subject. */
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
  await recordDuring('GET /api/test_results', () => doctor.get(`/api/test_results?user_id=${subject.user_id}&count=100&types[]=0&include=range,checkups`))
  await recordDuring('GET /api/users/patients', () => doctor.get(`/api/users/patients?q[id_eq]=${hanako.user_id}&include=kartes`))
  const { token } = await trustDevice(testApp.context.db, doctor.id, testApp.context.random)
  const headers = { cookie: `device=${token}`, 'idempotency-key': 'plans' }
  const body = { email: doctor.email, password }
  await recordDuring('POST /api/sign_in_v2', async () => {
    const response = await testApp.request('POST', '/api/sign_in_v2', { body, headers })
    expect(response.body.access_token).toBeTruthy()
    return response
  })
}

/** Full scans of big tables as `call: table`, of one call or of all. */
const findWholeTables = async (client: pg.PoolClient, only?: string): Promise<string[]> => {
  const scans = new Set<string>()
  for (const { call, text, values } of only ? recordedQueries.filter((entry) => entry.call === only) : recordedQueries) {
    const { rows } = await client.query(`explain (format json) ${text}`, values)
    for (const table of fullScans(rows[0]['QUERY PLAN'][0].Plan)) if (bigTables.includes(table)) scans.add(`${call}: ${table}`)
  }
  return [...scans]
}

beforeAll(async () => {
  recordedQueries = []
  objectCounts = new Map()
  records = await openRecords()
  await addDemoPatients(records.testApp.context.db, { now: new Date(), password_hash: await hashDemoPassword(), from: 129, count: rowsPerTable })
  await fillTables(records.testApp.context.db, rowsPerTable)
  // nobody has dozens of contracts: for such a patient the planner prefers to scan the table
  await asOwner((client) => client.query(`delete from contracts where started_at > '2400-01-01'`))
  // analyzes all rows, because the statistics of a sample, and so the plans, would differ between runs
  await asOwner(async (client) => {
    await client.query('set default_statistics_target = 1000')
    await client.query('vacuum analyze')
  })
  await requestAll()
})

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

/** Number of statements of the request that sent the most, by call. */
const maxStatements = () => {
  const perCall = new Map<string, number>()
  for (const queries of Map.groupBy(recordedQueries, ({ request }) => request).values())
    perCall.set(queries[0]!.call, Math.max(perCall.get(queries[0]!.call) ?? 0, queries.length))
  return perCall
}

test('a read sends at most 12 statements and a write at most 25, except calls that read page by page or have their own budget', () => {
  const budgetOf = (call: string) => statementBudgets[call] ?? (call.startsWith('GET') ? 12 : 25)
  expect([...maxStatements()].filter(([call, count]) => !/\/export$|\/\$everything$/.test(call) && count > budgetOf(call))).toEqual([])
})

/** For each GET call, runs the statements of the request with the largest response; returns their plans and the number of objects in that response. */
const runLargestReads = async (client: pg.PoolClient) => {
  const requests = [...Map.groupBy(recordedQueries, ({ request }) => request).values()].filter(
    ([query]) => query!.call.startsWith('GET ') && objectCounts.has(query!.request),
  )
  const largest = new Map(
    requests.toSorted(([a], [b]) => objectCounts.get(a!.request)! - objectCounts.get(b!.request)!).map((queries) => [queries[0]!.call, queries]),
  )
  const runs: { call: string; objects: number; plans: Plan[] }[] = []
  for (const [call, queries] of largest) {
    const plans: Plan[] = []
    for (const { text, values } of queries.filter(({ text }) => /^\s*(select|with)\b/i.test(text))) {
      await client.query('begin')
      const { rows } = await client.query(`explain (analyze, timing off, format json) ${text}`, values).finally(() => client.query('rollback'))
      plans.push(rows[0]['QUERY PLAN'][0].Plan)
    }
    runs.push({ call, objects: objectCounts.get(queries[0]!.request)!, plans })
  }
  return runs
}

test('a read looks at no more than three rows of a big table for each object in its response, unless `rowsReadFor` has it, and sorts in memory', async () => {
  const runs = await asOwner(runLargestReads)
  const wasteful = runs.flatMap(({ call, objects, plans }) =>
    [...Map.groupBy(plans.flatMap(rowsRead), ([table]) => table)]
      .filter(([table]) => bigTables.includes(table))
      .map(([table, scans]) => ({ scan: `${call}: ${table}`, rows: scans.reduce((sum, [, rows]) => sum + rows, 0), objects }))
      .filter(({ rows }) => rows > 3 * Math.max(objects, fewObjects)),
  )
  expect(runs.length).toBeGreaterThan(200)
  const allowed = Object.values(rowsReadFor).flat()
  expect(wasteful.filter(({ scan }) => !allowed.includes(scan))).toEqual([])
  expect(runs.filter(({ plans }) => plans.some(spillsToDisk)).map(({ call }) => call)).toEqual([])
})

test('rows that a count reads, and a sort on disk, are detected', async () => {
  const planOf = async (client: pg.PoolClient, text: string): Promise<Plan> =>
    (await client.query(`explain (analyze, format json) ${text}`)).rows[0]['QUERY PLAN'][0].Plan
  await asOwner(async (client) => {
    expect(rowsRead(await planOf(client, 'select count(*) from users')).reduce((sum, [, rows]) => sum + rows, 0)).toBeGreaterThan(rowsPerTable)
    expect(spillsToDisk(await planOf(client, 'select * from users order by icon'))).toBe(false)
    await client.query(`set work_mem = '64kB'`)
    expect(spillsToDisk(await planOf(client, 'select * from users order by icon'))).toBe(true)
  })
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
