import { sql } from 'drizzle-orm'
import ICAL from 'ical.js'
import { beforeAll, expect, test } from 'vitest'
import { type Member, openTestApp, type TestApp } from '../../../../test/test-app.ts'

// a Saturday, noon in Tokyo
let now = new Date('2026-11-21T03:00:00Z')
const testAppReady = openTestApp({ overrides: { clock: () => now } })
let testApp: TestApp
let hanako: Member, taro: Member, nurse: Member, concierge: Member
// biome-ignore lint/suspicious/noExplicitAny: what is read of it is asserted
let facility: any, imaging: any
const instantAt = (day: string, time = '09:00') => new Date(`${day}T${time}:00+09:00`).toISOString()

beforeAll(async () => {
  testApp = await testAppReady
  ;({ hanako, taro } = testApp)
  ;({ nurse, concierge } = testApp.staff)
  const { items } = (await nurse.get('/api/facilities?include=courses,options')).body
  facility = items[0]
  imaging = items.find(({ name }: { name: string }) => name === 'sakae_imaging')
  await addContract(hanako, 'premium_yearly')
})

const addContract = (member: Member, plan: string) =>
  testApp.context.db.execute(
    sql`insert into contracts (user_id, plan_id, auto_update, started_at, ended_at) select ${member.id}, id, true, '2026-04-01T00:00:00+09', '2027-04-01T00:00:00+09' from plans where name = ${plan}`,
  )
const courseOf = (name: string, at = facility) => at.courses.find((course: { name: string }) => course.name === name).id
const optionOf = (name: string, at = facility) => at.options.find((option: { name: string }) => option.name === name).id
const add = (body: object, member = nurse) => member.request('POST', '/api/test_packages', { body: { user_id: hanako.id, ...body } })
const simplePackage = (extra: object = {}) => ({ facility_id: facility.id, course_id: courseOf('minato_sakura_simple'), ...extra })
const change = (id: number, body: object, member = nurse) => member.request('PUT', `/api/test_packages/${id}`, { body })
const quota = async (member: Member = hanako) =>
  Object.fromEntries(
    (await member.get(`/api/checkup_quota?user_id=${member.id}`)).body.items.map((item: { kind: string; left: number }) => [item.kind, item.left]),
  )
const slotsLeftAt = async (datetime: string, at = facility) => {
  const day = new Date(Date.parse(datetime) + 9 * 3_600_000).toISOString().slice(0, 10)
  const { items } = (await hanako.get(`/api/facilities/${at.id}/openings?from=${day}&to=${day}`)).body
  return items.find(({ starts_at }: { starts_at: string }) => starts_at === datetime)?.left
}

test('a booked checkup keeps the texts of its course and options, has their tests and takes a slot', async () => {
  const starts = instantAt('2026-12-09')
  const { status, body } = await add({
    kind: 'detail',
    facility_id: facility.id,
    course_id: courseOf('minato_sakura_full'),
    option_ids: [optionOf('minato_sakura_endoscopy_sedation'), optionOf('minato_sakura_psa')],
    included_in_plan: true,
    tested_at: starts,
  })
  expect(status).toBe(201)
  expect(body).toMatchObject({
    status: 2,
    included_in_plan: true,
    location: 'みなとさくらクリニック',
    menu_text: '人間ドックコース／胃内視鏡（鎮静剤あり）／PSA',
    facility: { display_name: 'みなとさくらクリニック', map_url: expect.stringContaining('https://') },
    // seven days before the checkup, at 17:00
    change_until: instantAt('2026-12-02', '17:00'),
  })
  expect(JSON.parse(body.course.body_local).precautions).toContain('検査当日は朝食をとらずにお越しください。')
  const names = body.tests.map(({ name }: { name: string }) => name)
  expect(names).toContain('upper_gi_endoscopy')
  expect(body.tests.every((item: { tested_at: string }) => item.tested_at === starts)).toBe(true)
  expect(await slotsLeftAt(starts)).toBe(2)
  expect(await quota()).toEqual({ detail: 0, followup: 3 })
  // the course is renamed afterwards
  await testApp.context.db.execute(sql`update facility_courses set name_ja = '別のコース' where id = ${courseOf('minato_sakura_full')}`)
  const { items } = (await hanako.get(`/api/test_packages?user_id=${hanako.id}`)).body
  expect(items[0]).toMatchObject({ menu_text: '人間ドックコース／胃内視鏡（鎮静剤あり）／PSA', suggested_datetimes: [] })
})

