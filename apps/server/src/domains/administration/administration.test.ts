import { tokyoDay } from '@sukoyaka/rules/time'
import type { FacilityInput } from '@sukoyaka/wire/boards/admin/facility'
import { sql } from 'drizzle-orm'
import type { FastifyReply } from 'fastify'
import { expect, test } from 'vitest'
import { openTestApp } from '../../../test/test-app.ts'
import { loadReference } from '../../reference/load.ts'
import { csvOf } from './csv.ts'

const testApp = await openTestApp()
const { hanako, staff } = testApp
const admin = {
  get: staff.admin.get,
  post: (url: string, body: object) => staff.admin.request('POST', url, { body }),
  put: (url: string, body: object) => staff.admin.request('PUT', url, { body }),
  remove: (url: string) => staff.admin.request('DELETE', url),
}

const course = {
  ...{ name: 'half_day', name_ja: '半日ドック', name_en: 'Half-day checkup', name_kr: '', kind: 'detail', price: 44_000 },
  ...{ precautions_ja: ['朝食をとらないでください。'], reservation_precaution_ja: '3日前までに予約してください。' },
  ...{ precautions_en: [], reservation_precaution_en: '' },
  ...{ lead_days: 3, lead_is_business: true, test_category_names: [], option_names: ['half_day_echo'] },
} satisfies FacilityInput['courses'][number]
const { kind: _, option_names: __, ...offered } = course
const option = {
  ...offered,
  name: 'half_day_echo',
  name_ja: '腹部エコー',
  name_en: '',
  price: 5500,
  precautions_ja: [],
  reservation_precaution_ja: '',
  lead_days: null,
}
const facility: FacilityInput = {
  ...{
    name_ja: '新設健診センター',
    name_kana: 'シンセツケンシンセンター',
    name_en: '',
    name_kr: '',
    visible: true,
    sort_number: 5,
    phone_number: '０３-００００-０００９',
  },
  address: { zip: '105-0001', prefecture: '東京都', city: '港区', street: '虎ノ門1-2-3', building: '' },
  ...{ access_text_ja: '虎ノ門駅から徒歩3分', access_text_en: '', access_url: '', map_url: '', additional_information_ja: '', additional_information_en: '' },
  courses: [course],
  options: [option],
  start_times: [{ weekday: 1, time: '09:00', capacity: 2 }],
  rules: [
    { type: 'national_holiday', weekdays: [], dates: [], from: null, to: null, days: null, is_business: false, time: null },
    { type: 'date_range_yearly', weekdays: [], dates: [], from: '12-29', to: '01-03', days: null, is_business: false, time: null },
  ],
  hours: [{ weekday: 1, opens: '08:30', closes: '17:00' }],
}
const add = async (input: object = facility) => admin.post('/api/admin/facilities', input)
const reload = async (...names: string[]) => {
  for (const name of names) await testApp.context.db.execute(sql`update reference_versions set hash = '' where name = ${name}`)
  await loadReference(testApp.context.db)
}

test('a facility that an administrator adds is returned with all fields, shown to patients while it is visible, and found by its kana', async () => {
  const { status, body } = await add()
  expect(status).toBe(201)
  expect(body).toMatchObject({
    ...facility,
    phone_number: '03-0000-0009',
    courses: [{ ...course, precautions_en: course.precautions_ja, reservation_precaution_en: course.reservation_precaution_ja }],
  })
  const shown = (await hanako.get(`/api/facilities/${body.id}`)).body
  expect(shown).toMatchObject({ display_name: '新設健診センター', start_times: [{ weekday: 1, time: '09:00', capacity: 2 }] })
  expect(JSON.parse(shown.courses[0].precautions)).toEqual({ precautions: course.precautions_ja, reservation_precaution: course.reservation_precaution_ja })
  expect(shown.courses[0].option_ids).toEqual(shown.options.map(({ id }: { id: number }) => id))
  const found = await admin.get(`/api/admin/facilities?q=${encodeURIComponent('しんせつ')}`)
  expect(found.body.items).toMatchObject([{ id: body.id, course_count: 1, option_count: 1 }])
  await admin.put(`/api/admin/facilities/${body.id}`, { ...body, id: undefined, visible: false })
  expect((await hanako.get(`/api/facilities/${body.id}`)).status).toBe(404)
})

