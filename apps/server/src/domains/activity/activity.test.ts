import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Member, openTestApp, type TestApp } from '../../../test/test-app.ts'

let testApp: TestApp
let hanako: Member, taro: Member, trainer: Member

const putSteps = (member: Member, steps: object[], user_id = hanako.id) => member.request('POST', '/api/steps/bulk', { body: { user_id, steps } })
const list = async (member: Member, extra = '') => (await member.get(`/api/steps?user_id=${hanako.id}${extra}`)).body.items
const outcomes = (response: { body: { items: { outcome: string }[] } }) => response.body.items.map(({ outcome }) => outcome)

beforeAll(async () => {
  testApp = await openTestApp({ overrides: { clock: () => new Date('2026-11-20T16:00:00Z') } })
  ;({ hanako, taro } = testApp)
  ;({ trainer } = testApp.staff)
})

describe('steps', () => {
  test('are stored once per day, with the outcome new, same or changed', async () => {
    const days = [
      { measured_on: '2026-11-19', count: 5999 },
      { measured_on: '2026-11-20', count: 6000 },
    ]
    expect((await putSteps(hanako, days)).status).toBe(201)
    expect(outcomes(await putSteps(hanako, days))).toEqual(['same', 'same'])
    expect(
      outcomes(await putSteps(trainer, [...days.slice(0, 1), { measured_on: '2026-11-20', count: 6001 }, { measured_on: '2026-11-21', count: 10 }])),
    ).toEqual(['same', 'changed', 'new'])
    expect((await list(hanako)).map(({ measured_on, count, status }: Record<string, unknown>) => [measured_on, count, status])).toEqual([
      ['2026-11-21', 10, 2],
      ['2026-11-20', 6001, 0],
      ['2026-11-19', 5999, 2],
    ])
    expect(await list(hanako, '&count=1')).toHaveLength(1)
  })
  test.each([
    [
      'the same day twice',
      [
        { measured_on: '2026-11-01', count: 1 },
        { measured_on: '2026-11-01', count: 2 },
      ],
      'steps.1.measured_on',
    ],
    [
      'a day after today (Tokyo)',
      [
        { measured_on: '2026-11-01', count: 1 },
        { measured_on: '2026-11-22', count: 2 },
      ],
      'steps.1.measured_on',
    ],
    [
      'an impossible count',
      [
        { measured_on: '2026-11-01', count: 1 },
        { measured_on: '2026-11-02', count: 200_001 },
      ],
      'steps.1.count',
    ],
  ])('with %s are rejected as a whole', async (_, steps, field) => {
    const { status, body } = await putSteps(hanako, steps)
    expect({ status, fields: Object.keys(body.fields) }).toEqual({ status: 422, fields: [field] })
    expect((await list(hanako)).some(({ measured_on }: { measured_on: string }) => measured_on === '2026-11-01')).toBe(false)
  })
  test('of another patient cannot be written by a patient or an observer', async () => {
    expect((await putSteps(taro, [{ measured_on: '2026-11-18', count: 1 }])).status).toBe(404)
    expect((await putSteps(testApp.staff.observer, [{ measured_on: '2026-11-18', count: 1 }])).status).toBe(403)
  })
  test('are stored once when several devices send them at the same time', async () => {
    const days = Array.from({ length: 20 }, (_, index) => ({ measured_on: `2026-10-${String(index + 1).padStart(2, '0')}`, count: 7000 + index }))
    const responses = await Promise.all([putSteps(hanako, days), putSteps(hanako, days.toReversed()), putSteps(trainer, days)])
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201])
    expect((await list(hanako)).filter(({ measured_on }: { measured_on: string }) => measured_on.startsWith('2026-10'))).toHaveLength(20)
  })
})

