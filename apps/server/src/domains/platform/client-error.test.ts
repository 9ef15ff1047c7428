import { beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})

test('accepts 30 of 40 concurrent reports, answers the rest with 429 and blocks no other request', async () => {
  const report = () => world.ask('POST', '/api/client_errors', { body: { kind: 'FETCH_ERROR' } })
  const answers = await Promise.all([...Array.from({ length: 40 }, report), world.hanako.get('/api/users/me')])
  const count = (wanted: number) => answers.filter(({ status }) => status === wanted).length
  expect([count(204), count(429), count(200)]).toEqual([30, 10, 1])
})
