import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { formOf } from '../../../test/form.ts'
import { type Member, openTestApp, type TestApp } from '../../../test/test-app.ts'
import { webmOf } from '../../demo/files/webm.ts'

let testApp: TestApp
let hanako: Member, taro: Member, doctor: Member, nurse: Member, trainer: Member, concierge: Member, observer: Member
const now = new Date('2026-11-20T00:00:00Z')

beforeAll(async () => {
  testApp = await openTestApp({ overrides: { clock: () => now } })
  ;({ hanako, taro } = testApp)
  ;({ doctor, nurse, trainer, concierge, observer } = testApp.staff)
})

type Body = Record<string, unknown>
const sendInterview = async (body: Body, member: Member = nurse) =>
  member.request('POST', '/api/interviews', { body: { interviewee_id: hanako.id, kind: 'follow', ...body } })
const createInterview = async (body: Body, member?: Member) => {
  const { status, body: interview } = await sendInterview(body, member)
  expect(`${status} ${JSON.stringify(interview.fields ?? '')}`).toBe('201 ""')
  return interview
}
const change = (id: number, body: Body, member: Member = nurse) => member.request('PUT', `/api/interviews/${id}`, { body })
const instantAt = (day: string, time: string) => `2026-12-${day}T${time}:00.000Z`

test('lists a patient’s interviews newest first with participants, for the patient and the care team', async () => {
  const first = await createInterview({ conducted_at: '2026-10-01T05:00:00Z', participants: [nurse.id] })
  const next = await createInterview({ conducted_at: '2026-11-27T05:00:00Z', participants: [doctor.id, nurse.id] })
  const other = await createInterview({ interviewee_id: taro.id, conducted_at: '2026-11-27T06:00:00Z', participants: [doctor.id] })
  expect([first.status, next.status]).toEqual(['done', 'scheduled'])
  for (const member of [hanako, doctor, observer]) {
    const { status, body } = await member.get(`/api/interviews?interviewee_id=${hanako.id}`)
    expect(status).toBe(200)
    expect(body.items.map(({ id }: { id: number }) => id)).toEqual([next.id, first.id])
    expect(body.items[0].participants.map(({ id }: { id: number }) => id)).toEqual([doctor.id, nurse.id])
    expect(body.items[0].participants[0]).not.toHaveProperty('email')
  }
  const ids = (body: { items: { id: number }[] }) => body.items.map(({ id }) => id)
  const between = '&from=2026-10-01T05:00:00Z&to=2026-11-27T05:00:00Z'
  expect(ids((await doctor.get(`/api/interviews?interviewee_id=${hanako.id}${between}`)).body)).toEqual([first.id])
  const week = (await nurse.get(`/api/interviews?staff_id=${doctor.id}&include[]=interviewee&from=2026-11-20T00:00:00Z`)).body
  expect(ids(week)).toEqual([other.id, next.id])
  expect(week.items[0].interviewee).toMatchObject({ id: taro.id, last_name: '佐藤' })
  // patients see only their own part of a staff member's week
  expect(ids((await hanako.get(`/api/interviews?staff_id=${doctor.id}`)).body)).toEqual([next.id])
  expect((await taro.get(`/api/interviews?interviewee_id=${hanako.id}`)).status).toBe(404)
  expect((await taro.get(`/api/interviews/${next.id}`)).status).toBe(404)
  expect((await doctor.get(`/api/interviews?interviewee_id=${doctor.id}`)).status).toBe(404)
  // without a parameter, the list has the interviews of the caller
  const ownInterviews = (await doctor.get('/api/interviews')).body.items as { participants: { id: number }[] }[]
  expect(ownInterviews.length).toBeGreaterThan(0)
  expect(ownInterviews.every(({ participants }) => participants.some(({ id }) => id === doctor.id))).toBe(true)
  expect(ids((await taro.get('/api/interviews')).body)).toEqual([other.id])
})

