import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { formOf } from '../../../test/form.ts'
import { openTestApp } from '../../../test/test-app.ts'
import { loadReference } from '../../reference/load.ts'

const { hanako, staff, context } = await openTestApp()
await loadReference(context.db)

test('the form counts everything that a part would show: also past illnesses, and findings without a picture', async () => {
  const { rows } = await context.db.execute<{ id: number }>(sql`select min(id)::int as id from diseases`)
  const illness = { user_id: hanako.id, disease_id: rows[0]!.id, diagnosed_on: '2019-04', recovered_on: '2020-05' }
  expect((await staff.doctor.request('POST', '/api/past_illnesses', { body: illness })).status).toBe(201)
  const category = (await staff.doctor.get('/api/image_test_result_categories')).body.items[0]
  const fields = { user_id: hanako.id, category_id: category.id, recorded_at: '2026-10-01T00:00:00Z', finding: '軽い胃炎' }
  const content = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#a33' } })
    .jpeg()
    .toBuffer()
  const { body } = await staff.nurse.request('POST', '/api/image_test_results', { body: formOf(fields, 'images[]', { filename: 'a.jpg', content }) })
  expect((await staff.nurse.request('DELETE', `/api/image_test_results/${body.id}/images/${body.images[0].id}`)).status).toBe(204)
  const { illnesses, images } = (await hanako.get('/api/share_contents')).body
  expect(illnesses).toEqual({ problems: 0, high_risks: 0, past: 1, family: 0 })
  expect(images).toEqual({ results: 1, images: 0 })
})
