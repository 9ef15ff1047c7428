import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openTestApp } from '../../../test/test-app.ts'
import { reportJobs } from './jobs.ts'

test('a report whose job is given up has failed at once; it is made if the job is run again', async () => {
  const { hanako, staff, context } = await openTestApp()
  await context.db.execute(sql`insert into test_packages (user_id, kind, status, tested_at, released_at) values (${hanako.id}, 'detail', 0, now(), now())`)
  const { rows } = await context.db.execute<{ id: number }>(sql`
    insert into checkup_reports (user_id, test_package_id, kind, language, edition, content_hash)
    select ${hanako.id}, max(id), 'doctor', 'ja', 1, 'x' from test_packages where user_id = ${hanako.id} returning id`)
  const id = Number(rows[0]!.id)
  await context.db.execute(sql`delete from events`)
  for (const { giveUp } of reportJobs) await giveUp!(context, { id })
  expect((await staff.doctor.get(`/api/checkup_reports?user_id=${hanako.id}`)).body.items).toMatchObject([{ id, state: 'failed' }])
  expect((await context.db.execute(sql`select changes from events`)).rows).toEqual([{ changes: ['checkup_reports'] }])
  for (const { work } of reportJobs) await work(context, { id }, new AbortController().signal)
  expect((await staff.doctor.get(`/api/checkup_reports?user_id=${hanako.id}`)).body.items).toMatchObject([{ id, state: 'ready', url: expect.any(String) }])
})
