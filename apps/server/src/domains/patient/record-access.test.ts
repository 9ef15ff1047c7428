import type { Reply } from '@sukoyaka/wire/endpoint'
import type { listRecordAccesses } from '@sukoyaka/wire/people/record-access'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
const accesses = async (person: TestApp['hanako'], query = '') => (await person.get(`/api/record_accesses${query}`)).body

test('a patient sees who read or changed their record, not their own accesses, lists, refusals or other patients', async () => {
  const { hanako, taro, staff } = testApp
  await hanako.get(`/api/test_results?user_id=${hanako.id}`)
  await staff.nurse.get(`/api/message_rooms/list`)
  const { body } = await staff.concierge.get(
    `/api/similar_patients?last_name_kana=${encodeURIComponent('やまだ')}&first_name_kana=${encodeURIComponent('はなこ')}`,
  )
  expect(body.items).toMatchObject([{ patient: { id: hanako.id } }])
  const choice = { patient_ids: [hanako.id] }
  await staff.nurse.request('POST', '/api/bulk_messages/preview', { body: { choice, body: '休診' } })
  const bulk = await staff.doctor.request('POST', '/api/bulk_messages', { body: { choice, body: '休診' } })
  expect((await staff.concierge.get(`/api/bulk_messages/${bulk.body.id}/choice`)).body.patients).toMatchObject([{ id: hanako.id }])
  expect((await staff.concierge.get(`/api/bulk_messages/${bulk.body.id}/recipients`)).body.items).toMatchObject([{ patient: { id: hanako.id } }])
  await staff.nurse.get(`/api/symptoms?user_id=${hanako.id}`)
  await staff.nurse.get(`/api/symptoms?user_id=${taro.id}`)
  await staff.doctor.get(`/api/test_results?user_id=${hanako.id}`)
  await staff.doctor.request('POST', '/api/allergy_reactions', { body: { user_id: hanako.id, kind: 'medicine', is_occured: true, description: 'ペニシリン' } })
  await taro.get(`/api/test_results?user_id=${hanako.id}`)
  const { items, people, care_team, next_before } = await accesses(hanako)
  const seen = (items as Reply<typeof listRecordAccesses>['items']).map(({ person, read, changed, is_care_team }) => ({
    role: person.role,
    read,
    changed,
    is_care_team,
  }))
  expect(seen).toEqual([
    { role: 'doctor', read: ['results'], changed: ['allergies'], is_care_team: false },
    { role: 'nurse', read: ['symptoms'], changed: [], is_care_team: false },
  ])
  expect({ people, care_team, next_before }).toEqual({ people: 2, care_team: 0, next_before: null })
  expect((await accesses(taro)).items).toHaveLength(1)
  expect(await accesses(staff.nurse)).toMatchObject({ items: [], people: 0 })
})

test('pages through the audit log by time', async () => {
  const { hanako, staff, context } = testApp
  await context.db.execute(sql`
    insert into audit_logs (at, user_id, patient_id, action, outcome, status)
    select timestamptz '2026-01-01' + make_interval(hours => i), ${staff.nurse.id}, ${hanako.id}, 'GET /api/steps', 'done', 200 from generate_series(1, 350) i`)
  const first = await accesses(hanako)
  const second = await accesses(hanako, `?before=${encodeURIComponent(first.next_before)}`)
  expect(second.next_before).toBeNull()
  expect(new Set([...first.items, ...second.items].map(({ id }: { id: number }) => id)).size).toBe(352)
})

test('loses no access of a moment that two pages share', async () => {
  const { taro, staff, context } = testApp
  const calls = ['GET /api/steps', 'GET /api/symptoms', 'GET /api/kartes']
  // the 299th to 301st of the newest rows have the same time
  await context.db.execute(sql`
    insert into audit_logs (at, user_id, patient_id, action, outcome, status)
    select at, ${staff.nurse.id}, ${taro.id}, action, 'done', 200 from (
      select timestamptz '2099-01-01' - make_interval(hours => i) as at, 'GET /api/tasks' as action from generate_series(1, 298) i
      union all
      select '2098-01-01', action from unnest(${sql.param(calls)}::text[]) action
    ) accesses`)
  const { next_before } = await accesses(taro)
  const second = await accesses(taro, `?before=${encodeURIComponent(next_before)}`)
  expect(second.items[0].read).toEqual(['symptoms', 'activity', 'notes'])
})
