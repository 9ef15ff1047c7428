import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { asOwner } from '../../../test/database.ts'
import { openTestApp, password } from '../../../test/test-app.ts'
import { auditInTransaction } from '../../observability/audit.ts'
import { logOptions } from '../../observability/log.ts'
import { chainBatch } from './chain-store.ts'
import { chainJob } from './jobs.ts'
import { verifyChain } from './verify-store.ts'

const testApp = await openTestApp()
const { hanako, staff, context } = testApp
const { db } = context
const { admin } = staff

type Log = {
  action: string
  outcome: string
  person: { id: number } | null
  patient: { id: number } | null
  changes: { table_name: string; operation: string; before: object | null; after: object | null }[]
}
const logs = async (query = ''): Promise<Log[]> => (await admin.get(`/api/audit_logs${query}`)).body.items
const newest = async (action: string) => (await logs()).find((log) => log.action === action)

test('an entry has the changed values before and after, and who changed them; search texts and secrets are left out', async () => {
  const body = { phone_number: '090-0000-4321' }
  await hanako.request('PATCH', '/api/users/me', { body })
  await hanako.request('PATCH', '/api/users/me', { body: { phone_number: '090-0000-1111', last_name_kana: 'サエキ' } })
  const log = await newest('PATCH /api/users/:id')
  expect(log).toMatchObject({ outcome: 'done', person: { id: hanako.id }, patient: { id: hanako.id } })
  expect(log?.changes).toMatchObject([
    { table_name: 'users', operation: 'update', before: { phone_number: '09000004321' }, after: { phone_number: '09000001111', last_name_kana: 'サエキ' } },
  ])
  expect(Object.keys(log!.changes[0]!.after!).sort()).toEqual(['last_name_kana', 'phone_number'])
  await admin.request('POST', '/api/users', { body: { role: 'nurse', email: 'new@example.com', last_name: '新', first_name: '人' } })
  const invited = await newest('POST /api/users')
  expect(invited?.changes).toMatchObject([{ table_name: 'users', operation: 'insert', before: null, after: { email: 'new@example.com', role: 'nurse' } }])
  expect(JSON.stringify(invited)).not.toMatch(/password_hash|name_search|token/)
})

test('the entry of a sign-in names who signed in', async () => {
  const credentials = { email: staff.nurse.email, password }
  const { challenge } = (await testApp.request('POST', '/api/sign_in_v2', { body: credentials })).body
  await testApp.request('POST', '/api/auth_otp', { body: { email: staff.nurse.email, otp: testApp.codeFor(staff.nurse.email), challenge } })
  expect(await newest('POST /api/auth_otp')).toMatchObject({ outcome: 'done', person: { id: staff.nurse.id } })
})

test('the entry of a refused sign-in names the owner of the account, and never contains what was typed', async () => {
  const { nurse } = staff
  await testApp.request('POST', '/api/sign_in_v2', { body: { email: nurse.email, password: 'typed-into-the-wrong-field' } })
  expect(await newest('POST /api/sign_in_v2')).toMatchObject({ outcome: 'denied', person: { id: nurse.id } })
  const { challenge } = (await testApp.request('POST', '/api/sign_in_v2', { body: { email: nurse.email, password } })).body
  const otp = testApp.codeFor(nurse.email) === '000000' ? '000001' : '000000'
  await testApp.request('POST', '/api/auth_otp', { body: { email: nurse.email, otp, challenge } })
  expect(await newest('POST /api/auth_otp')).toMatchObject({ outcome: 'denied', person: { id: nurse.id } })
  await testApp.request('POST', '/api/sign_in_v2', { body: { email: 'typed@example.com', password } })
  expect(await newest('POST /api/sign_in_v2')).toMatchObject({ outcome: 'denied', person: null })
  const { rows } = await db.execute(sql`select 1 from audit_logs l where l::text like '%typed%'`)
  expect(rows).toEqual([])
})

test('repeated reads add one row per person, patient and call in ten minutes', async () => {
  const ofHanako = [`/api/room_presences?patient_id=${hanako.id}`, `/api/record_presences?user_id=${hanako.id}`]
  const polled = ['/api/today?scope=all', '/api/releases', '/api/unmatched_minutes', '/api/notifications', ...ofHanako]
  for (let round = 0; round < 5; round++) for (const path of polled) expect([path, (await staff.nurse.get(path)).status]).toEqual([path, 200])
  const { rows } = await db.execute(sql`
    select count(*)::int as rows, count(distinct (patient_id, action, read_window))::int as distinct_rows, count(read_window)::int as with_window
    from audit_logs where user_id = ${staff.nurse.id} and action like 'GET %'`)
  const { rows: count, ...each } = rows[0]!
  expect(each).toEqual({ distinct_rows: count, with_window: count })
})

