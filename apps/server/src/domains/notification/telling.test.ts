import { createServer } from 'node:http'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import webpush from 'web-push'
import { type Member, openWorld, type World } from '../../../test/world.ts'
import { jobs } from '../../app/domains.ts'
import { openPush } from '../../mail/web-push.ts'
import { usual } from './settings-store.ts'

/** A push service of ours: what it got, and what it answers. */
const got: { path: string; body: Buffer; headers: Record<string, unknown> }[] = []
let answer = 201
const service = createServer((request, reply) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    got.push({ path: request.url!, body: Buffer.concat(parts), headers: request.headers })
    reply.writeHead(answer, { location: '/elsewhere' }).end()
  })
})
const vapid = { ...webpush.generateVAPIDKeys(), subject: 'mailto:ops@example.com' }
const keys = { p256dh: webpush.generateVAPIDKeys().publicKey, auth: 'tBHItJI5svbpez7KI4CCXg' }

let world: World
let service_url = ''
let now = new Date('2026-11-20T03:00:00Z')
const morning = new Date('2026-11-20T23:00:00Z')
const night = new Date('2026-11-20T17:00:00Z')

beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  service_url = `http://127.0.0.1:${(service.address() as { port: number }).port}`
  const push = openPush({ vapid }, { takes: (endpoint) => endpoint.startsWith(service_url) })
  world = await openWorld({ replaced: { clock: () => now, push } })
  const { staff, hanako, context } = world
  await context.db.execute(sql`insert into care_people (user_id, staff_id, role, main) values (${hanako.id}, ${staff.nurse.id}, 'nurse', true)`)
  await context.db.execute(
    sql`insert into contracts (user_id, plan_id, auto_update, started_at) select ${hanako.id}, p.id, true, '2024-01-01T00:00:00Z' from plans p join services s on s.id = p.service_id where s.chat order by p.id limit 1`,
  )
}, 60_000)
afterAll(() => service.close())
beforeEach(async () => {
  now = new Date('2026-11-20T03:00:00Z')
  answer = 201
  got.length = 0
  world.letters.length = 0
  await world.context.db.execute(
    sql`with n as (delete from notifications), s as (delete from notification_settings), p as (delete from push_subscriptions), v as (delete from visibilities), j as (delete from pgboss.job) delete from user_unread_records`,
  )
})

const write = async (from: Member, more: object = {}) => {
  const { status } = await from.ask('POST', '/api/messages', { body: { patient_id: world.hanako.id, body: '胃カメラの結果について', ...more } })
  expect(status).toBe(201)
}
/** So many minutes go by for those who have not looked. */
const pass = (minutes: number) => world.context.db.execute(sql`update notifications set untold_since = untold_since - make_interval(mins => ${minutes})`)
/** What the server does each minute, and what follows. */
const minute = async () => {
  await jobs.find(({ queue }) => queue === 'tell_notices')!.work(world.context, {}, new AbortController().signal)
  return world.work()
}
const mailed = () => world.letters.map(({ to }) => to).sort()

test('what stayed unseen for a quarter of an hour is one letter, with not a word of what or of whom, and never a second one', async () => {
  const { hanako, staff } = world
  await write(hanako)
  await write(hanako, { mention_ids: [staff.nurse.id] })
  await pass(14)
  await minute()
  expect(mailed()).toEqual([])
  // one that writes on and on does not put it off
  await write(hanako)
  await pass(1)
  await minute()
  expect(mailed()).toEqual([staff.nurse.email])
  const { subject, text } = world.letters[0]!
  expect(subject).toContain('メッセージが届いています')
  expect(text).toContain(`${world.context.config.public_url}/notifications`)
  expect(`${subject}${text}`).not.toMatch(/山田|花子|胃カメラ|結果/)
  await pass(60)
  await minute()
  expect(mailed()).toHaveLength(1)
  // what comes after it is a message of its own
  await write(hanako)
  await pass(15)
  await minute()
  expect(mailed()).toHaveLength(2)
})

test('who has looked meanwhile, wants no mail or is gone is not written to', async () => {
  const { hanako, staff } = world
  const gone = await world.add({ role: 'doctor' })
  await write(staff.concierge, { mention_ids: [gone.id, staff.doctor.id, staff.trainer.id] })
  await staff.doctor.ask('PUT', '/api/notification_settings', { body: { ...usual('doctor'), mail_enabled: false } })
  await staff.trainer.ask('POST', '/api/notifications/checked')
  await world.context.db.execute(sql`update users set deactivated_at = now() where id = ${gone.id}`)
  await pass(15)
  await jobs.find(({ queue }) => queue === 'tell_notices')!.work(world.context, {}, new AbortController().signal)
  // between the moment it was decided and the moment it is sent
  await staff.nurse.ask('POST', '/api/notifications/checked')
  await world.work()
  expect(mailed()).toEqual([hanako.email])
})

