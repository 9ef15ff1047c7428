import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Member, openTestApp, type TestApp } from '../../../test/test-app.ts'
import { openSealed, sealingKey } from '../../config/seal.ts'
import { apiError } from '../../errors/api-error.ts'
import { accessTokenOf, refreshAll } from './actions/refresh-google.ts'

const watch = { maker: 'Apple', model: 'Apple Watch Series 9', app: 'ヘルスケア' }
const phone = { maker: 'Apple', model: 'iPhone 15', app: 'ヘルスケア' }
const now = '2026-11-20T16:00:00.000Z'
let testApp: TestApp
let hanako: Member, taro: Member

beforeAll(async () => {
  testApp = await openTestApp({ overrides: { clock: () => new Date(now) } })
  ;({ hanako, taro } = testApp)
})

type Sample = Record<string, unknown>
const minute = (at: string, minutes: number) => new Date(Date.parse(at) + minutes * 60_000).toISOString()
const steps = (record_id: string, started_at: string, value: number, extra: Sample = {}): Sample => ({
  record_id,
  type: 'steps',
  value,
  unit: 'count',
  started_at,
  ended_at: minute(started_at, 5),
  zone_offset: 540,
  source: watch,
  ...extra,
})
const send = (member: Member, samples: Sample[], extra: object = {}, path: '/apple_healthkits' | '/google_health_connect_values' = '/apple_healthkits') =>
  member.request('POST', path, { body: { user_id: hanako.id, samples, ...extra } })
const query = async (member: Member, body: object) => (await member.request('POST', '/apple_healthkits/query', { body: { user_id: hanako.id, ...body } })).body
const dirtyDays = async () =>
  (await testApp.context.db.execute<{ day: string }>(sql`select day::text from device_dirty_days where user_id = ${hanako.id} order by 1`)).rows.map(
    ({ day }) => day,
  )
const clean = () => testApp.context.db.execute(sql`delete from device_dirty_days`)

