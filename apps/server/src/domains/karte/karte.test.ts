import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { Form } from '../../../test/form.ts'
import { type Member, openTestApp, type TestApp } from '../../../test/test-app.ts'
import { eventually } from '../../../test/wait-until.ts'
import { openStream } from '../../../trials/kit/nodes.ts'

let testApp: TestApp
let hanako: Member, taro: Member, doctor: Member, nurse: Member, admin: Member, observer: Member
let photo: Buffer

type Fields = Record<string, string | number>
type File = { filename: string; content: Uint8Array }
const formOf = (karte: Fields, files: File[] = []) =>
  new Form(
    ...Object.entries(karte).map(([name, value]) => ({ name: `karte[${name}]`, value: String(value) })),
    ...(files.length ? files.map((file) => ({ name: 'karte[images][]', type: 'image/jpeg', ...file })) : [{ name: 'karte[images][]', value: '' }]),
  )
const add = (member: Member, karte: Fields, files?: File[], headers = {}) =>
  member.request('POST', '/api/kartes', { body: formOf({ user_id: hanako.id, ...karte }, files), headers })
const change = (member: Member, id: number, karte: Fields, files?: File[]) => member.request('PUT', `/api/kartes/${id}`, { body: formOf(karte, files) })
const list = async (member: Member, extra = '') => (await member.get(`/api/kartes?user_id=${hanako.id}${extra}`)).body.items
const saveDraft = (member: Member, draft: object) => member.request('PUT', '/api/karte_drafts', { body: { user_id: hanako.id, ...draft } })
const drafts = async (member: Member) => (await member.get(`/api/karte_drafts?user_id=${hanako.id}`)).body.items
const open = async (member: Member, url: string) =>
  (await testApp.app.inject({ method: 'GET', url, headers: { cookie: `id=1; accessToken=${member.token}; email=${encodeURIComponent(member.email)}` } }))
    .statusCode
const countFiles = () => readdirSync(join(testApp.context.config.data_dir, 'files')).filter((name) => name !== '.half').length
const count = async (table: string) => Number((await testApp.context.db.execute(sql`select count(*) as n from ${sql.identifier(table)}`)).rows[0]!.n)
const countAll = async () => [countFiles(), ...(await Promise.all(['kartes', 'karte_versions', 'karte_images', 'karte_drafts', 'files'].map(count)))]

beforeAll(async () => {
  testApp = await openTestApp()
  ;({ hanako, taro } = testApp)
  ;({ doctor, nurse, admin, observer } = testApp.staff)
  photo = await sharp({ create: { width: 900, height: 300, channels: 3, background: '#a33' } })
    .jpeg()
    .toBuffer()
})
const photos = (amount: number): File[] => Array.from({ length: amount }, (_, i) => ({ filename: `${i}.jpg`, content: photo }))