test('at night a patient is let sleep and told in the morning; what is urgent wakes', async () => {
  const { hanako, staff } = world
  now = night
  await write(staff.nurse)
  await pass(15)
  await minute()
  expect(mailed()).toEqual([])
  now = morning
  await minute()
  expect(mailed()).toEqual([hanako.email])
  now = night
  await write(staff.nurse, { is_urgent: true })
  await pass(15)
  await minute()
  expect(mailed()).toHaveLength(2)
})

test('a letter that the mail server refused is tried again, and one that two servers decide at once is one', async () => {
  const { hanako, staff, context } = world
  await write(hanako)
  await pass(15)
  const tell = () => jobs.find(({ queue }) => queue === 'tell_notices')!.work(context, {}, new AbortController().signal)
  await Promise.all([tell(), tell(), tell()])
  const { rows } = await context.db.execute<{ data: { id: number } }>(sql`select data from pgboss.job where name = 'notice_letter'`)
  expect(rows).toHaveLength(1)
  const letter = (mail = context.mail) =>
    jobs.find(({ queue }) => queue === 'notice_letter')!.work({ ...context, mail }, rows[0]!.data, new AbortController().signal)
  const refusing = { ...context.mail, send: () => Promise.reject(new Error('away')) }
  await expect(letter(refusing)).rejects.toThrow('away')
  await Promise.all([letter(), letter()])
  expect(mailed()).toEqual([staff.nurse.email])
})

test('a browser is told soon and nothing of what, at the hours of its person, and no more once it is gone or signed out', async () => {
  const { hanako, staff, context } = world
  const nurse = await world.signedIn(staff.nurse)
  const subscribe = (of: Member, endpoint: string, more: object = {}) => of.ask('POST', '/api/push_subscriptions', { body: { endpoint, keys, ...more } })
  expect((await nurse.get('/api/push_key')).body).toEqual({ key: vapid.publicKey })
  await write(hanako)
  const address = `${service_url}/nurse`
  const first = await subscribe(nurse, address)
  expect([first.status, (await subscribe(nurse, address)).body]).toEqual([201, first.body])
  expect((await subscribe(nurse, 'https://example.com/x')).body.fields).toEqual({ endpoint: expect.any(Array) })
  expect((await subscribe(nurse, address, { keys: { ...keys, p256dh: 'A'.repeat(87) } })).body.fields).toEqual({ keys: expect.any(Array) })
  // what was there before is not news
  await minute()
  expect(got).toEqual([])
  await write(hanako)
  await world.work()
  await world.work()
  expect(got.map(({ path }) => path)).toEqual(['/nurse'])
  expect(got[0]!.headers['content-encoding']).toBe('aes128gcm')
  expect(String(got[0]!.headers.authorization)).toMatch(/^vapid t=/)
  expect(got[0]!.body.toString('latin1')).not.toContain('すこやか')
  await minute()
  expect(got).toHaveLength(1)

  // outside the hours it waits
  await nurse.ask('PUT', '/api/notification_settings', { body: { ...usual('nurse'), hours: { weekdays: [6], from: 480, until: 600 } } })
  await write(hanako)
  await minute()
  expect(got).toHaveLength(1)
  now = morning
  await minute()
  await world.work()
  expect(got).toHaveLength(2)

  // what leads elsewhere is not followed, and is tried again
  answer = 302
  await write(hanako)
  await world.work()
  await expect(world.work()).rejects.toThrow('302')
  expect(got.map(({ path }) => path)).not.toContain('/elsewhere')
  const countOf = async () => (await context.db.execute(sql`select from push_subscriptions`)).rowCount
  expect(await countOf()).toBe(1)

  answer = 410
  await write(hanako)
  await world.work()
  await world.work()
  expect(await countOf()).toBe(0)

  answer = 201
  got.length = 0
  await subscribe(nurse, address)
  await nurse.ask('DELETE', '/api/sign_out')
  await write(hanako)
  await minute()
  await world.work()
  expect(got).toEqual([])
  // the next who signs in on this browser has it; who had it can take nothing from them
  const { id } = (await subscribe(staff.doctor, address)).body
  expect((await staff.nurse.ask('DELETE', `/api/push_subscriptions/${id}`)).status).toBe(404)
  expect(await countOf()).toBe(1)
  expect((await staff.doctor.ask('DELETE', `/api/push_subscriptions/${id}`)).status).toBe(204)
  expect(await countOf()).toBe(0)
})