test('English precautions that consist of spaces are replaced by the Japanese ones', async () => {
  const { status, body } = await add({
    ...facility,
    name_ja: '英語注意センター',
    options: [],
    courses: [{ ...course, name: 'spaces', option_names: [], precautions_en: [' ', '　'], reservation_precaution_en: ' ' }],
  })
  expect(status).toBe(201)
  expect(body.courses).toMatchObject([{ precautions_en: course.precautions_ja, reservation_precaution_en: course.reservation_precaution_ja }])
})

test('a change of a facility keeps the ids of its courses and removes missing courses, options and times; an older version gets 409', async () => {
  const { body } = await add({
    ...facility,
    courses: [
      { ...course, name: 'kept', option_names: ['other_echo'] },
      { ...course, name: 'gone', option_names: [] },
    ],
    options: [{ ...option, name: 'other_echo' }],
  })
  const courseIds = async () => (await hanako.get(`/api/facilities/${body.id}`)).body.courses.map(({ id }: { id: number }) => id)
  const [keptId] = await courseIds()
  const { id: _, ...input } = body
  const change = { ...input, name_ja: '改称健診センター', courses: [{ ...input.courses[0], price: 1 }], options: [], start_times: [] }
  const refused = await admin.put(`/api/admin/facilities/${body.id}`, change)
  expect([refused.status, refused.body.fields]).toEqual([422, { 'courses.0.option_names': [expect.any(String)] }])
  const saved = await admin.put(`/api/admin/facilities/${body.id}`, { ...change, courses: [{ ...change.courses[0], option_names: [] }] })
  expect(saved.status).toBe(200)
  expect(await courseIds()).toEqual([keptId])
  expect((await admin.put(`/api/admin/facilities/${body.id}`, input)).status).toBe(409)
  expect((await admin.get(`/api/admin/facilities/${body.id}`)).body).toMatchObject({ name_ja: '改称健診センター', options: [], start_times: [] })
})

test('rejects a facility with an error for every wrong field, and stores nothing', async () => {
  const count = async () => (await admin.get('/api/admin/facilities')).body.total_count
  const before = await count()
  const rule = facility.rules[1]!
  const { status, body } = await add({
    ...facility,
    name_ja: '　',
    phone_number: '123',
    courses: [{ ...course, test_category_names: ['none'] }, course],
    start_times: [...facility.start_times, ...facility.start_times],
    rules: [
      { ...rule, from: '02-30' },
      { ...rule, type: 'date_range', from: '2030-01-02', to: '2030-01-01' },
      { ...rule, type: 'weekday' },
      { ...rule, type: 'lead_days' },
    ],
    hours: [{ weekday: 1, opens: '17:00', closes: '08:30' }],
  })
  expect(status).toBe(422)
  expect(Object.keys(body.fields).sort()).toEqual(
    [
      'name_ja',
      'phone_number',
      'courses.0.test_category_names',
      'courses.1.name',
      'start_times.1.time',
      'rules.0.from',
      'rules.1.to',
      'rules.2.weekdays',
      'rules.3.days',
      'hours.0.closes',
    ].sort(),
  )
  expect(await count()).toBe(before)
})

test('an update of the reference data updates the plans that nobody edited, but no edited plan or facility', async () => {
  const { body: added } = await add({ ...facility, courses: [{ ...course, name: 'own_course', option_names: [] }], options: [] })
  const items = (await admin.get('/api/admin/facilities?q=みなとさくら')).body.items
  const { id: _, ...sakura } = (await admin.get(`/api/admin/facilities/${items[0].id}`)).body
  await admin.put(`/api/admin/facilities/${items[0].id}`, { ...sakura, name_ja: '改めたクリニック', courses: sakura.courses.slice(0, 1) })
  const plan = (await admin.get('/api/admin/plans')).body.items[0]
  const { service_name: ___, id: planId, ...planInput } = plan
  expect((await admin.put(`/api/admin/plans/${planId}`, { ...planInput, price: 1 })).body).toMatchObject({ price: 1 })
  expect((await admin.get('/api/admin/plans')).body.items).toContainEqual((await admin.get(`/api/admin/plans/${planId}`)).body)
  await testApp.context.db.execute(sql`update plans set price = 2 where id <> ${planId}`)
  await reload('facilities', 'plans')
  expect((await admin.get(`/api/admin/facilities/${items[0].id}`)).body).toMatchObject({
    name_ja: '改めたクリニック',
    visible: true,
    courses: [sakura.courses[0]],
  })
  expect((await admin.get(`/api/admin/facilities/${added.id}`)).body).toEqual(added)
  const prices = (await admin.get('/api/admin/plans')).body.items.map(({ id, price }: { id: number; price: number }) => [id === planId, price])
  expect(prices.filter(([isEdited]: [boolean]) => isEdited)).toEqual([[true, 1]])
  expect(prices.some(([, price]: [boolean, number]) => price === 2)).toBe(false)
})

