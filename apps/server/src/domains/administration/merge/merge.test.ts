import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { asOwner } from '../../../../test/database.ts'
import { password, type TestApp } from '../../../../test/test-app.ts'
import { openRecords, type Records, type Subject } from '../../../../trials/kit/rows/records.ts'
import { ownerColumns } from '../../../access/patient-table.ts'
import { type OwnedTable, ownedTables } from './owned-store.ts'

let records: Records
let testApp: TestApp
let tables: OwnedTable[]
beforeAll(async () => {
  records = await openRecords()
  testApp = records.testApp
  tables = await ownedTables(testApp.context.db)
})

const select = async <Row extends Record<string, unknown>>(statement: ReturnType<typeof sql>) => (await testApp.context.db.execute<Row>(statement)).rows
const admin = () => testApp.staff.admin
const post = (url: string, body?: object) => admin().request('POST', url, { body })
const preview = async (kept_id: number, duplicate_id: number) =>
  (await admin().get(`/api/admin/merge_preview?kept_id=${kept_id}&duplicate_id=${duplicate_id}`)).body
const merge = async (kept_id: number, duplicate_id: number, more: object = {}) => {
  const { kept, duplicate } = await preview(kept_id, duplicate_id)
  const versions = { kept_updated_at: kept?.updated_at, duplicate_updated_at: duplicate?.updated_at }
  return post('/api/admin/merges', { kept_id, duplicate_id, ...versions, take: [], reason: '二重登録', confirmation: String(duplicate_id), ...more })
}
const undo = (id: number) => post(`/api/admin/merges/${id}/undo`)

/** Tables that any call may write, or whose rows change when an account is deactivated. */
const unstable = [
  'audit_changes',
  'audit_chain',
  'audit_logs',
  'events',
  'event_counter',
  'idempotency_keys',
  'limited_attempts',
  'sessions',
  'trusted_devices',
]
const derived = ['today_items', 'device_dirty_days', 'patient_merges', 'patient_merge_rows', 'patient_merge_changes']
const allRows = async (): Promise<Record<string, string[]>> => {
  const names = await select<{ name: string }>(
    sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  )
  const found: Record<string, string[]> = {}
  for (const { name } of names)
    if (![...unstable, ...derived].includes(name))
      found[name] = (await select<{ row: string }>(sql`select to_jsonb(t)::text as row from ${sql.identifier(name)} t order by 1`)).map(({ row }) => row)
  return found
}
const rowsOf = async ({ name, owners }: OwnedTable, id: number) =>
  (
    await select<{ row: string }>(
      sql`select to_jsonb(t)::text as row from ${sql.identifier(name)} t where ${sql.join(
        owners.map((column) => sql`${sql.identifier(column)} = ${id}`),
        sql` or `,
      )}`,
    )
  ).length