test('rejects an invalid booking with a specific code and field, and stores nothing', async () => {
  const count = async () => (await testApp.context.db.execute(sql`select count(*)::int as n from test_packages`)).rows[0]
  const before = await count()
  const hidden = (await testApp.context.db.execute<{ id: number }>(sql`select id from facilities where not visible`)).rows[0]!
  const invalidFields = async (body: object) => {
    const response = await add(body)
    return [response.status, response.body.code, Object.keys(response.body.fields ?? {})[0]]
  }
  expect(await invalidFields({ facility_id: Number(hidden.id) })).toEqual([422, 'facility_not_bookable', 'facility_id'])
  expect(await invalidFields({ facility_id: 999_999 })).toEqual([422, 'facility_not_bookable', 'facility_id'])
  expect(await invalidFields({ facility_id: imaging.id, course_id: courseOf('minato_sakura_simple') })).toEqual([422, 'course_not_of_facility', 'course_id'])
  expect(await invalidFields({ course_id: courseOf('minato_sakura_simple') })).toEqual([422, 'course_not_of_facility', 'course_id'])
  expect(await invalidFields(simplePackage({ option_ids: [optionOf('sakae_imaging_pet_ct', imaging)] }))).toEqual([422, 'option_not_of_course', 'option_ids'])
  // an option of the facility that this course does not offer
  expect(await invalidFields(simplePackage({ option_ids: [optionOf('minato_sakura_endoscopy_sedation')] }))).toEqual([
    422,
    'option_not_of_course',
    'option_ids',
  ])
  expect(await invalidFields(simplePackage({ kind: 'detail' }))).toEqual([422, 'course_kind_differs', 'kind'])
  expect(await invalidFields(simplePackage({ included_in_plan: true }))).toEqual([422, 'invalid', 'included_in_plan'])
  const invalidDateFields = (day: string, time?: string) => invalidFields(simplePackage({ tested_at: instantAt(day, time) }))
  expect(await invalidDateFields('2026-12-06')).toEqual([422, 'closed_weekday', 'tested_at'])
  expect(await invalidDateFields('2027-01-11')).toEqual([422, 'closed_holiday', 'tested_at'])
  expect(await invalidDateFields('2026-12-30')).toEqual([422, 'closed_period', 'tested_at'])
  expect(await invalidDateFields('2027-01-02')).toEqual([422, 'closed_period', 'tested_at'])
  expect(await invalidDateFields('2026-11-24')).toEqual([422, 'too_soon', 'tested_at'])
  expect(await invalidDateFields('2026-11-20')).toEqual([422, 'invalid', 'tested_at'])
  expect(await invalidDateFields('2026-12-10', '09:01')).toEqual([422, 'start_not_offered', 'tested_at'])
  expect((await add(simplePackage({ tested_at: '2026-02-30T00:00:00Z' }))).status).toBe(422)
  expect(await invalidFields(simplePackage({ tested_at: '9999-12-29T00:00:00Z' }))).toEqual([422, 'invalid', 'tested_at'])
  const farFuture = `from=9999-12-31&to=9999-12-31`
  expect((await hanako.get(`/api/facilities/${facility.id}/openings?${farFuture}`)).body).toEqual({ items: [] })
  expect((await hanako.get(`/api/checkup_quota?user_id=${hanako.id}&on=9999-12-31`)).body.items).toEqual([])
  expect((await add(simplePackage({ tested_at: instantAt('2026-12-06') }))).body.error).toBe('この施設は、この曜日の予約を受け付けていません。')
  // Taro has no contract
  expect(await invalidFields({ user_id: taro.id, kind: 'followup' })).toEqual([422, 'contract_required', undefined])
  expect(await invalidFields({ kind: 'detail' })).toEqual([422, 'quota_used_up', undefined])
  expect(await count()).toEqual(before)
})

test('a checkup at another place needs no facility, may be past and does not count against the plan', async () => {
  const before = await quota()
  const { status, body } = await add({ kind: 'general', location: '会社の健診', tested_at: instantAt('2026-05-12') })
  expect([status, body.included_in_plan, body.facility, body.status]).toEqual([201, false, null, 2])
  expect((await add({ kind: 'general', tested_at: instantAt('1950-01-01') })).body.fields).toHaveProperty('tested_at')
  expect(await quota()).toEqual(before)
})

