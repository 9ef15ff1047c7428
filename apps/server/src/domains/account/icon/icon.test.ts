import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { formOf } from '../../../../test/form.ts'
import { type Member, openTestApp, type TestApp } from '../../../../test/test-app.ts'
import { removeOrphanFiles } from '../../../files/file-rows.ts'

let testApp: TestApp
let photo: Buffer
beforeAll(async () => {
  testApp = await openTestApp()
  photo = await sharp({ create: { width: 600, height: 300, channels: 3, background: '#a33' } })
    .withExif({ IFD0: { Artist: 'tanaka' } })
    .jpeg()
    .toBuffer()
})

const storedFiles = () => readdirSync(join(testApp.context.config.data_dir, 'files')).filter((name) => name !== '.half')
const upload = (member: Member, content: Uint8Array, field = 'icon') =>
  member.request('PUT', '/api/users/me/icon', { body: formOf({}, field, { filename: 'me.jpg', content }) })
const open = async (url: string, member?: Member) => {
  const cookie = member && `id=1; accessToken=${member.token}; email=${encodeURIComponent(member.email)}`
  const response = await testApp.app.inject({ method: 'GET', url, headers: { ...(cookie && { cookie }) } })
  return { status: response.statusCode, bytes: response.rawPayload, headers: response.headers }
}

test('an icon is stored as a square without metadata and shown in lists; replacing or removing it deletes its file', async () => {
  const { hanako, staff } = testApp
  const { status, body } = await upload(hanako, photo)
  expect(status).toBe(200)
  const { bytes, headers } = await open(body.icon, hanako)
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 })
  expect((await sharp(bytes).metadata()).exif).toBeUndefined()
  expect(headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'private, max-age=300' })
  const { items } = (await staff.nurse.get(`/api/users/patients?q[id_eq]=${hanako.id}`)).body
  expect(items[0].icon).toBe(body.icon)

  expect(await removeOrphanFiles(testApp.context, new Date(Date.now() + 3 * 3_600_000))).toBe(0)
  const replaced = await upload(hanako, photo)
  expect(replaced.body.icon).not.toBe(body.icon)
  expect((await open(body.icon, hanako)).status).toBe(404)
  expect(storedFiles()).toHaveLength(1)
  expect((await hanako.request('DELETE', '/api/users/me/icon')).body.icon).toBeNull()
  expect((await open(replaced.body.icon, hanako)).status).toBe(404)
  expect(storedFiles()).toEqual([])
})

test('only staff and the patient see the icon of a patient; everyone who is signed in sees the icons of staff', async () => {
  const { hanako, taro, staff } = testApp
  const ofPatient = (await upload(hanako, photo)).body.icon
  const ofDoctor = (await upload(staff.doctor, photo)).body.icon
  const seenBy = async (member?: Member) => [(await open(ofPatient, member)).status, (await open(ofDoctor, member)).status]
  expect(await seenBy(hanako)).toEqual([200, 200])
  expect(await seenBy(staff.observer)).toEqual([200, 200])
  expect(await seenBy(taro)).toEqual([404, 200])
  expect(await seenBy()).toEqual([404, 404])
  expect((await open(`/files/icon-${'0'.repeat(36)}`, staff.admin)).status).toBe(404)
})

test('rejects a file that is no image and an icon that is no file, and keeps the icon', async () => {
  const { hanako } = testApp
  const { icon } = (await upload(hanako, photo)).body
  expect(await upload(hanako, Buffer.from('%PDF-1.7'))).toMatchObject({ status: 415, body: { code: 'file_type_unsupported' } })
  expect(await upload(hanako, photo.subarray(0, 200))).toMatchObject({ status: 422, body: { code: 'file_unreadable' } })
  expect(await upload(hanako, photo, 'photo')).toMatchObject({ status: 400 })
  expect(await hanako.request('PUT', '/api/users/me/icon', { body: formOf({}, 'icon') })).toMatchObject({
    status: 422,
    body: { fields: { icon: [expect.any(String)] } },
  })
  expect((await hanako.request('PATCH', '/api/users/me', { body: { icon: 'https://example.com/a.png' } })).status).toBe(400)
  expect((await hanako.get('/api/users/me')).body.icon).toBe(icon)
})

test('a change of a profile that somebody else changed meanwhile gets 409', async () => {
  const { taro, staff } = testApp
  const { updated_at } = (await taro.get('/api/users/me')).body
  await staff.nurse.request('PATCH', `/api/users/${taro.id}`, { body: { last_name_kana: 'サトウ' } })
  expect(await taro.request('PATCH', '/api/users/me', { body: { first_name: '次郎', updated_at } })).toMatchObject({ status: 409, body: { code: 'conflict' } })
  const newest = (await taro.get('/api/users/me')).body
  expect(newest.first_name).not.toBe('次郎')
  expect((await taro.request('PATCH', '/api/users/me', { body: { first_name: '次郎', updated_at: newest.updated_at } })).status).toBe(200)
})