/** Adds rows to the tables that `openRecords` leaves empty. */
const addRest = async ({ user_id, unreleased_id, interview_ids }: Subject) => {
  const { nurse } = testApp.staff
  await select(
    sql`insert into held_releases (test_package_id, user_id, version, held_by, releases_at) values (${unreleased_id}, ${user_id}, 'reviewed', ${nurse.id}, now())`,
  )
  await select(
    sql`insert into message_mentions (message_id, patient_id, user_id) select max(id), ${user_id}, ${nurse.id} from messages where patient_id = ${user_id}`,
  )
  for (const table of ['room_presences', 'visibilities'])
    await select(sql`insert into ${sql.identifier(table)} (patient_id, user_id, client_id${sql.raw(table === 'visibilities' ? ', is_visible' : '')})
      values (${user_id}, ${nurse.id}, ${`window-${user_id}`}${sql.raw(table === 'visibilities' ? ', true' : '')})`)
  await select(sql`insert into plan_uses (contract_id, user_id, part, year_from, place, allowed, interview_id)
    select min(id), ${user_id}, 'interview', '2026-04-01', 1, 1, ${interview_ids[0]!} from contracts where user_id = ${user_id}`)
  await select(sql`update import_rows set patient_id = ${user_id}, chosen_patient_id = ${user_id} where import_id = ${records.imports.checked[user_id % 100]!}`)
  const [order] = await select<{ id: number }>(sql`insert into orders (user_id, cart_id, subtotal, delivery_fee, taxes, total, recipient_name, address)
    select ${user_id}, id, 1, 0, '[]', 1, 'x', '{}' from carts where user_id = ${user_id} returning id`)
  await select(sql`insert into stripe_customers (user_id) values (${user_id})`)
  await select(sql`insert into lipid_risks (user_id, risk, set_by) values (${user_id}, 'low', ${nurse.id})`)
  await select(sql`insert into data_exports (user_id, language) values (${user_id}, 'ja')`)
  await select(sql`insert into coupon_uses (coupon_id, user_id, order_id) select min(id), ${user_id}, ${order!.id} from coupons`)
  for (const table of tables) if (!(await rowsOf(table, user_id))) await addRow(table, user_id)
}
const valueOfType: Record<string, unknown> = { text: 'x', boolean: true, date: '2026-11-22', 'timestamp with time zone': '2026-11-22T00:00:00Z', jsonb: '{}' }
/** Adds a row with the required columns of a table. If a column takes none of the values above, `addRest` must insert the row itself. */
const addRow = async ({ name, owners }: OwnedTable, user_id: number) => {
  const columns = await select<{ name: string; type: string }>(sql`select column_name as name, data_type as type from information_schema.columns
    where table_schema = 'public' and table_name = ${name} and is_nullable = 'NO' and column_default is null and is_identity = 'NO'`)
  const values = columns.map((column) => (owners.includes(column.name) ? user_id : (valueOfType[column.type] ?? 1)))
  const names = columns.map((column) => sql.identifier(column.name))
  await select(
    sql`insert into ${sql.identifier(name)} (${sql.join(names, sql`, `)}) values (${sql.join(
      values.map((value) => sql`${value}`),
      sql`, `,
    )})`,
  )
}

test('a merge moves the rows of every table that is declared as a patient table', () => {
  const moving = new Map(tables.map(({ name, owners }) => [name, owners]))
  const own = ['patients', 'patient_merges']
  for (const { table, column } of ownerColumns())
    if (column && !own.includes(table)) expect([table, moving.get(table)]).toEqual([table, expect.arrayContaining([column])])
  expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(['files', 'notifications']))
})

