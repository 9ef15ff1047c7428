import { explanation } from '@sukoyaka/phrases/record/explanation'
import { sql } from 'drizzle-orm'
import { extractText, getDocumentProxy } from 'unpdf'
import { beforeAll, expect, test } from 'vitest'
import { type Member, openTestApp, type TestApp } from '../../../test/test-app.ts'
import { systemScope } from '../../access/system-scope.ts'
import { test_packages } from '../checkup/tables.ts'
import { doctorReport } from './content/doctor.ts'
import { patientReport } from './content/patient.ts'
import { reportContent } from './content-store.ts'

let testApp: TestApp
let hanako: Member, doctor: Member, observer: Member
/** The checkup of 2026, one of the same kind in 2025, and one of another kind between them. */
let now_id: number, before_id: number, other_id: number

const run = <R extends Record<string, unknown>>(query: ReturnType<typeof sql>) => testApp.context.db.execute<R>(query)
const addPackage = async (kind: 'detail' | 'simple', tested_at: string) => {
  const [row] = await systemScope(testApp.context.db)
    .insert(test_packages)
    .values({ user_id: hanako.id, kind, status: 0, location: 'みなと#クリニック', tested_at, name: '人間ドック' })
    .returning()
  return row!.id
}
const addResults = async (test_package_id: number, recorded_at: string, values: Record<string, number>) => {
  const results = Object.entries(values).map(([category_name, value]) => ({ category_name, value, recorded_at }))
  const { body } = await doctor.request('POST', '/api/test_results/bulk', { body: { user_id: hanako.id, test_package_id, results } })
  expect(body.items.map(({ outcome }: { outcome: string }) => outcome)).toEqual(results.map(() => 'new'))
}
const release = async (id: number, comment?: string) =>
  expect((await doctor.request('POST', `/api/test_packages/${id}/release`, { body: { comment, called_on: '2026-11-20' } })).status).toBe(200)

beforeAll(async () => {
  testApp = await openTestApp({ overrides: { clock: () => new Date('2026-11-21T03:00:00Z') } })
  ;({ hanako } = testApp)
  ;({ doctor, observer } = testApp.staff)
  await run(sql`update users set last_name = '𠮷田#', first_name = '髙*子$@', birthday = '1968-03-14', sex = 'female' where id = ${hanako.id}`)
  // until 2026 the range of LDL ended at 140
  await run(sql`
    update reference_ranges r set valid_from = '2026-01-01' from result_categories c
    where c.id = r.category_id and c.name = 'ldl_cholesterol' and r.retired_at is null`)
  await run(sql`
    insert into reference_ranges (category_id, sex, age_min, age_max, healthy, warning, unhealthy, valid_from, retired_at)
    select r.category_id, r.sex, r.age_min, r.age_max, '{"min": 60, "max": 140}', '[{"min": 140, "max": 180}]', '{"below": 60, "above": 180}', null, '2026-01-01'
    from reference_ranges r join result_categories c on c.id = r.category_id where c.name = 'ldl_cholesterol' and r.valid_from = '2026-01-01'`)
  before_id = await addPackage('detail', '2025-10-22T00:00:00Z')
  other_id = await addPackage('simple', '2026-04-02T00:00:00Z')
  now_id = await addPackage('detail', '2026-10-14T00:00:00Z')
  await addResults(before_id, '2025-10-22T00:00:00Z', { ldl_cholesterol: 138, hba1c: 5.1 })
  await addResults(other_id, '2026-04-02T00:00:00Z', { ldl_cholesterol: 151 })
  await addResults(now_id, '2026-10-14T00:00:00Z', { ldl_cholesterol: 185, hdl_cholesterol: 58, hba1c: 6.1, potassium: 4.2 })
  for (const id of [before_id, other_id]) await release(id)
  await run(sql`insert into allergy_reactions (user_id, kind, is_occured, description) values (${hanako.id}, 'medicine', true, '*セフェム*系')`)
})

const make = (member: Member, kind: 'patient' | 'doctor', language = 'ja', test_package_id = now_id) =>
  member.request('POST', '/api/checkup_reports', { body: { test_package_id, kind, language } })
const list = async (member: Member) => (await member.get(`/api/checkup_reports?user_id=${hanako.id}`)).body.items
const download = async (member: Member, url: string) =>
  testApp.app.inject({ url, headers: { authorization: `Token token="${member.token}", email="${member.email}"` } })
