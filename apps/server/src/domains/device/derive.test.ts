import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { type Member, openTestApp, type TestApp } from '../../../test/test-app.ts'

const watch = { maker: 'Apple', model: 'Apple Watch Series 9', app: 'ヘルスケア' }
const phone = { maker: 'Apple', model: 'iPhone 15', app: 'ヘルスケア' }
let testApp: TestApp
let hanako: Member
let count = 0

beforeAll(async () => {
  testApp = await openTestApp({ overrides: { clock: () => new Date('2026-11-20T16:00:00Z') } })
  ;({ hanako } = testApp)
})

type Sample = { record_id: string } & Record<string, unknown>
const tokyo = (text: string) => new Date(`${text}+09:00`).toISOString()
const sample = (type: string, from: string, to: string, value: number, source: object = watch, extra: object = {}): Sample => ({
  record_id: `r-${++count}`,
  type,
  value,
  unit: type === 'sleep' ? 'stage' : type === 'distance' ? 'm' : type.endsWith('energy') ? 'kcal' : 'count',
  started_at: tokyo(from),
  ended_at: tokyo(to),
  zone_offset: 540,
  source,
  ...extra,
})
const send = async (samples: Sample[], deleted: string[] = []) => {
  expect((await hanako.request('POST', '/apple_healthkits', { body: { user_id: hanako.id, samples, deleted } })).status).toBe(201)
  return testApp.runJobs()
}
const list = async (path: string) => (await hanako.get(`${path}${path.includes('?') ? '&' : '?'}user_id=${hanako.id}`)).body.items as Record<string, unknown>[]
const stepsOn = async (day: string) => (await list('/api/steps')).find(({ measured_on }) => measured_on === day)
const why = async (day: string, kind: string) => (await hanako.get(`/api/device_days?user_id=${hanako.id}&day=${day}&kind=${kind}`)).body

test('steps that phone and watch both recorded are counted once, and the daily count names its devices', async () => {
  const lunch = sample('steps', '2026-11-18T12:00', '2026-11-18T12:30', 1_000)
  expect(await send([lunch, sample('steps', '2026-11-18T12:00', '2026-11-18T13:00', 1_600, phone)])).toContain('device_days')
  expect(await stepsOn('2026-11-18')).toMatchObject({ count: 1_800, origin: 'Apple Watch Series 9・iPhone 15' })
  expect(await why('2026-11-18', 'steps')).toMatchObject({
    value: 1_800,
    landing: 'landed',
    sources: [
      { model: 'Apple Watch Series 9', arrived: 1_000, counted: 1_000, dropped: 0 },
      { model: 'iPhone 15', arrived: 1_600, counted: 800, dropped: 800, spans: [{ is_counted: false }, { is_counted: true }] },
    ],
    silent_source_ids: [],
  })
  // revised, then deleted: only the phone is left
  await send([{ ...lunch, value: 1_200 }])
  expect(await stepsOn('2026-11-18')).toMatchObject({ count: 2_000 })
  await send([], [lunch.record_id])
  expect(await stepsOn('2026-11-18')).toMatchObject({ count: 1_600, origin: 'iPhone 15' })
  expect((await why('2026-11-18', 'steps')).silent_source_ids).toHaveLength(1)
})

test('no day is derived again when a phone sends the same samples once more', async () => {
  const again = sample('steps', '2026-11-17T12:00', '2026-11-17T12:30', 10)
  await send([again])
  expect(await send([again])).not.toContain('device_days')
})

test('a count typed by hand stays; a derived count is deleted when the samples of its day are deleted', async () => {
  await hanako.request('POST', '/api/steps/bulk', { body: { user_id: hanako.id, steps: [{ measured_on: '2026-11-16', count: 8_000 }] } })
  const device = [sample('steps', '2026-11-16T12:00', '2026-11-16T12:30', 500), sample('steps', '2026-11-15T12:00', '2026-11-15T12:30', 600)]
  await send(device)
  expect([(await stepsOn('2026-11-16'))?.count, (await stepsOn('2026-11-15'))?.count]).toEqual([8_000, 600])
  expect(await why('2026-11-16', 'steps')).toMatchObject({ value: 500, landing: 'kept' })
  await send(
    [],
    device.map(({ record_id }) => record_id),
  )
  expect([(await stepsOn('2026-11-16'))?.count, await stepsOn('2026-11-15')]).toEqual([8_000, undefined])
  expect(await why('2026-11-15', 'steps')).toMatchObject({ value: null, landing: null, sources: [] })
})