describe('karte', () => {
  test('stores images, is readable by other staff and changeable by its author and admins only', async () => {
    const { status, body } = await add(nurse, { memo: '電話あり。\r\n■対応\r\n折り返す ' }, photos(2))
    expect([status, body.memo, body.author.id, body.interview_id, body.version_count]).toEqual([201, '電話あり。\n■対応\n折り返す', nurse.id, null, 1])
    expect(body.images).toMatchObject([{ content_type: 'image/jpeg', name: '0.jpg', width: 900 }, {}])
    const [{ signed_id, variants }] = body.images
    expect([variants.original, await open(nurse, variants.small), await open(doctor, variants.small)]).toEqual([`/files/${signed_id}`, 200, 404])
    const [seen] = await list(observer)
    expect([seen.id, await open(observer, seen.images[0].variants.original)]).toEqual([body.id, 200])
    const others = await Promise.all([doctor, taro, observer].map(async (member) => (await change(member, body.id, { memo: '違う' })).status))
    expect(others).toEqual([404, 403, 403])
    expect((await admin.request('DELETE', `/api/kartes/${body.id}/images/${body.images[0].attachment_id}`)).status).toBe(204)
    expect((await change(nurse, body.id, { memo: '直した' }, photos(1))).body).toMatchObject({ memo: '直した', images: [{}, {}], version_count: 3 })
    expect((await change(nurse, body.id, { memo: '直した。' })).body.images).toHaveLength(2)
    const { items } = (await observer.get(`/api/kartes/${body.id}/versions`)).body
    expect(
      items.map((item: { number: number; memo: string; image_count: number; author: { id: number } }) => [
        item.number,
        item.memo,
        item.image_count,
        item.author.id,
      ]),
    ).toEqual([
      [4, '直した。', 2, nurse.id],
      [3, '直した', 2, nurse.id],
      [2, '電話あり。\n■対応\n折り返す', 1, admin.id],
      [1, '電話あり。\n■対応\n折り返す', 2, nurse.id],
    ])
    expect((await doctor.request('DELETE', `/api/kartes/${body.id}`)).status).toBe(404)
  })
  test('hides a deleted karte everywhere and keeps its versions, images and drafts', async () => {
    const { body } = await add(doctor, { memo: '消すカルテ' }, photos(2))
    const [first, second] = body.images
    expect((await doctor.request('DELETE', `/api/kartes/${body.id}/images/${first.attachment_id}`)).status).toBe(204)
    const draft = (await saveDraft(doctor, { memo: '途中', karte_id: body.id })).body
    const image = { name: 'images[]', filename: 'a.jpg', content: photo }
    const pictured = (await doctor.request('POST', `/api/karte_drafts/${draft.id}/images`, { body: new Form(image) })).body.images[0]
    const inMonths = async () => {
      const { body: months } = await doctor.get(`/api/timeline/months?user_id=${hanako.id}`)
      return months.items.reduce((sum: number, { kind, count }: { kind: string; count: number }) => sum + (kind === 'karte' ? count : 0), 0)
    }
    const [before, monthCount] = [await countAll(), await inMonths()]
    expect([await open(doctor, first.variants.original), await open(doctor, second.variants.original)]).toEqual([404, 200])
    expect((await doctor.request('DELETE', `/api/kartes/${body.id}`)).status).toBe(204)
    expect([await countAll(), await inMonths()]).toEqual([before, monthCount - 1])
    const { rows } = await testApp.context.db.execute(
      sql`select deleted_by, deleted_at > now() - interval '1 minute' as just_now from kartes where id = ${body.id}`,
    )
    expect(rows).toEqual([{ deleted_by: doctor.id, just_now: true }])
    for (const path of ['kartes?', 'kartes/search?q=消すカルテ&', 'timeline?kinds[]=karte&', 'timeline?q=消すカルテ&', `timeline?item=karte-${body.id}&`]) {
      const { status, body: read } = await doctor.get(encodeURI(`/api/${path}${path.includes('search') ? '' : `user_id=${hanako.id}`}`))
      expect([path, status, JSON.stringify(read).includes('消すカルテ')]).toEqual([path, 200, false])
    }
    for (const { variants } of [first, second, pictured]) expect(await open(doctor, variants.original)).toBe(404)
    expect((await drafts(doctor)).filter(({ karte_id }: { karte_id: number }) => karte_id === body.id)).toEqual([])
    const goneResponses = [
      doctor.get(`/api/kartes/${body.id}/versions`),
      change(admin, body.id, { memo: 'また' }),
      doctor.request('DELETE', `/api/kartes/${body.id}`),
      doctor.request('DELETE', `/api/kartes/${body.id}/images/${second.attachment_id}`),
      doctor.request('DELETE', `/api/karte_drafts/${draft.id}`),
    ]
    expect((await Promise.all(goneResponses)).map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
    expect((await saveDraft(doctor, { memo: '途中 2', karte_id: body.id, version: draft.version })).status).toBe(422)
  })
  test('rejects a concurrent change with a conflict that has both texts', async () => {
    const { body } = await add(doctor, { memo: '血圧 130' })
    const first = await change(doctor, body.id, { memo: '血圧 130台', updated_at: body.updated_at })
    const second = await change(admin, body.id, { memo: '血圧 140', updated_at: body.updated_at })
    expect([first.status, second.status, second.body.code]).toEqual([200, 409, 'conflict'])
    expect(second.body.versions).toMatchObject({ saved: { id: body.id, memo: '血圧 130台', updated_at: first.body.updated_at }, sent: { memo: '血圧 140' } })
    // the first response was lost and the request is sent again
    expect((await change(doctor, body.id, { memo: '血圧 130台', updated_at: body.updated_at })).status).toBe(200)
    expect((await list(doctor))[0].memo).toBe('血圧 130台')
  })
  test('accepts only interviews of the same patient and filters by interview', async () => {
    const createInterview = async (user_id: number) =>
      Number(
        (
          await testApp.context.db.execute<{ id: number }>(
            sql`insert into interviews (interviewee_id, kind, conducted_at, meeting_type) values (${user_id}, 'follow', now(), 'other') returning id`,
          )
        ).rows[0]!.id,
      )
    const [ownInterview, otherInterview] = [await createInterview(hanako.id), await createInterview(taro.id)]
    const { body } = await add(nurse, { memo: '面談', interview_id: ownInterview })
    expect((await list(nurse, `&interview_id=${ownInterview}`)).map(({ id }: { id: number }) => id)).toEqual([body.id])
    expect((await add(nurse, { memo: '面談', interview_id: otherInterview })).body.fields).toHaveProperty(['karte.interview_id'])
    expect((await change(nurse, body.id, { memo: '面談', user_id: taro.id })).body.fields).toHaveProperty(['karte.user_id'])
    // the same memo with another interview is a conflict and no repeated request
    const newInterview = await createInterview(hanako.id)
    const changed = await change(nurse, body.id, { memo: '面談 2', updated_at: body.updated_at })
    const stale = { memo: '面談 2', interview_id: newInterview, updated_at: body.updated_at }
    expect((await change(nurse, body.id, stale)).body.code).toBe('conflict')
    expect((await change(nurse, body.id, { ...stale, updated_at: changed.body.updated_at })).body.interview_id).toBe(newInterview)
    expect((await change(nurse, body.id, stale)).status).toBe(200)
  })
  test('rejects invalid input with its field or code and stores nothing', async () => {
    const before = await countAll()
    const rejectionOf = async (karte: Fields, files?: File[]) => {
      const { status, body } = await add(nurse, karte, files)
      return [status, ...Object.keys(body.fields ?? { [body.code]: [] })]
    }
    expect(await rejectionOf({ memo: 'あ'.repeat(200_000) })).toEqual([422, 'karte.memo'])
    expect(await rejectionOf({ memo: 'x'.repeat(2_000_000) })).toEqual([413, 'too_large'])
    expect(await rejectionOf({ memo: ' \n' })).toEqual([422, 'karte.memo'])
    expect(await rejectionOf({ memo: 'x' }, photos(21))).toEqual([422, 'karte.images'])
    expect(await rejectionOf({ memo: 'x' }, [...photos(1), { filename: 'a.jpg', content: Buffer.from('<html>') }])).toEqual([415, 'file_type_unsupported'])
    expect(await rejectionOf({ memo: 'x', user_id: 'x' })).toEqual([400, 'malformed'])
    expect(await rejectionOf({ memo: 'x', nobody_knows: 1 })).toEqual([400, 'unknown_parameter'])
    for (const user_id of [doctor.id, 9_999_999]) expect(await rejectionOf({ memo: 'x', user_id })).toEqual([404, 'not_found'])
    expect(await countAll()).toEqual(before)
    expect((await add(nurse, { memo: 'あ'.repeat(100_000) })).body.memo).toHaveLength(100_000)
    expect((await add(nurse, { memo: '' }, photos(1))).status).toBe(201)
  })
  test('has at most 20 images, including those added later', async () => {
    const { body } = await add(nurse, { memo: '写真' }, photos(12))
    expect((await change(nurse, body.id, {}, photos(9))).body.fields).toHaveProperty(['karte.images'])
    expect((await change(nurse, body.id, {}, photos(8))).body.images).toHaveLength(20)
  })
  test('creates one karte for a repeated idempotency key', async () => {
    const key = { 'idempotency-key': 'one-karte' }
    const [first, repeated] = [await add(nurse, { memo: '一度' }, photos(1), key), await add(nurse, { memo: '一度' }, photos(1), key)]
    expect([repeated.status, repeated.body.id]).toEqual([201, first.body.id])
  })
  test('publishes changes to staff and not to the patient', async () => {
    const openEvents = ({ token, email }: Member) => openStream(testApp.app, `Token token="${token}", email="${email}"`)
    const [patient, staff] = [await openEvents(hanako), await openEvents(doctor)]
    await add(nurse, { memo: '知らせ' })
    await nurse.request('POST', '/api/performed_operations', { body: { user_id: hanako.id, name: '虫垂切除術' } })
    await eventually(() => expect(patient.received()).toContain('performed_operations'))
    await eventually(() => expect(staff.received()).toContain('kartes'))
    expect(patient.received()).not.toContain('kartes')
    for (const { close: leave } of [patient, staff]) leave()
  })
})

describe('a karte draft', () => {
  test('is visible in all sessions of its author and to nobody else; saving turns it and its images into a karte', async () => {
    const { body } = await saveDraft(doctor, { memo: '【経過】途中' })
    const pictured = await doctor.request('POST', `/api/karte_drafts/${body.id}/images`, {
      body: new Form({ name: 'images[]', filename: 'a.jpg', type: 'image/jpeg', content: photo }, { name: 'images[]', filename: 'b.jpg', content: photo }),
    })
    expect([pictured.status, pictured.body.images.length]).toEqual([201, 2])
    const otherSession = await testApp.signIn(doctor)
    const [ownDraft] = await drafts(otherSession)
    expect([ownDraft.memo, ownDraft.images.length, await open(otherSession, ownDraft.images[0].variants.small)]).toEqual(['【経過】途中', 2, 200])
    expect([await drafts(nurse), await drafts(admin)]).toEqual([[], []])
    for (const member of [nurse, admin])
      expect((await member.request('DELETE', `/api/karte_drafts/${body.id}/images/${ownDraft.images[0].attachment_id}`)).status).toBe(404)
    expect((await doctor.request('DELETE', `/api/karte_drafts/${body.id}/images/${ownDraft.images[0].attachment_id}`)).status).toBe(204)
    const created = await add(otherSession, { memo: '【経過】できた', draft_version: ownDraft.version }, photos(1))
    expect([created.status, created.body.images.map(({ name }: { name: string }) => name)]).toEqual([201, ['b.jpg', '0.jpg']])
    expect(await drafts(doctor)).toEqual([])
    expect(await open(doctor, created.body.images[0].variants.small)).toBe(200)
  })
  test('is deleted when its author saves the karte, even if somebody else saved the same memo before', async () => {
    const { body } = await add(doctor, { memo: '経過' })
    const draft = (await saveDraft(doctor, { memo: '経過良好', karte_id: body.id })).body
    expect((await change(admin, body.id, { memo: '経過良好', updated_at: body.updated_at })).status).toBe(200)
    const karte = { memo: '経過良好', updated_at: body.updated_at, draft_version: draft.version }
    for (const _ of ['first', 'repeated']) expect((await change(doctor, body.id, karte)).status).toBe(200)
    expect((await drafts(doctor)).map(({ id }: { id: number }) => id)).not.toContain(draft.id)
  })
  test('stores the version of the note that it is based on; a save that names none keeps it', async () => {
    const { id, updated_at } = (await add(doctor, { memo: '経過' })).body
    const draft = (await saveDraft(doctor, { karte_id: id, karte_updated_at: updated_at, memo: '経過良' })).body
    const newer = (await change(doctor, id, { memo: '経過不良' })).body
    const kept = (await saveDraft(doctor, { karte_id: id, memo: '経過良好', version: draft.version })).body
    expect([draft.karte_updated_at, kept.karte_updated_at]).toEqual([updated_at, updated_at])
    const decided = await saveDraft(doctor, { karte_id: id, karte_updated_at: newer.updated_at, memo: '経過良好', version: kept.version })
    expect(decided.body.karte_updated_at).toBe(newer.updated_at)
    expect((await doctor.request('DELETE', `/api/karte_drafts/${decided.body.id}`)).status).toBe(204)
  })
  test('with a stale version is rejected with a conflict; drafts publish no events', async () => {
    const events = await count('events')
    const draft = (await saveDraft(doctor, { memo: '一' })).body
    const nextDraft = (await saveDraft(doctor, { memo: '一 二', version: draft.version })).body
    const outdated = await saveDraft(doctor, { memo: '一 三', version: draft.version })
    expect([outdated.status, outdated.body.versions.saved.memo, outdated.body.versions.sent]).toEqual([409, '一 二', { memo: '一 三' }])
    expect((await saveDraft(doctor, { memo: '一 二', version: draft.version })).body.version).toBe(nextDraft.version)
    expect((await saveDraft(doctor, { memo: '別の窓' })).status).toBe(409)
    const outdatedKarte = await add(doctor, { memo: '一', draft_version: draft.version })
    expect([outdatedKarte.status, outdatedKarte.body.versions.saved.memo, (await list(doctor))[0].memo === '一']).toEqual([409, '一 二', false])
    expect((await doctor.request('DELETE', `/api/karte_drafts/${nextDraft.id}?version=${draft.version}`)).status).toBe(409)
    expect((await doctor.request('DELETE', `/api/karte_drafts/${nextDraft.id}?version=${nextDraft.version}`)).status).toBe(204)
    const afterDeletion = await saveDraft(doctor, { memo: '続き', version: nextDraft.version })
    expect([afterDeletion.status, afterDeletion.body.versions.saved]).toEqual([409, null])
    expect(await count('events')).toBe(events)
  })
  test('is saved by one of several windows that save at the same time; the others get a conflict', async () => {
    const responses = await Promise.all(Array.from({ length: 5 }, (_, i) => saveDraft(nurse, { memo: `窓 ${i}` })))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    const { body } = responses.find(({ status }) => status === 200)!
    const nextResponses = await Promise.all(Array.from({ length: 5 }, (_, i) => saveDraft(nurse, { memo: `次 ${i}`, version: body.version })))
    expect(nextResponses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await drafts(nurse)).toHaveLength(1)
  })
  test('of an existing karte is kept apart from that of a new one; only the author of the karte can save one', async () => {
    const { body } = await add(nurse, { memo: '元' })
    const draft = (await saveDraft(nurse, { memo: '書き直し', karte_id: body.id })).body
    expect((await saveDraft(doctor, { memo: '書き直し', karte_id: body.id })).body.fields).toHaveProperty('karte_id')
    const changed = await change(nurse, body.id, { memo: '書き直した', updated_at: body.updated_at, draft_version: draft.version })
    expect([changed.status, (await drafts(nurse)).some(({ karte_id }: { karte_id: number }) => karte_id === body.id)]).toEqual([200, false])
    expect((await saveDraft(observer, { memo: 'x' })).status).toBe(403)
    expect((await saveDraft(nurse, { memo: 'あ'.repeat(200_000) })).body.fields).toHaveProperty('memo')
  })
  test('is discarded with its images', async () => {
    const before = await countAll()
    const { body } = await saveDraft(admin, { memo: 'やめる' })
    await admin.request('POST', `/api/karte_drafts/${body.id}/images`, { body: new Form({ name: 'images[]', filename: 'a.jpg', content: photo }) })
    expect((await admin.request('DELETE', `/api/karte_drafts/${body.id}`)).status).toBe(204)
    expect(await countAll()).toEqual(before)
  })
})

describe('karte search', () => {
  const searchMemos = async (query: string, member = doctor) =>
    (await member.get(`/api/kartes/search?q=${encodeURIComponent(query)}`)).body.items?.map(({ memo }: { memo: string }) => memo)
  test('finds parts of words of at least two characters in any width, case and kana, over all patients', async () => {
    await add(nurse, { memo: '家庭血圧は１３０台。ＨｂＡ１ｃは改善' })
    await add(nurse, { memo: 'カルシウム拮抗薬を検討', user_id: taro.id })
    for (const query of ['庭血圧', '庭血', 'は130台', 'hba1c', 'HBA', '家庭 改善', '血圧 改 は'])
      expect([query, await searchMemos(query)]).toEqual([query, ['家庭血圧は１３０台。ＨｂＡ１ｃは改善']])
    for (const query of ['かるしうむ', 'ｶﾙｼｳﾑ', '拮抗', '拮抗薬 を']) expect([query, await searchMemos(query)]).toEqual([query, ['カルシウム拮抗薬を検討']])
    for (const query of ['圧血', '圧', '100%', '__', '血圧 尿酸']) expect([query, await searchMemos(query)]).toEqual([query, []])
    const { body } = await doctor.get('/api/kartes/search?q=拮抗')
    expect([body.items[0].patient.id, body.total_count]).toEqual([taro.id, 1])
    expect((await list(doctor, '&q=圧')).map(({ memo }: { memo: string }) => memo)).toContain('家庭血圧は１３０台。ＨｂＡ１ｃは改善')
    expect((await hanako.get('/api/kartes/search?q=血圧')).status).toBe(403)
    expect((await doctor.get('/api/kartes/search?q=%20')).status).toBe(400)
  })
  test('finds the new text after a change', async () => {
    const { body } = await add(doctor, { memo: '甲状腺エコー' })
    await change(doctor, body.id, { memo: '頸動脈エコー' })
    expect([await searchMemos('甲状腺'), await searchMemos('頸動脈')]).toEqual([[], ['頸動脈エコー']])
  })
})

describe('karte templates', () => {
  test('belong to one person and have names that are unique for this person', async () => {
    const createTemplate = (member: Member, name: string) => member.request('POST', '/api/karte_templates', { body: { name, body: '■相談\r\n' } })
    const { body } = await createTemplate(doctor, '電話')
    expect(body).toMatchObject({ name: '電話', body: '■相談\n' })
    expect((await createTemplate(doctor, ' 電話 ')).body.fields).toHaveProperty('name')
    expect((await createTemplate(nurse, '電話')).status).toBe(201)
    const url = `/api/karte_templates/${body.id}`
    for (const member of [nurse, admin])
      for (const method of ['PUT', 'DELETE'] as const) expect((await member.request(method, url, method === 'PUT' ? { body: {} } : {})).status).toBe(404)
    expect((await doctor.request('PUT', url, { body: { name: '相談' } })).body.name).toBe('相談')
    expect((await doctor.request('PUT', url, { body: { body: 'x', updated_at: body.updated_at } })).status).toBe(409)
    expect((await doctor.request('DELETE', url)).status).toBe(204)
    expect((await doctor.get('/api/karte_templates')).body.items).toEqual([])
  })
})
