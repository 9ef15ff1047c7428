import { sql } from 'drizzle-orm'
import ICAL from 'ical.js'
import { beforeAll, expect, test } from 'vitest'
import { type Member, openTestApp, type TestApp } from '../../../test/test-app.ts'

let testApp: TestApp
let hanako: Member, doctor: Member, nurse: Member
let online: number, onSite: number

const read = (text: string) => {
  const calendar = new ICAL.Component(ICAL.parse(text))
  return { method: calendar.getFirstPropertyValue('method'), events: calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component)) }
}
const add = async (staff: Member, interviewee_id: number, days: number, location = '', url: string | null = null) => {
  const { db } = testApp.context
  const { rows } = await db.execute<{ id: number }>(
    sql`insert into interviews (interviewee_id, kind, name, conducted_at, ends_at, location, meeting_type, meeting_url)
      select ${interviewee_id}, 'intro', '糖尿病の相談', date_trunc('hour', now()) + ${days} * interval '1 day', date_trunc('hour', now()) + ${days} * interval '1 day' + interval '30 minutes', ${location}, ${url ? 'online' : 'other'}, ${url} returning id`,
  )
  await db.execute(sql`insert into interview_participants (interview_id, staff_id) values (${rows[0]!.id}, ${staff.id})`)
  return Number(rows[0]!.id)
}

beforeAll(async () => {
  testApp = await openTestApp({ env: { PUBLIC_URL: 'https://care.example.jp' } })
  ;({ hanako } = testApp)
  ;({ doctor, nurse } = testApp.staff)
  online = await add(doctor, hanako.id, 3, '', 'https://meet.example.com/sky')
  onSite = await add(doctor, testApp.taro.id, 4, '東都クリニック\r\nATTENDEE:x')
  for (const days of [-31, 181]) await add(doctor, hanako.id, days)
  await add(nurse, hanako.id, 5)
})

test('exports a patient’s own interview as a calendar entry without its content', async () => {
  const { status, text, headers } = await hanako.get(`/interviews/${online}/calendar`, { headers: { 'accept-language': 'ja' } })
  expect(status).toBe(200)
  expect(headers['content-type']).toBe('text/calendar; charset=utf-8')
  expect(headers['content-disposition']).toContain(`interview-${online}.ics`)
  const { method, events } = read(text)
  expect(method).toBe('PUBLISH')
  expect(events).toHaveLength(1)
  const [event] = events as [ICAL.Event]
  expect([event.uid, event.summary, event.location]).toEqual([`interview-${online}@care.example.jp`, '面談（すこやか）', 'オンライン'])
  expect(event.description).toContain('https://meet.example.com/sky')
  expect(text).not.toMatch(/糖尿病|花子/)
  const { text: english } = await doctor.get(`/interviews/${onSite}/calendar`, { headers: { 'accept-language': 'en' } })
  expect(read(english).events[0]!.summary).toBe('Interview (Sukoyaka)')
  expect(read(english).events[0]!.location).toBe('東都クリニック ATTENDEE:x')
  const others = await hanako.get(`/interviews/${onSite}/calendar`)
  expect([others.status, others.text]).toEqual([404, (await hanako.get('/interviews/888888/calendar')).text])
})

test('exports a cancelled interview as a cancellation without the meeting link', async () => {
  const id = await add(doctor, hanako.id, 6, '', 'https://meet.example.com/off')
  await testApp.context.db.execute(sql`update interviews set status = 'cancelled', sequence = 4 where id = ${id}`)
  const { text } = await hanako.get(`/interviews/${id}/calendar`)
  const { method, events } = read(text)
  expect(events[0]!.sequence).toBe(4)
  expect([method, events[0]!.component.getFirstPropertyValue('status')]).toEqual(['CANCEL', 'CANCELLED'])
  expect(text).not.toContain('meet.example.com')
})

test('an online interview without a URL yet has no address, even if it has the location of an earlier meeting in person', async () => {
  const viewer = await testApp.add({ role: 'trainer' })
  const id = await add(viewer, hanako.id, 7, '本社5階 面談室')
  await testApp.context.db.execute(sql`update interviews set meeting_type = 'online' where id = ${id}`)
  const { body } = await viewer.request('POST', '/api/calendar_feeds', { body: {} })
  for (const path of [`/interviews/${id}/calendar`, new URL(body.url).pathname]) {
    const { text } = await viewer.get(path, { headers: { 'accept-language': 'ja' } })
    expect(read(text).events.map(({ location }) => location)).toEqual(['オンライン'])
  }
})

test('the place is the booked facility, in the language of the request, with the location in it', async () => {
  const viewer = await testApp.add({ role: 'trainer' })
  const id = await add(viewer, hanako.id, 8, '3階 面談室')
  const { rows } = await testApp.context.db.execute<{ name_ja: string; name_en: string }>(
    sql`update interviews set facility_id = f.id from (select * from facilities order by id limit 1) f where interviews.id = ${id} returning f.name_ja, f.name_en`,
  )
  const { name_ja, name_en } = rows[0]!
  const { body } = await viewer.request('POST', '/api/calendar_feeds', { body: {} })
  for (const path of [`/interviews/${id}/calendar`, new URL(body.url).pathname]) {
    const placeIn = async (language: string) => read((await viewer.get(path, { headers: { 'accept-language': language } })).text).events[0]!.location
    expect([await placeIn('ja'), await placeIn('en')]).toEqual([`${name_ja} 3階 面談室`, `${name_en} 3階 面談室`])
  }
})

