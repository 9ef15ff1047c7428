import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { endpoints } from '@sukoyaka/wire/all'
import { parse } from 'csv-parse/sync'
import { sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, expect, test } from 'vitest'
import { type Member, openTestApp, password, type TestApp } from '../../../test/test-app.ts'
import { toolsFor } from '../../access/patient-query.ts'
import { ownerColumns } from '../../access/patient-table.ts'
import { addDemoPatients, hashDemoPassword } from '../../demo/seed.ts'
import { iconUrlOf } from '../../files/icon-url.ts'
import { dataExportJobs, makeExport } from './jobs.ts'
import { sheets } from './sheet/page-store.ts'

let testApp: TestApp
let keiko: Member, neighbour: Member
const hostileName = '=HYPERLINK("http://evil.example")'
const run = (query: ReturnType<typeof sql>) => testApp.context.db.execute<Record<string, unknown>>(query)

const addFile = async (patient: Member, name: string, text: string) => {
  const { context } = testApp
  const key = context.random(18).toString('hex')
  await context.files.put(key, Readable.from([text]))
  await run(sql`
    with f as (insert into files (user_id, owner, key, kind, content_type, name, size) values (${patient.id}, 'message', ${key}, 'document', 'application/pdf', ${name}, ${text.length}) returning id),
    m as (insert into messages (patient_id, sender_id, body, content_type) values (${patient.id}, ${patient.id}, '', 'file') returning id)
    insert into message_files (message_id, patient_id, file_id) select m.id, ${patient.id}, f.id from m, f`)
  return key
}

beforeAll(async () => {
  testApp = await openTestApp()
  const { context, signIn, staff } = testApp
  await addDemoPatients(context.db, { from: 0, count: 2, now: new Date(), password_hash: await hashDemoPassword() })
  const { rows } = await run(sql`select u.id::int, u.email from users u where u.role = 'patient' order by u.id desc limit 2`)
  ;[neighbour, keiko] = (await Promise.all(rows.map((row) => signIn({ ...(row as { id: number; email: string }), role: 'patient' })))) as [Member, Member]
  await run(sql`insert into performed_operations (user_id, name) values (${keiko.id}, ${hostileName}), (${neighbour.id}, '隣の手術')`)
  await run(sql`insert into test_packages (user_id, kind, status, tested_at, comment, provider_judgements) values
    (${keiko.id}, 'detail', 0, now(), '未公開のコメント', '[{"name": "総合判定", "text": "未公開の判定", "is_overall": true}]')`)
  await run(sql`
    update test_packages set provider_judgements = '[{"name": "脂質判定", "text": "C", "is_overall": false}, {"name": "総合判定", "text": "要精密検査", "is_overall": true}]'
    where id = (select max(id) from test_packages where user_id = ${keiko.id} and released_at is not null)`)
  await run(sql`
    insert into test_results (user_id, category_id, test_package_id, recorded_at, value)
    select ${keiko.id}, c.id, (select max(id) from test_packages), now(), 98765 from result_categories c where c.name = 'fasting_glucose'`)
  await run(sql`insert into kartes (user_id, author_id, memo) values (${keiko.id}, ${staff.doctor.id}, '職員だけのメモ')`)
  await run(sql`insert into message_notes (patient_id, author_id, body) values (${keiko.id}, ${staff.doctor.id}, '職員だけのメモ')`)
  await run(
    sql`insert into device_sources (user_id, channel, maker, model, app) values (${keiko.id}, 'apple_health', 'Maker', 'Watch', 'Health'), (${neighbour.id}, 'apple_health', 'Neighbour', 'Watch', 'Health')`,
  )
  await run(
    sql`insert into device_series (source_id, type, last_ended_at, posted_at) select id, 'heart_rate', now(), now() from device_sources where model = 'Watch'`,
  )
  await run(sql`
    insert into device_samples (source_id, record_id, type, value, started_at, ended_at, zone_offset)
    select s.id, 'r' || n, 'heart_rate', 60 + n % 40, '2026-01-01'::timestamptz + n * interval '1 minute', '2026-01-01'::timestamptz + n * interval '1 minute', 540
    from device_sources s, generate_series(1, 12000) n where s.model = 'Watch'`)
  await addFile(keiko, '../../健診 結果.pdf', 'a document of Keiko')
  const released = sql`(select max(id) from test_packages where user_id = ${keiko.id} and released_at is not null)`
  for (const [test_package_id, name, edition, created_at] of [
    [released, '訂正前のお知らせ.pdf', 8, '2000-01-01T00:00:00Z'],
    [released, '結果のお知らせ 第1版.pdf', 9, new Date().toISOString()],
    [sql`(select max(id) from test_packages where user_id = ${keiko.id} and released_at is null)`, '未公開のお知らせ.pdf', 9, new Date().toISOString()],
  ] as const) {
    const key = context.random(18).toString('hex')
    await context.files.put(key, Readable.from([`${name} of Keiko`]))
    await run(sql`
      with f as (insert into files (user_id, owner, key, kind, content_type, name, size) values (${keiko.id}, 'checkup_report', ${key}, 'document', 'application/pdf', ${name}, ${Buffer.byteLength(`${name} of Keiko`)}) returning id)
      insert into checkup_reports (user_id, test_package_id, kind, language, edition, state, content_hash, file_id, created_at)
      select ${keiko.id}, ${test_package_id}, 'patient', 'ja', ${edition}, 'ready', 'x', id, ${created_at} from f`)
  }
  for (const [{ id }, content] of [
    [keiko, 'the picture of Keiko'],
    [neighbour, 'the picture of the neighbour'],
  ] as const) {
    const key = context.random(18).toString('hex')
    await context.files.put(key, Readable.from([content]))
    await run(sql`update users set icon = ${iconUrlOf(key)} where id = ${id}`)
  }
  await addFile(neighbour, 'neighbour.pdf', 'a document of the neighbour')
  await run(sql`
    with c as (insert into contracts (user_id, plan_id, started_at, ended_at, auto_update) select ${keiko.id}, min(id), '2019-11-01', '2019-12-01', false from plans returning id)
    insert into contract_charges (user_id, contract_id, due_on, period_until, amount) select ${keiko.id}, id, '2019-11-01', '2019-12-01', 100 from c`)
  await run(sql`
    insert into test_results (user_id, category_id, type, recorded_at, finding, follow_up_kind, follow_up_on)
    select ${keiko.id}, id, type, now(), '右上葉に結節', 'closer_look', '2027-01-15' from result_categories where name = 'chest_xray'`)
  await run(sql`insert into medicine_intakes (user_id, name, started_on, ended_on) values (${keiko.id}, '短期の薬', '2019-11-01', '2019-11-08')`)
})