test('a patient suggests three dates, staff fix one, and the mail to the patient contains only the date', async () => {
  const { body: created } = await add(simplePackage())
  expect([created.status, created.suggested_datetimes]).toEqual([1, []])
  // no date is returned before one is suggested, and without a date the checkup cannot be fixed
  expect([created.tested_at, new Set(created.tests.map((item: { tested_at: string | null }) => item.tested_at))]).toEqual([null, new Set([null])])
  const undated = await change(created.id, { status: 2 })
  expect([undated.status, undated.body.fields]).toEqual([422, { tested_at: [expect.any(String)] }])
  await change(created.id, { expected_data_reflection_date: '2026-12-24' })
  const suggestedDate = (day: string, priority: number, time?: string) => ({ datetime: instantAt(day, time), priority })
  const suggestedDates = [suggestedDate('2026-12-10', 3), suggestedDate('2026-12-11', 2), suggestedDate('2026-12-14', 1, '08:30')]
  const propose = (list: object[], member = hanako) => change(created.id, { suggested_datetimes_attributes: list }, member)
  // in any order: the highest number is the first choice
  const { status, body } = await propose(suggestedDates.toReversed())
  expect([status, body.tested_at, body.expected_data_reflection_date]).toEqual([200, instantAt('2026-12-10'), '2026-12-24'])
  expect(body.suggested_datetimes.map(({ datetime }: { datetime: string }) => datetime)).toEqual(suggestedDates.map(({ datetime }) => datetime))

  const rejections = [
    await propose([suggestedDate('2026-12-06', 3)]),
    await propose([suggestedDate('2026-12-10', 3), suggestedDate('2026-12-10', 2)]),
    await propose([suggestedDate('2026-12-10', 3), suggestedDate('2026-12-11', 3)]),
    await propose([...suggestedDates, suggestedDate('2026-12-15', 1)]),
    await propose([suggestedDate('2026-11-02', 1)]),
  ]
  expect(rejections.map((rejection) => [rejection.status, rejection.body.code, Object.keys(rejection.body.fields)])).toEqual([
    [422, 'closed_weekday', ['suggested_datetimes_attributes.0.datetime']],
    [422, 'invalid', ['suggested_datetimes_attributes']],
    [422, 'invalid', ['suggested_datetimes_attributes']],
    [422, 'invalid', ['suggested_datetimes_attributes']],
    [422, 'invalid', ['suggested_datetimes_attributes.0.datetime']],
  ])
  // patients may only suggest dates, and only for themselves; a trainer may not suggest any
  expect((await change(created.id, { tested_at: instantAt('2026-12-10') }, hanako)).status).toBe(403)
  expect((await propose(suggestedDates, taro)).status).toBe(404)
  expect((await propose(suggestedDates, testApp.staff.trainer)).status).toBe(403)

  testApp.mails.length = 0
  const second = body.suggested_datetimes[1]
  const fixed = await change(created.id, { fix_suggested_datetime_id: second.id, notify: true }, concierge)
  // the expected day of the results moves with the checkup
  expect([fixed.status, fixed.body.status, fixed.body.tested_at, fixed.body.expected_data_reflection_date]).toEqual([200, 2, second.datetime, '2026-12-25'])
  expect((await propose(suggestedDates)).status).toBe(422)
  await testApp.runJobs()
  expect(testApp.mails.map(({ to }) => to)).toEqual([hanako.email])
  expect(testApp.mails[0]!.text).toContain('2026.12.11（金）09:00')
  for (const secret of ['検査', '健診', 'さくら', 'コース']) expect(JSON.stringify(testApp.mails[0])).not.toContain(secret)
  const preview = await nurse.get(`/api/test_packages/notice?user_id=${hanako.id}&change=fixed&tested_at=${second.datetime}`)
  expect(preview.body).toEqual({ subject: testApp.mails[0]!.subject, text: testApp.mails[0]!.text })
  const undatedPreview = await nurse.get(`/api/test_packages/notice?user_id=${hanako.id}&change=fixed`)
  expect(undatedPreview.body.text).toContain('日時：（ここに日時が入ります）')
})

