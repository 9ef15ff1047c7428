import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { asOwner } from '../../test/database.ts'
import { openTestApp } from '../../test/test-app.ts'

test('a full disk gives 503 with an error text for writes and reads, stores nothing partially, and the server recovers by itself', async () => {
  const { staff, hanako, request, context } = await openTestApp()
  const body = { user_id: hanako.id, content: '電話する', due_on: '2026-12-01' }
  await asOwner(
    context,
    `
    create function disk_full() returns trigger language plpgsql as $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$;
    create trigger full_disk before insert on audit_logs for each row execute function disk_full()`,
  )
  const written = await staff.nurse.request('POST', '/api/tasks', { body })
  expect(written).toMatchObject({ status: 503, body: { code: 'disk_full', error: expect.stringContaining('保存領域') }, headers: { 'retry-after': '15' } })
  expect(await staff.nurse.get(`/api/habit_goals?user_id=${hanako.id}`)).toMatchObject({ status: 503, body: { code: 'disk_full' } })
  expect(await request('GET', '/readyz')).toMatchObject({ status: 503, body: { code: 'disk_full' } })
  expect((await context.db.execute(sql`select 1 from tasks`)).rows).toEqual([])

  await asOwner(context, 'drop trigger full_disk on audit_logs')
  expect((await staff.nurse.request('POST', '/api/tasks', { body })).status).toBe(201)
  const now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockReturnValue(now + 10_000)
  expect((await request('GET', '/readyz')).status).toBe(503)
  clock.mockReturnValue(now + 15_001)
  expect((await request('GET', '/readyz')).status).toBe(200)
  vi.restoreAllMocks()
})