const madeBy = async (member: Member, ...report: [kind: 'patient' | 'doctor', language?: string]) => {
  const { id } = (await make(member, ...report)).body
  await testApp.runJobs()
  const made = (await list(member)).find((item: { id: number }) => item.id === id)
  const { rawPayload } = await download(member, made.url)
  const document = await getDocumentProxy(new Uint8Array(rawPayload))
  const { text, totalPages } = await extractText(document, { mergePages: true })
  return { made, pdf: rawPayload, document, text: text.replace(/\s/g, ''), totalPages }
}

test('there is no report before the release', async () => {
  expect((await make(hanako, 'patient')).body).toMatchObject({ code: 'invalid', fields: { test_package_id: [expect.any(String)] } })
  await release(now_id, '歩く時間を\n増やしましょう #1')
})

test('the patient’s report says in plain words what is out of range, and prints unchanged what people wrote', async () => {
  const { made, pdf, text } = await madeBy(hanako, 'patient')
  expect(made).toMatchObject({ state: 'ready', edition: 1, number: `2026-1014-${String(now_id).padStart(4, '0')}`, size: pdf.length })
  for (const part of [
    '𠮷田#髙*子$@様',
    'みなと#クリニック',
    '昭和43年3月14日（1968.03.14）生（58歳）女性',
    '令和8年10月14日（2026.10.14）',
    '基準より高い185mg/dL',
    '前回138（2025.10.22）',
    '「悪玉」とも呼ばれます',
    '歩く時間を増やしましょう#1',
    '第1版',
    '受診や再検査が必要かを確かめる',
  ])
    expect(text).toContain(part)
  // the value of a checkup of another kind
  expect(text).not.toContain('151')
  const file = await download(hanako, made.url)
  expect(file.headers['content-disposition']).toContain(encodeURIComponent('健康診断の結果のお知らせ 2026-10-14 第1版.pdf'))
})

test('the doctor’s report has values with the ranges of their days, names the patient on each page and is an accessible PDF', async () => {
  await run(sql`
    insert into test_results (user_id, category_id, test_package_id, recorded_at, value, status)
    select ${hanako.id}, c.id, ${now_id}, '2026-10-14T00:00:00Z', 1, 0 from result_categories c
    where c.type = 0 and not exists (select from test_results r where r.test_package_id = ${now_id} and r.category_id = c.id)`)
  await run(sql`
    insert into test_results (user_id, category_id, test_package_id, recorded_at, type, finding, status)
    select ${hanako.id}, id, ${now_id}, day::timestamptz, type, finding, 0
    from result_categories, (values ('2026-10-13', '1回目 #3'), ('2026-10-14', '異常陰影なし #2')) as images (day, finding) where type = 1`)
  const { text, pdf, document, totalPages } = await madeBy(doctor, 'doctor')
  for (const part of ['◆185H60–119mg/dL†138', '*セフェム*系', '当時の基準範囲が今回と異なります：', '60–139（25.10.22）', '異常陰影なし#2', '医療機関用'])
    expect(text).toContain(part)
  // the finding of an older image of the same examination
  expect(text).not.toContain('1回目#3')
  expect(totalPages).toBeGreaterThanOrEqual(3)
  expect(text.match(/SK-\d{6}/g)!.length).toBeGreaterThan(totalPages)
  for (let page = 1; page <= totalPages; page++) expect(text).toContain(`第1版${page}/${totalPages}`)
  expect(text).not.toContain('151')
  expect([pdf.length < 300_000, pdf.toString('latin1')]).toEqual([true, expect.stringContaining('pdfuaid')])
  expect(await document.getMarkInfo()).toMatchObject({ Marked: true })
  const tags = JSON.stringify(await (await document.getPage(1)).getStructTree())
  for (const tag of ['Table', 'TH', 'TD']) expect(tags).toContain(`"role":"${tag}"`)
  expect(tags.match(/"role":"H1"/g)).toHaveLength(1)
  expect((await document.getMetadata()).info).toMatchObject({ Language: 'ja', Title: expect.stringContaining('検査結果報告書') })
})

