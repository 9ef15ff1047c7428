import { InputObject, Instant } from '@sukoyaka/wire/endpoint'
import { expect, test } from 'vitest'
import { openTestApp } from '../../test/test-app.ts'
import { validator } from './validate.ts'

const errorCodeOf = (at: string) => {
  try {
    return validator(InputObject({ at: Instant }), 'body')({ at }) && 'accepted'
  } catch (error) {
    return (error as { code: string }).code
  }
}

test.each(['2026-01-10T00:00:00Z', '2026-01-10T09:00:00+09:00', '2026-01-10T00:00:00.123Z', '1968-03-13T00:00:00Z', '2020-01-01T00:00:00+14:00'])(
  'accepts the instant %s',
  (at) => {
    expect(errorCodeOf(at)).toBe('accepted')
  },
)

// PostgreSQL has no year 0 and no offset of 16 hours or more, but accepts second 60; JavaScript does the opposite
test.each([
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+09:00',
  '1799-12-31T23:59:59Z',
  '2016-12-31T23:59:60Z',
  '2020-02-30T00:00:00Z',
  '2020-01-01T24:00:00Z',
  '2020-01-01T00:00:00+23:59',
  '9999-12-31T23:59:59-12:00',
  '9999-12-31T23:59:59Z',
  '2020-01-01 00:00:00Z',
  '2020-01-01T00:00:00',
])('rejects the instant %s', (at) => {
  expect(errorCodeOf(at)).toBe('invalid')
})

test('the error for a missing query parameter names the parameter', async () => {
  const { staff } = await openTestApp()
  for (const path of ['/api/test_results', '/api/steps?count=3', '/api/questionnaires?'])
    expect((await staff.doctor.get(path)).body).toEqual({ code: 'malformed', error: expect.stringMatching(/ \(user_id\)$/) })
})

test('endpoints reject an impossible instant in a body and in a query', async () => {
  const { hanako, staff } = await openTestApp()
  const { doctor } = staff
  for (const at of ['0000-01-01T00:00:00Z', '2016-12-31T23:59:60Z', '2020-01-01T00:00:00+23:59', '9999-12-31T23:59:59-12:00']) {
    const body = { user_id: hanako.id, results: [{ category_name: 'uric_acid', value: 5, recorded_at: at }] }
    expect((await doctor.request('POST', '/api/test_results/bulk', { body })).status).toBe(422)
    expect((await hanako.get(`/api/lifestyles?user_id=${hanako.id}&before=${encodeURIComponent(at)}`)).status).toBe(400)
    expect((await hanako.get(`/api/sleeps?user_id=${hanako.id}&before=${encodeURIComponent(at)}`)).status).toBe(400)
  }
})
