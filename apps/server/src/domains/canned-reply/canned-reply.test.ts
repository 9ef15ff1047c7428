import { beforeAll, expect, test } from 'vitest'
import { type Member, openTestApp, type TestApp } from '../../../test/test-app.ts'

let testApp: TestApp
let nurse: Member, doctor: Member, observer: Member, admin: Member
beforeAll(async () => {
  testApp = await openTestApp()
  ;({ nurse, doctor, observer, admin } = testApp.staff)
})

const add = (member: Member, body: object) => member.request('POST', '/api/canned_replies', { body })
const titles = async (member: Member, query = '') =>
  (await member.get(`/api/canned_replies${query && `?q=${encodeURIComponent(query)}`}`)).body.items.map(({ title }: { title: string }) => title)

test('lists own replies first, then shared ones, but not those private to colleagues', async () => {
  expect((await add(doctor, { title: 'ア 共有', body: '{姓}様', is_shared: true })).status).toBe(201)
  await add(doctor, { title: '医師だけ', body: 'ガンマGTPについて' })
  const { body } = await add(nurse, { title: 'ン 看護', body: '{担当医}より\r\nご連絡します。' })
  expect(body).toMatchObject({ body: '{担当医}より\nご連絡します。', is_shared: false, may_change: true, owner: { id: nurse.id } })
  expect(await titles(nurse)).toEqual(['ン 看護', 'ア 共有'])
  expect(await titles(observer)).toEqual(['ア 共有'])
  expect((await testApp.hanako.get('/api/canned_replies')).status).toBe(403)
  expect((await add(observer, { title: 'a', body: 'a' })).status).toBe(403)
})

test('finds words in any spelling', async () => {
  for (const query of ['ｶﾞﾝﾏgtp', 'がんま', '医師 がんま']) expect(await titles(doctor, query)).toEqual(['医師だけ'])
  expect(await titles(doctor, '%')).toEqual([])
})

test('rejects a title the person already has, empty texts and unknown placeholders', async () => {
  for (const [invalid, field] of [
    [{ title: '医師だけ', body: 'a' }, 'title'],
    [{ title: '  ', body: 'a' }, 'title'],
    [{ title: 'b', body: ' \n' }, 'body'],
    [{ title: 'b', body: '{姓名}様' }, 'body'],
    [{ title: 'b', body: 'あ'.repeat(5001) }, 'body'],
  ] as const) {
    const { status, body } = await add(doctor, invalid)
    expect([status, Object.keys(body.fields)], JSON.stringify(invalid).slice(0, 50)).toEqual([422, [field]])
  }
  expect(await titles(doctor)).toEqual(['ア 共有', '医師だけ'])
})

test('the owner may change a reply, and an admin also a shared one of somebody else; a private one of somebody else gets 404', async () => {
  const [shared] = (await nurse.get(`/api/canned_replies?q=${encodeURIComponent('共有')}`)).body.items
  const [own] = (await doctor.get(`/api/canned_replies?q=${encodeURIComponent('医師')}`)).body.items
  const change = (member: Member, id: number, body: object) => member.request('PUT', `/api/canned_replies/${id}`, { body })
  expect((await change(nurse, shared.id, { body: '直した' })).status).toBe(403)
  expect((await nurse.request('DELETE', `/api/canned_replies/${shared.id}`)).status).toBe(403)
  for (const member of [nurse, admin]) expect((await change(member, own.id, { body: '直した' })).text).toBe((await change(member, 999_999, { body: 'x' })).text)
  expect((await change(admin, shared.id, { body: '{名}さん' })).body).toMatchObject({ body: '{名}さん', owner: { id: doctor.id }, may_change: true })
  expect((await change(doctor, shared.id, { body: '古い', updated_at: shared.updated_at })).status).toBe(409)
  expect((await doctor.request('DELETE', `/api/canned_replies/${own.id}`)).status).toBe(204)
  expect(await titles(doctor)).toEqual(['ア 共有'])
})

test('the list of the administration has the shared replies of all owners and no private ones', async () => {
  const { body } = await admin.get('/api/admin/canned_replies')
  expect(body.items.map(({ title, owner }: { title: string; owner: { id: number } }) => [title, owner.id])).toContainEqual(['ア 共有', doctor.id])
  expect(body.items.every(({ is_shared }: { is_shared: boolean }) => is_shared)).toBe(true)
  expect((await admin.get(`/api/admin/canned_replies?q=${encodeURIComponent('ガンマ')}`)).body.total_count).toBe(0)
  const id = body.items[0].id
  expect((await admin.get(`/api/admin/canned_replies/${id}`)).body).toEqual(body.items[0])
  const hidden = (await add(nurse, { title: '隠れた文', body: 'x' })).body.id
  expect((await admin.get(`/api/admin/canned_replies/${hidden}`)).status).toBe(404)
  expect((await nurse.get('/api/admin/canned_replies')).status).toBe(403)
  const { text } = await admin.get('/api/admin/canned_replies/export')
  expect(text).toContain('ア 共有')
  expect(text).not.toContain('隠れた文')
})