test('a merge moves the rows of every table except those that would break a unique index; an undo restores every row', async () => {
  const { hanako, taro } = records
  await asOwner(
    testApp.context,
    'create table later_notes (id bigint generated always as identity primary key, patient_id bigint not null references patients (user_id), note text)',
  )
  await asOwner(testApp.context, 'grant select, insert, update, delete on later_notes to sukoyaka_app')
  await select(sql`insert into later_notes (patient_id, note) values (${taro.user_id}, 'a'), (${hanako.user_id}, 'b')`)
  await addRest(hanako)
  await addRest(taro)
  for (const [id, day] of [
    [hanako.user_id, '2024-04-10'],
    [taro.user_id, '2026-04-10'],
  ] as const)
    await select(sql`insert into allergy_reactions (user_id, kind, is_occured, confirmed_at, confirmed_by) values (${id}, 'metal', false, ${day}, ${id})`)
  const before = await allRows()
  const counts = new Map<string, number>()
  for (const table of tables) counts.set(table.name, await rowsOf(table, taro.user_id))
  const empty = [...counts].filter(([, count]) => count === 0).map(([name]) => name)
  expect(empty).toEqual([])

  const { warnings } = await preview(hanako.user_id, taro.user_id)
  expect(warnings).toEqual(['kana', 'birthday', 'sex', 'signed_in', 'contracts'])
  const { status, body } = await merge(hanako.user_id, taro.user_id, { take: ['name', 'email', 'phone_number', 'address', 'icon'] })
  expect([status, body.kept.id, body.duplicate.id]).toEqual([201, hanako.user_id, taro.user_id])
  const stayed = new Map<string, number>(body.stayed.map(({ table, rows }: { table: string; rows: number }) => [table, rows]))
  for (const table of tables) expect([table.name, await rowsOf(table, taro.user_id)]).toEqual([table.name, stayed.get(table.name) ?? 0])
  expect(body.moved).toContainEqual({ table: 'later_notes', rows: 1 })
  expect(stayed.has('messages') || stayed.has('kartes') || stayed.has('test_packages')).toBe(false)
  // no moved row refers to one that stayed
  for (const table of tables)
    for (const { column, table: parent, target } of table.parents) {
      const owners = tables.find(({ name }) => name === parent)!.owners
      const found = await select(sql`
        select from ${sql.identifier(table.name)} c join ${sql.identifier(parent)} p on p.${sql.identifier(target)} = c.${sql.identifier(column)}
        where c.${sql.identifier(table.owners[0]!)} = ${hanako.user_id} and p.${sql.identifier(owners[0]!)} = ${taro.user_id}`)
      expect([table.name, column, found.length]).toEqual([table.name, column, 0])
    }
  // the kept patient is now the sender of the messages that the duplicate wrote
  expect(await select(sql`select from messages where sender_id = ${taro.user_id}`)).toEqual([])
  const metal = await select(
    sql`select confirmed_at::date::text as day, confirmed_by from allergy_reactions where user_id = ${hanako.user_id} and kind = 'metal'`,
  )
  expect(metal).toEqual([{ day: '2026-04-10', confirmed_by: hanako.user_id }])
  const allergies = await select<{ description: string }>(
    sql`select description from allergy_reactions where user_id = ${hanako.user_id} and kind = 'medicine'`,
  )
  expect(allergies).toEqual([{ description: `${hanako.canary}、${taro.canary}` }])
  expect((await admin().get(`/api/users/${hanako.user_id}`)).body).toMatchObject({ email: 'taro@example.com', first_name: taro.canary })

  // a report that was made of the united record
  await select(sql`insert into checkup_reports (user_id, test_package_id, kind, language, edition, content_hash)
    select ${hanako.user_id}, min(id), 'doctor', 'ja', 99, 'x' from test_packages where user_id = ${hanako.user_id}`)
  expect((await undo(body.id)).status).toBe(200)
  const after = await allRows()
  // data exports may contain records of both people: the undo deletes them
  expect(after.data_exports).toEqual([])
  for (const name of Object.keys(before).filter((table) => table !== 'data_exports')) expect({ [name]: after[name] }).toEqual({ [name]: before[name] })
  expect((await undo(body.id)).body.code).toBe('undo_over')
})

test('after a merge, the duplicate cannot sign in, is not found and cannot be activated again; after an undo, it can sign in', async () => {
  const [kept, duplicate] = [await testApp.add({ role: 'patient' }), await testApp.add({ role: 'patient' })]
  const { body } = await merge(kept.id, duplicate.id)
  const signIn = () => testApp.request('POST', '/api/sign_in_v2', { body: { email: duplicate.email, password } })
  expect((await duplicate.get('/api/users/me')).status).toBe(401)
  expect((await signIn()).status).toBe(401)
  const { doctor } = testApp.staff
  expect((await doctor.get(`/api/habit_goals?user_id=${duplicate.id}`)).status).toBe(404)
  expect((await doctor.get(`/api/users/${duplicate.id}`)).status).toBe(404)
  expect((await doctor.get(`/api/users/patients?q[id_in][]=${duplicate.id}`)).body.items).toEqual([])
  expect((await admin().request('DELETE', `/api/users/${duplicate.id}/deactivation`)).body.code).toBe('already_merged')
  // a row that is written after the merge stays with the kept patient
  await doctor.request('POST', '/api/tasks', { body: { user_id: kept.id, content: '電話する' } })
  expect((await undo(body.id)).body).toMatchObject({ undone_by: { id: admin().id } })
  expect((await signIn()).body).toHaveProperty('challenge')
  expect(await select(sql`select user_id from tasks where user_id in (${kept.id}, ${duplicate.id})`)).toEqual([{ user_id: kept.id }])
})

