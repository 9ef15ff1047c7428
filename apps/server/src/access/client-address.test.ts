import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openTestApp } from '../../test/test-app.ts'

test.each([
  ['off', '192.0.2.1', '127.0.0.1'],
  ['1', '192.0.2.1', '192.0.2.1'],
  ['1', '203.0.113.9, 192.0.2.1', '192.0.2.1'],
  ['127.0.0.0/8,10.0.0.0/8', '203.0.113.9, 192.0.2.1, 10.1.2.3', '192.0.2.1'],
])('with TRUST_PROXY=%s and the header X-Forwarded-For: %s, the address in the audit log is %s', async (TRUST_PROXY, forwarded, address) => {
  const { staff, hanako, context } = await openTestApp({ env: { TRUST_PROXY } })
  await staff.nurse.get(`/api/habit_goals?user_id=${hanako.id}`)
  const before = await context.db.execute<{ ip: string }>(sql`select distinct ip from audit_logs`)
  await staff.doctor.request('GET', `/api/habit_goals?user_id=${hanako.id}`, { headers: { 'x-forwarded-for': forwarded } })
  const { rows } = await context.db.execute<{ ip: string }>(sql`select ip from audit_logs where user_id = ${staff.doctor.id}`)
  expect(before.rows).toEqual([{ ip: '127.0.0.1' }])
  expect(rows).toEqual([{ ip: address }])
})