const start = (member: Member, body: object = { old_password: password }) => member.request('POST', '/api/data_exports', { body })
const current = async (member: Member) => (await member.get('/api/data_exports')).body.items[0]
const download = async (member: Member, address: string) => {
  const cookie = `id=1; accessToken=${member.token}; email=${encodeURIComponent(member.email)}`
  return testApp.app.inject({ method: 'GET', url: address, headers: { cookie } })
}
/** The texts of the files in a finished export, by file name. */
const contentsFor = async (member: Member) => {
  const { parts } = await current(member)
  const found: Record<string, string> = {}
  for (const { address } of parts as { address: string }[])
    for (const [name, bytes] of Object.entries(unzipSync((await download(member, address)).rawPayload))) found[name] = strFromU8(bytes)
  return found
}
const table = (text: string): Record<string, string>[] => parse(text, { bom: true, columns: true })
const remove = async (member: Member) => member.request('DELETE', `/api/data_exports/${(await current(member)).id}`)

test('the export has what the API shows to the patient, and nothing of other patients and nothing that only staff see', async () => {
  const { mails, staff } = testApp
  expect((await start(keiko)).body).toMatchObject({ status: 'waiting', parts: [] })
  await testApp.runJobs()
  await testApp.runJobs()
  expect(await current(keiko)).toMatchObject({
    status: 'done',
    progress: 100,
    parts: [{ name: expect.stringMatching(/^sukoyaka-[\d-]+\.zip$/), size: expect.any(Number) }],
  })
  const files = await contentsFor(keiko)
  for (const [sheet, path] of [
    ['allergies', `allergy_reactions?user_id=${keiko.id}`],
    ['past_illnesses', `past_illnesses?user_id=${keiko.id}`],
    ['operations', `performed_operations?user_id=${keiko.id}`],
    ['family_illnesses', `family_past_illnesses?user_id=${keiko.id}`],
    ['medicines', `medicine_intakes?user_id=${keiko.id}`],
    ['supplements', `supplement_intakes?user_id=${keiko.id}`],
    ['assessments', `assessments?user_id=${keiko.id}`],
    ['goals', `habit_goals?user_id=${keiko.id}`],
    ['test_results', `test_results?user_id=${keiko.id}&count=100&types[]=0`],
    ['checkups', `test_packages?user_id=${keiko.id}&include[]=cancelled`],
    ['imaging', `image_test_results?user_id=${keiko.id}`],
    ['sleeps', `sleeps?user_id=${keiko.id}&limit=1000`],
    ['interviews', `interviews?interviewee_id=${keiko.id}`],
    ['care_team', `care_people?user_id=${keiko.id}`],
  ] as const) {
    const { body } = await keiko.get(`/api/${path}`)
    expect([sheet, table(files[`csv/${sheet}.csv`]!).length]).toEqual([sheet, body.total_count ?? body.items.length])
  }
  expect(table(files['csv/medicines.csv']!).find((row) => row.名前 === '短期の薬')).toMatchObject({ 開始日: '2019-11-01', 終了日: '2019-11-07' })
  const imaging = table(files['csv/imaging.csv']!).find((row) => row.所見 === '右上葉に結節')
  expect(imaging).toMatchObject({ 次の対応: '精密検査', 次の対応の期日: '2027-01-15', 対応済み: 'いいえ' })
  const payment = table(files['csv/contract_payments.csv']!).find((row) => row.お支払い予定日 === '2019-11-01')
  expect(payment).toMatchObject({ 対象期間の終わり: '2019-11-30' })
  expect(table(files['csv/checkups.csv']!).map((row) => row.健診機関の判定)).toContain('脂質判定：C、総合判定：要精密検査')
  // the CSV describes the status in the words of the web app
  const judged = await run(sql`select r.status, count(*)::int as n from test_results r left join test_packages p on p.id = r.test_package_id
    where r.user_id = ${keiko.id} and r.type = 0 and r.value is not null and (p.id is null or p.released_at is not null) group by r.status`)
  const countOf = (status: number) => judged.rows.find((row) => row.status === status)?.n
  const words = table(files['csv/test_results.csv']!).map((row) => row.判定!)
  expect(words.filter((word) => /^基準(より高い|より低い|と異なる)$/.test(word))).toHaveLength(Number(countOf(1)))
  expect(words.filter((word) => /^基準(より少し高い|より少し低い|と少し異なる)$/.test(word))).toHaveLength(Number(countOf(2)))
  expect(words).toContain('基準より高い')
  // every answer has its day: "no allergy" may have changed since
  expect(table(files['csv/allergies.csv']!).every(({ 確認日時 }) => /^\d{4}-\d\d-\d\d /.test(確認日時!))).toBe(true)
  const bundle = JSON.parse(files['fhir/bundle.json']!)
  const everything = (await keiko.get(`/fhir/R4/Patient/${keiko.id}/$everything`)).body
  const types = ({ entry }: { entry: { resource: { resourceType: string } }[] }) =>
    Object.entries(Object.groupBy(entry, ({ resource }) => resource.resourceType)).flatMap(([type, found]) =>
      type === 'AuditEvent' ? [] : [[type, found!.length]],
    )
  expect(types(bundle)).toEqual(types(everything))
  expect(bundle.entry.flatMap(({ resource }: { resource: { conclusionCode?: object[] } }) => resource.conclusionCode ?? [])).toEqual(
    ['脂質判定：C', '総合判定：要精密検査'].map((text) => ({ text })),
  )
  expect(table(files['devices/heart_rate.csv']!).filter(({ 機器 }) => 機器 === 'Maker Watch')).toHaveLength(12_000)
  const [document] = Object.keys(files).filter((name) => name.startsWith('files/messages/'))
  expect([document, files[document!]]).toEqual([expect.stringMatching(/^files\/messages\/[\d-]+_\d+_[^/]*健診 結果\.pdf$/), 'a document of Keiko'])
  expect(
    JSON.stringify(bundle.entry.filter(({ resource }: { resource: { resourceType: string } }) => resource.resourceType === 'DocumentReference')),
  ).toContain(`../${document}`)
  const reports = Object.keys(files).filter((name) => name.startsWith('files/reports/'))
  expect(reports).toEqual([expect.stringMatching(/^files\/reports\/[\d-]+_\d+_[^/]*結果のお知らせ 第1版\.pdf$/)])
  expect(files[reports[0]!]).toBe('結果のお知らせ 第1版.pdf of Keiko')
  expect(files['files/profile/picture.webp']).toBe('the picture of Keiko')
  expect(table(files['csv/files.csv']!)).toHaveLength(Object.keys(files).filter((name) => name.startsWith('files/')).length)
  expect(files['README.txt']).toContain('佐伯 恵子 様のデータ')
  const all = Object.values(files).join('\n')
  for (const hidden of [
    '隣の手術',
    '職員だけのメモ',
    '未公開のコメント',
    '未公開の判定',
    '98765',
    '未公開のお知らせ',
    'Neighbour',
    'neighbour.pdf',
    'the picture of the neighbour',
    neighbour.email,
  ])
    expect([hidden, all.includes(hidden)]).toEqual([hidden, false])
  expect(table(files['csv/operations.csv']!).map((row) => row.名前)).toContain(`'${hostileName}`)
  const mail = mails.findLast(({ to }) => to === keiko.email)!
  expect(mail.text).toContain('/settings/data')
  // nobody else can open the file, even with its address
  const { parts } = await current(keiko)
  for (const other of [neighbour, staff.admin]) expect((await download(other, parts[0].address)).statusCode).toBe(404)
  expect((await neighbour.get('/api/data_exports')).body.items).toEqual([])
  expect((await neighbour.request('DELETE', `/api/data_exports/${(await current(keiko)).id}`)).status).toBe(404)
})

