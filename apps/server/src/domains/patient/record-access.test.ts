import { endpoints } from '@sukoyaka/wire/all'
import { type Endpoint, isReading, type Reply } from '@sukoyaka/wire/endpoint'
import type { listRecordAccesses } from '@sukoyaka/wire/people/record-access'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
const accesses = async (person: TestApp['hanako'], query = '') => (await person.get(`/api/record_accesses${query}`)).body

test('a patient sees who read or changed their record, not their own accesses, lists, refused calls or accesses to others', async () => {
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

test('a call that either lists patients or names one counts as an access only if it names one', async () => {
  const ichiro = await testApp.add({ role: 'patient', last_name: '一郎', first_name: '木村' })
  const { concierge, doctor, nurse } = testApp.staff
  expect((await doctor.request('POST', '/api/tasks', { body: { user_id: ichiro.id, content: '電話' } })).status).toBe(201)
  const lists = ['/api/tasks', '/api/notifications', '/api/today/no_data?scope=all', '/api/message_reminders']
  for (const path of lists) for (const person of [concierge, nurse]) expect([path, (await person.get(path)).status]).toEqual([path, 200])
  const { rows } = await testApp.context.db.execute<{ action: string }>(
    sql`select distinct action from audit_logs where patient_id = ${ichiro.id} and user_id = ${concierge.id} order by action`,
  )
  expect(rows.map(({ action }) => action)).toEqual(['GET /api/tasks (list)'])
  const seen = async () => (await accesses(ichiro)).items.map(({ person }: { person: { id: number } }) => person.id)
  expect(await seen()).toEqual([doctor.id])
  await nurse.get(`/api/tasks?user_id=${ichiro.id}`)
  expect(await seen()).toEqual([nurse.id, doctor.id])
})

/**
 * Reads that list no patients although their input need not name one: they concern nobody, the patients that the input names or the caller, or return counts
 * or passages found in records. Downloads (`/export`) are left out of the check: a patient sees them as accesses.
 */
const readsOfNoList = new Set(
  [
    '/api/invite_requests /api/canned_replies /api/karte_templates /api/results_imports /api/audit_logs /fhir/R4/$export /api/contracts /payment_sources',
    '/api/stripe_payments /api/shop/cart_items /api/shop/cart_calculations /api/shop/coupons/valid /api/shop/orders /api/shop/regular_deliveries',
    '/api/message_rooms/unread_count /api/message_rooms/unread_notifiable_count /api/badges /api/messages/search /api/message_notes/search',
    '/api/kartes/search /api/data_entry_requests /apple_healthkits/latest_posts /google_health_connect_values/latest_posts /api/health_records',
    '/api/admin/facilities /api/admin/services /api/admin/plans /api/admin/merge_preview /api/admin/views /api/admin/connected_apps /api/admin/policies',
    '/api/admin/system /api/admin/failed_jobs /api/admin/diseases /api/admin/image_categories /api/admin/test_categories /api/admin/canned_replies',
    '/api/admin/emoticons /api/admin/goal_templates /api/admin/record_templates /api/admin/result_categories /api/admin/reference_ranges',
    '/api/admin/products /api/admin/product_categories /api/admin/coupons /api/admin/delivery_rules',
  ].flatMap((paths) => paths.split(' ')),
)

test('each read that may concern several patients declares whether it lists them (`listsPatients`)', () => {
  const isNamed = ({ path, query, body }: Endpoint) =>
    path.includes('/:') || [...(query?.required ?? []), ...(body?.required ?? [])].some((name) => ['user_id', 'patient_id', 'interviewee_id'].includes(name))
  const undecided = endpoints.flatMap(({ endpoint }) => {
    const { path, permission, listsPatients } = endpoint
    const isOwn = permission === 'public' || permission === 'catalogue.read' || (permission.endsWith('.own') && path !== '/api/notifications')
    return isReading(endpoint) && !listsPatients && !isOwn && !isNamed(endpoint) && !path.endsWith('/export') ? [path] : []
  })
  expect(undecided.filter((path) => !readsOfNoList.has(path))).toEqual([])
  for (const { path, query, listsPatients } of endpoints.map(({ endpoint }) => endpoint))
    if (typeof listsPatients === 'object') expect([path, Object.keys(query?.properties ?? {})]).toEqual([path, expect.arrayContaining([listsPatients.unless])])
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

test('loses no access when rows with the same time fall on two pages', async () => {
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

test('pages through more openings of shares than a page holds, even if all rows of a page have the same time', async () => {
  const { hanako, context } = testApp
  await context.db.execute(sql`
    insert into audit_logs (at, patient_id, action, outcome, status)
    select timestamptz '2025-01-01' + make_interval(hours => i), ${hanako.id}::bigint, 'POST /share/:token', 'done', 200 from generate_series(1, 250) i
    union all select '2024-01-01', ${hanako.id}::bigint, 'POST /share/:token', 'done', 200 from generate_series(1, 310)
    union all select '2023-01-01', ${hanako.id}::bigint, 'POST /share/:token', 'done', 200`)
  const ats: string[] = []
  for (let before: string | null = ''; before !== null; ) {
    const page: { share_openings: { at: string }[]; next_before: string | null } = await accesses(hanako, before && `?before=${encodeURIComponent(before)}`)
    ats.push(...page.share_openings.map(({ at }) => at))
    before = page.next_before
  }
  const countIn = (year: string) => ats.filter((at) => at.startsWith(year)).length
  // of more than 300 rows with the same time, 300 are listed
  expect([countIn('2025'), countIn('2024'), countIn('2023')]).toEqual([250, 300, 1])
})