test('an interview has the default duration of its kind; invalid times, people and URLs are rejected with an error for the field', async () => {
  const intro = await createInterview({
    kind: 'intro',
    conducted_at: instantAt('01', '01:00'),
    meeting_type: 'online',
    meeting_url: 'https://meet.example.jp/a',
  })
  expect(intro).toMatchObject({ ends_at: instantAt('01', '02:00'), name: '', sequence: 0, moves: [], included_in_plan: false })
  const count = async () => (await testApp.context.db.execute<{ n: number }>(sql`select count(*)::int as n from interviews`)).rows[0]!.n
  const before = await count()
  for (const [invalid, field] of [
    [{ conducted_at: '2026-02-30T01:00:00Z' }, 'conducted_at'],
    [{ conducted_at: '2036-02-10T01:00:00Z' }, 'conducted_at'],
    [{ ends_at: instantAt('02', '01:00') }, 'ends_at'],
    [{ ends_at: instantAt('04', '01:00') }, 'ends_at'],
    [{ meeting_url: 'http://meet.example.jp/a' }, 'meeting_url'],
    [{ meeting_url: 'https://127.0.0.1:pw@x/' }, 'meeting_url'],
    [{ participants: [hanako.id] }, 'participants'],
    [{ participants: [testApp.staff.admin.id] }, 'participants'],
    [{ participants: [nurse.id, nurse.id] }, 'participants'],
    [{ facility_id: 8_888_888 }, 'facility_id'],
    [{ name: 'あ'.repeat(101) }, 'name'],
  ] as const) {
    const { status, body } = await sendInterview({ conducted_at: instantAt('02', '01:00'), ...invalid })
    expect([status, Object.keys(body.fields ?? {})], JSON.stringify(invalid)).toEqual([422, [field]])
  }
  expect((await sendInterview({ interviewee_id: doctor.id, conducted_at: instantAt('02', '01:00') })).status).toBe(404)
  expect((await sendInterview({ conducted_at: instantAt('02', '01:00') }, trainer)).status).toBe(403)
  expect(await count()).toBe(before)
})

test('shows conflicting interviews before saving and rejects them unless accepted', async () => {
  const existing = await createInterview({ interviewee_id: taro.id, conducted_at: instantAt('03', '01:00'), participants: [doctor.id] })
  const conflictsUrl = `/api/interviews/conflicts?interviewee_id=${hanako.id}&participants[]=${doctor.id}&participants[]=${nurse.id}`
  const conflicts = await nurse.get(`${conflictsUrl}&from=${instantAt('03', '01:15')}&to=${instantAt('03', '01:45')}`)
  expect(conflicts.body.items).toMatchObject([{ id: existing.id, interviewee: { id: taro.id }, participants: [{ id: doctor.id }] }])
  expect(conflicts.body.items[0].participants).toHaveLength(1)
  // back-to-back is no conflict
  expect((await nurse.get(`${conflictsUrl}&from=${instantAt('03', '01:30')}&to=${instantAt('03', '02:00')}`)).body.items).toEqual([])
  expect((await nurse.get(`${conflictsUrl}&from=${instantAt('03', '01:15')}&to=${instantAt('03', '01:45')}&except=${existing.id}`)).body.items).toEqual([])
  expect((await trainer.get(`${conflictsUrl}&from=${instantAt('03', '01:15')}&to=${instantAt('03', '01:45')}`)).status).toBe(403)
  const overlapping = { conducted_at: instantAt('03', '01:15'), participants: [doctor.id] }
  const rejection = await sendInterview(overlapping)
  expect([rejection.status, rejection.body.code]).toEqual([422, 'interview_conflict'])
  const second = await createInterview({ ...overlapping, accept_conflicts: [existing.id] })
  // an overlap that came up since is not accepted along with the one that was shown
  const both = { conducted_at: instantAt('03', '01:20'), participants: [doctor.id] }
  expect((await sendInterview({ ...both, accept_conflicts: [existing.id] })).body.code).toBe('interview_conflict')
  expect((await sendInterview({ ...both, accept_conflicts: true })).body.code).toBe('interview_conflict')
  const third = await createInterview({ ...both, accept_conflicts: [second.id, existing.id] })
  expect((await change(third.id, { ends_at: instantAt('03', '02:10'), accept_conflicts: [second.id] })).body.code).toBe('interview_conflict')
  expect((await change(third.id, { ends_at: instantAt('03', '02:10'), accept_conflicts: [existing.id, second.id] })).status).toBe(200)
  // the patient cannot be in two places either
  expect((await sendInterview({ conducted_at: instantAt('03', '01:30') })).body.code).toBe('interview_conflict')
  const moved = await createInterview({ conducted_at: instantAt('03', '05:00'), participants: [doctor.id] })
  expect((await change(moved.id, { conducted_at: instantAt('03', '01:00'), reason: '都合' })).body.code).toBe('interview_conflict')
  for (const { id } of [second, third]) await change(id, { status: 'cancelled', reason: '取りやめ' })
  await change(existing.id, { status: 'cancelled', reason: '取りやめ' })
  expect((await change(moved.id, { conducted_at: instantAt('03', '01:00'), reason: '都合' })).status).toBe(200)
})

test('of two interviews of one trainer arranged at the same time for the same hour, one is rejected as a conflict', async () => {
  const responses = await Promise.all(
    [hanako, taro].map(({ id }) => sendInterview({ interviewee_id: id, conducted_at: instantAt('04', '01:00'), participants: [trainer.id] })),
  )
  expect(responses.map(({ status, body }) => (status === 201 ? 'created' : body.code)).sort()).toEqual(['created', 'interview_conflict'])
})