describe('samples', () => {
  const first = [
    steps('a-1', '2026-11-18T01:00:00Z', 100),
    steps('a-2', '2026-11-18T01:05:00Z', 50),
    steps('a-1', '2026-11-18T01:00:00Z', 90, { source: phone }),
  ]

  test('are stored once per person, source and record; revisions and deletions are applied and make the days dirty', async () => {
    expect(await send(hanako, first)).toMatchObject({ status: 201, body: { new: 3, same: 0, changed: 0, deleted: 0 } })
    expect(await dirtyDays()).toEqual(['2026-11-18'])
    await clean()
    expect((await send(hanako, first.toReversed())).body).toEqual({ new: 0, same: 3, changed: 0, deleted: 0 })
    expect(await dirtyDays()).toEqual([])
    // late, and revised to another day: the old and the new days become dirty
    const revised = [steps('a-2', '2026-11-16T15:05:00Z', 60), steps('a-3', '2026-11-10T00:00:00Z', 5)]
    expect((await send(hanako, revised, { deleted: ['a-1', 'unknown'] })).body).toEqual({ new: 1, same: 0, changed: 1, deleted: 2 })
    expect(await dirtyDays()).toEqual(['2026-11-10', '2026-11-16', '2026-11-17', '2026-11-18'])
    const { items } = await query(hanako, {})
    expect(items.map(({ record_id, value, unit, source }: Sample) => [record_id, value, unit, source])).toEqual([
      ['a-3', 5, 'count', watch],
      ['a-2', 60, 'count', watch],
    ])
  })

  test('belong to an existing source and are deleted with it', async () => {
    const { db } = testApp.context
    const insert = (source_id: number) =>
      db.execute(sql`insert into device_samples (source_id, record_id, type, value, started_at, ended_at, zone_offset)
        select ${source_id}, 'kept-' || n, 'steps', 1, now(), now(), 540 from generate_series(1, 3) n`)
    const { rows } = await db.execute<{ id: number }>(
      sql`insert into device_sources (user_id, channel, maker, model, app) values (${hanako.id}, 'google_fit', '', 'Gone', '') returning id`,
    )
    const { id } = rows[0]!
    await insert(id)
    const violation = { cause: expect.objectContaining({ code: '23503' }) }
    await expect(insert(999_999)).rejects.toMatchObject(violation)
    await expect(db.execute(sql`update device_samples set source_id = 999999 where source_id = ${id}`)).rejects.toMatchObject(violation)
    const samples = async () => (await db.execute(sql`select from device_samples where record_id like 'kept-%'`)).rowCount
    expect(await samples()).toBe(3)
    await db.execute(sql`delete from device_sources where id = ${id}`)
    expect(await samples()).toBe(0)
  })

  test('are converted to one unit, listed page by page, and filtered by type and time', async () => {
    const distances = Array.from({ length: 5 }, (_, index) =>
      steps(`d-${index}`, `2026-11-19T0${index}:00:00Z`, 0.5 + index, { type: 'distance', unit: 'km', source: phone }),
    )
    await send(hanako, [...distances, steps('w-1', '2026-11-19T00:00:00Z', 150, { type: 'body_weight', unit: 'lb', ended_at: '2026-11-19T00:00:00Z' })])
    const pages = [await query(hanako, { types: ['distance', 'body_weight'], limit: 4 })]
    pages.push(await query(hanako, { types: ['distance', 'body_weight'], limit: 4, after: pages[0].next }))
    expect(pages.flatMap(({ items }) => items.map(({ value, unit }: Sample) => `${value} ${unit}`))).toEqual([
      '500 m',
      '1500 m',
      '2500 m',
      '3500 m',
      '4500 m',
      '68.038856 kg',
    ])
    expect(pages[1].next).toBeNull()
    expect((await query(hanako, { types: ['distance'], from: '2026-11-19T01:00:00Z', to: '2026-11-19T03:00:00Z' })).items).toHaveLength(2)
    expect((await hanako.request('POST', '/apple_healthkits/query', { body: { user_id: hanako.id, after: 'e30' } })).body.fields).toEqual({
      after: [expect.any(String)],
    })
  })

  test.each<[string, Sample, string, string]>([
    ['in the future', { started_at: '2026-11-20T16:10:00Z', ended_at: '2026-11-20T16:20:00Z' }, 'started_at', 'in_future'],
    ['with an end in the future', { started_at: '2026-11-20T15:50:00Z', ended_at: '2026-11-20T16:20:00Z' }, 'ended_at', 'in_future'],
    ['with negative steps', { value: -1 }, 'value', 'too_small'],
    ['with 10^9 steps', { value: 1e9 }, 'value', 'too_large'],
    ['with half a step', { value: 1.5 }, 'value', 'not_a_step'],
    ['with an unknown unit', { unit: 'furlong' }, 'unit', 'unknown_unit'],
    ['with a unit of the prototype', { unit: 'constructor' }, 'unit', 'unknown_unit'],
    ['that end before they start', { ended_at: '2026-11-18T00:59:00Z' }, 'ended_at', 'before_start'],
    ['longer than a day', { ended_at: '2026-11-19T02:00:00Z' }, 'ended_at', 'over_a_day'],
    ['of an unknown type', { type: 'mood' }, 'type', 'not_allowed'],
    ['twice in a post', { record_id: 'good' }, 'record_id', 'twice'],
    ['with a zone that does not exist', { zone_offset: 900 }, 'zone_offset', 'too_large'],
  ])('%s are rejected with an error for the field, and nothing is stored', async (_, wrong, field, reason) => {
    const before = await query(hanako, {})
    const { status, body } = await send(hanako, [steps('good', '2026-11-18T01:00:00Z', 1), steps('bad', '2026-11-18T01:00:00Z', 1, wrong)])
    expect({ status, code: body.code }).toEqual({ status: 422, code: 'invalid' })
    const { text } = await send(hanako, [steps('good', '2026-11-18T01:00:00Z', 1), steps('bad', '2026-11-18T01:00:00Z', 1, wrong)])
    expect(Object.keys(JSON.parse(text).fields)).toEqual([`samples.1.${field}`])
    const reasons: Record<string, RegExp> = { in_future: /未来/, unknown_unit: /単位/, before_start: /開始/, over_a_day: /24時間/ }
    expect(body.fields[`samples.1.${field}`].join()).toMatch(reasons[reason] ?? /./)
    expect(await query(hanako, {})).toEqual(before)
  })

  test('of another patient cannot be sent or read by a patient, nor sent by an observer', async () => {
    const one = [steps('x', '2026-11-18T01:00:00Z', 1)]
    expect((await send(taro, one)).status).toBe(404)
    expect((await send(testApp.staff.observer, one)).status).toBe(403)
    expect((await taro.request('POST', '/apple_healthkits/query', { body: { user_id: hanako.id } })).status).toBe(404)
    expect((await taro.get(`/apple_healthkits/latest_posts?user_id=${hanako.id}`)).status).toBe(404)
  })

  test('are stored once when a phone sends the same post several times at once', async () => {
    const many = Array.from({ length: 50 }, (_, index) => steps(`c-${index}`, minute('2026-11-01T00:00:00Z', index * 5), 10))
    const counts = (await Promise.all([send(hanako, many), send(hanako, many.toReversed()), send(hanako, many)])).map(({ body }) => body)
    expect(counts.map(({ new: added }) => added).sort()).toEqual([0, 0, 50])
    expect(counts.reduce((sum, { same }) => sum + same, 0)).toBe(100)
  })

  test('are accepted up to 100,000 in a post, and a larger post is refused', async () => {
    const many = Array.from({ length: 100_000 }, (_, index) =>
      steps(`m-${index}`, minute('2025-01-01T00:00:00Z', index), 10, { ended_at: minute('2025-01-01T00:00:00Z', index + 1) }),
    )
    const { status, body } = await taro.request('POST', '/apple_healthkits', { body: { user_id: taro.id, samples: many } })
    expect({ status, body }).toEqual({ status: 201, body: { new: 100_000, same: 0, changed: 0, deleted: 0 } })
    const tooMany = await taro.request('POST', '/apple_healthkits', {
      body: { user_id: taro.id, samples: [...many, steps('more', '2026-11-18T01:00:00Z', 1)] },
    })
    expect([tooMany.status, Object.keys(tooMany.body.fields)]).toEqual([422, ['samples']])
  })
})

