import { expect, test } from 'vitest'
import { openTestApp } from '../../../test/test-app.ts'

test('a user above the limit of writes gets 429 until the minute is over or the clock is set back; reads and other users are not affected', async () => {
  let now = new Date('2026-11-20T03:00:00Z')
  const { hanako, taro } = await openTestApp({ env: { WRITES_PER_MINUTE: '3' }, overrides: { clock: () => now } })
  const write = (member: typeof hanako) => member.request('POST', '/api/visits', { body: { page: '/', user_id: member.id } })
  expect([(await write(hanako)).status, (await write(hanako)).status, (await write(hanako)).status]).toEqual([204, 204, 204])
  now = new Date('2026-11-20T03:00:20Z')
  expect(await write(hanako)).toMatchObject({ status: 429, body: { code: 'too_many' }, headers: { 'retry-after': '40' } })
  expect((await hanako.get('/api/users/me')).status).toBe(200)
  expect((await write(taro)).status).toBe(204)
  now = new Date('2026-11-20T03:01:00Z')
  expect((await write(hanako)).status).toBe(204)
  // the clock was set back
  now = new Date('2026-11-20T01:00:00Z')
  for (let i = 0; i < 3; i++) expect((await write(hanako)).status).toBe(204)
})