test('the same content is not issued again; a change raises the edition', async () => {
  const first = (await list(hanako)).find(({ kind }: { kind: string }) => kind === 'doctor')
  expect((await make(hanako, 'doctor')).body).toMatchObject({ id: first.id, edition: 1 })
  await release(now_id, '歩きましょう')
  const { made, text } = await madeBy(hanako, 'doctor')
  expect([made.edition, text]).toEqual([2, expect.stringContaining('第2版')])
  const { text: english } = await madeBy(hanako, 'patient', 'en')
  for (const part of ['Whattolookat', '1968.03.14(Showa43)']) expect(english).toContain(part)
  expect((await madeBy(hanako, 'patient', 'kr')).text).toContain('살펴볼결과')
  const { text: doctors } = await madeBy(doctor, 'doctor', 'en')
  expect([doctors.includes('mL/min/1.73m²'), /[万分回]/.test(doctors)]).toEqual([true, false])
})

test('nobody can issue more than 60 editions in an hour', async () => {
  const newest = (await list(doctor))[0].id
  await run(sql`insert into limited_attempts (kind, key) select 'checkup_report', ${String(doctor.id)} from generate_series(1, 60)`)
  await release(now_id, '歩きましょう。次は春に')
  const { status, headers } = await make(doctor, 'doctor')
  expect([status, Number(headers['retry-after']) > 0, (await list(doctor))[0].id]).toEqual([429, true, newest])
  expect((await make(hanako, 'doctor')).status).toBe(201)
  await testApp.runJobs()
})

test('after a release is withdrawn, a doctor can still open the report and the patient cannot; another patient never can; openings are logged', async () => {
  const [{ url }] = await list(doctor)
  const [{ url: own }] = await list(hanako)
  expect((await download(doctor, url)).statusCode).toBe(200)
  expect((await download(hanako, url)).statusCode).toBe(404)
  expect((await testApp.taro.get(`/api/checkup_reports?user_id=${hanako.id}`)).status).toBe(404)
  expect([(await make(testApp.taro, 'patient')).status, (await make(observer, 'patient')).status]).toEqual([404, 403])
  expect((await list(observer)).length).toBeGreaterThan(0)
  const opened = await run<{ n: number }>(
    sql`select count(*)::int as n from audit_logs where action = 'GET /files/:signed' and patient_id = ${hanako.id} and user_id = ${doctor.id} and outcome = 'done'`,
  )
  expect(opened.rows[0]!.n).toBeGreaterThan(0)
  expect((await doctor.request('DELETE', `/api/test_packages/${now_id}/release`)).status).toBe(200)
  expect([(await download(hanako, own)).statusCode, await list(hanako)]).toEqual([404, []])
  expect((await download(doctor, url)).statusCode).toBe(200)
})

test('if the release of the checkup is withdrawn before the job makes the report, the report fails; it is made again after each release, and the patient sees no older one; deleting the checkup deletes its files', async () => {
  await release(now_id)
  await release(now_id, '次は春に')
  const { id, edition } = (await make(hanako, 'patient')).body
  await doctor.request('DELETE', `/api/test_packages/${now_id}/release`)
  await testApp.runJobs()
  expect((await list(doctor))[0]).toMatchObject({ id, state: 'failed', url: null })
  for (const more of [1, 2]) {
    await doctor.request('DELETE', `/api/test_packages/${now_id}/release`)
    await release(now_id)
    expect([await list(hanako), (await madeBy(hanako, 'patient')).made]).toMatchObject([[], { edition: edition + more, state: 'ready' }])
  }
  const fileCount = async () => (await run<{ n: number }>(sql`select count(*)::int as n from files where owner = 'checkup_report'`)).rows[0]!.n
  expect(await fileCount()).toBeGreaterThan(0)
  await run(sql`delete from test_packages where id = ${now_id}`)
  expect([await fileCount(), await list(doctor)]).toEqual([0, []])
})