describe('times of synchronisation', () => {
  test('are returned for each type, with the time from which the phone should read again', async () => {
    const source = { maker: 'Google', model: 'Pixel 9', app: 'Fit' }
    await send(hanako, [steps('h-1', '2026-11-20T01:00:00Z', 100, { source })], { denied_types: ['sleep'] }, '/google_health_connect_values')
    const { items } = (await hanako.get('/google_health_connect_values/latest_posts')).body
    // a post without `denied_types` keeps the stored ones
    await send(hanako, [], {}, '/google_health_connect_values')
    const { channels } = (await hanako.get(`/api/device_syncs?user_id=${hanako.id}`)).body
    expect(channels.find(({ channel }: { channel: string }) => channel === 'health_connect').denied_types).toEqual(['sleep'])
    expect(items).toEqual([
      { type: 'steps', posted_at: '2026-11-20T16:00:00.000Z', last_ended_at: '2026-11-20T01:05:00.000Z', read_from: '2026-11-13T01:05:00.000Z' },
    ])
    const { body } = await hanako.get(`/google_health_connect_values/last_sync_times?keys[]=sleep&keys[]=steps&user_id=${hanako.id}`)
    expect(body.items).toEqual([
      { key: 'sleep', last_sync_time: null, read_from: null },
      { key: 'steps', last_sync_time: '2026-11-20T16:00:00.000Z', read_from: '2026-11-13T01:05:00.000Z' },
    ])
  })
})