test('every patient table in the `changes` of an endpoint is in a sheet, except the tables listed here', () => {
  const dialect = new PgDialect()
  const queries = sheets.map(({ select }) => dialect.sqlToQuery(select(toolsFor(true), 'ja')).sql).join()
  const tags = new Set(endpoints.flatMap(({ endpoint }) => endpoint.changes ?? []))
  const missing = ownerColumns().flatMap(({ table }) => (tags.has(table) && !queries.includes(`"${table}"`) ? [table] : []))
  expect(missing.sort()).toEqual(
    [
      // reports are exported as files, samples as files of `devices`; days are derived from the samples
      ...['checkup_reports', 'device_days', 'device_samples'],
      // requests that are open for a while, and the exports themselves
      ...['data_entry_requests', 'data_exports'],
      // reminders are notes of staff; the messages have a sheet, the state of their conversation has none
      ...['message_reminders', 'message_rooms'],
      // attempts to pay: what was paid is in the sheets of orders and contracts
      'payments',
      // not shown to patients
      'patient_merges',
    ].sort(),
  )
})

test('an export needs the password again or a recent sign-in, and only one is made at a time', async () => {
  await remove(keiko)
  await run(sql`update sessions set created_at = now() - interval '1 hour' where user_id = ${keiko.id}`)
  expect((await start(keiko, {})).body).toMatchObject({ code: 'invalid', fields: { old_password: expect.anything() } })
  expect((await start(keiko, { old_password: 'wrong' })).body.code).toBe('password_wrong')
  const [one, two] = await Promise.all([start(keiko), start(keiko)])
  expect(one.body.id).toBe(two.body.id)
  const { rows } = await run(sql`delete from pgboss.job where name = 'data_export' returning data`)
  expect(rows).toHaveLength(1)
})

