import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { type Member, openWorld, type World } from '../../../../test/world.ts'

let world: World
let hanako: Member, nurse: Member, doctor: Member

const say = (who: Member, more: object = {}, client_id = 'window-0001') =>
  who.ask('POST', '/api/room_presences', { body: { patient_id: hanako.id, client_id, is_here: true, ...more } })
const others = async (who: Member) =>
  (await who.get(`/api/room_presences?patient_id=${hanako.id}`)).body.items.map((item: { user: { last_name: string }; is_typing: boolean }) => [
    item.user.last_name,
    item.is_typing,
  ])
const run = async (text: ReturnType<typeof sql>) => (await world.context.db.execute(text)).rows
const toldDuring = async (work: () => Promise<unknown>) => {
  const [before] = await run(sql`select last from event_counter`)
  await work()
  return run(sql`select user_id, patient_id, changes from events where id > ${before!.last} order by id`)
}
const told = () => [{ user_id: null, patient_id: hanako.id, changes: ['room_presences'] }]

beforeAll(async () => {
  world = await openWorld()
  ;({ hanako } = world)
  ;({ nurse, doctor } = world.staff)
})

test('shows staff who else is in a room and who is typing, and publishes changes only', async () => {
  expect(await toldDuring(() => say(nurse))).toEqual(told())
  expect(await toldDuring(() => say(nurse))).toEqual([])
  expect(await toldDuring(() => say(nurse, {}, 'window-0002'))).toEqual([])
  expect(await others(doctor)).toEqual([['nurse', false]])
  expect(await others(nurse)).toEqual([])
  expect(await toldDuring(() => say(nurse, { is_typing: true }))).toEqual(told())
  expect(await toldDuring(() => say(nurse, { is_typing: true }))).toEqual([])
  expect(await others(doctor)).toEqual([['nurse', true]])
  expect(await toldDuring(() => say(nurse, { is_here: false }))).toEqual(told())
  expect(await others(doctor)).toEqual([['nurse', false]])
  expect(await toldDuring(() => say(nurse, { is_here: false }, 'window-0002'))).toEqual(told())
  expect(await others(doctor)).toEqual([])
  // windows repeat this every 20 seconds; it is logged once
  expect(await run(sql`select count(*)::int as n from audit_logs where user_id = ${nurse.id} and action = 'POST /api/room_presences'`)).toEqual([{ n: 1 }])
})

test('ends presence and typing that are not reported again', async () => {
  await say(nurse, { is_typing: true })
  await run(sql`update room_presences set typed_at = now() - interval '11 seconds'`)
  expect(await others(doctor)).toEqual([['nurse', false]])
  await run(sql`update room_presences set seen_at = now() - interval '46 seconds'`)
  expect(await others(doctor)).toEqual([])
  // the next report finds and publishes that somebody left
  await say(doctor)
  await say(nurse)
  await run(sql`update room_presences set seen_at = now() - interval '46 seconds' where user_id = ${nurse.id}`)
  expect(await toldDuring(() => say(doctor))).toEqual(told())
  expect(await run(sql`select user_id from room_presences`)).toEqual([{ user_id: doctor.id }])
})

test('rejects patients and answers 404 for an unknown room', async () => {
  expect((await hanako.get(`/api/room_presences?patient_id=${hanako.id}`)).status).toBe(403)
  expect((await say(hanako)).status).toBe(403)
  expect((await nurse.get(`/api/room_presences?patient_id=${doctor.id}`)).status).toBe(404)
})