test('a read that was rolled back is recorded when it is repeated', async () => {
  const entry = { user_id: hanako.id, patient_ids: [hanako.id], action: 'POST /rolled_back', outcome: 'done', status: 201 } as const
  const report = (fails: boolean) =>
    db.transaction(async (tx) => {
      const remember = await auditInTransaction(tx, { ...entry, ip: undefined, request_id: 'r1', isRead: true })
      if (fails) throw new Error('rolled back')
      return remember
    })
  await expect(report(true)).rejects.toThrow('rolled back')
  const remember = await report(false)
  remember?.()
  const { rowCount } = await db.execute(sql`select from audit_logs where action = 'POST /rolled_back'`)
  expect(rowCount).toBe(1)
})

test('a rejected call adds no row to `audit_changes`', async () => {
  const count = async () => Number((await db.execute(sql`select count(*) as n from audit_changes`)).rows[0]!.n)
  const before = await count()
  const { status } = await hanako.request('PATCH', '/api/users/me', { body: { phone_number: '12' } })
  expect([status, await count()]).toEqual([422, before])
})

test('the audit log can be filtered by outcome, person, patient and day, and exported; reading it is logged too', async () => {
  await hanako.get('/api/audit_logs')
  await staff.trainer.get(`/api/symptoms?user_id=${hanako.id}`)
  expect((await hanako.get('/api/audit_logs')).status).toBe(403)
  expect(await logs(`?outcome=denied&user_id=${hanako.id}`)).toMatchObject([{ action: 'GET /api/audit_logs', person: { id: hanako.id }, patient: null }])
  expect(await logs(`?user_id=${staff.trainer.id}&patient_id=${hanako.id}`)).toMatchObject([{ action: 'GET /api/symptoms', changes: [] }])
  expect(await logs('?to=2020-01-01')).toEqual([])
  expect(await logs(`?user_id=${admin.id}`)).toEqual(expect.arrayContaining([expect.objectContaining({ action: 'GET /api/audit_logs' })]))
  const { body } = await admin.get('/api/audit_logs')
  const { text, headers } = await admin.get('/api/audit_logs/export?from=2020-01-01', { headers: { 'accept-language': 'en' } })
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  const lines = text.split('\r\n')
  expect(lines[0]).toBe('\ufeffTime (Japan),Who,Whose record,Call,Outcome,Status,From,Changes')
  const [newest] = body.items
  const inJapan = new Date(Date.parse(newest.at) + 9 * 3_600_000).toISOString()
  expect(lines).toContainEqual(expect.stringMatching(`^${inJapan.slice(0, 10)} ${inJapan.slice(11, 19)},.*,${newest.action},`))
  expect(lines.length).toBeGreaterThan(body.items.length)
})

test('of a call with more than 1,000 changes, the first 1,000 are returned; the list and the CSV say that there are more', async () => {
  await hanako.request('PATCH', '/api/users/me', { body: { phone_number: '090-0000-7777' } })
  await db.execute(sql`
    insert into audit_changes (request_id, table_name, row_id, operation, after)
    select l.request_id, 'message_notes', n, 'insert', '{}'
    from (select request_id from audit_logs where action = 'PATCH /api/users/:id' order by id desc limit 1) l, generate_series(1, 1000) n`)
  await hanako.request('PATCH', '/api/users/me', { body: { phone_number: '090-0000-8888' } })
  const { items } = (await admin.get(`/api/audit_logs?patient_id=${hanako.id}`)).body
  const [newest, long] = items
  expect([newest.changes.length, newest.has_more_changes]).toEqual([1, false])
  expect([long.changes.length, long.has_more_changes, long.changes[0].table_name, long.changes.at(-1).row_id]).toEqual([1_000, true, 'users', 999])
  const { text } = await admin.get(`/api/audit_logs/export?patient_id=${hanako.id}`, { headers: { 'accept-language': 'en' } })
  const lines = text.split('\r\n')
  expect(lines[1]).not.toContain('Later changes are left out')
  expect(lines[2]).toContain('Later changes are left out')
})

/** Chains everything, also what others write meanwhile. */
const chainAll = async () => {
  while ((await chainBatch(db)) > 0) {}
}
const forged = async (statement: string) => {
  await asOwner(context, `set session_replication_role = replica; ${statement}`)
  const { fault } = await verifyChain(db, context.files)
  return fault
}

test('the job that chains the rows writes the head of the chain to the log', async () => {
  await hanako.request('PATCH', '/api/users/me', { body: { phone_number: '090-0000-2222' } })
  const logged: string[] = []
  const log = pino(logOptions('info'), { write: (line) => logged.push(line) })
  await chainJob.work({ ...context, log }, {}, new AbortController().signal)
  const { head } = await verifyChain(db, context.files)
  expect(JSON.parse(logged.at(-1)!)).toMatchObject({ message: 'audit log chained', seq: head.seq, hash: head.hash.toString('hex') })
})