describe('sleep', () => {
  beforeAll(async () => {
    for (const [from, to] of [
      ['2026-11-17T23:30+09:00', '2026-11-18T06:00+09:00'],
      ['2026-11-18T23:50+09:00', '2026-11-19T02:00+09:00'],
      ['2026-11-19T02:20+09:00', '2026-11-19T06:20+09:00'],
      ['2026-11-19T13:00+09:00', '2026-11-19T13:30+09:00'],
      ['2026-11-20T23:20+09:00', '2026-11-21T00:50+09:00'],
    ])
      await testApp.context.db.execute(sql`insert into sleeps (user_id, started_at, ended_at) values (${hanako.id}, ${from}, ${to})`)
  })
  const days = async (extra = '') => (await hanako.get(`/api/sleeps/daily?user_id=${hanako.id}${extra}`)).body.items as Record<string, unknown>[]

  test('is summed by the day of waking; the minutes of naps are also returned apart, and days without sleep are left out', async () => {
    const all = await days()
    expect(all.map(({ woke_on, total_minutes, nap_minutes, episodes }) => [woke_on, total_minutes, nap_minutes, episodes])).toEqual([
      ['2026-11-21', 90, 0, 1],
      ['2026-11-19', 400, 30, 3],
      ['2026-11-18', 390, 0, 1],
    ])
    expect(all[1]).toMatchObject({ bedtime: '2026-11-18T14:50:00.000Z', wake_time: '2026-11-18T21:20:00.000Z' })
  })
  test('by day is limited to `limit` days before `before`', async () => {
    expect((await days('&limit=2')).map(({ woke_on }) => woke_on)).toEqual(['2026-11-21', '2026-11-19'])
    expect((await days('&before=2026-11-21&limit=1'))[0]).toMatchObject({ woke_on: '2026-11-19', episodes: 3 })
    expect(await days('&before=2026-11-18')).toEqual([])
  })
  test('is returned as recorded, newest first; `before` is the last start time of the page before', async () => {
    const read = async (extra: string) => (await hanako.get(`/api/sleeps?user_id=${hanako.id}${extra}`)).body.items
    const first = await read('&limit=3')
    expect(first.map(({ is_nap }: { is_nap: boolean }) => is_nap)).toEqual([false, true, false])
    expect(await read(`&before=${first[2].started_at}`)).toHaveLength(2)
    expect((await taro.get(`/api/sleeps?user_id=${hanako.id}`)).status).toBe(404)
  })
})

describe('a night entered by hand', () => {
  const night = (bedtime: string | null, wake_time: string | null, woke_on = '2026-11-20') => ({ user_id: hanako.id, woke_on, bedtime, wake_time })
  const enter = (member: Member, body: object) => member.request('PUT', '/api/sleeps/daily', { body })
  beforeAll(() => testApp.context.db.execute(sql`delete from sleeps`))
  const nights = async () =>
    (await hanako.get(`/api/sleeps?user_id=${hanako.id}`)).body.items
      .filter(({ origin }: Record<string, string>) => origin === '')
      .map(({ started_at, ended_at }: Record<string, string>) => [started_at, ended_at])

  test('replaces the earlier entry of its day of waking up, or removes it; the sleep of a device stays', async () => {
    await testApp.context.db.execute(
      sql`insert into sleeps (user_id, started_at, ended_at, origin) values (${hanako.id}, '2026-11-19T15:00:00Z', '2026-11-19T22:00:00Z', 'watch')`,
    )
    const { status, body } = await enter(hanako, night('2026-11-19T14:10:00Z', '2026-11-19T21:20:00Z'))
    // 23:10 by hand to 07:00 by the watch
    expect([status, body.items[0]]).toEqual([200, expect.objectContaining({ woke_on: '2026-11-20', total_minutes: 470, episodes: 1 })])
    await enter(trainer, night('2026-11-19T15:30:00Z', '2026-11-19T21:00:00Z'))
    await enter(hanako, night('2026-11-18T14:00:00Z', '2026-11-18T21:00:00Z', '2026-11-19'))
    expect(await nights()).toEqual([
      ['2026-11-19T15:30:00.000Z', '2026-11-19T21:00:00.000Z'],
      ['2026-11-18T14:00:00.000Z', '2026-11-18T21:00:00.000Z'],
    ])
    expect((await enter(hanako, night(null, null))).body.items[0]).toMatchObject({ total_minutes: 420 })
    expect((await enter(hanako, night(null, null, '2026-11-19'))).body.items).toEqual([])
    expect(await nights()).toEqual([])
  })

  test.each([
    ['the end before the start', '2026-11-19T21:20:00Z', '2026-11-19T14:10:00Z', 'wake_time'],
    ['more than a day', '2026-11-18T10:00:00Z', '2026-11-19T21:20:00Z', 'wake_time'],
    ['another day of waking up', '2026-11-19T14:10:00Z', '2026-11-19T14:50:00Z', 'wake_time'],
    ['the future', '2026-11-20T14:10:00Z', '2026-11-20T21:20:00Z', 'wake_time'],
    ['no bedtime', null, '2026-11-19T21:20:00Z', 'bedtime'],
  ])('is refused with %s', async (problem, bedtime, wake_time, field) => {
    const woke_on = problem === 'the future' ? '2026-11-21' : '2026-11-20'
    expect((await enter(hanako, night(bedtime, wake_time, woke_on))).body).toMatchObject({ code: 'invalid', fields: { [field]: [expect.any(String)] } })
  })

  test('is not entered by another patient or a concierge', async () => {
    const body = night('2026-11-19T14:10:00Z', '2026-11-19T21:20:00Z')
    expect((await enter(taro, body)).status).toBe(404)
    expect((await enter(testApp.staff.concierge, body)).status).toBe(403)
    expect(await nights()).toEqual([])
  })
})
