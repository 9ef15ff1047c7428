import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { Form } from '../../../test/form.ts'
import { type Member, openWorld, type World } from '../../../test/world.ts'
import { openStream } from '../../../trials/kit/nodes.ts'

let world: World
let hanako: Member, taro: Member, doctor: Member, nurse: Member, admin: Member, observer: Member
let photo: Buffer

type Fields = Record<string, string | number>
type File = { filename: string; content: Uint8Array }
const formOf = (karte: Fields, files: File[] = []) =>
  new Form(
    ...Object.entries(karte).map(([name, value]) => ({ name: `karte[${name}]`, value: String(value) })),
    ...(files.length ? files.map((file) => ({ name: 'karte[images][]', type: 'image/jpeg', ...file })) : [{ name: 'karte[images][]', value: '' }]),
  )
const add = (who: Member, karte: Fields, files?: File[], headers = {}) =>
  who.ask('POST', '/api/kartes', { body: formOf({ user_id: hanako.id, ...karte }, files), headers })
const change = (who: Member, id: number, karte: Fields, files?: File[]) => who.ask('PUT', `/api/kartes/${id}`, { body: formOf(karte, files) })
const list = async (who: Member, more = '') => (await who.get(`/api/kartes?user_id=${hanako.id}${more}`)).body.items
const saveDraft = (who: Member, draft: object) => who.ask('PUT', '/api/karte_drafts', { body: { user_id: hanako.id, ...draft } })
const drafts = async (who: Member) => (await who.get(`/api/karte_drafts?user_id=${hanako.id}`)).body.items
const open = async (who: Member, url: string) =>
  (await world.app.inject({ method: 'GET', url, headers: { cookie: `id=1; accessToken=${who.token}; email=${encodeURIComponent(who.email)}` } })).statusCode
const held = () => readdirSync(join(world.context.config.data_dir, 'files')).filter((name) => name !== '.half').length
const count = async (table: string) => Number((await world.context.db.execute(sql`select count(*) as n from ${sql.identifier(table)}`)).rows[0]!.n)
const everything = async () => [held(), ...(await Promise.all(['kartes', 'karte_versions', 'karte_images', 'karte_drafts', 'files'].map(count)))]

beforeAll(async () => {
  world = await openWorld()
  ;({ hanako, taro } = world)
  ;({ doctor, nurse, admin, observer } = world.staff)
  photo = await sharp({ create: { width: 900, height: 300, channels: 3, background: '#a33' } })
    .jpeg()
    .toBuffer()
})
const photos = (n: number): File[] => Array.from({ length: n }, (_, i) => ({ filename: `${i}.jpg`, content: photo }))

