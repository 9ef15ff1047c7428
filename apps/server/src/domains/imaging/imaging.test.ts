import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { parse } from 'content-disposition'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { formOf } from '../../../test/form.ts'
import { type Member, openTestApp, type TestApp } from '../../../test/test-app.ts'
import { removeOrphanFiles } from '../../files/file-rows.ts'
import { loadReference } from '../../reference/load.ts'

let testApp: TestApp
let hanako: Member, taro: Member, doctor: Member, nurse: Member
let now = new Date('2026-11-20T03:00:30Z')
let category_id: number
let photo: Buffer

const red = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#a33' } })
const storedFiles = () => readdirSync(join(testApp.context.config.data_dir, 'files')).filter((name) => name !== '.half')
const countFileRows = async () => Number((await testApp.context.db.execute(sql`select count(*) as n from files`)).rows[0]!.n)

type File = { filename: string; content: Uint8Array; type?: string }
const add = (member: Member, fields: object, files: File[] = [{ filename: 'a.jpg', content: photo }], headers = {}) =>
  member.request('POST', '/api/image_test_results', {
    body: formOf({ user_id: hanako.id, category_id, recorded_at: '2026-11-10T00:00:00Z', ...fields }, 'images[]', ...files),
    headers,
  })
const list = async (member: Member) => (await member.get(`/api/image_test_results?user_id=${hanako.id}&include[]=category`)).body.items
const cookie = ({ token, email }: Member) => ({ cookie: `id=1; accessToken=${token}; email=${encodeURIComponent(email)}` })
const open = async (member: Member | undefined, url: string, headers: Record<string, string> = {}) => {
  const response = await testApp.app.inject({ method: 'GET', url, headers: { ...(member && cookie(member)), ...headers } })
  return { status: response.statusCode, bytes: response.rawPayload, headers: response.headers }
}

