import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { context, doctor, dropNewest, hanako, listen, publish, setupListeners, silentLog } from '../../test/listeners.ts'
import { eventually } from '../../test/wait-until.ts'
import { openEvents, openStreams } from './events.ts'

setupListeners()

test('a patient receives her own events, and none about another patient', async () => {
  const stream = await listen(hanako)
  expect(stream.answer.headers).toMatchObject({ 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
  await publish(null, 2)
  await publish(2, null)
  await publish(1, null, ['session'])
  await publish(null, 1, ['test_results', 'users'])
  await eventually(() => expect(stream.events).toHaveLength(2))
  expect(stream.events).toEqual([
    { id: 3, data: { changes: ['session'], patient_id: null } },
    { id: 4, data: { changes: ['test_results', 'users'], patient_id: 1 } },
  ])
})

test('an event about a message has its kind and the id of the message; patients get no staff-only tags', async () => {
  const [patientStream, staffStream] = [await listen(hanako), await listen(doctor)]
  await publish(null, 1, ['message_pins'])
  await context.database.pool.query('select publish_event(null, 1, $1, $2, 7)', [['messages', 'message_pins'], 'message.new'])
  await eventually(() => expect(staffStream.events).toHaveLength(2))
  expect(staffStream.events[1]).toEqual({ id: 2, data: { changes: ['messages', 'message_pins'], patient_id: 1, kind: 'message.new', record_id: 7 } })
  await eventually(() => expect(patientStream.events).toEqual([{ id: 2, data: { changes: ['messages'], patient_id: 1, kind: 'message.new', record_id: 7 } }]))
})

test.each(['live', 'from the database'])(
  'events about opened messages, changed conversations and presence go to staff only, and nobody gets those about their own presence (%s)',
  async (delivery) => {
    const publishChanges = async () => {
      for (const kind of ['message.opened', 'room.changed', 'message.read'])
        await context.database.pool.query('select publish_event(null, 1, $1, $2, 7)', [['messages', 'message_rooms'], kind])
      for (const record_id of [doctor.id, doctor.id + 1])
        await context.database.pool.query('select publish_event(null, 1, $1, $2, $3)', [['room_presences'], 'presence.changed', record_id])
    }
    // a client whose last event is older than the server's buffer gets the events from the database
    if (delivery === 'from the database') {
      await publishChanges()
      await context.owner.query(`insert into events (id, patient_id, changes) select n, 2, '{users}' from generate_series(6, 6000) n`)
      await context.owner.query('update event_counter set last = 6000')
    }
    const [patientStream, staffStream] = [await listen(hanako, { last_id: 0 }), await listen(doctor, { last_id: 0 })]
    if (delivery === 'live') await publishChanges()
    await eventually(() => expect(staffStream.ids().slice(0, 4)).toEqual([1, 2, 3, 5]))
    await eventually(() => expect(patientStream.ids()).toEqual([3]))
  },
)

test('a doctor receives events about every patient, but no event that is for a colleague', async () => {
  const stream = await listen(doctor)
  await publish(8, null)
  await publish(null, 1)
  await publish(null, 2)
  await eventually(() => expect(stream.ids()).toEqual([2, 3]))
})

test('a reconnecting client gets exactly the missed events', async () => {
  for (let i = 0; i < 450; i++) await publish(null, 1)
  const stream = await listen(hanako, { last_id: 20 })
  await eventually(() => expect(stream.events).toHaveLength(430))
  expect(stream.ids()).toEqual(Array.from({ length: 430 }, (_, i) => i + 21))
})

test('a client without a Last-Event-ID gets the current position and no old events', async () => {
  await publish(null, 1)
  const stream = await listen(hanako)
  expect(stream.start).toEqual({ id: 1 })
  await publish(null, 1)
  await eventually(() => expect(stream.ids()).toEqual([2]))
})

test.each([
  ['was deleted', 3],
  ['was not assigned yet', 99],
  ['is invalid', 'abc'],
])('a Last-Event-ID that %s gets resync, and the stream continues with newer events', async (_, last_id) => {
  for (let i = 0; i < 10; i++) await publish(null, 1)
  await context.owner.query('delete from events where id < 8')
  const stream = await listen(hanako, { last_id })
  expect(stream.events).toEqual([{ id: 10, event: 'resync', data: {} }])
  await publish(null, 1)
  await eventually(() => expect(stream.ids()).toEqual([10, 11]))
})

test('a client that missed only stored events gets them instead of a resync', async () => {
  for (let i = 0; i < 10; i++) await publish(null, 1)
  await context.owner.query('delete from events where id < 8')
  const stream = await listen(hanako, { last_id: 7 })
  await eventually(() => expect(stream.ids()).toEqual([8, 9, 10]))
})

test('twelve concurrent writers cause no gap, no duplicate and no wrong order', async () => {
  const streams = [await listen(hanako), await listen(doctor)]
  const writers = Array.from({ length: 12 }, async (_, writer) => {
    for (let i = 0; i < 12; i++) {
      const client = await context.database.pool.connect()
      try {
        await client.query('begin')
        await sleep((writer * 7 + i * 3) % 11)
        await client.query('select publish_event(null, 1, $1)', [[`w${writer}`]])
        await sleep((writer * 5 + i) % 7)
        await client.query((writer + i) % 5 === 0 ? 'rollback' : 'commit')
      } finally {
        client.release()
      }
    }
  })
  const reconnectRepeatedly = (async () => {
    let last_id = 0
    const allIds: number[] = []
    while (allIds.length < 40) {
      const stream = await listen(hanako, { last_id })
      await sleep(40)
      dropNewest()
      allIds.push(...stream.ids())
      last_id = allIds.at(-1) ?? 0
    }
    return allIds
  })()
  await Promise.all(writers)
  const { rows } = await context.owner.query<{ id: number }>('select id from events order by id')
  const ids = rows.map((row) => Number(row.id))
  expect(ids.length).toBeGreaterThan(100)
  expect(ids).toEqual(ids.map((_, i) => i + 1))
  for (const stream of streams) await eventually(() => expect(stream.ids()).toEqual(ids))
  const receivedIds = await reconnectRepeatedly
  expect(receivedIds).toEqual(ids.slice(0, receivedIds.length))
})

test('ends the streams of a session when any server ends the session, but not those of other sessions', async () => {
  const stream = await listen(hanako)
  await context.owner.query("select pg_notify('session_ended', '6')")
  await sleep(100)
  expect(stream.isOver()).toBe(false)
  await context.owner.query("select pg_notify('session_ended', '5')")
  await stream.ended
  expect(openStreams(context.hub)).toBe(0)
})

test('sends nothing to an ended session, even if no notification of its end arrived', async () => {
  const stream = await listen(hanako)
  await sleep(950)
  context.areSessionsAlive = false
  await publish(null, 1)
  await stream.ended
  expect(stream.events).toEqual([])
})

test('sends heartbeats, and ends the stream of an expired session even without an event', async () => {
  const stream = await listen(hanako, { heartbeatMs: 50 })
  await eventually(() => expect(stream.beats()).toBeGreaterThan(2))
  context.areSessionsAlive = false
  await stream.ended
})

test("delivers events while the hub's connection is down, and afterwards", async () => {
  const stream = await listen(hanako)
  const dropConnection = async () =>
    (
      await context.owner.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'sukoyaka-events' and datname = current_database()",
      )
    ).rowCount
  expect(await dropConnection()).toBe(1)
  for (let i = 0; i < 5; i++) {
    await publish(null, 1)
    await sleep(30)
  }
  await eventually(() => expect(stream.ids()).toEqual([1, 2, 3, 4, 5]))
  await eventually(async () => expect(await dropConnection()).toBe(1))
  await eventually(async () =>
    expect(
      (await context.owner.query("select 1 from pg_stat_activity where application_name = 'sukoyaka-events' and datname = current_database()")).rowCount,
    ).toBe(1),
  )
  await publish(null, 1)
  await eventually(() => expect(stream.ids()).toEqual([1, 2, 3, 4, 5, 6]))
})

test('ends the stream of a session that ended while the connection of the hub was down, without waiting for an event', async () => {
  const stream = await listen(hanako)
  context.areSessionsAlive = false
  await sleep(950)
  await context.owner.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'sukoyaka-events' and datname = current_database()",
  )
  await stream.ended
})