test('a move needs a reason and is kept in the history, which the patient sees without the reason', async () => {
  const { id, updated_at } = await createInterview({ conducted_at: instantAt('05', '01:00'), participants: [doctor.id] })
  expect((await change(id, { conducted_at: instantAt('06', '02:00') })).body.fields).toHaveProperty('reason')
  const { body } = await change(id, { updated_at, conducted_at: instantAt('06', '02:00'), reason: 'ご本人の都合' })
  expect(body).toMatchObject({ conducted_at: instantAt('06', '02:00'), ends_at: instantAt('06', '02:30'), sequence: 1 })
  expect(body.moves).toMatchObject([
    { conducted_at: instantAt('05', '01:00'), moved_to: instantAt('06', '02:00'), reason: 'ご本人の都合', moved_by: { id: nurse.id } },
  ])
  const seen = (await hanako.get(`/api/interviews/${id}`)).body
  expect(seen.moves).toMatchObject([{ conducted_at: instantAt('05', '01:00'), reason: null, moved_by: null }])
  expect((await change(id, { updated_at, name: '別の人の変更' })).status).toBe(409)
  // a changed name does not change the calendar entry
  expect((await change(id, { name: '栄養相談' })).body.sequence).toBe(1)
  expect((await change(id, { location: '会議室' })).body.sequence).toBe(2)
  expect((await change(id, { status: 'done' })).body.fields).toHaveProperty('status')
})

test('a cancelled interview stays and cannot be changed, but can be deleted', async () => {
  const { id } = await createInterview({ conducted_at: instantAt('07', '01:00') })
  expect((await change(id, { status: 'cancelled' })).body.fields).toHaveProperty('reason')
  expect((await change(id, { status: 'cancelled', reason: '体調不良' })).body).toMatchObject({ status: 'cancelled', cancel_reason: '体調不良', sequence: 1 })
  expect((await hanako.get(`/api/interviews/${id}`)).body).toMatchObject({ status: 'cancelled', cancel_reason: null })
  expect((await change(id, { conducted_at: instantAt('08', '01:00'), reason: '再開' })).status).toBe(422)
  expect((await trainer.request('DELETE', `/api/interviews/${id}`)).status).toBe(403)
  expect((await nurse.request('DELETE', `/api/interviews/${id}`)).status).toBe(204)
  expect((await nurse.get(`/api/interviews/${id}`)).status).toBe(404)
})

test('an interview that took place cannot be cancelled', async () => {
  const { id } = await createInterview({ conducted_at: '2020-01-07T01:00:00Z' })
  const refused = await change(id, { status: 'cancelled', reason: '中止' })
  expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, ['status']])
})

test('an interview with minutes or a summary cannot be deleted; the error is in the request’s language', async () => {
  const { id } = await createInterview({ conducted_at: instantAt('07', '04:00') })
  const remove = () => nurse.request('DELETE', `/api/interviews/${id}`, { headers: { 'accept-language': 'kr' } })
  await change(id, { patient_summary: '順調です' })
  expect(await remove()).toMatchObject({ status: 409, body: { code: 'interview_has_minutes', error: expect.stringContaining('삭제할 수 없습니다') } })
  await change(id, { patient_summary: '' })
  await testApp.context.db.execute(sql`insert into interview_minutes (interview_id, external_id, body_hash, met_at) values (${id}, 'kept', '', now())`)
  expect((await remove()).status).toBe(409)
  await testApp.context.db.execute(sql`update interview_minutes set status = 'rejected', decided_at = now() where interview_id = ${id}`)
  expect((await remove()).status).toBe(204)
})

test('booking and the summary have separate permissions, and a concurrent change of the summary gets a conflict with both texts', async () => {
  const { id, updated_at } = await createInterview({ conducted_at: instantAt('09', '01:00') })
  expect((await change(id, { patient_summary: '順調です' }, concierge)).status).toBe(403)
  expect((await change(id, { location: '会議室' }, trainer)).status).toBe(403)
  expect((await change(id, { patient_summary: '順調です', location: '会議室' }, trainer)).status).toBe(403)
  // rejected before the interview is read
  expect((await change(8_888_888, { location: '会議室' }, trainer)).status).toBe(403)
  expect((await change(id, { updated_at, patient_summary: '順調です' }, trainer)).body.patient_summary).toBe('順調です')
  const second = await change(id, { updated_at, patient_summary: '血圧が高めです' }, doctor)
  expect([second.status, second.body.versions]).toMatchObject([409, { saved: { patient_summary: '順調です' }, sent: { patient_summary: '血圧が高めです' } }])
  expect((await hanako.get(`/api/interviews/${id}`)).body.patient_summary).toBe('順調です')
  expect((await change(id, { patient_summary: 'あ'.repeat(401) }, doctor)).status).toBe(422)
})

