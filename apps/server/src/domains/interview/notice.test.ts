import { beforeAll, expect, test } from 'vitest'
import { type Member, openTestApp, type TestApp } from '../../../test/test-app.ts'

let now = new Date('2026-11-20T03:00:00Z')
let testApp: TestApp
let hanako: Member, doctor: Member, nurse: Member

beforeAll(async () => {
  testApp = await openTestApp({ overrides: { clock: () => now } })
  ;({ hanako } = testApp)
  ;({ doctor, nurse } = testApp.staff)
})

type Body = Record<string, unknown>
const createInterview = async (body: Body) => {
  const { status, body: interview } = await nurse.request('POST', '/api/interviews', { body: { interviewee_id: hanako.id, kind: 'follow', ...body } })
  expect(`${status} ${JSON.stringify(interview.fields ?? '')}`).toBe('201 ""')
  return interview
}
const change = (id: number, body: Body) => nurse.request('PUT', `/api/interviews/${id}`, { body })
const instantAt = (day: string, time: string) => `2026-12-${day}T${time}:00.000Z`

test('mails the patient on request as previewed, without the content of the interview', async () => {
  const details = {
    kind: 'review',
    name: '再検査の相談',
    meeting_type: 'online',
    meeting_url: 'https://meet.example.jp/s',
    conducted_at: instantAt('10', '05:00'),
  }
  const withoutNotice = await createInterview(details)
  expect(await testApp.runJobs()).not.toContain('tell_interview')
  const body = { interviewee_id: hanako.id, change: 'moved', conducted_at: instantAt('11', '05:00'), meeting_type: 'online' }
  const preview = (await nurse.request('POST', '/api/interviews/preview_notice', { body })).body
  await change(withoutNotice.id, { conducted_at: instantAt('11', '05:00'), reason: '検査の結果が悪いため', notify: true })
  expect(await testApp.runJobs()).toContain('tell_interview')
  const mail = testApp.mails.findLast(({ to }) => to === hanako.email)!
  expect({ subject: mail.subject, text: mail.text }).toEqual(preview)
  expect(mail.text).toContain('2026.12.11（金）14:00')
  expect(mail.text).toContain('オンライン')
  expect(mail.text).not.toMatch(/再検査|振り返り|面談|meet\.example|結果/)
  // several changes send one notice with the current state
  const count = testApp.mails.length
  await change(withoutNotice.id, { conducted_at: instantAt('12', '05:00'), reason: '変更', notify: true })
  await change(withoutNotice.id, { status: 'cancelled', reason: '中止', notify: true })
  await testApp.runJobs()
  expect(testApp.mails.slice(count).map(({ subject }) => subject)).toEqual(['【すこやか】ご予定の取り消しのお知らせ'])
})

test('the mail and its preview give the booked facility and the location in it', async () => {
  const { items } = (await nurse.get('/api/facilities')).body
  const [{ id: facility_id, name_ja }] = items
  const place = { meeting_type: 'other', location: '3階 面談室', facility_id, conducted_at: instantAt('09', '05:00') }
  const preview = (await nurse.request('POST', '/api/interviews/preview_notice', { body: { interviewee_id: hanako.id, change: 'made', ...place } })).body
  await createInterview({ ...place, notify: true })
  await testApp.runJobs()
  const mail = testApp.mails.findLast(({ to }) => to === hanako.email)!
  expect(mail.text).toContain(`場所：${name_ja} 3階 面談室\n`)
  expect({ subject: mail.subject, text: mail.text }).toEqual(preview)
})

