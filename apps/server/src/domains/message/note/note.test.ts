import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { type Member, openTestApp, type TestApp } from '../../../../test/test-app.ts'
import { eventually } from '../../../../test/wait-until.ts'
import { openStream } from '../../../../trials/kit/nodes.ts'

let testApp: TestApp
let hanako: Member, taro: Member, nurse: Member, doctor: Member, observer: Member, admin: Member
beforeAll(async () => {
  testApp = await openTestApp()
  ;({ hanako, taro } = testApp)
  ;({ nurse, doctor, observer, admin } = testApp.staff)
})

const add = (member: Member, extra: object) =>
  member.request('POST', '/api/message_notes', { body: { patient_id: hanako.id, body: '家族には内密にとのこと', ...extra } })
const bodies = async (member: Member, patient: Member, since = '') =>
  (await member.get(`/api/message_notes?patient_id=${patient.id}${since}`)).body.items.map(({ body }: { body: string }) => body)
const unchecked = async (member: Member) =>
  (await member.get('/api/notifications')).body.items.flatMap((item: { kind: string; checked_at: string | null; count: number }) =>
    item.checked_at ? [] : [`${item.kind} ${item.count}`],
  )

test('staff read each other’s notes about a patient, newest first, optionally only those since a given time', async () => {
  await add(nurse, { body: ' 折り返しは夕方に ' })
  const { status, body } = await add(doctor, { body: '紹介状を確認' })
  await add(doctor, { patient_id: taro.id, body: '別の人' })
  expect([status, body]).toEqual([
    201,
    expect.objectContaining({ patient_id: hanako.id, body: '紹介状を確認', author: expect.objectContaining({ id: doctor.id }) }),
  ])
  expect(await bodies(observer, hanako)).toEqual(['紹介状を確認', '折り返しは夕方に'])
  expect(await bodies(nurse, hanako, `&since=${encodeURIComponent(body.created_at)}`)).toContain('紹介状を確認')
  expect(await bodies(nurse, hanako, '&since=2100-01-01T00:00:00Z')).toEqual([])
  expect((await add(nurse, { body: ' \u200b ' })).body).toMatchObject({ code: 'invalid', fields: { body: [expect.any(String)] } })
  expect((await add(nurse, { patient_id: doctor.id })).status).toBe(404)
})

test('a note notifies the colleagues it mentions, and opening the conversation marks the notification as checked', async () => {
  const message = (await nurse.request('POST', '/api/messages', { body: { patient_id: hanako.id, body: 'おはようございます' } })).body
  await doctor.request('POST', '/api/notifications/checked')
  await add(nurse, { body: '@doctor 至急ご確認を', mention_ids: [doctor.id] })
  await add(nurse, { body: '@doctor もう一点', mention_ids: [doctor.id, nurse.id] })
  expect([await unchecked(doctor), (await unchecked(nurse)).filter((kind: string) => kind.startsWith('mention'))]).toEqual([['mention 2'], []])
  await doctor.request('PATCH', `/api/message_open_histories/${message.id}`)
  expect(await unchecked(doctor)).toEqual([])
  // a patient must not know of the note, and other people who are not care staff cannot be mentioned either
  for (const id of [hanako.id, taro.id, admin.id, 9_999_999])
    expect((await add(nurse, { mention_ids: [id] })).body.fields).toEqual({ mention_ids: [expect.any(String)] })
})

test('deleting a note decrements the unchecked notifications that count it; notifications about other notes and checked ones stay', async () => {
  await doctor.request('POST', '/api/notifications/checked')
  const first = (await add(nurse, { body: '@doctor 一つめ', mention_ids: [doctor.id, nurse.id] })).body
  const second = (await add(nurse, { body: '@doctor 二つめ', mention_ids: [doctor.id] })).body
  await add(nurse, { patient_id: taro.id, body: '@doctor 別の人', mention_ids: [doctor.id] })
  expect((await unchecked(doctor)).sort()).toEqual(['mention 1', 'mention 2'])
  await nurse.request('DELETE', `/api/message_notes/${first.id}`)
  expect(await unchecked(doctor)).toEqual(['mention 1', 'mention 1'])
  await nurse.request('DELETE', `/api/message_notes/${second.id}`)
  expect(await unchecked(doctor)).toEqual(['mention 1'])
  // a checked notification stays: it was read
  const third = (await add(nurse, { body: '@doctor 三つめ', mention_ids: [doctor.id] })).body
  await doctor.request('POST', '/api/notifications/checked')
  const before = (await doctor.get('/api/notifications')).body.items.length
  await nurse.request('DELETE', `/api/message_notes/${third.id}`)
  expect((await doctor.get('/api/notifications')).body.items).toHaveLength(before)
})