test('a new summary notifies the patient, a corrected one does not, and clearing it removes the notification', async () => {
  const { id } = await createInterview({ conducted_at: instantAt('09', '03:00'), name: '\u200b\u2060' })
  const unread = async () =>
    (await hanako.get('/api/notifications?unchecked_only=true')).body.items.filter((item: Body) => item.record_id === id && item.kind === 'interview_summary')
  const countUnread = async () => (await unread()).length
  const write = async (patient_summary: string) => (await change(id, { patient_summary }, trainer)).body.name
  // an invisible name counts as empty
  expect([await write('順調てす'), await countUnread()]).toEqual(['', 1])
  expect((await hanako.request('PATCH', `/api/notifications/${(await unread())[0].id}/checked`)).status).toBe(200)
  await write('順調です')
  expect(await countUnread()).toBe(0)
  await write(' ')
  await write('よくなっています')
  expect(await countUnread()).toBe(1)
  await write('')
  expect(await countUnread()).toBe(0)
})

test('counts the plan’s quota under concurrent bookings, and a cancellation or deletion frees a place', async () => {
  const uncontracted = await testApp.add({ role: 'patient', last_name: '契約' })
  const include = (index: number, extra: Body = {}) =>
    sendInterview({ interviewee_id: uncontracted.id, conducted_at: instantAt('14', `0${index}:00`), included_in_plan: true, ...extra })
  expect((await include(0)).body.code).toBe('interview_contract_required')
  await testApp.context.db.execute(
    sql`insert into contracts (user_id, plan_id, auto_update, started_at) select ${uncontracted.id}, p.id, true, '2026-04-01T00:00:00Z' from plans p join services s on s.id = p.service_id where s.interview_count between 1 and 6 order by s.interview_count desc limit 1`,
  )
  const quota = async () => (await uncontracted.get(`/api/interview_quota?user_id=${uncontracted.id}`)).body
  const { allowed } = await quota()
  expect(allowed).toBeGreaterThan(0)
  const responses = await Promise.all(Array.from({ length: allowed + 3 }, (_, index) => include(index)))
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(allowed)
  expect(new Set(responses.filter(({ status }) => status !== 201).map(({ body }) => body.code))).toEqual(new Set(['interview_quota_used_up']))
  expect(await quota()).toMatchObject({ used: allowed, left: 0 })
  const item = responses.find(({ status }) => status === 201)!.body
  expect((await change(item.id, { status: 'cancelled', reason: '中止' })).status).toBe(200)
  expect((await quota()).left).toBe(1)
  const later = (await include(9, { included_in_plan: false })).body
  expect((await change(later.id, { included_in_plan: true })).status).toBe(200)
  expect((await nurse.request('DELETE', `/api/interviews/${later.id}`)).status).toBe(204)
  expect((await quota()).left).toBe(1)
  // the contract was changed since: what does not move the interview needs no quota
  const included = responses.filter(({ status }) => status === 201)[1]!.body
  await testApp.context.db.execute(sql`update contracts set started_at = '2028-04-01T00:00:00Z' where user_id = ${uncontracted.id}`)
  expect((await change(included.id, { meeting_url: 'https://meet.example.com/a', patient_summary: '順調です。' })).status).toBe(200)
  expect((await change(included.id, { conducted_at: instantAt('14', '12:00'), reason: '都合' })).body.code).toBe('interview_contract_required')
  const far = await uncontracted.get(`/api/interview_quota?user_id=${uncontracted.id}&on=9999-12-31`)
  expect([far.status, far.body.allowed]).toEqual([200, 0])
})

test('keeps one recording per interview for the care team, hidden from the patient', async () => {
  const { id } = await createInterview({ conducted_at: instantAt('16', '01:00') })
  const webp = Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64')
  const film = { filename: '面談.webm', content: webmOf([webp], { width: 2, height: 2, pictureMs: 40 }) }
  const send = (member: Member) => member.request('POST', `/api/interviews/${id}/video`, { body: formOf({}, 'video', film) })
  expect((await send(hanako)).status).toBe(403)
  expect((await send(concierge)).status).toBe(403)
  const first = (await send(trainer)).body.video
  const replaced = (await send(doctor)).body.video
  expect(replaced).toMatchObject({ content_type: 'video/webm', size: film.content.length })
  expect((await doctor.get(first.original)).status).toBe(404)
  const part = await doctor.get(replaced.original, { headers: { range: 'bytes=0-3' } })
  expect([part.status, part.headers['content-range']]).toEqual([206, `bytes 0-3/${film.content.length}`])
  expect((await hanako.get(`/api/interviews/${id}`)).body.video).toBeNull()
  expect((await hanako.get(replaced.original)).status).not.toBe(200)
  expect((await nurse.request('DELETE', `/api/interviews/${id}/video`)).status).toBe(204)
  expect((await nurse.get(`/api/interviews/${id}`)).body.video).toBeNull()
})