test('both reports list a critical value that could not be judged, because the patient’s sex and birthday are unknown', async () => {
  const { user_id, ...checkup } = { user_id: testApp.taro.id, kind: 'detail' as const, status: 0, tested_at: '2026-10-14T00:00:00Z' }
  await run(sql`update users set birthday = null, sex = null where id = ${user_id}`)
  const scope = systemScope(testApp.context.db)
  const [added] = await scope
    .insert(test_packages)
    .values({ user_id, ...checkup, location: '', name: '人間ドック' })
    .returning()
  const results = [{ category_name: 'potassium', value: 6.5, recorded_at: checkup.tested_at }]
  const { body } = await doctor.request('POST', '/api/test_results/bulk', { body: { user_id, test_package_id: added!.id, results } })
  expect(body.items).toMatchObject([{ outcome: 'new', result: { status: null, is_serious: true } }])
  await release(added!.id)
  const content = await reportContent(scope, added!.id, 'ja')
  const comment = { comment_by: { last_name: '林', first_name: '', role: 'nurse' as const }, commented_at: content.tested_at }
  const { counts, concerns, groups, comment_by } = patientReport({ ...content, ...comment }, 'ja')
  expect(concerns.flatMap(({ rows }) => rows)).toMatchObject([{ name: 'カリウム', mark: '◆', verdict: '基準より高い' }])
  expect([counts.map(({ mark, count }) => mark + count).join(), comment_by]).toEqual(['●0,▲0,◆1,○0', '林（看護師）2026.10.14'])
  expect(groups).toMatchObject([{ mark: '◆', text: '1項目中1項目が基準外' }])
  const { summary, pages } = doctorReport(content, 'ja')
  expect(summary).toMatchObject([{ mark: '◆', text: expect.stringContaining('\u00a06.5‼') }])
  expect(pages.flat(2).flatMap(({ rows }) => rows)).toMatchObject([{ mark: '◆', flag: 'H‼' }])
})

test('the patient’s report gives no advice on what to do oneself about a critical value, nor about others that mean the same', async () => {
  const content = await reportContent(systemScope(testApp.context.db), before_id, 'ja')
  const [like] = content.values.filter(({ test_package_id }) => test_package_id === before_id)
  const judgedAs = (name: string, value: number, is_serious: boolean) => {
    const { id } = content.categories.find((category) => category.name === name)!
    return { ...like!, category_id: id, value, status: 1 as const, is_serious, healthyRange: { min: null, max: 6 } }
  }
  const concernsOf = (is_serious: boolean) =>
    patientReport({ ...content, values: [judgedAs('hba1c', 8, false), judgedAs('fasting_glucose', 420, is_serious)] }, 'ja').concerns
  const advice = explanation.ja['do.glucose_high']
  expect(concernsOf(false)).toMatchObject([{ rows: [{}, {}], texts: expect.arrayContaining([advice]) }])
  const [critical, ...others] = concernsOf(true)
  expect(others).toEqual([])
  expect(critical).toMatchObject({ rows: [{}, {}], texts: expect.arrayContaining([explanation.ja['means.glucose_high']]) })
  expect(critical!.texts).not.toContain(advice)
  // low glucose needs sugar first
  const low = [{ min: 70, max: 140 }, null].map((healthyRange) => ({ ...judgedAs('casual_glucose', 45, true), healthyRange }))
  for (const value of low) expect(patientReport({ ...content, values: [value] }, 'ja').concerns[0]!.texts).toContain(explanation.ja['do.glucose_low'])
})

test('the doctor’s report lists the medicines since the checkup with dose, period and memo, also one that was begun later', async () => {
  for (const intake of [
    { name: 'ワルファリン', strength: '1mg', started_on: '2025-11-01', memo: '週1回\n日曜' },
    { name: '葛根湯', daily_volume: '3包', divided_times: 3, timing: ['before_breakfast', 'before_dinner'], started_on: '2025-01', ended_on: '2025-10-23' },
    { name: '抗菌薬', ended_on: '2025-10-22' },
  ])
    expect((await doctor.request('POST', '/api/medicine_intakes', { body: { user_id: hanako.id, ...intake } })).status).toBe(201)
  const { medicines, labels } = doctorReport(await reportContent(systemScope(testApp.context.db), before_id, 'ja'), 'ja')
  expect([labels.medicines, medicines]).toEqual(['内服薬', 'ワルファリン 1mg (2025.11.01–) [週1回 日曜]、葛根湯 3包 分3 朝食前・夕食前 (2025.01–2025.10.22)'])
})