test('a run after one that was cut off deletes the files of that one; a run stops once its export is deleted', async () => {
  const { context } = testApp
  const { id } = await current(keiko)
  const job = { id, user_id: keiko.id }
  const cut = new AbortController()
  const put = context.files.put
  let puts = 0
  // aborts the run at the second file, as when the process stops
  context.files.put = (key, content) => {
    if (++puts === 2) cut.abort()
    return put(key, content)
  }
  await expect(makeExport(context, job, cut.signal, 20_000)).rejects.toThrow()
  const partKeys = async () => (await run(sql`select f.key from data_export_parts p join files f on f.id = p.file_id`)).rows.map(({ key }) => String(key))
  const left = await partKeys()
  expect(left.length).toBeGreaterThan(0)
  expect((await current(keiko)).parts).toEqual([])
  await makeExport(context, job, new AbortController().signal, 20_000)
  for (const key of left) expect(await context.files.get(key)).toBeUndefined()
  const { parts } = await current(keiko)
  expect(parts.length).toBeGreaterThan(1)
  expect(Object.keys(await contentsFor(keiko))).toEqual(expect.arrayContaining(['README.txt', 'fhir/bundle.json', 'devices/heart_rate.csv']))

  await remove(keiko)
  await start(keiko)
  await run(sql`delete from pgboss.job where name = 'data_export'`)
  const second = await current(keiko)
  context.files.put = async (key, content) => {
    const stored = await put(key, content)
    await run(sql`delete from data_exports where id = ${second.id}`)
    return stored
  }
  await makeExport(context, { id: second.id, user_id: keiko.id }, new AbortController().signal)
  context.files.put = put
  expect(await partKeys()).toEqual([])
  expect((await keiko.get('/api/data_exports')).body.items).toEqual([])
})

test('the patient can neither list nor open an expired export; a job deletes it with its files', async () => {
  const { context } = testApp
  await start(keiko)
  await testApp.runJobs()
  const { parts } = await current(keiko)
  const [stored] = (await run(sql`select f.key from data_export_parts p join files f on f.id = p.file_id`)).rows
  expect((await buffer((await context.files.get(String(stored!.key)))!)).length).toBe(parts[0].size)
  await run(sql`update data_exports set expires_at = now()`)
  expect((await download(keiko, parts[0].address)).statusCode).toBe(404)
  expect((await keiko.get('/api/data_exports')).body.items).toEqual([])
  await dataExportJobs.find(({ queue }) => queue === 'data_exports_expired')!.work(context, {}, new AbortController().signal)
  expect(await context.files.get(String(stored!.key))).toBeUndefined()
  expect((await run(sql`select 1 from files where owner = 'data_export' union all select 1 from data_exports`)).rows).toEqual([])
})