beforeAll(async () => {
  testApp = await openTestApp({ overrides: { clock: () => now } })
  ;({ hanako, taro } = testApp)
  ;({ doctor, nurse } = testApp.staff)
  await loadReference(testApp.context.db)
  category_id = (await doctor.get('/api/image_test_result_categories')).body.items.find((item: { name: string }) => item.name === 'chest_xray').id
  photo = await red(400, 200)
    .withExif({ IFD0: { Artist: 'tanaka' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
})

describe('an image', () => {
  test('is stored upright in four sizes without metadata, and its URLs open for the caller', async () => {
    const followUp = { follow_up_kind: 'retest', follow_up_on: '2026-11-12', is_follow_up_done: true }
    const { status, body } = await add(nurse, { finding: '異常所見なし\r\n再検不要', status: 0, ...followUp }, [
      { filename: 'a.jpg', content: photo },
      { filename: 'b.png', content: await red(2000, 100).png().toBuffer() },
    ])
    expect(status).toBe(201)
    expect(body).toMatchObject({
      type: 1,
      finding: '異常所見なし\n再検不要',
      status: 0,
      ...followUp,
      category: { name: 'chest_xray', body_area: 'chest', modality: 'radiography' },
    })
    expect(body.images).toMatchObject([
      { content_type: 'image/jpeg', width: 200, height: 400 },
      { content_type: 'image/webp', width: 2000, height: 100 },
    ])
    const [image, wide] = body.images
    const fullResponse = await open(nurse, image.original)
    expect([fullResponse.status, fullResponse.headers['content-type'], fullResponse.headers['content-disposition']]).toEqual([
      200,
      'image/jpeg',
      'inline; filename=a.jpg',
    ])
    const { width, height, exif, orientation } = await sharp(fullResponse.bytes).metadata()
    expect([width, height, exif, orientation]).toEqual([200, 400, undefined, undefined])
    const small = await open(nurse, wide.variants.small)
    expect([small.headers['content-type'], (await sharp(small.bytes).metadata()).width]).toEqual(['image/webp', 240])
    expect((await sharp((await open(nurse, wide.variants.medium)).bytes).metadata()).width).toBe(800)
    expect((await sharp((await open(nurse, wide.variants.large)).bytes).metadata()).width).toBe(1600)
  })
  test('with several pages or frames is rejected by its name, because only the first would be stored', async () => {
    const frames = await Promise.all([red(40, 40), red(40, 40).negate()].map((frame) => frame.png().toBuffer()))
    const joined = () => sharp(frames, { join: { animated: true } })
    const [before, photos] = [storedFiles().length, [{ filename: 'a.jpg', content: photo }]]
    for (const content of [await joined().tiff().toBuffer(), await joined().gif().toBuffer(), await joined().webp().toBuffer()]) {
      const { status, body } = await add(nurse, {}, [...photos, { filename: '胸部CT.tif', content }])
      expect([status, body.code]).toEqual([422, 'image_has_pages'])
      expect(body.error).toMatch(/^「胸部CT\.tif」には複数のページ/)
    }
    expect(storedFiles()).toHaveLength(before)
    // a pyramid has smaller copies of the same picture
    const single = [red(40, 40).tiff(), red(1_024, 700).tiff({ pyramid: true, tile: true })]
    for (const tiff of single) expect((await add(nurse, {}, [{ filename: 'a.tif', content: await tiff.toBuffer() }])).status).toBe(201)
  })
  test('is listed newest first, its finding can be added later, and a concurrent change is rejected with a conflict', async () => {
    const { body } = await add(doctor, { recorded_at: '2026-11-19T00:00:00Z' })
    expect(body).toMatchObject({ finding: '', status: null, origin: '' })
    expect((await list(doctor))[0]).toMatchObject({ id: body.id, category: { display_name: '胸部X線' } })
    const change = (member: Member, changed: object) =>
      member.request('PUT', `/api/image_test_results/${body.id}`, { body: { updated_at: body.updated_at, ...changed } })
    expect((await change(nurse, { finding: '右上葉に5 mm結節', status: 2 })).body).toMatchObject({ finding: '右上葉に5 mm結節', status: 2 })
    expect((await change(doctor, { finding: '所見なし' })).body.code).toBe('conflict')
    expect((await doctor.request('PUT', `/api/image_test_results/${body.id}`, { body: { status: null } })).body.status).toBeNull()
    for (const invalid of [{ category_id: 1 }, { recorded_at: '2026-12-01T00:00:00Z' }])
      expect((await doctor.request('PUT', `/api/image_test_results/${body.id}`, { body: invalid })).status).toBe(422)
  })
  test('is visible to its patient after the release of the checkup, and to no other patient', async () => {
    const { rows: packageRows } = await testApp.context.db.execute<{ id: number }>(
      sql`insert into test_packages (user_id, kind, location, status, tested_at) values (${hanako.id}, 'detail', '北町クリニック', 0, '2026-11-10T00:00:00Z') returning id`,
    )
    const test_package_id = Number(packageRows[0]!.id)
    const { body } = await add(doctor, { test_package_id })
    expect(body.origin).toBe('北町クリニック')
    const seen = async () => (await list(hanako)).find(({ id }: { id: number }) => id === body.id)
    expect(await seen()).toBeUndefined()
    await testApp.context.db.execute(sql`update test_packages set released_at = now() where id = ${test_package_id}`)
    const [{ original }] = (await seen()).images
    expect((await open(hanako, original)).status).toBe(200)
    for (const other of [taro, doctor, undefined]) expect((await open(other, original)).status).toBe(404)
    await testApp.context.db.execute(sql`update test_packages set released_at = null where id = ${test_package_id}`)
    expect((await open(hanako, original)).status).toBe(404)
    expect((await taro.get(`/api/image_test_results?user_id=${hanako.id}`)).status).toBe(404)
    expect((await add(hanako, {})).status).toBe(403)
    expect((await add(doctor, { user_id: taro.id, test_package_id })).body.fields).toHaveProperty('test_package_id')
  })
  test('is deleted alone or with its result, together with its files', async () => {
    const before = [await countFileRows(), storedFiles().length]
    const { body } = await add(doctor, {})
    const extra = await doctor.request('POST', `/api/image_test_results/${body.id}/images`, {
      body: formOf({}, 'images[]', { filename: 'b.jpg', content: photo }),
    })
    expect([extra.status, extra.body.images.length]).toEqual([201, 2])
    const [first, second] = extra.body.images
    expect((await doctor.request('DELETE', `/api/image_test_results/${body.id}/images/${first.id}`)).status).toBe(204)
    expect([(await open(doctor, first.original)).status, (await open(doctor, second.original)).status]).toEqual([404, 200])
    expect((await doctor.request('DELETE', `/api/image_test_results/${body.id}/images/${first.id}`)).status).toBe(404)
    expect((await doctor.request('DELETE', `/api/image_test_results/${body.id}`)).status).toBe(204)
    expect((await open(doctor, second.original)).status).toBe(404)
    expect([await countFileRows(), storedFiles().length]).toEqual(before)
  })
})

describe('an upload', () => {
  test('keeps its files if the answer to the commit is lost', async () => {
    const { db } = testApp.context
    const transaction = db.transaction.bind(db)
    const spy = vi.spyOn(db, 'transaction').mockImplementation(async (run, config) => {
      await transaction(run, config)
      throw new Error('Connection terminated unexpectedly')
    })
    const before = storedFiles().length
    const { status } = await add(doctor, {})
    spy.mockRestore()
    expect(status).toBe(503)
    expect(storedFiles().length).toBeGreaterThan(before)
    const [{ id, images }] = await list(doctor)
    expect((await open(doctor, images[0].original)).status).toBe(200)
    expect((await doctor.request('DELETE', `/api/image_test_results/${id}`)).status).toBe(204)
    expect(storedFiles().length).toBe(before)
  })
  const expectNothingStored = async (send: () => Promise<{ status: number; body: { code?: string; fields?: object } }>) => {
    const before = [await countFileRows(), storedFiles().length]
    const { status, body } = await send()
    expect([await countFileRows(), storedFiles().length, readdirSync(join(testApp.context.config.data_dir, 'uploads'))]).toEqual([...before, []])
    return [status, body.code, ...Object.keys(body.fields ?? {})]
  }
  const dicom = Buffer.concat([Buffer.alloc(128), Buffer.from('DICM'), Buffer.alloc(500)])
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic'), Buffer.alloc(500)])
  test.each([
    ['HTML named as a photo', 'a.jpg', Buffer.from('<html><script>alert(1)</script>'), 415, 'file_type_unsupported'],
    ['an SVG with a script', 'a.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), 415, 'file_type_unsupported'],
    ['a document', 'a.pdf', Buffer.from('%PDF-1.7'), 415, 'file_type_unsupported'],
    ['DICOM', 'a.dcm', dicom, 415, 'dicom_unsupported'],
    ['HEIC', 'a.heic', heic, 415, 'heic_unsupported'],
    ['a truncated photo', 'a.jpg', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]), 422, 'file_unreadable'],
    ['an empty file', 'a.jpg', Buffer.alloc(0), 422, 'file_unreadable'],
  ])('of %s is rejected with a code that says why, and stores nothing', async (_, filename, content, status, code) => {
    expect(
      await expectNothingStored(() =>
        add(doctor, {}, [
          { filename: 'good.jpg', content: photo },
          { filename, content, type: 'image/jpeg' },
        ]),
      ),
    ).toEqual([status, code])
  })
  test('with invalid fields, without files or in the wrong form is rejected and stores nothing', async () => {
    expect(await expectNothingStored(() => add(doctor, { category_id: 9_999_999 }))).toEqual([422, 'invalid', 'category_id'])
    expect(await expectNothingStored(() => add(doctor, { recorded_at: '2026-12-20T00:00:00Z' }))).toEqual([422, 'invalid', 'recorded_at'])
    expect(await expectNothingStored(() => add(doctor, { user_id: 9_999_999 }))).toEqual([404, 'not_found'])
    expect(await expectNothingStored(() => add(doctor, { user_id: 'x' }))).toEqual([400, 'malformed'])
    expect(await expectNothingStored(() => add(doctor, { nobody_knows: 1 }))).toEqual([400, 'unknown_parameter'])
    expect(await expectNothingStored(() => add(doctor, {}, []))).toEqual([422, 'invalid', 'images'])
    expect(await expectNothingStored(() => add(doctor, {}, Array(21).fill({ filename: 'a.jpg', content: photo })))).toEqual([422, 'invalid', 'images'])
    expect(await expectNothingStored(() => doctor.request('POST', '/api/image_test_results', { body: { user_id: hanako.id } }))).toEqual([
      415,
      'media_type_unsupported',
    ])
    const completeForm = formOf({ user_id: hanako.id }, 'images[]', { filename: 'a.jpg', content: photo })
    const truncated = completeForm.bytes().subarray(0, -400)
    const send = async () => {
      const response = await testApp.app.inject({
        method: 'POST',
        url: '/api/image_test_results',
        payload: truncated,
        headers: { 'content-type': completeForm.type, authorization: `Token token="${doctor.token}", email="${doctor.email}"` },
      })
      return { status: response.statusCode, body: response.json() }
    }
    expect(await expectNothingStored(send)).toEqual([400, 'malformed'])
  })
  test('repeated with its idempotency key returns the same result, and another file with that key is rejected', async () => {
    const key = { 'idempotency-key': 'one-upload' }
    const first = await add(doctor, {}, undefined, key)
    const before = [await countFileRows(), storedFiles().length]
    const repeated = await add(doctor, {}, undefined, key)
    expect([repeated.status, repeated.body.id]).toEqual([201, first.body.id])
    const other = await add(doctor, {}, [{ filename: 'a.jpg', content: await red(9, 9).jpeg().toBuffer() }], key)
    expect(other.body.code).toBe('idempotency_key_reused')
    expect([await countFileRows(), storedFiles().length]).toEqual(before)
  })
  test('keeps its file name without unsafe characters', async () => {
    const nameOf = async (filename: string) => {
      const { body } = await add(doctor, {}, [{ filename, content: photo }])
      return parse(String((await open(doctor, body.images[0].original)).headers['content-disposition'])).parameters.filename
    }
    expect(await nameOf('胸部X線 2026.png')).toBe('胸部X線 2026.jpg')
    expect(await nameOf('../../etc/passwd')).toBe('passwd.jpg')
    expect(await nameOf('photo\u202egpj.exe')).toBe('photogpj.jpg')
    expect(await nameOf('CON')).toBe('_CON.jpg')
  })
})

describe('the URL of a file', () => {
  let original: string
  beforeAll(async () => {
    original = (await add(doctor, {})).body.images[0].original
  })
  test('stays the same within its five minutes and expires after ten at most', async () => {
    const startedAt = now
    const currentUrl = async () => (await list(doctor))[0].images[0].original
    const first = await currentUrl()
    now = new Date(startedAt.getTime() + 60_000)
    expect(await currentUrl()).toBe(first)
    now = new Date(startedAt.getTime() + 601_000)
    expect((await open(doctor, first)).status).toBe(410)
    expect((await open(nurse, first)).status).toBe(404)
    now = startedAt
    expect((await open(doctor, first)).status).toBe(200)
  })
  test('supports ranges, and answers 304 only to those who may see the file', async () => {
    const fullResponse = await open(doctor, original)
    const part = await open(doctor, original, { range: 'bytes=10-19' })
    expect([part.status, part.headers['content-range'], part.bytes.equals(fullResponse.bytes.subarray(10, 20))]).toEqual([
      206,
      `bytes 10-19/${fullResponse.bytes.length}`,
      true,
    ])
    expect((await open(doctor, original, { range: 'bytes=-5' })).bytes.equals(fullResponse.bytes.subarray(-5))).toBe(true)
    expect((await open(doctor, original, { range: 'bytes=99999999-' })).status).toBe(416)
    expect((await open(doctor, original, { range: 'bytes=0-1', 'if-range': '"other"' })).status).toBe(200)
    const etag = String(fullResponse.headers.etag)
    expect((await open(doctor, original, { 'if-none-match': etag })).status).toBe(304)
    expect((await open(undefined, original, { 'if-none-match': etag })).status).toBe(404)
    expect(fullResponse.headers).toMatchObject({ 'cache-control': 'private, no-cache', 'x-content-type-options': 'nosniff' })
    expect(fullResponse.headers['content-security-policy']).toContain('sandbox')
  })
  test('is invalid if altered, from another site or after sign-out; every opening is recorded', async () => {
    for (let index = 7; index < original.length; index += 5) {
      const changed = `${original.slice(0, index)}${original[index] === 'a' ? 'b' : 'a'}${original.slice(index + 1)}`
      expect((await open(doctor, changed)).status).toBe(404)
    }
    expect((await open(doctor, original, { 'sec-fetch-site': 'cross-site' })).status).toBe(404)
    const countOpenings = async () =>
      (
        await testApp.context.db.execute(
          sql`select 1 from audit_logs where action = 'GET /files/:signed' and outcome = 'done' and user_id = ${doctor.id} and patient_id = ${hanako.id}`,
        )
      ).rowCount
    const before = await countOpenings()
    await open(doctor, original)
    await open(doctor, original)
    expect(await countOpenings()).toBe(before! + 2)
    const otherSession = await testApp.signIn(doctor)
    expect((await open(otherSession, original)).status).toBe(200)
    await otherSession.request('DELETE', '/api/sign_out')
    expect((await open(otherSession, original)).status).toBe(404)
  })
})

test('`removeOrphanFiles` deletes old files without a row, and nothing else', async () => {
  const before = storedFiles()
  await testApp.context.files.put('0123abcd', Readable.from(['lost']))
  await testApp.context.files.put('0123abcd-large', Readable.from(['lost']))
  expect(await removeOrphanFiles(testApp.context, new Date())).toBe(0)
  expect(await removeOrphanFiles(testApp.context, new Date(Date.now() + 3 * 3_600_000))).toBe(1)
  expect(storedFiles()).toEqual(before)
})
