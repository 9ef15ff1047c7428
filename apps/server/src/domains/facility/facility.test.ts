import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openTestApp } from '../../../test/test-app.ts'

const testApp = await openTestApp()
const { hanako, staff } = testApp

test('lists visible facilities in their own order and hides invisible ones', async () => {
  const { status, body } = await hanako.get('/api/facilities')
  expect(status).toBe(200)
  expect(body.items.map(({ name }: { name: string }) => name)).toEqual([
    'minato_sakura',
    'kitamachi_health',
    'yamate_ladies',
    'naniwa_central',
    'sakae_imaging',
    'hakata_bay',
    'sapporo_north',
  ])
  expect(body.items[0]).toMatchObject({ display_name: 'みなとさくらクリニック', address: { prefecture: '東京都' }, phone_number: '03-0000-0001' })
  expect(body.items[0]).not.toHaveProperty('courses')
  const { rows } = await testApp.context.db.execute<{ id: number }>(sql`select id from facilities where not visible`)
  const hidden = await hanako.get(`/api/facilities/${rows[0]!.id}`)
  const absent = await hanako.get('/api/facilities/987654')
  expect([hidden.status, hidden.text]).toEqual([404, absent.text])
  expect((await hanako.get(`/api/facilities/${rows[0]!.id}/facility_reservation_forbidden_rules`)).status).toBe(404)
})

test('returns a facility with courses, precautions, options per course, hours and start times', async () => {
  const id = (await hanako.get('/api/facilities')).body.items[0].id
  const { body } = await staff.trainer.get(`/api/facilities/${id}`, { headers: { 'accept-language': 'en' } })
  const [full, premium] = body.courses
  expect(full).toMatchObject({ display_name: 'Full health check', kind: 'detail', price: 49_500, lead_days: 7 })
  expect(JSON.parse(full.precautions).precautions).toContain('Do not eat breakfast on the day.')
  expect(JSON.parse(full.precautions).reservation_precaution).toBe('Please book at least seven days ahead.')
  const nameOf = (option_id: number) => body.options.find((option: { id: number }) => option.id === option_id).name
  expect(full.option_ids.map(nameOf)).toContain('minato_sakura_brain_mri')
  // this course includes the MRI, so it is no option
  expect(premium.option_ids.map(nameOf)).not.toContain('minato_sakura_brain_mri')
  expect(body.hours).toContainEqual({ weekday: 6, opens: '08:00', closes: '13:00' })
  expect(body.start_times).toContainEqual({ weekday: 1, time: '08:30', capacity: 3 })
})

test('returns the rules of a facility with the holidays', async () => {
  const id = (await hanako.get('/api/facilities')).body.items[0].id
  const { body } = await hanako.get(`/api/facilities/${id}/facility_reservation_forbidden_rules`)
  expect(body.items.map(({ type }: { type: string }) => type)).toEqual([
    'weekday',
    'national_holiday',
    'date_range_yearly',
    'lead_days',
    'change_cutoff',
    'date_range_yearly',
  ])
  const year = Number(new Date().getUTCFullYear())
  expect(body.holidays).toContainEqual({ day: `${year + 1}-01-01`, name: '元日' })
})