test('a merge judges the results again by sex and birthday of the kept patient and notifies the care team; an undo restores the judgements', async () => {
  const [kept, duplicate] = [await testApp.add({ role: 'patient', sex: 'male' }), await testApp.add({ role: 'patient', sex: 'female' })]
  const { nurse } = testApp.staff
  await select(sql`insert into care_people (user_id, staff_id, role, main) values (${duplicate.id}, ${nurse.id}, 'nurse', true)`)
  const recorded_at = '2026-01-10T00:00:00.000Z'
  const results = [
    { category_name: 'hemoglobin', value: 12.4, recorded_at },
    { category_name: 'creatinine', value: 0.9, recorded_at },
  ]
  const added = await nurse.request('POST', '/api/test_results/bulk', { body: { user_id: duplicate.id, results } })
  expect(added.body.items.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['new', 'new'])
  const judged = (user_id: number) =>
    select<{ name: string; value: number; status: number }>(
      sql`select c.name, r.value, r.status from test_results r join result_categories c on c.id = r.category_id where r.user_id = ${user_id} order by 1`,
    )
  const before = await judged(duplicate.id)
  const { status, body } = await merge(kept.id, duplicate.id)
  expect([status, body.code]).toEqual([201, undefined])
  const after = await judged(kept.id)
  const of = (rows: typeof before, name: string) => rows.find((row) => row.name === name)
  // the range of men begins higher, and the filtration rate is estimated by sex
  expect(of(before, 'hemoglobin')!.status).toBeLessThan(of(after, 'hemoglobin')!.status)
  expect(of(before, 'egfr')!.value).toBeLessThan(of(after, 'egfr')!.value)
  const told = async () => (await nurse.get('/api/notifications')).body.items.filter(({ kind }: { kind: string }) => kind === 'patients_merged')
  expect(await told()).toMatchObject([{ patient: { id: kept.id }, record_id: body.id }])
  expect((await undo(body.id)).status).toBe(200)
  expect([await judged(duplicate.id), await judged(kept.id), await told()]).toEqual([before, [], []])
})

test('refuses a merge with a wrong confirmation, an old version, the same or a merged patient; refuses an undo that is too late or out of order', async () => {
  const [a, b, c] = [await testApp.add({ role: 'patient' }), await testApp.add({ role: 'patient', sex: 'female' }), await testApp.add({ role: 'patient' })]
  const refused = await merge(a.id, b.id, { confirmation: 'はい' })
  expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, ['confirmation']])
  expect((await merge(a.id, b.id, { kept_updated_at: '2020-01-01T00:00:00.000Z' })).status).toBe(409)
  expect((await preview(a.id, a.id)).code).toBe('invalid')
  expect((await preview(a.id, admin().id)).code).toBe('not_found')
  const first = (await merge(a.id, b.id)).body
  expect((await preview(c.id, b.id)).code).toBe('already_merged')
  const second = (await merge(c.id, a.id)).body
  expect((await undo(first.id)).body.code).toBe('undo_later_first')
  expect((await undo(second.id)).status).toBe(200)
  await select(sql`update patient_merges set undo_until = now() where id = ${first.id}`)
  expect((await undo(first.id)).body.code).toBe('undo_over')
})