describe('access to Google', () => {
  const scopes = async (member: Member) => (await member.get('/api/google_api_tokens/unauthorized_scopes')).body
  const begin = async (member: Member) => new URL((await member.request('POST', '/api/google_api_tokens/authorizations', { body: {} })).body.url)
  /** Ticks some of the scopes on the consent page. Returns what Google sends back. */
  const approve = async (url: URL, granted: string[]) => {
    expect((await fetch(url)).status).toBe(200)
    const fields = ['redirect_uri', 'state', 'code_challenge'].map((name): [string, string] => [name, url.searchParams.get(name)!])
    const response = await fetch(new URL('/approve', url), {
      method: 'POST',
      body: new URLSearchParams([...fields, ...granted.map((scope): [string, string] => ['scope', scope])]),
      redirect: 'manual',
    })
    return new URL(response.headers.get('location')!).searchParams
  }

  test('is granted with PKCE, once and only in the session that began it; the tokens are stored sealed', async () => {
    const { items, connected_at } = await scopes(hanako)
    expect({ count: items.length, connected_at }).toEqual({ count: 4, connected_at: null })
    const url = await begin(hanako)
    expect(url.searchParams.get('code_challenge_method')).toBe('S256')
    const answer = await approve(url, items.slice(1))
    const foreign = await taro.get(`/authorized_google?${answer}`)
    expect([foreign.status, foreign.body.code]).toEqual([422, 'google_state_invalid'])
    const ended = await hanako.get(`/authorized_google?${answer}`)
    expect([ended.status, ended.body.items]).toEqual([200, [items[0]]])
    expect((await hanako.get(`/authorized_google?${answer}`)).body.code).toBe('google_state_invalid')
    const { rows } = await testApp.context.db.execute<{ token: Buffer; scopes: string[] }>(
      sql`select sealed_access_token as token, scopes from google_api_tokens where user_id = ${hanako.id}`,
    )
    expect(rows[0]!.scopes).toEqual(items.slice(1))
    // a token in plain text would be base64url
    expect(rows[0]!.token.toString('latin1')).not.toMatch(/^[\w-]+$/)
    expect((await hanako.request('DELETE', '/api/google_api_tokens')).status).toBe(204)
    expect((await scopes(hanako)).items).toEqual(items)
  })

  const connect = async (member: Member) => {
    const url = await begin(member)
    const answer = await approve(url, url.searchParams.get('scope')!.split(' '))
    expect((await member.get(`/authorized_google?${answer}`)).status).toBe(200)
  }
  const expire = () => testApp.context.db.execute(sql`update google_api_tokens set expires_at = '2026-11-18T00:00:00Z'`)

  test('whose token expired is renewed by one caller, and the other callers wait for the new token', async () => {
    await connect(hanako)
    const google = testApp.context.google!
    let exchanges = 0
    const refresh: typeof google.refresh = (...request) => {
      exchanges++
      return google.refresh(...request)
    }
    const context = { ...testApp.context, google: { ...google, refresh } }
    const first = await accessTokenOf(context, hanako.id)
    expect([typeof first, exchanges]).toEqual(['string', 0])
    await expire()
    const tokens = new Set(await Promise.all(Array.from({ length: 5 }, () => accessTokenOf(context, hanako.id))))
    expect([tokens.size, exchanges, tokens.has(first)]).toEqual([1, 1, false])
    const { rows } = await testApp.context.db.execute<{ token: Buffer; refresh: Buffer }>(
      sql`select sealed_access_token as token, sealed_refresh_token as refresh from google_api_tokens`,
    )
    for (const sealed of Object.values(rows[0]!)) expect(sealed.toString('latin1')).not.toContain([...tokens][0])
    expect(await accessTokenOf(context, taro.id)).toBeUndefined()
    // Google does not answer: the state stays, and the next caller tries again
    await expire()
    const silent = { ...context, google: { ...google, refresh: () => Promise.reject(apiError('google_unreachable')) } }
    await expect(accessTokenOf(silent, hanako.id)).rejects.toMatchObject({ code: 'google_unreachable' })
    expect(await scopes(hanako)).toMatchObject({ refused_at: null, items: [] })
    expect(typeof (await accessTokenOf(context, hanako.id))).toBe('string')
  })

  test('that was revoked at Google is asked for again', async () => {
    await connect(hanako)
    const google = testApp.context.google!
    const settings = await google.settings()
    const { rows } = await testApp.context.db.execute<{ token: Buffer }>(sql`select sealed_refresh_token as token from google_api_tokens`)
    const token = openSealed(sealingKey(testApp.context.secret, 'google token'), rows[0]!.token)
    await fetch(new URL('/revoke', settings.token_url), { method: 'POST', body: new URLSearchParams({ token }) })
    await expire()
    await refreshAll(testApp.context, new AbortController().signal)
    const refused = await scopes(hanako)
    expect([refused.refused_at, refused.connected_at === null, refused.items.length]).toEqual([now, false, 4])
    expect(await accessTokenOf(testApp.context, hanako.id)).toBeUndefined()
    await connect(hanako)
    expect(await scopes(hanako)).toMatchObject({ refused_at: null, items: [] })
    expect(typeof (await accessTokenOf(testApp.context, hanako.id))).toBe('string')
    await hanako.request('DELETE', '/api/google_api_tokens')
  })

  test('is refused if the verifier does not belong to the code, and the state cannot be used again', async () => {
    const [mine, others] = [await begin(hanako), await begin(hanako)]
    const [code, state] = [(await approve(others, [])).get('code')!, mine.searchParams.get('state')!]
    const swapped = await hanako.get(`/authorized_google?${new URLSearchParams({ code, state })}`)
    expect([swapped.status, swapped.body.code]).toEqual([422, 'google_rejected'])
    expect((await hanako.get(`/authorized_google?${new URLSearchParams({ code, state })}`)).body.code).toBe('google_state_invalid')
    const hashes = await testApp.context.db.execute<{ hash: Buffer }>(sql`select state_hash as hash from google_authorizations`)
    const used = createHash('sha256').update(state).digest()
    expect(hashes.rows.some(({ hash }) => hash.equals(used))).toBe(false)
  })
})