test('distance, energy, stairs and stand hours become daily values', async () => {
  const from = '2026-11-14T08:00'
  const to = '2026-11-14T09:00'
  await send([
    sample('distance', from, to, 1_250),
    sample('active_energy', from, to, 300),
    sample('basal_energy', from, to, 1_400),
    sample('stairs', from, to, 4),
    sample('stand_hour', from, to, 1),
  ])
  const { rows } = await testApp.context.db.execute<{ name: string; value: number }>(sql`
    select c.name, l.value from lifestyles l join lifestyle_categories c on c.id = l.category_id
    where l.user_id = ${hanako.id} and l.answered_at = ${tokyo('2026-11-14T00:00')} order by 1`)
  expect(Object.fromEntries(rows.map(({ name, value }) => [name, value]))).toEqual({
    active_energy_burned: 300,
    distance: 1.25,
    stairs_climbed: 4,
    stand_hour: 1,
    total_energy_burned: 1_700,
  })
})

test('sleep belongs to the day of waking at the place where the person was', async () => {
  await send([
    sample('sleep', '2026-11-12T23:00', '2026-11-12T23:50', 1),
    sample('sleep', '2026-11-13T00:10', '2026-11-13T06:00', 4),
    // ends at seven in the morning of the 11th in Los Angeles
    sample('sleep', '2026-11-11T16:00', '2026-11-12T00:00', 1, watch, { zone_offset: -480 }),
  ])
  expect((await list('/api/sleeps/daily')).map(({ woke_on, total_minutes, episodes }) => [woke_on, total_minutes, episodes])).toEqual([
    ['2026-11-13', 400, 2],
    ['2026-11-11', 480, 1],
  ])
  expect((await list('/api/sleeps/daily?before=2026-11-13')).map(({ woke_on }) => woke_on)).toEqual(['2026-11-11'])
  expect(await why('2026-11-13', 'sleep')).toMatchObject({ value: 400, landing: 'landed', sources: [{ counted: 400 }] })
})

test('a patient can change the order of their devices, which derives the days again, and restore the default order', async () => {
  await send([sample('steps', '2026-11-10T12:00', '2026-11-10T12:30', 1_000), sample('steps', '2026-11-10T12:00', '2026-11-10T12:30', 900, phone)])
  const { body } = await hanako.get(`/api/device_syncs?user_id=${hanako.id}`)
  expect(body.sources.map(({ model }: { model: string }) => model)).toEqual(['Apple Watch Series 9', 'iPhone 15'])
  expect((await stepsOn('2026-11-10'))?.count).toBe(1_000)
  const change = (source_ids: number[]) => hanako.request('PUT', '/api/device_orders', { body: { user_id: hanako.id, group: 'activity', source_ids } })
  expect((await change(body.orders.activity.slice(1))).status).toBe(422)
  expect((await change(body.orders.activity.toReversed())).status).toBe(200)
  await testApp.runJobs()
  expect((await stepsOn('2026-11-10'))?.count).toBe(900)
  expect((await hanako.get(`/api/device_syncs?user_id=${hanako.id}`)).body.orders.activity).toEqual(body.orders.activity.toReversed())
  expect((await change([])).body.source_ids).toEqual(body.orders.activity)
})

