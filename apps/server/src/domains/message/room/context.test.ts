import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { pdf } from '../../../../test/documents.ts'
import { formOf } from '../../../../test/form.ts'
import { addContract } from '../../../../test/payment/contract.ts'
import { type Member, openTestApp, type TestApp } from '../../../../test/test-app.ts'

let testApp: TestApp
let hanako: Member, taro: Member, nurse: Member
let room: number
// a fixed clock: signed addresses depend on the time
const now = new Date()
beforeAll(async () => {
  testApp = await openTestApp({ overrides: { clock: () => now } })
  ;({ hanako, taro } = testApp)
  nurse = testApp.staff.nurse
  await addContract(testApp, hanako.id, { chat: true })
  const png = await sharp({ create: { width: 2, height: 2, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  const send = async (kind: 'file' | 'image', content: Uint8Array) => {
    const body = formOf({ patient_id: hanako.id }, `${kind}s[]`, ...Array(4).fill({ filename: kind === 'file' ? 'a.pdf' : 'a.png', content }))
    const response = await hanako.request('POST', `/api/messages/${kind}`, { body })
    expect(response.status).toBe(201)
    return Number(response.body.id)
  }
  await send('file', pdf)
  for (let n = 0; n < 2; n++) await send('image', png)
  const message_id = await send('image', png)
  await nurse.request('POST', '/api/message_pins', { body: { message_id } })
  const remind_at = new Date(now.getTime() + 86_400_000).toISOString()
  await nurse.request('POST', '/api/message_reminders', { body: { patient_id: hanako.id, remind_at } })
  room = (await nurse.get(`/api/message_rooms/list?patient_id=${hanako.id}`)).body.items[0].id
})

test('the context of a conversation equals what the separate calls return; patients get neither pins nor reminders', async () => {
  for (const member of [nurse, hanako]) {
    const isStaff = member === nurse
    const { status, body } = await member.get(`/api/message_rooms/context?patient_id=${hanako.id}`)
    expect(status).toBe(200)
    const part = async (path: string) => (await member.get(path)).body
    expect(body).toEqual({
      pins: isStaff ? await part(`/api/message_pins?patient_id=${hanako.id}`) : null,
      reminders: isStaff ? await part(`/api/message_reminders?patient_id=${hanako.id}`) : null,
      images: await part(`/api/message_rooms/${room}/images?limit_before=6&limit_after=0`),
      files: await part(`/api/message_rooms/${room}/files`),
    })
    expect([body.images.items.length, body.images.has_before, body.files.items.length]).toEqual([6, true, 4])
    if (isStaff) expect([body.pins.total_count, body.reminders.total_count]).toEqual([1, 1])
  }
})

test('the context of a conversation out of scope is not found; reading a context adds it and each of its parts to the audit log', async () => {
  expect((await taro.get(`/api/message_rooms/context?patient_id=${hanako.id}`)).status).toBe(404)
  expect((await nurse.get('/api/message_rooms/context?patient_id=987654')).status).toBe(404)
  expect((await nurse.get('/api/message_rooms/context')).status).toBe(400)
  const observer = testApp.staff.observer
  await observer.get(`/api/message_rooms/context?patient_id=${hanako.id}`)
  const { rows } = await testApp.context.db.execute<{ action: string }>(
    sql`select action from audit_logs where user_id = ${observer.id} and patient_id = ${hanako.id} order by action`,
  )
  expect(rows.map(({ action }) => action)).toEqual([
    'GET /api/message_pins',
    'GET /api/message_reminders',
    'GET /api/message_rooms/:id/files',
    'GET /api/message_rooms/:id/images',
    'GET /api/message_rooms/context',
  ])
})