test('rows of concurrent writers are all chained, and a changed or deleted row is found', async () => {
  const numbers = Array.from({ length: 40 }, (_, at) => `090${String(10_000_000 + at)}`)
  await Promise.all([
    ...numbers.map((phone_number) => hanako.request('PATCH', '/api/users/me', { body: { phone_number } })),
    ...Array.from({ length: 5 }, () => chainAll()),
  ])
  await chainAll()
  const { head, fault } = await verifyChain(db, context.files)
  expect(head.seq).toBeGreaterThan(2 * numbers.length)
  const { rows } = await db.execute(sql`select (select count(*) from audit_logs) + (select count(*) from audit_changes) as n`)
  expect([fault, head.seq]).toEqual([undefined, Number(rows[0]!.n)])
  const known = { seq: head.seq, hash: head.hash.toString('hex') }
  expect((await verifyChain(db, context.files, known)).fault).toBeUndefined()

  const { rows: changed } = await db.execute<{ id: number; after: object }>(
    sql`select c.id::int as id, c.after from audit_changes c join audit_chain k on k.change_id = c.id where c.after is not null order by k.seq limit 1`,
  )
  const { id, after } = changed[0]!
  const forge = `update audit_changes set after = '{"count": 1}' where id = ${id}`
  expect(await forged(forge)).toMatchObject({ source: 'change', id, problem: 'changed' })
  // a chain that was built again over forged rows does not contain the head that was noted before
  await asOwner(context, 'set session_replication_role = replica; truncate audit_chain')
  await chainAll()
  expect((await verifyChain(db, context.files)).fault).toBeUndefined()
  expect((await verifyChain(db, context.files, known)).fault).toMatchObject({ seq: known.seq, problem: 'changed' })
  expect(await forged(`update audit_changes set after = '${JSON.stringify(after)}' where id = ${id}`)).toMatchObject({ id, problem: 'changed' })
  await asOwner(context, 'set session_replication_role = replica; truncate audit_chain')
  await chainAll()
  expect(await forged('update audit_chain set hash = sha256(hash) where seq = 3')).toMatchObject({ seq: 3, problem: 'changed' })
  await asOwner(context, 'set session_replication_role = replica; truncate audit_chain')
  await chainAll()
  expect(await forged('delete from audit_logs where id = (select min(id) from audit_logs)')).toMatchObject({ source: 'log', problem: 'missing' })
})

test('the server can neither change nor delete what was recorded', async () => {
  for (const table of ['audit_logs', 'audit_changes', 'audit_chain', 'audit_archives'])
    for (const statement of [
      `update ${table} set ${table === 'audit_logs' ? 'status' : table === 'audit_changes' ? 'row_id' : table === 'audit_chain' ? 'seq' : 'size'} = 1`,
      `delete from ${table}`,
      `truncate ${table}`,
    ])
      await expect(context.pool.query(statement)).rejects.toThrow(/permission denied|insert only/)
})

/** Tables with technical state, secrets, derived rows, drafts or copies of other data; stress checks belong to the person alone. */
const unrecorded = [
  'audit_archives audit_chain audit_changes audit_logs event_counter events idempotency_keys installation judging_version limited_attempts list_counts reference_versions schema_migrations webhook_receipts',
  'account_tokens app_grants app_tokens passkey_challenges passkeys push_subscriptions sessions sign_in_challenges trusted_devices',
  'health_scores message_open_histories message_unreads notifications today_items user_unread_records visibilities',
  'contract_charge_payments sandbox_events sandbox_objects sandbox_replies stripe_customers',
  'fhir_export_files fhir_exports fhir_import_rows import_parts import_rows job_stress_check_drafts job_stress_checks karte_drafts patient_merge_changes patient_merge_rows similar_patients',
  // what devices send automatically, and what is derived from it; sealed tokens
  'device_channels device_days device_dirty_days device_samples device_series device_sources google_api_tokens google_authorizations',
].flatMap((line) => line.split(' '))

test('the changes of every table are recorded, except those of the tables listed here', async () => {
  const { rows } = await db.execute<{ name: string }>(sql`
    select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    and not exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'record_change') order by 1`)
  expect(rows.map(({ name }) => name).sort()).toEqual([...unrecorded].sort())
})

test('an export of too many entries is refused with the limit instead of leaving out the oldest', async () => {
  const { id } = await testApp.add({ role: 'patient' })
  await db.execute(sql`
    insert into audit_logs (user_id, patient_id, action, outcome, status) select ${id}, ${id}, 'GET /api/tasks', 'done', 200 from generate_series(1, 50001)`)
  const { status, body } = await admin.get(`/api/audit_logs/export?patient_id=${id}`, { headers: { 'accept-language': 'en' } })
  expect([status, body.code, body.error]).toEqual([422, 'log_too_long', expect.stringMatching(/50,000 entries.*one person or patient/)])
})