describe('karte', () => {
  test('stores images, is readable by all care staff and changeable by its author and admins only', async () => {
    const { status, body } = await add(nurse, { memo: '電話あり。\r\n■対応\r\n折り返す ' }, photos(2))
    expect([status, body.memo, body.author.id, body.interview_id, body.version_count]).toEqual([201, '電話あり。\n■対応\n折り返す', nurse.id, null, 1])
    expect(body.images).toMatchObject([{ content_type: 'image/jpeg', name: '0.jpg', width: 900 }, {}])
    const [{ signed_id, variants }] = body.images
    expect([variants.original, await open(nurse, variants.small), await open(doctor, variants.small)]).toEqual([`/files/${signed_id}`, 200, 404])
    const [seen] = await list(observer)
    expect([seen.id, await open(observer, seen.images[0].variants.original)]).toEqual([body.id, 200])
    const others = await Promise.all([doctor, taro, observer].map(async (who) => (await change(who, body.id, { memo: '違う' })).status))
    expect(others).toEqual([404, 403, 403])
    expect((await admin.ask('DELETE', `/api/kartes/${body.id}/images/${body.images[0].attachment_id}`)).status).toBe(204)
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
    expect((await doctor.ask('DELETE', `/api/kartes/${body.id}`)).status).toBe(404)
  })
  test('hides a deleted karte everywhere and keeps its versions, images and drafts', async () => {
    const { body } = await add(doctor, { memo: '消すカルテ' }, photos(2))
    const [first, second] = body.images
    expect((await doctor.ask('DELETE', `/api/kartes/${body.id}/images/${first.attachment_id}`)).status).toBe(204)
    const draft = (await saveDraft(doctor, { memo: '途中', karte_id: body.id })).body
    const image = { name: 'images[]', filename: 'a.jpg', content: photo }
    const pictured = (await doctor.ask('POST', `/api/karte_drafts/${draft.id}/images`, { body: new Form(image) })).body.images[0]
    const inMonths = async () => {
      const { body: months } = await doctor.get(`/api/timeline/months?user_id=${hanako.id}`)
      return months.items.reduce((sum: number, { kind, count }: { kind: string; count: number }) => sum + (kind === 'karte' ? count : 0), 0)
    }
    const [before, shown] = [await everything(), await inMonths()]
    expect([await open(doctor, first.variants.original), await open(doctor, second.variants.original)]).toEqual([404, 200])
    expect((await doctor.ask('DELETE', `/api/kartes/${body.id}`)).status).toBe(204)
    expect([await everything(), await inMonths()]).toEqual([before, shown - 1])
    const { rows } = await world.context.db.execute(
      sql`select deleted_by, deleted_at > now() - interval '1 minute' as just_now from kartes where id = ${body.id}`,
    )
    expect(rows).toEqual([{ deleted_by: doctor.id, just_now: true }])
    for (const path of ['kartes?', 'kartes/search?q=消すカルテ&', 'timeline?kinds[]=karte&', 'timeline?q=消すカルテ&', `timeline?item=karte-${body.id}&`]) {
      const { status, body: read } = await doctor.get(encodeURI(`/api/${path}${path.includes('search') ? '' : `user_id=${hanako.id}`}`))
      expect([path, status, JSON.stringify(read).includes('消すカルテ')]).toEqual([path, 200, false])
    }
    for (const { variants } of [first, second, pictured]) expect(await open(doctor, variants.original)).toBe(404)
    expect((await drafts(doctor)).filter(({ karte_id }: { karte_id: number }) => karte_id === body.id)).toEqual([])
    const gone = [
      doctor.get(`/api/kartes/${body.id}/versions`),
      change(admin, body.id, { memo: 'また' }),
      doctor.ask('DELETE', `/api/kartes/${body.id}`),
      doctor.ask('DELETE', `/api/kartes/${body.id}/images/${second.attachment_id}`),
      doctor.ask('DELETE', `/api/karte_drafts/${draft.id}`),
    ]
    expect((await Promise.all(gone)).map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
    expect((await saveDraft(doctor, { memo: '途中 2', karte_id: body.id, version: draft.version })).status).toBe(422)
  })
  test('answers a concurrent change with a conflict that has both texts', async () => {
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
    const of = async (user_id: number) =>
      Number(
        (
          await world.context.db.execute<{ id: number }>(
            sql`insert into interviews (interviewee_id, kind, conducted_at, meeting_type) values (${user_id}, 'follow', now(), 'other') returning id`,
          )
        ).rows[0]!.id,
      )
    const [own, others] = [await of(hanako.id), await of(taro.id)]
    const { body } = await add(nurse, { memo: '面談', interview_id: own })
    expect((await list(nurse, `&interview_id=${own}`)).map(({ id }: { id: number }) => id)).toEqual([body.id])
    expect((await add(nurse, { memo: '面談', interview_id: others })).body.fields).toHaveProperty(['karte.interview_id'])
    expect((await change(nurse, body.id, { memo: '面談', user_id: taro.id })).body.fields).toHaveProperty(['karte.user_id'])
  })
  test('rejects invalid input with its field or code and stores nothing', async () => {
    const before = await everything()
    const refused = async (karte: Fields, files?: File[]) => {
      const { status, body } = await add(nurse, karte, files)
      return [status, ...Object.keys(body.fields ?? { [body.code]: [] })]
    }
    expect(await refused({ memo: 'あ'.repeat(200_000) })).toEqual([422, 'karte.memo'])
    expect(await refused({ memo: 'x'.repeat(2_000_000) })).toEqual([413, 'too_large'])
    expect(await refused({ memo: ' \n' })).toEqual([422, 'karte.memo'])
    expect(await refused({ memo: 'x' }, photos(21))).toEqual([422, 'karte.images'])
    expect(await refused({ memo: 'x' }, [...photos(1), { filename: 'a.jpg', content: Buffer.from('<html>') }])).toEqual([415, 'file_type_unsupported'])
    expect(await refused({ memo: 'x', user_id: 'x' })).toEqual([400, 'malformed'])
    expect(await refused({ memo: 'x', nobody_knows: 1 })).toEqual([400, 'unknown_parameter'])
    for (const user_id of [doctor.id, 9_999_999]) expect(await refused({ memo: 'x', user_id })).toEqual([404, 'not_found'])
    expect(await everything()).toEqual(before)
    expect((await add(nurse, { memo: 'あ'.repeat(100_000) })).body.memo).toHaveLength(100_000)
    expect((await add(nurse, { memo: '' }, photos(1))).status).toBe(201)
  })
  test('has at most 20 images, also when added later', async () => {
    const { body } = await add(nurse, { memo: '写真' }, photos(12))
    expect((await change(nurse, body.id, {}, photos(9))).body.fields).toHaveProperty(['karte.images'])
    expect((await change(nurse, body.id, {}, photos(8))).body.images).toHaveLength(20)
  })
  test('creates one karte for a repeated idempotency key', async () => {
    const key = { 'idempotency-key': 'one-karte' }
    const [first, again] = [await add(nurse, { memo: '一度' }, photos(1), key), await add(nurse, { memo: '一度' }, photos(1), key)]
    expect([again.status, again.body.id]).toEqual([201, first.body.id])
  })
  test('publishes changes to staff and not to the patient', async () => {
    const listen = ({ token, email }: Member) => openStream(world.app, `Token token="${token}", email="${email}"`)
    const [patient, staff] = [await listen(hanako), await listen(doctor)]
    await add(nurse, { memo: '知らせ' })
    await nurse.ask('POST', '/api/performed_operations', { body: { user_id: hanako.id, name: '虫垂切除術' } })
    await vi.waitFor(() => expect(patient.heard()).toContain('performed_operations'))
    await vi.waitFor(() => expect(staff.heard()).toContain('kartes'))
    expect(patient.heard()).not.toContain('kartes')
    for (const { leave } of [patient, staff]) leave()
  })
})

describe('karte draft', () => {
  test('is visible to its author only, on every device, and becomes the karte with its images', async () => {
    const { body } = await saveDraft(doctor, { memo: '【経過】途中' })
    const pictured = await doctor.ask('POST', `/api/karte_drafts/${body.id}/images`, {
      body: new Form({ name: 'images[]', filename: 'a.jpg', type: 'image/jpeg', content: photo }, { name: 'images[]', filename: 'b.jpg', content: photo }),
    })
    expect([pictured.status, pictured.body.images.length]).toEqual([201, 2])
    const elsewhere = await world.signedIn(doctor)
    const [mine] = await drafts(elsewhere)
    expect([mine.memo, mine.images.length, await open(elsewhere, mine.images[0].variants.small)]).toEqual(['【経過】途中', 2, 200])
    expect([await drafts(nurse), await drafts(admin)]).toEqual([[], []])
    for (const who of [nurse, admin]) expect((await who.ask('DELETE', `/api/karte_drafts/${body.id}/images/${mine.images[0].attachment_id}`)).status).toBe(404)
    expect((await doctor.ask('DELETE', `/api/karte_drafts/${body.id}/images/${mine.images[0].attachment_id}`)).status).toBe(204)
    const made = await add(elsewhere, { memo: '【経過】できた', draft_version: mine.version }, photos(1))
    expect([made.status, made.body.images.map(({ name }: { name: string }) => name)]).toEqual([201, ['b.jpg', '0.jpg']])
    expect(await drafts(doctor)).toEqual([])
    expect(await open(doctor, made.body.images[0].variants.small)).toBe(200)
  })
  test('rejects a stale version with a conflict and publishes no events', async () => {
    const events = await count('events')
    const a = (await saveDraft(doctor, { memo: '一' })).body
    const b = (await saveDraft(doctor, { memo: '一 二', version: a.version })).body
    const lost = await saveDraft(doctor, { memo: '一 三', version: a.version })
    expect([lost.status, lost.body.versions.saved.memo, lost.body.versions.sent]).toEqual([409, '一 二', { memo: '一 三' }])
    expect((await saveDraft(doctor, { memo: '一 二', version: a.version })).body.version).toBe(b.version)
    expect((await saveDraft(doctor, { memo: '別の窓' })).status).toBe(409)
    const early = await add(doctor, { memo: '一', draft_version: a.version })
    expect([early.status, early.body.versions.saved.memo, (await list(doctor))[0].memo === '一']).toEqual([409, '一 二', false])
    expect((await doctor.ask('DELETE', `/api/karte_drafts/${b.id}?version=${a.version}`)).status).toBe(409)
    expect((await doctor.ask('DELETE', `/api/karte_drafts/${b.id}?version=${b.version}`)).status).toBe(204)
    const gone = await saveDraft(doctor, { memo: '続き', version: b.version })
    expect([gone.status, gone.body.versions.saved]).toEqual([409, null])
    expect(await count('events')).toBe(events)
  })
  test('keeps one draft of several concurrent windows', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, (_, n) => saveDraft(nurse, { memo: `窓 ${n}` })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    const { body } = answers.find(({ status }) => status === 200)!
    const next = await Promise.all(Array.from({ length: 5 }, (_, n) => saveDraft(nurse, { memo: `次 ${n}`, version: body.version })))
    expect(next.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await drafts(nurse)).toHaveLength(1)
  })
  test('keeps the draft of an existing karte apart from a new one and accepts it from its author only', async () => {
    const { body } = await add(nurse, { memo: '元' })
    const draft = (await saveDraft(nurse, { memo: '書き直し', karte_id: body.id })).body
    expect((await saveDraft(doctor, { memo: '書き直し', karte_id: body.id })).body.fields).toHaveProperty('karte_id')
    const changed = await change(nurse, body.id, { memo: '書き直した', updated_at: body.updated_at, draft_version: draft.version })
    expect([changed.status, (await drafts(nurse)).some(({ karte_id }: { karte_id: number }) => karte_id === body.id)]).toEqual([200, false])
    expect((await saveDraft(observer, { memo: 'x' })).status).toBe(403)
    expect((await saveDraft(nurse, { memo: 'あ'.repeat(200_000) })).body.fields).toHaveProperty('memo')
  })
  test('deletes the images of a discarded draft', async () => {
    const before = await everything()
    const { body } = await saveDraft(admin, { memo: 'やめる' })
    await admin.ask('POST', `/api/karte_drafts/${body.id}/images`, { body: new Form({ name: 'images[]', filename: 'a.jpg', content: photo }) })
    expect((await admin.ask('DELETE', `/api/karte_drafts/${body.id}`)).status).toBe(204)
    expect(await everything()).toEqual(before)
  })
})