test('gives a member of staff a calendar feed of their interviews at a secret URL, which is shown once and invalid after deletion', async () => {
  const { status, body } = await doctor.request('POST', '/api/calendar_feeds', { body: { name: ' 電話 ' } })
  expect(status).toBe(201)
  expect(body).toMatchObject({ name: '電話', shows_initials: false, last_used_at: null })
  const { pathname, origin } = new URL(body.url)
  expect(origin).toBe('https://care.example.jp')
  expect(pathname).toMatch(/^\/calendar_feeds\/[\w-]{43}\.ics$/)
  const feed = async () => testApp.request('GET', pathname)
  const { text } = await feed()
  const { method, events } = read(text)
  expect(method).toBe('PUBLISH')
  expect(events.map(({ uid }) => uid)).toEqual(expect.arrayContaining([`interview-${online}@care.example.jp`, `interview-${onSite}@care.example.jp`]))
  expect(events).toHaveLength(3)
  expect(text).not.toMatch(/糖尿病|花子|meet\.example|Y\.H\./)

  const listed = await doctor.get('/api/calendar_feeds')
  expect(listed.body.items).toMatchObject([{ id: body.id, name: '電話', last_used_at: expect.any(String) }])
  expect(listed.text).not.toContain(pathname.slice(16, 40))
  const { rows } = await testApp.context.db.execute(sql`select secret_hash from calendar_feeds`)
  expect(JSON.stringify(rows)).not.toContain(pathname.slice(16, 40))
  expect((await nurse.get('/api/calendar_feeds')).body.items).toEqual([])
  expect((await nurse.request('DELETE', `/api/calendar_feeds/${body.id}`)).status).toBe(404)
  expect((await doctor.request('DELETE', `/api/calendar_feeds/${body.id}`)).status).toBe(204)
  const deleted = await feed()
  const never = await testApp.request('GET', `/calendar_feeds/${'A'.repeat(43)}.ics`)
  expect([deleted.status, deleted.text]).toEqual([404, never.text])
})

test('gives a patient a calendar feed of their own interviews, without names, initials, subject or meeting link', async () => {
  const { taro } = testApp
  const { status, body } = await taro.request('POST', '/api/calendar_feeds', { body: { shows_initials: true } })
  expect([status, body.shows_initials]).toEqual([201, false])
  const { pathname } = new URL(body.url)
  const { text } = await testApp.request('GET', pathname, { headers: { 'accept-language': 'ja' } })
  expect(read(text).events.map(({ uid, summary }) => [uid, summary])).toEqual([[`interview-${onSite}@care.example.jp`, '面談（すこやか）']])
  expect(text).not.toMatch(/糖尿病|太郎|meet\.example/)
  expect((await taro.get('/api/calendar_feeds')).body.items).toHaveLength(1)
  expect((await hanako.get('/api/calendar_feeds')).body.items).toEqual([])
  expect((await hanako.request('DELETE', `/api/calendar_feeds/${body.id}`)).status).toBe(404)
  expect((await taro.request('DELETE', `/api/calendar_feeds/${body.id}`)).status).toBe(204)
  expect((await testApp.request('GET', pathname)).status).toBe(404)
})

test('a feed of staff shows initials on request only; it gets 404 once its owner is deactivated, and is empty once its owner is a patient', async () => {
  const trainer = await testApp.add({ role: 'trainer' })
  await add(trainer, hanako.id, 2)
  const { body } = await trainer.request('POST', '/api/calendar_feeds', { body: { shows_initials: true } })
  const { pathname } = new URL(body.url)
  expect(read((await testApp.request('GET', pathname)).text).events[0]!.summary).toBe('面談（すこやか） Y.H.')
  await testApp.context.db.execute(sql`update users set deactivated_at = now() where id = ${trainer.id}`)
  expect((await testApp.request('GET', pathname)).status).toBe(404)
  await testApp.context.db.execute(sql`update users set deactivated_at = null, role = 'patient' where id = ${trainer.id}`)
  expect(read((await testApp.request('GET', pathname)).text).events).toEqual([])
})

test('allows five feeds per person, also under concurrent requests', async () => {
  const responses = await Promise.all(Array.from({ length: 7 }, () => nurse.request('POST', '/api/calendar_feeds', { body: {} })))
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(5)
  expect(responses.find(({ status }) => status !== 201)!.body).toMatchObject({ code: 'invalid', fields: { name: expect.anything() } })
})

test('limits requests for unknown feed URLs with 429, but not those for feeds of other people behind the same address', async () => {
  const { body } = await testApp.taro.request('POST', '/api/calendar_feeds', { body: {} })
  const known = async () => (await testApp.request('GET', new URL(body.url).pathname)).status
  expect(await known()).toBe(200)
  const statuses: number[] = []
  for (let i = 0; i < 125; i++) statuses.push((await testApp.request('GET', `/calendar_feeds/${i}.ics`)).status)
  expect(statuses.at(-1)).toBe(429)
  expect(await known()).toBe(200)
})
