import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { context, doctor, hanako, listen, publish, setupListeners } from '../../test/listeners.ts'
import { eventually } from '../../test/wait-until.ts'

setupListeners()

test('with sixty open streams, an event costs at most three queries and one check of sessions', async () => {
  const streams = await Promise.all(Array.from({ length: 60 }, (_, i) => listen({ ...(i % 2 ? doctor : { id: i, role: 'patient' }), session: i })))
  await sleep(950)
  context.checkedCounts = []
  const querySpy = vi.spyOn(context.database.pool, 'query')
  await context.owner.query('select publish_event(null, 4, $1)', [['users']])
  const receivers = streams.filter((_, i) => i % 2 || i === 4)
  await eventually(() => expect(receivers.map(({ events }) => events.length)).toEqual(receivers.map(() => 1)))
  expect(context.checkedCounts).toEqual([31])
  expect(querySpy.mock.calls.length).toBeLessThan(4)
  expect(streams.filter(({ events }) => events.length)).toHaveLength(31)
})

test("a client whose last event is older than the server's buffer gets the events after it from the database, also while new events arrive", async () => {
  await context.owner.query(`insert into events (id, patient_id, changes) select n, n % 2 + 1, '{users}' from generate_series(1, 6000) n`)
  await context.owner.query('update event_counter set last = 6000')
  const streams = [await listen(hanako, { last_id: 20 }), await listen(doctor, { last_id: 700 }), await listen(hanako, { last_id: 5_900 })]
  for (let i = 0; i < 30; i++) await publish(null, 1)
  const allIds = Array.from({ length: 6_030 }, (_, i) => i + 1)
  const ownIds = allIds.filter((id) => id > 6_000 || id % 2 === 0)
  await eventually(() => expect(streams.map((stream) => stream.events.at(-1)?.id)).toEqual([6_030, 6_030, 6_030]))
  expect(streams[0]!.ids()).toEqual(ownIds.filter((id) => id > 20))
  expect(streams[1]!.ids()).toEqual(allIds.filter((id) => id > 700))
  expect(streams[2]!.ids()).toEqual(ownIds.filter((id) => id > 5_900))
})

test('the heartbeat sends the current position to a client that gets few events', async () => {
  const stream = await listen(hanako, { heartbeatMs: 50 })
  await publish(null, 2)
  await publish(null, 2)
  await eventually(() => expect(stream.heartbeatIds.at(-1)).toBe(2))
  expect(stream.events).toEqual([])
})