test('a gap is at least twelve hours without a record; hours that a long record covers and the current hour are no gap', async () => {
  const tablet = { maker: 'Acme', model: 'Tablet', app: 'Acme' }
  const old = { maker: 'Acme', model: 'Old', app: 'Acme' }
  await send([
    sample('steps', '2026-11-17T10:00', '2026-11-17T10:20', 100, tablet),
    sample('steps', '2026-11-18T08:40', '2026-11-18T08:50', 100, tablet),
    // no gap: the nine hours before this record, and more than fourteen hours within the record after it
    sample('steps', '2026-11-18T18:10', '2026-11-18T18:50', 100, tablet),
    sample('basal_energy', '2026-11-18T18:30', '2026-11-19T09:10', 700, tablet),
    sample('steps', '2026-11-19T19:00', '2026-11-19T19:10', 100, tablet),
    sample('steps', '2026-11-20T05:00', '2026-11-20T05:10', 100, tablet),
    sample('steps', '2026-11-20T16:59', '2026-11-20T17:01', 100, tablet),
    sample('steps', '2026-11-01T10:00', '2026-11-01T10:20', 100, old),
  ])
  const { body } = await hanako.get(`/api/device_syncs?user_id=${hanako.id}`)
  const gapsOfModel = (name: string) => body.sources.find(({ model }: { model: string }) => model === name).gaps
  const gap = (from: string, to: string) => ({ from: tokyo(from), to: tokyo(to) })
  expect(gapsOfModel('Tablet')).toEqual([gap('2026-11-15T00:00', '2026-11-17T10:00'), gap('2026-11-17T11:00', '2026-11-18T08:00')])
  expect(gapsOfModel('Old')).toEqual([gap('2026-11-15T00:00', '2026-11-21T01:00')])
})

test('on request, the measured value replaces one that was typed by hand, until a value is typed again', async () => {
  const day = '2026-11-09'
  const prefer = (kind: string, member: Member = hanako, typed?: unknown) =>
    member.request('PUT', '/api/device_days', { body: { user_id: hanako.id, day, kind, ...(typed !== undefined && { typed }) } })
  const type = (count: number) => hanako.request('POST', '/api/steps/bulk', { body: { user_id: hanako.id, steps: [{ measured_on: day, count }] } })
  await type(9_999)
  await testApp.context.db.execute(
    sql`insert into sleeps (user_id, started_at, ended_at) values (${hanako.id}, ${tokyo('2026-11-08T22:00')}, ${tokyo('2026-11-09T05:00')})`,
  )
  await testApp.context.db.execute(sql`
    insert into lifestyles (user_id, category_id, answered_at, value) select ${hanako.id}, id, ${tokyo('2026-11-09T00:00')}, 7 from lifestyle_categories where name = 'distance'`)
  const walk = ['2026-11-09T12:00', '2026-11-09T12:30'] as const
  await send([sample('steps', ...walk, 1_000), sample('distance', ...walk, 800), sample('sleep', '2026-11-08T23:00', '2026-11-09T06:00', 1)])
  for (const kind of ['steps', 'distance', 'sleep']) expect((await why(day, kind)).landing).toBe('kept')
  expect((await prefer('steps', testApp.taro)).status).toBe(404)
  const night = { started_at: tokyo('2026-11-08T22:00'), ended_at: tokyo('2026-11-09T05:00') }
  const distance = async () => {
    const { rows } = await testApp.context.db.execute(sql`
      select l.value from lifestyles l join lifestyle_categories c on c.id = l.category_id
      where l.user_id = ${hanako.id} and c.name = 'distance' and l.answered_at = ${tokyo('2026-11-09T00:00')}`)
    return rows
  }
  for (const [kind, typed] of Object.entries({
    steps: { value: 9_999, spans: [] },
    distance: { value: 7, spans: [] },
    sleep: { value: null, spans: [night] },
  })) {
    expect((await prefer(kind)).body).toMatchObject({ kind, landing: 'landed', removed: typed })
    // restores the typed value, then removes it again
    expect((await prefer(kind, hanako, typed)).body).toMatchObject({ kind, landing: 'kept', removed: null })
    if (kind === 'steps') expect(await stepsOn(day)).toMatchObject({ count: 9_999, origin: '' })
    if (kind === 'distance') expect(await distance()).toEqual([{ value: 7 }])
    expect((await prefer(kind)).body).toMatchObject({ landing: 'landed', removed: typed })
  }
  const wrong = {
    steps: { value: 1.5, spans: [] },
    sleep: { value: null, spans: [{ ...night, ended_at: tokyo('2026-11-10T05:00') }] },
    distance: { value: null, spans: [] },
  }
  for (const [kind, typed] of Object.entries(wrong)) expect((await prefer(kind, hanako, typed)).status).toBe(422)
  expect(await stepsOn(day)).toMatchObject({ count: 1_000, origin: 'Apple Watch Series 9' })
  expect((await list('/api/sleeps/daily')).find(({ woke_on }) => woke_on === day)).toMatchObject({ total_minutes: 420 })
  expect(await distance()).toEqual([{ value: 0.8 }])
  // nothing to replace
  expect((await prefer('steps')).body.landing).toBe('landed')
  await type(5_000)
  await send([sample('steps', '2026-11-09T13:00', '2026-11-09T13:10', 100)])
  expect([(await stepsOn(day))?.count, (await why(day, 'steps')).landing]).toEqual([5_000, 'kept'])
})