test('the reports say of an image without status and finding that it is being read; the summary for doctors names abnormal images and counts them apart from values', async () => {
  const content = await reportContent(systemScope(testApp.context.db), before_id, 'ja')
  const image = (at: number, more: Partial<(typeof content.findings)[number]> = {}) => ({
    ...{ category_id: content.imageCategories[at]!.id, test_package_id: before_id, recorded_at: '2025-10-22T00:00:00Z', status: null, finding: '' },
    ...{ follow_up_kind: null, follow_up_on: null, is_follow_up_done: false, ...more },
  })
  const before = image(1, { test_package_id: other_id, recorded_at: '2024-10-22T00:00:00Z' })
  const own = { ...content, findings: [image(0), image(1, { finding: '胆のうポリープ' }), image(2, { status: 2 }), before] }
  const report = doctorReport(own, 'ja')
  expect(report.findings).toMatchObject([
    { status: '読影中', text: '所見はまだ記載されていません' },
    { status: '判定なし', text: '胆のうポリープ', before: '2024.10.22 読影中' },
    { status: '軽度所見', text: '所見の記載はありません' },
  ])
  expect(report.summary).toEqual([{ mark: '▲', name: '画像など：注意 1', text: content.imageCategories[2]!.display_name }])
  expect(report.counts).toBe('基準内 2 ／ 全2項目')
  const [ldl, hba1c] = content.values.filter(({ test_package_id }) => test_package_id === before_id)
  const values = [
    { ...ldl!, status: 2 as const },
    { ...hba1c!, status: null, healthyRange: null },
    { ...ldl!, test_package_id: other_id, healthyRange: { min: 60, max: 200 } },
  ]
  const english = doctorReport({ ...own, values, earlier: [{ id: other_id, tested_at: '2025-04-02T00:00:00Z' }] }, 'en')
  expect(english.summary).toMatchObject([{ name: 'Caution 1' }, { name: 'Imaging and others: caution 1' }])
  expect([english.counts, english.medicines]).toEqual(['In range 0 of 2, No range or evaluation 1', expect.stringMatching(/before breakfast, before dinner/i)])
  expect(english.other_ranges).toMatch(/ \(25\.04\.02\)$/)
  expect(patientReport(own, 'ja').findings[0]).toMatchObject({ status: '医師が確認しています', text: '所見はまだ記載されていません' })
})

test('the patient’s report says “keep up your habits” only if something was judged and nothing is abnormal', async () => {
  const scope = systemScope(testApp.context.db)
  const content = await reportContent(scope, before_id, 'ja')
  const inRange = content.values.filter(({ test_package_id, status }) => test_package_id === before_id && status === 0)
  const [category] = content.imageCategories
  const finding = { category_id: category!.id, test_package_id: before_id, recorded_at: '2025-10-22T00:00:00Z', finding: '' }
  const followUp = { follow_up_kind: null, follow_up_on: null, is_follow_up_done: false }
  type Shown = { values?: typeof inRange; isDone?: boolean; text?: string; overall?: string | undefined; part?: string }
  const shown = (status: 0 | 1 | 2 | null, { values = inRange, isDone = false, text = '', overall, part }: Shown = {}) => {
    const findings = [{ ...finding, ...followUp, status, finding: text, is_follow_up_done: isDone }]
    const provider_judgements = [
      ...(part === undefined ? [] : [{ name: '胸部X線判定', text: part, is_overall: false }]),
      ...(overall === undefined ? [] : [{ name: '総合判定', text: overall, is_overall: true }]),
    ]
    const { headline, steps } = patientReport({ ...content, values, findings, provider_judgements }, 'en')
    return [headline, ...steps.map(({ title, text }) => title + text)].join('|')
  }
  expect(inRange.length).toBeGreaterThan(0)
  expect(shown(0)).toContain('Keep up')
  expect(shown(null, { values: [] })).toMatch(/^No values were evaluated.*Go over the findings/)
  expect(shown(1)).toMatch(/^Some findings need attention.*Ask whether you need to see a doctor/)
  expect(shown(2)).toMatch(/^Some findings need attention.*See how it changes/)
  // no next step names a finding that nobody judged or one whose follow-up is done, but neither counts as “all well”
  expect(shown(null, { text: '胆のうポリープ' })).toContain('Go over the findings')
  for (const status of [1, 2] as const) expect(shown(status, { isDone: true })).toMatch(/^All values that were evaluated are in range.*Go over the findings/)
  for (const overall of ['Ａ', 'B', '異常なし']) expect(shown(0, { overall })).toContain('Keep up')
  for (const overall of ['C', 'Ｄ２', '要精密検査'])
    expect(shown(0, { overall })).toMatch(new RegExp(`^The facility’s evaluation asks for your attention.*総合判定 ${overall}`))
  // a part of the checkup, while the overall judgement is missing or mild
  for (const overall of [undefined, 'A']) {
    const text = shown(0, { overall, part: '要精密検査' })
    expect(text).toMatch(/^The facility’s evaluation asks for your attention.*胸部X線判定 要精密検査/)
    expect(text).not.toContain('Keep up')
    expect(shown(0, { overall, part: '異常なし' })).toContain('Keep up')
  }
})