test('the terms of a yearly plan must be whole years; an older plan with other terms names them when it is saved', async () => {
  const { body: plan } = await admin.get(`/api/admin/plans/${(await admin.get('/api/admin/plans?q=年払い')).body.items[0].id}`)
  const { id, service_name: _, updated_at, ...input } = plan
  const reasons = ['年払いのプランの月数は、12の倍数にしてください。']
  expect((await admin.post('/api/admin/plans', { ...input, contract_period: 18 })).body.fields).toEqual({ contract_period: reasons })
  expect((await admin.post('/api/admin/plans', { ...input, contract_period: 6, duration: 6, billing_cycle: 'monthly' })).status).toBe(201)
  await testApp.context.db.execute(sql`update plans set duration = 6 where id = ${id}`)
  const saved = await admin.put(`/api/admin/plans/${id}`, { ...input, duration: 6, name_en: 'Another name', updated_at })
  expect([saved.status, saved.body.fields]).toEqual([422, { duration: reasons }])
  expect((await admin.put(`/api/admin/plans/${id}`, { ...input, duration: 24, updated_at })).body).toMatchObject({ duration: 24 })
})

test('a contract can be added, changed and deleted; an overlapping one gets 422, an older version 409, and a used one cannot be deleted', async () => {
  const plan_id = (await admin.get('/api/admin/plans')).body.items[0].id
  const terms = { plan_id, started_on: '2001-04-01', ended_on: '2002-03-31', auto_update: false, next_payment_date: null }
  const { status, body } = await admin.post('/api/admin/contracts', { user_id: hanako.id, ...terms })
  expect([status, body.state, body.person.last_name]).toEqual([201, 'ended', '山田'])
  expect(body).toMatchObject(terms)
  const overlapping = await admin.post('/api/admin/contracts', { user_id: hanako.id, ...terms, started_on: '2002-03-31', ended_on: null })
  expect([overlapping.status, overlapping.body.code]).toEqual([422, 'contract_overlaps'])
  expect((await admin.post('/api/admin/contracts', { user_id: hanako.id, ...terms, started_on: '2002-04-01', ended_on: '2002-04-30' })).status).toBe(201)
  expect((await admin.post('/api/admin/contracts', { user_id: staff.doctor.id, ...terms })).status).toBe(404)
  const backwards = await admin.post('/api/admin/contracts', { user_id: hanako.id, ...terms, started_on: '1999-01-02', ended_on: '1999-01-01' })
  expect([backwards.status, backwards.body.fields]).toEqual([422, { ended_on: ['終了日は開始日以降にしてください。'] }])
  const unpaid = await admin.post('/api/admin/contracts', {
    user_id: hanako.id,
    ...terms,
    started_on: '2005-04-01',
    ended_on: '2006-03-31',
    next_payment_date: '2006-04-02',
  })
  expect([unpaid.status, Object.keys(unpaid.body.fields)]).toEqual([422, ['next_payment_date']])
  const change = { ...terms, ended_on: '2001-12-31', updated_at: body.updated_at }
  expect((await admin.put(`/api/admin/contracts/${body.id}`, change)).body).toMatchObject({ ended_on: '2001-12-31' })
  expect((await admin.put(`/api/admin/contracts/${body.id}`, change)).status).toBe(409)
  const named = await admin.get(`/api/admin/contracts?q=やまだ&state=ended&sort=started_on`)
  expect(named.body.items.map(({ started_on }: { started_on: string }) => started_on)).toEqual(expect.arrayContaining(['2001-04-01', '2002-04-01']))
  expect((await admin.remove(`/api/admin/contracts/${body.id}`)).status).toBe(204)
  const { id } = (await admin.post('/api/admin/contracts', { user_id: hanako.id, ...terms, started_on: '2003-04-01', ended_on: null })).body
  await testApp.context.db.execute(
    sql`with package as (insert into test_packages (user_id, kind, tested_at) values (${hanako.id}, 'general', now()) returning id)
      insert into plan_uses (contract_id, user_id, part, year_from, place, allowed, test_package_id)
      select ${id}, ${hanako.id}, 'full_checkup', '2026-04-01', 1, 1, id from package`,
  )
  expect((await admin.remove(`/api/admin/contracts/${id}`)).body.code).toBe('contract_used')
})

