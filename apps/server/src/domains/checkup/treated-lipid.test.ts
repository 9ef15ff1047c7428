import { resultStatus } from '@sukoyaka/wire/record/checkup'
import { expect, test } from 'vitest'
import { openTestApp } from '../../../test/test-app.ts'
import { systemScope } from '../../access/system-scope.ts'
import { test_packages } from './tables.ts'

test('a low LDL under treatment is healthy, also when it is derived only after the measured LDL of its day was deleted', async () => {
  const { context, hanako, staff } = await openTestApp({ overrides: { clock: () => new Date('2026-11-21T03:00:00Z') } })
  const [checkup] = await systemScope(context.db)
    .insert(test_packages)
    .values({ user_id: hanako.id, kind: 'detail', status: 0, location: 'クリニック', tested_at: '2026-11-01T00:00:00Z' })
    .returning()
  const intake = { user_id: hanako.id, name: 'ロスバスタチン', started_on: '2026-01-01' }
  expect((await staff.doctor.request('POST', '/api/medicine_intakes', { body: intake })).status).toBe(201)
  const [morning, later] = ['2026-11-01T00:00:00.000Z', '2026-11-01T01:00:00.000Z']
  const lipids = { total_cholesterol: 130, hdl_cholesterol: 60, triglyceride: 100 }
  const results = [
    ...Object.entries(lipids).map(([category_name, value]) => ({ category_name, value, recorded_at: morning })),
    { category_name: 'ldl_cholesterol', value: 65, recorded_at: later },
  ]
  const added = await staff.doctor.request('POST', '/api/test_results/bulk', { body: { user_id: hanako.id, test_package_id: checkup!.id, results } })
  expect(added.status).toBe(200)
  const measured = added.body.items.at(-1).result
  expect((await staff.doctor.request('DELETE', `/api/test_results/${measured.id}`)).status).toBe(204)
  const { body } = await staff.doctor.get(`/api/test_results?user_id=${hanako.id}&count=100&include=category`)
  const ldl = body.items.find(({ category }: { category: { name: string } }) => category.name === 'ldl_cholesterol')
  expect(ldl).toMatchObject({ value: 50, is_derived: true, recorded_at: morning, status: resultStatus.healthy })
})