test('delivers events and ends streams of ended sessions if the hub can never connect', async () => {
  await context.hub.close()
  context.hub = openEvents({ host: '127.0.0.1', port: 1, user: 'nobody', database: 'none' }, silentLog)
  await context.hub.start()
  const stream = await listen(hanako)
  await publish(null, 1)
  await publish(null, 1)
  await eventually(() => expect(stream.ids()).toEqual([1, 2]))
  context.areSessionsAlive = false
  await publish(null, 1)
  await stream.ended
})

test('disconnects a client that stops reading', async () => {
  const stream = await listen(hanako, { heartbeatMs: 300 })
  stream.answer.pause()
  const longChanges = Array.from({ length: 200 }, (_, i) => `a_long_name_of_a_list_${i}`)
  for (let i = 0; i < 1_500 && openStreams(context.hub); i++) await publish(null, 1, longChanges)
  await eventually(() => expect(openStreams(context.hub)).toBe(0))
})

test('ends every stream at shutdown, so that clients reconnect to another server', async () => {
  const streams = [await listen(hanako), await listen(doctor)]
  expect(openStreams(context.hub)).toBe(2)
  await context.hub.close()
  await Promise.all(streams.map((stream) => stream.ended))
})

test('one session opens at most ten streams', async () => {
  for (let i = 0; i < 10; i++) await listen(hanako)
  const rejected = await listen(hanako)
  expect(rejected.answer.statusCode).not.toBe(200)
})