describe('karte search', () => {
  const found = async (q: string, who = doctor) =>
    (await who.get(`/api/kartes/search?q=${encodeURIComponent(q)}`)).body.items?.map(({ memo }: { memo: string }) => memo)
  test('finds parts of words of at least two characters in any width, case and kana, over all patients', async () => {
    await add(nurse, { memo: '家庭血圧は１３０台。ＨｂＡ１ｃは改善' })
    await add(nurse, { memo: 'カルシウム拮抗薬を検討', user_id: taro.id })
    for (const q of ['庭血圧', '庭血', 'は130台', 'hba1c', 'HBA', '家庭 改善', '血圧 改 は'])
      expect([q, await found(q)]).toEqual([q, ['家庭血圧は１３０台。ＨｂＡ１ｃは改善']])
    for (const q of ['かるしうむ', 'ｶﾙｼｳﾑ', '拮抗', '拮抗薬 を']) expect([q, await found(q)]).toEqual([q, ['カルシウム拮抗薬を検討']])
    for (const q of ['圧血', '圧', '100%', '__', '血圧 尿酸']) expect([q, await found(q)]).toEqual([q, []])
    const { body } = await doctor.get('/api/kartes/search?q=拮抗')
    expect([body.items[0].patient.id, body.total_count]).toEqual([taro.id, 1])
    expect((await list(doctor, '&q=圧')).map(({ memo }: { memo: string }) => memo)).toContain('家庭血圧は１３０台。ＨｂＡ１ｃは改善')
    expect((await hanako.get('/api/kartes/search?q=血圧')).status).toBe(403)
    expect((await doctor.get('/api/kartes/search?q=%20')).status).toBe(400)
  })
  test('finds the new text after a change', async () => {
    const { body } = await add(doctor, { memo: '甲状腺エコー' })
    await change(doctor, body.id, { memo: '頸動脈エコー' })
    expect([await found('甲状腺'), await found('頸動脈')]).toEqual([[], ['頸動脈エコー']])
  })
})

describe('karte templates', () => {
  test('belong to one person and have unique names', async () => {
    const make = (who: Member, name: string) => who.ask('POST', '/api/karte_templates', { body: { name, body: '■相談\r\n' } })
    const { body } = await make(doctor, '電話')
    expect(body).toMatchObject({ name: '電話', body: '■相談\n' })
    expect((await make(doctor, ' 電話 ')).body.fields).toHaveProperty('name')
    expect((await make(nurse, '電話')).status).toBe(201)
    const at = `/api/karte_templates/${body.id}`
    for (const who of [nurse, admin])
      for (const method of ['PUT', 'DELETE'] as const) expect((await who.ask(method, at, method === 'PUT' ? { body: {} } : {})).status).toBe(404)
    expect((await doctor.ask('PUT', at, { body: { name: '相談' } })).body.name).toBe('相談')
    expect((await doctor.ask('PUT', at, { body: { body: 'x', updated_at: body.updated_at } })).status).toBe(409)
    expect((await doctor.ask('DELETE', at)).status).toBe(204)
    expect((await doctor.get('/api/karte_templates')).body.items).toEqual([])
  })
})