test('one slot is booked once under concurrent requests, and a move or a cancellation of the checkup frees it', async () => {
  const body = { facility_id: imaging.id, tested_at: instantAt('2026-12-17', '09:30'), kind: 'general' }
  const responses = await Promise.all([hanako, taro, hanako, taro].map(({ id: user_id }) => add({ ...body, user_id })))
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422])
  expect(responses.find(({ status }) => status === 422)?.body).toMatchObject({
    code: 'slot_taken',
    error: 'この日時はたった今埋まりました。別の日時をお選びください。',
  })
  const winner = responses.find(({ status }) => status === 201)!.body
  const notified = async () =>
    (await testApp.context.db.execute(sql`select kind from notifications where user_id = ${winner.user_id} and record_id = ${winner.id}`)).rows
  expect(await notified()).toEqual([{ kind: 'test_package' }])
  const moved = await change(winner.id, { tested_at: instantAt('2026-12-18', '10:45') })
  expect(await notified()).toEqual([{ kind: 'test_package_moved' }])
  expect([moved.status, moved.body.status]).toEqual([200, 2])
  expect([await slotsLeftAt(instantAt('2026-12-17', '09:30'), imaging), await slotsLeftAt(instantAt('2026-12-18', '10:45'), imaging)]).toEqual([1, 0])
  expect((await nurse.request('POST', `/api/test_packages/${winner.id}/cancel`, { body: { reason: 'ご都合' } })).body.cancelled_at).not.toBeNull()
  expect(await notified()).toEqual([])
  expect(await slotsLeftAt(instantAt('2026-12-18', '10:45'), imaging)).toBe(1)
  const listed = async (extra = '') =>
    (await nurse.get(`/api/test_packages?user_id=${winner.user_id}${extra}`)).body.items.some(({ id }: { id: number }) => id === winner.id)
  expect([await listed(), await listed('&include=cancelled')]).toEqual([false, true])
  expect((await change(winner.id, { status: 1 })).status).toBe(422)
})

test('a checkup set back to arranging frees its slot, and impossible dates are rejected', async () => {
  const starts = instantAt('2026-12-17', '10:45')
  const { body } = await add({ facility_id: imaging.id, tested_at: starts, kind: 'general' })
  expect((await change(body.id, { status: 0 })).status).toBe(200)
  for (const [tested_at, reason] of [
    ['2399-01-12T00:00:00Z', '3年以内の日時にしてください。'],
    ['1801-01-12T00:00:00Z', '生年月日より前の日付です。'],
  ]) {
    const { status, body: rejection } = await change(body.id, { tested_at })
    expect([status, rejection.fields]).toEqual([422, { tested_at: [reason] }])
  }
  expect((await change(body.id, { status: 1 })).status).toBe(200)
  expect(await slotsLeftAt(starts, imaging)).toBe(1)
  const duplicateSuggestedDates = [3, 2].map((priority) => ({ datetime: starts, priority }))
  expect((await change(body.id, { suggested_datetimes_attributes: duplicateSuggestedDates }, hanako)).body.fields).toEqual({
    suggested_datetimes_attributes: ['同じ内容が重複しています。'],
  })
})

test('after the change deadline a change needs the confirmation that the facility was called', async () => {
  const { body } = await add(simplePackage({ tested_at: instantAt('2026-12-15') }))
  now = new Date(Date.parse(instantAt('2026-12-08', '17:00')) + 60_000)
  const late = await change(body.id, { tested_at: instantAt('2026-12-21') })
  expect([late.status, late.body.code]).toEqual([422, 'change_too_late'])
  expect((await nurse.request('DELETE', `/api/test_packages/${body.id}`)).body.code).toBe('change_too_late')
  expect((await change(body.id, { tested_at: instantAt('2026-12-21'), despite_cutoff: true })).status).toBe(200)
  now = new Date('2026-11-21T03:00:00Z')
})

test('a checkup completed by mistake can be fixed again on a day that can no longer be booked; completing it on an earlier day frees its slot', async () => {
  const { body } = await add(simplePackage({ tested_at: instantAt('2026-12-15') }))
  const slots = async () => (await testApp.context.db.execute(sql`select from booked_slots where test_package_id = ${body.id}`)).rowCount
  now = new Date(instantAt('2026-12-14', '10:00'))
  expect((await change(body.id, { status: 0 })).status).toBe(200)
  expect([(await change(body.id, { status: 2 })).status, await slots()]).toEqual([200, 1])
  expect([(await change(body.id, { status: 0, tested_at: instantAt('2026-12-11') })).status, await slots()]).toEqual([200, 0])
  now = new Date('2026-11-21T03:00:00Z')
})