test('when a measured night replaces a typed one, the measured night of the day before, which the typed one overlapped, is stored too', async () => {
  const nightOf = async (day: string) => (await list('/api/sleeps/daily')).find(({ woke_on }) => woke_on === day)
  await testApp.context.db.execute(
    sql`insert into sleeps (user_id, started_at, ended_at) values (${hanako.id}, ${tokyo('2026-11-05T04:00')}, ${tokyo('2026-11-06T03:00')})`,
  )
  await send([sample('sleep', '2026-11-04T23:00', '2026-11-05T06:00', 1), sample('sleep', '2026-11-05T23:00', '2026-11-06T06:00', 1)])
  for (const day of ['2026-11-05', '2026-11-06']) expect((await why(day, 'sleep')).landing).toBe('kept')
  expect((await hanako.request('PUT', '/api/device_days', { body: { user_id: hanako.id, day: '2026-11-06', kind: 'sleep' } })).body.removed.spans).toHaveLength(
    1,
  )
  for (const day of ['2026-11-05', '2026-11-06']) expect(await nightOf(day)).toMatchObject({ total_minutes: 420 })
})

test('a number typed over a measured one is explained as counted, until the measured one is chosen or the typed one removed', async () => {
  const day = '2026-11-02'
  const night = sample('sleep', '2026-11-01T23:00', '2026-11-02T06:00', 1)
  await send([sample('steps', '2026-11-02T12:00', '2026-11-02T12:30', 1_000), night])
  const type = (count: number, more: object = {}) =>
    hanako.request('POST', '/api/steps/bulk', { body: { user_id: hanako.id, steps: [{ measured_on: day, count }], ...more } })
  const sleep = (bedtime: string | null, wake_time: string | null) =>
    hanako.request('PUT', '/api/sleeps/daily', { body: { user_id: hanako.id, woke_on: day, bedtime, wake_time } })
  await type(4_000)
  await sleep(tokyo('2026-11-01T22:00'), tokyo('2026-11-02T05:00'))
  expect((await testApp.runJobs()).filter((queue) => queue === 'device_days')).toHaveLength(1)
  for (const kind of ['steps', 'sleep']) expect(await why(day, kind)).toMatchObject({ landing: 'kept' })
  expect((await stepsOn(day))?.count).toBe(4_000)
  expect((await hanako.request('PUT', '/api/device_days', { body: { user_id: hanako.id, day, kind: 'steps' } })).body).toMatchObject({
    landing: 'landed',
    removed: { value: 4_000 },
  })
  await sleep(null, null)
  await testApp.runJobs()
  expect((await why(day, 'sleep')).landing).toBe('landed')
  expect((await list('/api/sleeps/daily')).find(({ woke_on }) => woke_on === day)).toMatchObject({ total_minutes: 420 })
  // neither a count of another origin nor one of a day without devices derives anything
  await type(3_000, { origin: '歩数計' })
  await hanako.request('POST', '/api/steps/bulk', { body: { user_id: hanako.id, steps: [{ measured_on: '2026-10-02', count: 1 }] } })
  expect(await testApp.runJobs()).not.toContain('device_days')
})