test('staff find notes by part of a word in any kana and width, and by names, in one conversation or in all', async () => {
  const message = (await nurse.request('POST', '/api/messages', { body: { patient_id: taro.id, body: 'こんにちは' } })).body
  const { id } = (await add(nurse, { patient_id: taro.id, body: 'ガンマGTPの再検を本人に電話で確認' })).body
  const find = async (member: Member, q: string, more = '') => {
    const { status, body } = await member.get(`/api/message_notes/search?q=${encodeURIComponent(q)}${more}`)
    return status === 200 ? body.items.map((item: { id: number }) => item.id) : status
  }
  for (const q of ['ガンマ', 'がんま', 'ｶﾞﾝﾏ gtp', 'ＧＴＰ', '電話で確', '話', '電話 佐藤']) expect([q, await find(observer, q)]).toEqual([q, [id]])
  for (const q of ['肝', '電話 肝臓', '%%', 'g']) expect([q, await find(nurse, q)]).toEqual([q, []])
  expect([await find(nurse, '電話', `&patient_id=${taro.id}`), await find(nurse, '電話', `&patient_id=${hanako.id}`)]).toEqual([[id], []])
  expect([await find(taro, '電話'), await find(hanako, '電話'), await find(admin, '電話')]).toEqual([403, 403, [id]])
  expect((await nurse.get('/api/message_notes/search?q=電話')).body.items[0]).toMatchObject({
    patient: { id: taro.id },
    author: { id: nurse.id },
    message_id: message.id,
  })
  expect((await taro.get(`/api/messages/search?q=${encodeURIComponent('電話')}`)).body.items).toEqual([])
})

test('a note is no reply to a waiting patient, and does not count as unread', async () => {
  const room = async () => (await nurse.get('/api/message_rooms/list')).body.items.find((item: { patient: { id: number } }) => item.patient.id === hanako.id)
  await testApp.context.db.execute(sql`update message_rooms set unresponded_since = now() where patient_id = ${hanako.id}`)
  const before = await room()
  expect(before.unresponded_since).not.toBeNull()
  await add(doctor, {})
  expect(await room()).toEqual(before)
})

test('no part of a note reaches the patient in a response, an event or a notification', async () => {
  const stream = await openStream(testApp.app, `Token token="${hanako.token}", email="${hanako.email}"`)
  const notices = await unchecked(hanako)
  const { id } = (await add(nurse, { body: '患者には見せない覚え書き' })).body
  await add(doctor, { body: '患者には見せない覚え書き２', mention_ids: [nurse.id] })
  expect((await doctor.request('DELETE', `/api/message_notes/${id}`)).status).toBe(404)
  expect((await observer.request('DELETE', `/api/message_notes/${id}`)).status).toBe(403)
  for (const patient of [hanako, taro]) {
    expect((await patient.get(`/api/message_notes?patient_id=${hanako.id}`)).status).toBe(403)
    expect((await add(patient, {})).status).toBe(403)
    expect((await patient.request('DELETE', `/api/message_notes/${id}`)).status).toBe(403)
  }
  const reads = [
    `/api/messages?patient_id=${hanako.id}`,
    '/api/messages/search?q=覚え書き',
    '/api/message_rooms/list',
    '/api/notifications',
    '/api/record_accesses',
    `/api/users/patients?q[id_eq]=${hanako.id}`,
    `/api/timeline?user_id=${hanako.id}`,
  ]
  for (const read of reads) expect([read, JSON.stringify((await hanako.get(read)).body)]).toEqual([read, expect.not.stringContaining('患者には見せない')])
  expect((await nurse.request('DELETE', `/api/message_notes/${id}`)).status).toBe(204)
  expect((await admin.request('DELETE', `/api/message_notes/${id}`)).status).toBe(404)
  expect(await unchecked(hanako)).toEqual(notices)
  // events arrive in order: an event about the notes would come before that of this message
  await nurse.request('POST', '/api/messages', { body: { patient_id: hanako.id, body: 'お電話します' } })
  await eventually(() => expect(stream.received()).toMatch(/message\.new/))
  expect(stream.received().match(/data: .+/g)).toHaveLength(1)
  stream.close()
})