test('a checkup that is being arranged can be deleted, one with results cannot', async () => {
  const { body: suggested } = await add({ kind: 'followup', suggested_datetimes_attributes: [{ datetime: instantAt('2026-12-10'), priority: 3 }] })
  expect((await quota()).followup).toBe(2)
  expect((await nurse.request('DELETE', `/api/test_packages/${suggested.id}`)).status).toBe(204)
  expect((await quota()).followup).toBe(3)
  const { body: past } = await add({ kind: 'general', tested_at: instantAt('2026-10-01') })
  const results = [{ category_name: 'ldl_cholesterol', value: 118, recorded_at: instantAt('2026-10-01') }]
  await nurse.request('POST', '/api/test_results/bulk', { body: { user_id: hanako.id, test_package_id: past.id, results } })
  expect((await nurse.request('DELETE', `/api/test_packages/${past.id}`)).body.code).toBe('has_results')
  expect((await nurse.request('POST', `/api/test_packages/${past.id}/cancel`, { body: {} })).body.code).toBe('has_results')
})

test('counts the plan’s quota per contract year, also under concurrent bookings', async () => {
  const { id: user_id } = await testApp.add({ role: 'patient', email: 'jiro@example.com' })
  const jiro = { id: user_id } as Member
  await addContract(jiro, 'standard_yearly')
  const book = () => add({ user_id, kind: 'followup', tested_at: instantAt('2026-12-10') })
  const responses = await Promise.all([book(), book(), book(), book()])
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422])
  expect(responses.find(({ status }) => status === 422)?.body.code).toBe('quota_used_up')
  const next = await add({ user_id, kind: 'followup', tested_at: instantAt('2027-04-05') })
  expect(next.status).toBe(201)
  // into a year whose quota is used up
  const movedBack = await change(next.body.id, { tested_at: instantAt('2026-12-20') })
  expect([movedBack.status, movedBack.body.code]).toEqual([422, 'quota_used_up'])
  const quotaOn = (day: string) => nurse.get(`/api/checkup_quota?user_id=${user_id}&on=${day}`)
  expect((await quotaOn('2027-05-01')).body.items[1]).toEqual({ kind: 'followup', allowed: 1, used: 1, left: 0, from: '2027-04-01', until: '2028-03-31' })
})

test('the calendar entry of a checkup has place and precautions, a higher sequence after each change, and the method CANCEL after a cancellation', async () => {
  const { body } = await add(simplePackage({ tested_at: instantAt('2026-12-16') }))
  const read = async () => {
    const { status, text, headers } = await hanako.get(`/test_packages/${body.id}/calendar`)
    expect([status, headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
    const calendar = new ICAL.Component(ICAL.parse(text))
    const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent')!)
    return { method: calendar.getFirstPropertyValue('method'), event, start: event.startDate.toString() }
  }
  const first = await read()
  expect([first.method, first.start, first.event.summary]).toEqual(['PUBLISH', '2026-12-16T09:00:00', '定期健診コース'])
  expect(first.event.location).toContain('みなとさくらクリニック')
  expect(first.event.description).toContain('検査当日は朝食をとらずにお越しください。')
  await change(body.id, { tested_at: instantAt('2026-12-18') })
  const second = await read()
  expect([second.event.uid, second.start]).toEqual([first.event.uid, '2026-12-18T09:00:00'])
  expect(second.event.sequence).toBeGreaterThan(first.event.sequence)
  // unreadable text is left out; the entry is still created
  await testApp.context.db.execute(sql`update test_packages set course = jsonb_set(course, '{body_local}', '"{oh"') where id = ${body.id}`)
  expect((await read()).event.description).toBeFalsy()
  await nurse.request('POST', `/api/test_packages/${body.id}/cancel`, { body: {} })
  const last = await read()
  expect([last.method, last.event.sequence > second.event.sequence]).toEqual(['CANCEL', true])
  expect((await taro.get(`/test_packages/${body.id}/calendar`)).status).toBe(404)
  const { body: undated } = await add(simplePackage())
  expect((await hanako.get(`/test_packages/${undated.id}/calendar`)).status).toBe(404)
  const { body: dayOnly } = await add(simplePackage({ facility_id: null, course_id: null, tested_at: '2026-12-17T00:00:00.000Z' }))
  expect((await hanako.get(`/test_packages/${dayOnly.id}/calendar`)).text).toContain('DTSTART;VALUE=DATE:20261217\r\n')
})