test('a mail that waits is sent with the current state after a change without a mail, but not after a cancellation without one', async () => {
  const mailsOf = async (changes: Body[]) => {
    const { id } = await createInterview({ conducted_at: instantAt('14', '05:00'), meeting_type: 'other', location: '3階', notify: true })
    for (const body of changes) expect((await change(id, body)).status).toBe(200)
    const count = testApp.mails.length
    await testApp.runJobs()
    await change(id, { status: 'cancelled', reason: '中止' })
    return testApp.mails.slice(count)
  }
  const corrected = await mailsOf([{ location: '4階', notify: false }])
  expect(corrected.map(({ subject }) => subject)).toEqual(['【すこやか】ご予定のお知らせ'])
  expect(corrected[0]!.text).toContain('4階')
  const moved = await mailsOf([{ location: '4階', notify: true }, { location: '5階' }])
  expect(moved.map(({ subject }) => subject)).toEqual(['【すこやか】ご予定の変更のお知らせ'])
  expect(moved[0]!.text).toContain('5階')
  expect(await mailsOf([{ status: 'cancelled', reason: '中止', notify: false }])).toEqual([])
})

test('notifies the patient on request if only the participants change, but not if only their order changes or the interview is over', async () => {
  const noticesOf = async (id: number, participants: number[], notify = true) => {
    const count = testApp.mails.length
    const seen = async () => (await hanako.get('/api/notifications?unchecked_only=true')).body.items.filter((item: Body) => item.record_id === id).length
    const before = await seen()
    expect((await change(id, { participants, notify })).status).toBe(200)
    await testApp.runJobs()
    return [testApp.mails.slice(count).map(({ subject }) => subject), (await seen()) - before]
  }
  const { id } = await createInterview({ conducted_at: instantAt('13', '05:00'), participants: [doctor.id] })
  for (const item of (await hanako.get('/api/notifications?unchecked_only=true')).body.items)
    await hanako.request('PATCH', `/api/notifications/${item.id}/checked`)
  expect(await noticesOf(id, [doctor.id])).toEqual([[], 0])
  expect(await noticesOf(id, [doctor.id, nurse.id], false)).toEqual([[], 0])
  expect(await noticesOf(id, [nurse.id, doctor.id])).toEqual([[], 0])
  expect(await noticesOf(id, [nurse.id])).toEqual([['【すこやか】ご予定の変更のお知らせ'], 1])
  const past = await createInterview({ conducted_at: '2026-10-05T05:00:00Z', participants: [doctor.id] })
  expect(await noticesOf(past.id, [nurse.id])).toEqual([[], 0])
})

test('neither mails nor notifies the patient of a correction to an interview that is over, but of its move to the future', async () => {
  const { id } = await createInterview({ conducted_at: '2026-10-06T05:00:00Z', meeting_type: 'other' })
  const noticesOf = async (body: Body) => {
    const count = testApp.mails.length
    expect((await change(id, { ...body, notify: true })).status).toBe(200)
    await testApp.runJobs()
    const { items } = (await hanako.get('/api/notifications?unchecked_only=true')).body
    return [testApp.mails.length - count, items.filter((item: Body) => item.record_id === id && item.kind === 'interview').length]
  }
  expect(await noticesOf({ location: '4階' })).toEqual([0, 0])
  expect(await noticesOf({ conducted_at: '2026-10-06T06:00:00Z', reason: '訂正' })).toEqual([0, 0])
  expect(await noticesOf({ conducted_at: instantAt('16', '05:00'), reason: '変更' })).toEqual([1, 1])
})

test('a mail that is retried until the interview is over is not sent, unless it says that the interview is cancelled', async () => {
  const start = now
  const mailsAfter = async (day: string, body: Body | undefined, later: string) => {
    const { id } = await createInterview({ conducted_at: instantAt(day, '05:00'), notify: true })
    if (body) expect((await change(id, { ...body, reason: '変更', notify: true })).status).toBe(200)
    now = new Date(instantAt(day, later))
    const count = testApp.mails.length
    await testApp.runJobs()
    now = start
    return testApp.mails.slice(count).map(({ subject }) => subject)
  }
  expect(await mailsAfter('21', undefined, '05:29')).toEqual(['【すこやか】ご予定のお知らせ'])
  expect(await mailsAfter('22', undefined, '05:30')).toEqual([])
  expect(await mailsAfter('23', { location: '4階' }, '15:00')).toEqual([])
  expect(await mailsAfter('24', { status: 'cancelled' }, '15:00')).toEqual(['【すこやか】ご予定の取り消しのお知らせ'])
})