test('a version of a policy is added for a future day and can be deleted before that day', async () => {
  const texts = { title: '利用規約', summary: ['要点'], body: '第1条', changes: ['第1条を改めました。'] }
  const policy = { kind: 'usage_policy', effective_on: '2090-04-01', ja: { ...texts, title: '改定の規約' }, en: texts, kr: { ...texts, title: '규약' } }
  const early = await admin.post('/api/admin/policies', { ...policy, effective_on: '2020-01-01', kr: { ...texts, body: '　', changes: [] } })
  expect([early.status, Object.keys(early.body.fields).sort()]).toEqual([422, ['effective_on', 'kr.body', 'kr.changes']])
  const dayProblem = async (effective_on: string) => (await admin.post('/api/admin/policies', { ...policy, effective_on })).body.fields
  expect(await dayProblem(tokyoDay(new Date()))).toEqual({ effective_on: ['明日以降の日にしてください。'] })
  const { status, body } = await admin.post('/api/admin/policies', policy)
  expect([status, body.version]).toEqual([201, 2])
  expect(await dayProblem('2090-04-01')).toEqual({ effective_on: ['前の版の施行日より後の日にしてください。'] })
  const current = (await hanako.get('/api/usage_policies/current')).body
  expect(current.version).toBe(1)
  expect((await admin.get('/api/admin/policies?kind=usage_policy')).body.items).toMatchObject([
    { version: 2, state: 'future', agreement_count: 0 },
    { version: 1, state: 'current' },
  ])
  const foundBy = async (q: string) => (await admin.get(`/api/admin/policies?q=${encodeURIComponent(q)}`)).body.items.map(({ kind }: { kind: string }) => kind)
  expect([await foundBy('규약 改定'), await foundBy('新しい題')]).toEqual([['usage_policy'], []])
  expect((await admin.remove(`/api/admin/policies/${current.id}`)).body.code).toBe('policy_in_force')
  expect((await admin.remove(`/api/admin/policies/${body.id}`)).status).toBe(204)
})

test('a list of more rows than an export may have is refused, not cut', async () => {
  const columns = [{ name: 'name_ja', kind: 'line' as const, isRequired: true }]
  const items = Array.from({ length: 10_000 }, () => ({ name_ja: 'a' }))
  const exported = csvOf({ name: 'diseases', columns, language: 'ja', reply: {} as FastifyReply }, async (page) => ({ items, next_page: page + 1 }))
  await expect(exported).rejects.toMatchObject({ code: 'too_many_rows', status: 422 })
})

test('the CSV of a list has the rows of all pages, in the language of the request', async () => {
  const { total_count } = (await admin.get('/api/admin/contracts')).body
  const { text, headers } = await staff.admin.get('/api/admin/contracts/export?sort=started_on', { headers: { 'accept-language': 'en' } })
  expect(headers['content-disposition']).toContain('contracts.csv')
  const lines = text.trimEnd().split('\r\n')
  expect(lines).toHaveLength(total_count + 1)
  expect(lines[0]).toBe('\ufeffid,Patient,Plan,State,Starts on,Ends on,Renews automatically,Next card payment,Changed')
  const [contract] = (await staff.admin.get('/api/admin/contracts?sort=started_on', { headers: { 'accept-language': 'en' } })).body.items
  expect(contract.plan_name).toMatch(/^[\x20-\x7e]+$/)
  expect(lines[1]).toContain(`,${contract.plan_name},`)
  expect((await admin.get('/api/admin/facilities/export?q=%E3%81%BF%E3%81%AA%E3%81%A8')).text).toContain('みなと')
})
