import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { addContract } from '../../../../test/payment/contract.ts'
import { openTestApp } from '../../../../test/test-app.ts'

test('a merge warns of contracts that would be charged at the same time', async () => {
  const testApp = await openTestApp()
  const [a, b] = [await testApp.add({ role: 'patient' }), await testApp.add({ role: 'patient' })]
  const warnings = async () => (await testApp.staff.admin.get(`/api/admin/merge_preview?kept_id=${a.id}&duplicate_id=${b.id}`)).body.warnings
  await addContract(testApp, a.id, { chat: true })
  expect(await warnings()).not.toContain('contracts')
  await addContract(testApp, b.id, { chat: true })
  expect(await warnings()).toContain('contracts')
  await testApp.context.db.execute(sql`update contracts set ended_at = now() where user_id = ${b.id}`)
  expect(await warnings()).not.toContain('contracts')
})