test('steps of a day that both patients have are derived again after a merge and after its undo', async () => {
  const walker = { role: 'patient' as const, last_name_kana: 'アルク' }
  const [a, b] = [await testApp.add({ ...walker, birthday: '1980-01-01' }), await testApp.add({ ...walker, birthday: '1980-01-30' })]
  const walk = (record_id: string, started_at: string, ended_at: string, value: number, model: string) => ({
    ...{ record_id, type: 'steps', value, unit: 'count', started_at, ended_at, zone_offset: 540, source: { maker: 'Apple', model, app: 'ヘルスケア' } },
  })
  const send = (person: typeof a, sample: object) => person.request('POST', '/apple_healthkits', { body: { user_id: person.id, samples: [sample] } })
  await send(a, walk('a', '2026-01-10T00:00:00Z', '2026-01-10T00:10:00Z', 300, 'iPhone'))
  await send(b, walk('b', '2026-01-10T05:00:00Z', '2026-01-10T05:10:00Z', 400, 'Watch'))
  await testApp.runJobs()
  const stepsOf = async ({ id }: { id: number }) =>
    (await select<{ value: number }>(sql`select value from device_days where user_id = ${id} and kind = 'steps' order by day`)).map(({ value }) => value)
  expect([await stepsOf(a), await stepsOf(b)]).toEqual([[300], [400]])
  const { id } = (await merge(a.id, b.id)).body
  await testApp.runJobs()
  expect(await stepsOf(a)).toEqual([700])
  await undo(id)
  await testApp.runJobs()
  expect([await stepsOf(a), await stepsOf(b)]).toEqual([[300], [400]])
})

test('of three merges of one pair at the same time, in both directions, only one succeeds', async () => {
  const [a, b] = [await testApp.add({ role: 'patient' }), await testApp.add({ role: 'patient' })]
  const results = await Promise.all([merge(a.id, b.id), merge(b.id, a.id), merge(a.id, b.id)])
  expect(results.filter(({ status }) => status === 201)).toHaveLength(1)
  const open = await select(sql`select from patient_merges where undone_at is null and kept_id in (${a.id}, ${b.id})`)
  expect(open).toHaveLength(1)
})

test('lists pairs of the same kana in any spelling and the same birthday, also with month and day swapped, until they are merged or marked as two people', async () => {
  const names = { last_name_kana: 'サトー', first_name_kana: 'ケン' }
  const [a, b, c] = [
    await testApp.add({ role: 'patient', ...names, birthday: '1974-05-04' }),
    await testApp.add({ role: 'patient', ...names, last_name_kana: 'サトウ', birthday: '1974-04-05' }),
    await testApp.add({ role: 'patient', ...names, birthday: '1974-05-04', sex: 'female' }),
  ]
  await testApp.add({ role: 'patient', ...names, birthday: '1974-05-06' })
  const idsIn = async (list: string) => {
    const { items } = (await admin().get(`/api/admin/${list}`)).body
    const found: [number, number][] = items.map(({ first, second }: { first: { id: number }; second: { id: number } }) => [first.id, second.id])
    return found.filter((pair) => pair.some((id) => id >= a.id && id <= c.id))
  }
  const [pairs, marked] = [() => idsIn('duplicates'), () => idsIn('distinct_patients')]
  expect(await pairs()).toEqual([
    [a.id, b.id],
    [a.id, c.id],
    [b.id, c.id],
  ])
  expect((await preview(a.id, b.id)).likenesses).toEqual(['kana', 'name', 'birthday_swapped', 'sex'])
  const mark = () => post('/api/admin/distinct_patients', { first_id: c.id, second_id: a.id })
  const unmark = () => admin().request('DELETE', `/api/admin/distinct_patients/${c.id}/${a.id}`)
  await mark()
  expect([await marked(), (await pairs()).length]).toEqual([[[a.id, c.id]], 2])
  expect([(await unmark()).status, await marked(), (await pairs()).length, (await unmark()).status]).toEqual([204, [], 3, 404])
  const written = await select<{ user_id: number; operation: string }>(
    sql`select user_id, operation from audit_changes where table_name = 'distinct_patients' order by id`,
  )
  expect(written).toEqual(['insert', 'delete'].map((operation) => ({ user_id: admin().id, operation })))
  await mark()
  // a pair with a merged patient is not listed
  await post('/api/admin/distinct_patients', { first_id: b.id, second_id: c.id })
  await merge(a.id, b.id)
  expect([await pairs(), await marked()]).toEqual([[], [[a.id, c.id]]])
  expect((await admin().get('/api/admin/merges')).body.items[0]).toMatchObject({ kept: { id: a.id }, duplicate: { id: b.id }, undone_at: null })
})
