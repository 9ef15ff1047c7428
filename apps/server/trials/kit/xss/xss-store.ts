import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { uidOf } from '../../../src/files/icalendar.ts'
import { circlebackSecret, meeting, signedHeaders } from '../../../test/circleback.ts'
import { Form } from '../../../test/form.ts'
import type { Member, TestApp, TestResponse } from '../../../test/test-app.ts'
import { storeMessages } from './xss-messages.ts'
import { asLine, badUrls, markOf, packTexts } from './xss-payloads.ts'

export type Stored = {
  failures: string[]
  /** Number of stored texts. */
  textCount: number
  fields: string[]
  package_id: number
  interview_id: number
  mailed_interview_id: number
  cancelled_interview_id: number
  questionnaire_id: number
  facility_id: number
  bulk_id: number
}

const hoursFromNow = (n: number) => new Date(Date.now() + n * 3_600_000).toISOString()
const url = 'https://meet.example.com/s15'

/**
 * Stores the payloads in the text fields of the care work: most through the API, as the roles that write there; those of catalogues and some others by SQL.
 */
export const storePayloads = async (testApp: TestApp, texts: string[]): Promise<Stored> => {
  const { hanako, staff, context } = testApp
  const { doctor, nurse } = staff
  const { db } = context
  const failures: string[] = []
  const fields = new Set<string>()
  let count = 0
  const rows = (field: string, max: number, separator = ' ') => {
    fields.add(field)
    const packedTexts = packTexts(field, texts, max, separator)
    count += packedTexts.length
    return packedTexts
  }
  /** One text with as many payloads as fit. */
  const joinedTexts = (field: string, max: number) => rows(field, max, '\n')[0]!
  const requireSuccess = async (responsePromise: Promise<TestResponse>) => {
    const response = await responsePromise
    if (response.status >= 300) failures.push(`${response.status} ${response.text.slice(0, 200)}`)
    return response.body
  }
  const send = (path: string, body: object, sender: Member = nurse, method: 'POST' | 'PUT' | 'PATCH' = 'POST') =>
    requireSuccess(sender.request(method, path, { body }))
  const run = (query: ReturnType<typeof sql>) => db.execute<{ id: number }>(query)

  // the catalogue's texts first, before they are cached
  const course = JSON.stringify({ precautions: rows('course', 300), reservation_precaution: texts.join(' ') })
  const address = { zip_code: '1000001', prefecture: '東京都', city: texts[0], town: texts[1], building: joinedTexts('address', 300) }
  await run(sql`update facilities set name_ja = left(name_ja || ' ' || ${joinedTexts('facility', 400)}, 400), access_text_ja = ${joinedTexts('access', 2000)},
    additional_information_ja = ${joinedTexts('information', 2000)}, address = address || ${JSON.stringify(address)}::jsonb, phone_number = ${joinedTexts('phone', 200)},
    map_url = (${sql.param(badUrls)}::text[])[1 + id % ${badUrls.length}], access_url = (${sql.param(badUrls)}::text[])[1 + (id + 4) % ${badUrls.length}]`)
  await run(sql`update facility_courses set name_ja = ${joinedTexts('coursename', 200)} || id, precautions_ja = ${course}`)
  await run(sql`update facility_options set name_ja = ${joinedTexts('optionname', 200)} || id, precautions_ja = ${course}`)
  await run(sql`update result_categories set name_ja = ${joinedTexts('finding', 120)} where name = 'ldl_cholesterol'`)

  // people: Hanako gets the first payloads as her name
  const nameTexts = rows('name', 50)
  const kana = rows('kana', 100)
  const invalidName = await hanako.request('PATCH', '/api/users/me', { body: { first_name: '<img src=x\tonerror=canary(36)>' } })
  if (invalidName.status !== 422) failures.push(`a name with a tab returned ${invalidName.status}`)
  const members = [hanako, doctor]
  for (let i = 2; i < nameTexts.length; i += 2) members.push(await testApp.add({ role: 'patient', email: `s15-${i}@example.com` }))
  for (const [i, member] of members.entries()) {
    const last_name = nameTexts[(2 * i) % nameTexts.length]!.trim()
    const first_name = nameTexts[(2 * i + 1) % nameTexts.length]!.trim()
    await send('/api/users/me', { last_name, first_name }, member, 'PATCH')
    await run(sql`update users set last_name_kana = ${kana[i % kana.length]!} where id = ${member.id}`)
    if (member.role === 'patient')
      await run(sql`insert into care_people (user_id, staff_id, role, main) values (${member.id}, ${doctor.id}, 'doctor', true) on conflict do nothing`)
  }

  const facility_id = Number((await run(sql`select min(facility_id) as id from facility_courses where kind = 'simple'`)).rows[0]!.id)
  const course_id = Number((await run(sql`select min(id) as id from facility_courses where kind = 'simple' and facility_id = ${facility_id}`)).rows[0]!.id)

  // interviews
  const interviewFields = { interviewee_id: hanako.id, kind: 'follow', participants: [doctor.id], notify: false }
  /** Ids of the interviews of the patient or the doctor in the hour from `from`, to accept them. */
  const overlaps = async (interviewee_id: number, from: string, except?: number): Promise<number[]> => {
    const to = new Date(Date.parse(from) + 3_600_000).toISOString()
    const query = `interviewee_id=${interviewee_id}&participants[]=${doctor.id}&from=${from}&to=${to}${except === undefined ? '' : `&except=${except}`}`
    return (await nurse.get(`/api/interviews/conflicts?${query}`)).body.items.map(({ id }: { id: number }) => id)
  }
  for (const meeting_url of badUrls) {
    const { status } = await nurse.request('POST', '/api/interviews', {
      body: { ...interviewFields, conducted_at: hoursFromNow(3), meeting_type: 'online', meeting_url },
    })
    if (status < 400) failures.push(`an interview with the URL ${meeting_url} was accepted`)
  }
  const places = rows('place', 200)
  const reasons = rows('moved', 200)
  const summary = rows('summary', 400, '\n')
  const ids: number[] = []
  const interviewees: number[] = []
  for (const [i, name] of rows('interview', 100).entries()) {
    const patient = members.filter(({ role }) => role === 'patient')[i % (members.length - 1)]!
    const place = i % 2 ? { meeting_type: 'online', meeting_url: url } : { meeting_type: 'other', facility_id: i % 4 ? null : facility_id }
    const interviewee_id = i < 4 ? hanako.id : patient.id
    const conducted_at = hoursFromNow(i < 4 ? (i - 2) * 0.2 : i % 5)
    const { id } = await send('/api/interviews', {
      ...interviewFields,
      ...place,
      interviewee_id,
      name,
      conducted_at,
      accept_conflicts: await overlaps(interviewee_id, conducted_at),
      location: places[i % places.length],
    })
    ids.push(id)
    interviewees.push(interviewee_id)
  }
  const [mailed_interview_id, interview_id, cancelled_interview_id] = ids as [number, number, number]
  for (const [i, id] of ids.entries()) {
    if (!i) continue
    const times = { conducted_at: hoursFromNow(0.1 + i * 0.01), ends_at: hoursFromNow(0.6 + i * 0.01) }
    const accept_conflicts = await overlaps(interviewees[i]!, times.conducted_at, id)
    await send(`/api/interviews/${id}`, { ...times, reason: reasons[i % reasons.length], accept_conflicts }, nurse, 'PUT')
  }
  for (const [i, id] of ids.slice(0, summary.length).entries()) await send(`/api/interviews/${id}`, { patient_summary: summary[i] }, doctor, 'PUT')
  await send(`/api/interviews/${cancelled_interview_id}`, { status: 'cancelled', reason: rows('cancelled', 200)[0] }, nurse, 'PUT')
  await run(sql`update interviews set meeting_url = ${'https://x"onclick="canary(1)"><img src=x onerror=canary(2)>'} where id = ${ids[3]}`)

  // generated minutes
  const notes = `### 要約\n${rows('minutes', 400, '。').join('\n')}\n### ${texts[0]}\n- ${joinedTexts('minuteslist', 400)}`
  const meetingWith = (id: number, meetingUrl: string) =>
    meeting({
      id,
      name: joinedTexts('minutesname', 200),
      url: meetingUrl,
      // several interviews have this URL
      ...(id === 1 && { icalUid: uidOf('interview', interview_id, context.config.public_url) }),
      createdAt: hoursFromNow(id > 1 ? 72 : 0.11),
      notes,
      attendees: [{ name: rows('attendee', 100)[0], email: 'x@example.com' }],
      actionItems: rows('action', 300).map((title, id) => ({
        id,
        title,
        description: texts.join(' ').slice(0, 500),
        assignee: { name: texts[1], email: null },
        status: 'PENDING',
      })),
      transcript: rows('transcript', 300).map((text, i) => ({ speaker: texts[i % texts.length], text, timestamp: i })),
    })
  // minutes of an interview, and minutes without an interview
  for (const [i, meetingUrl] of [url, 'https://meet.example.com/elsewhere'].entries()) {
    const rawBody = JSON.stringify(meetingWith(i + 1, meetingUrl))
    await requireSuccess(testApp.request('POST', '/webhooks/circleback', { raw: rawBody, headers: signedHeaders(rawBody, circlebackSecret) }))
  }
  await testApp.runJobs()

  // kartes with headings, file name, draft and templates
  const photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#a42' } })
    .jpeg()
    .toBuffer()
  const memo = `■${texts[0]}\n${joinedTexts('memo', 20_000)}\n# ${texts[1]}\n【${texts[2]}】`
  const filename = `${markOf('file')}<img src=x onerror=canary()>.jpg`
  const image = { name: 'karte[images][]', filename, type: 'image/jpeg', content: photo }
  await requireSuccess(
    doctor.request('POST', '/api/kartes', {
      body: new Form({ name: 'karte[user_id]', value: String(hanako.id) }, { name: 'karte[memo]', value: memo }, image),
    }),
  )
  const karteFields = { 'karte[user_id]': hanako.id, 'karte[memo]': joinedTexts('note', 20_000), 'karte[interview_id]': interview_id, 'karte[images][]': '' }
  await requireSuccess(
    doctor.request('POST', '/api/kartes', { body: new Form(...Object.entries(karteFields).map(([name, value]) => ({ name, value: String(value) }))) }),
  )
  await send('/api/karte_drafts', { user_id: hanako.id, memo: joinedTexts('draft', 20_000) }, doctor, 'PUT')
  for (const name of rows('template', 60)) await send('/api/karte_templates', { name, body: texts.join('\n') }, doctor)

  // checkups
  for (const [i, name] of rows('package', 200).entries())
    await send('/api/test_packages', {
      user_id: hanako.id,
      kind: 'simple',
      facility_id,
      course_id,
      name,
      detail: joinedTexts('detail', 5000),
      notify: false,
      tests_attributes: [],
      ...(i ? {} : { location: places[0] }),
    })
  const { items: packages } = (await nurse.get(`/api/test_packages?user_id=${hanako.id}`)).body
  const package_id = packages[0].id
  await send('/api/test_packages', {
    user_id: hanako.id,
    kind: 'general',
    name: rows('past', 200)[0],
    location: rows('elsewhere', 200)[0],
    tested_at: '2026-10-01T01:00:00Z',
    notify: false,
  })
  const { id: cancelledPackageId } = await send('/api/test_packages', { user_id: hanako.id, kind: 'simple', facility_id, course_id, notify: false })
  await send(`/api/test_packages/${cancelledPackageId}/cancel`, { reason: asLine(texts.join(' ')).slice(0, 500), notify: false })

  // results, tasks, goals, assessments, requests and answers
  const result = (value: number, recorded_at: string) => ({ category_name: 'ldl_cholesterol', value, recorded_at, confirmed: true })
  await send('/api/test_results/bulk', { user_id: hanako.id, results: [result(110, '2025-10-01T00:00:00Z'), result(190, '2026-11-01T00:00:00Z')] })
  for (const content of rows('task', 500)) await send('/api/tasks', { user_id: hanako.id, content, assignee_id: doctor.id })
  for (const content of rows('goal', 500, '\n')) await send('/api/habit_goals', { user_id: hanako.id, content, kind: 'meal' }, doctor)
  const { items: diseases } = (await doctor.get('/api/diseases')).body
  await send('/api/assessments', { user_id: hanako.id, disease_id: diseases[0].id, kind: 'problem', memo: joinedTexts('assessment', 2000) }, doctor)
  const reactions = [{ kind: 'food', is_occured: true, description: joinedTexts('allergy', 2000) }]
  const { id: questionnaire_id } = await send('/api/medical_questionnaire_answers', { user_id: hanako.id, allergy_reactions: reactions }, hanako)
  await send('/api/data_entry_requests', { patient_id: hanako.id, kind: 'questionnaire', note: joinedTexts('asked', 1000) }, doctor)
  const { bulk_id } = await storeMessages(testApp, { texts, photo, fields, textsFor: joinedTexts, send })
  const csv = Buffer.from(`id,name,LDL\n${texts.map((text) => `1,${JSON.stringify(text)},1`).join('\n')}`)
  await send('/api/results_imports', { file_name: `${rows('import', 290)[0]}.csv`, size: csv.length, content: csv.toString('base64') }, doctor)
  await testApp.runJobs()
  const pageIds = { package_id, interview_id, mailed_interview_id, cancelled_interview_id, questionnaire_id, facility_id, bulk_id }
  return { failures, textCount: count, fields: [...fields], ...pageIds }
}
