import pg from 'pg'
import { expect, test } from 'vitest'
import { openTestApp } from '../../test/test-app.ts'
import { eventually } from '../../test/wait-until.ts'

test('a statement that PostgreSQL cancels for its time limit gives 503 with a time to retry', async () => {
  const { context, hanako } = await openTestApp()
  const owner = new pg.Client({ connectionString: context.pool.options.connectionString! })
  await owner.connect()
  await owner.query('begin')
  await owner.query('lock table habit_goals in access exclusive mode')
  const waiting = hanako.get(`/api/habit_goals?user_id=${hanako.id}`)
  // the error is the same as that of statement_timeout
  await eventually(async () => {
    const { rows } = await owner.query(
      "select pg_cancel_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database() and application_name = 'sukoyaka'",
    )
    expect(rows.length).toBeGreaterThan(0)
  })
  const { status, body, headers } = await waiting
  await owner.end()
  expect([status, body.code, headers['retry-after']]).toEqual([503, 'unavailable', '5'])
  expect((await hanako.get(`/api/habit_goals?user_id=${hanako.id}`)).status).toBe(200)
})
