import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { circlebackSecret, meeting, signedHeaders } from '../../../test/circleback.ts'
import { statementsDuring } from '../../../test/statements.ts'
import { type Member, openTestApp, type TestApp } from '../../../test/test-app.ts'

let testApp: TestApp
let hanako: Member, doctor: Member, nutritionist: Member, concierge: Member, observer: Member
const oldSecret = 'the-secret-before-it-was-replaced'

beforeAll(async () => {
  testApp = await openTestApp({ env: { CIRCLEBACK_SECRET: `${circlebackSecret},${oldSecret}`, PUBLIC_URL: 'https://care.example.jp' } })
  ;({ hanako } = testApp)
  ;({ doctor, nutritionist, concierge, observer } = testApp.staff)
})

const rowsOf = async <T extends object>(query: ReturnType<typeof sql>) => (await testApp.context.db.execute(query)).rows as T[]
const interview = async (conducted_at: string, url: string | null = 'https://meet.example.com/sky-4821-kq', user_id = hanako.id) => {
  const [row] = await rowsOf<{ id: number }>(
    sql`insert into interviews (interviewee_id, kind, conducted_at, meeting_type, meeting_url) values (${user_id}, 'follow', ${conducted_at}, 'online', ${url}) returning id`,
  )
  return Number(row!.id)
}
const deliver = async (body: object, headers?: Record<string, string>) => {
  const raw = JSON.stringify(body)
  return testApp.request('POST', '/webhooks/circleback', { raw, headers: headers ?? signedHeaders(raw) })
}
const minutesOf = async (id: number, member = doctor) => (await member.get(`/api/interviews/${id}/auto_minutes`)).body.auto_minutes
const count = async (table: string) => Number((await rowsOf<{ n: number }>(sql.raw(`select count(*)::int as n from ${table}`)))[0]!.n)

test('stores delivered minutes as a draft of the interview with the same URL at that time, and links sentences found in the transcript', async () => {
  await interview('2026-10-22T01:00:00Z')
  const id = await interview('2026-11-05T01:05:00Z')
  expect((await deliver(meeting())).body).toEqual({ received: true })
  expect(await minutesOf(id)).toBeNull()
  expect(await testApp.runJobs()).toContain('circleback')
  const minutes = await minutesOf(id, observer)
  expect(minutes).toMatchObject({ interview_id: id, status: 'draft', duration_seconds: 1_920, decided_by: null })
  expect(minutes.sections).toEqual([
    {
      kind: 'summary',
      title: '',
      sentences: [
        { text: '夕食が21時を過ぎる日が週4日ある。', source: { from: 1, to: 1 } },
        { text: '歩数は目標に近づいている。', source: null },
      ],
    },
    { kind: 'decisions', title: '', sentences: [{ text: '平日の夕食を2回に分ける', source: { from: 2, to: 2 } }] },
    { kind: 'next', title: '', sentences: [{ text: '食事の写真', source: null }] },
  ])
  expect(minutes.transcript[1]).toEqual({ speaker: '山田 花子', text: '仕事が遅くて、夕食が21時を過ぎる日が週に4日くらいあります。', at: 17 })
  expect(minutes.action_items).toMatchObject([
    { assignee_name: '山田 花子', is_done: false },
    { assignee_name: '岡田 由紀', is_done: true },
  ])
  // the payload is not kept after processing
  expect(await rowsOf(sql`select payload from webhook_receipts where payload is not null`)).toEqual([])
})

test('shows a patient nothing of a draft, and only the summary once approved', async () => {
  const id = await interview('2026-11-06T01:00:00Z', 'https://meet.example.com/approve')
  await deliver(meeting({ id: 2, url: 'https://meet.example.com/approve', createdAt: '2026-11-06T01:01:00Z' }))
  await testApp.runJobs()
  const draft = await minutesOf(id, nutritionist)
  expect(draft.proposed_summary).toBe('夕食が21時を過ぎる日が週4日ある。歩数は目標に近づいている。平日の夕食を2回に分ける。')
  expect((await hanako.get(`/api/interviews/${id}/auto_minutes`)).status).toBe(403)
  const read = async () => (await hanako.get(`/api/interviews?interviewee_id=${hanako.id}`)).text
  expect(await read()).not.toContain('夕食')

  const sections = [{ kind: 'summary', sentences: ['  夕食が21時を過ぎる日が週5日ある。', ' '] }]
  const edited = await nutritionist.request('PUT', `/api/interviews/${id}/auto_minutes`, { body: { updated_at: draft.updated_at, sections } })
  expect(edited.body.sections).toEqual([{ kind: 'summary', title: '', sentences: [{ text: '夕食が21時を過ぎる日が週5日ある。', source: { from: 1, to: 1 } }] }])
  const body = { updated_at: draft.updated_at, sections }
  expect((await doctor.request('PUT', `/api/interviews/${id}/auto_minutes`, { body })).status).toBe(409)
  expect(await read()).not.toContain('夕食')

  const approve = (updated_at: string, patient_summary: string, member = nutritionist) =>
    member.request('POST', `/api/interviews/${id}/auto_minutes/approve`, { body: { updated_at, patient_summary } })
  expect((await approve(draft.updated_at, 'x')).status).toBe(409)
  expect((await approve(edited.body.updated_at, 'あ'.repeat(401))).body.fields).toHaveProperty('patient_summary')
  expect((await approve(edited.body.updated_at, 'x', concierge)).status).toBe(403)
  const approved = await approve(edited.body.updated_at, '夕食を2回に分けてみましょう。')
  expect(approved.body).toMatchObject({ status: 'approved', decided_by: { id: nutritionist.id } })
  expect(await read()).toContain('夕食を2回に分けてみましょう。')
  expect(await read()).not.toContain('21時')
  expect((await approve(approved.body.updated_at, 'y')).status).toBe(409)

  // an empty summary sends no notification
  const silent = await interview('2026-11-16T01:00:00Z', 'https://meet.example.com/silent')
  await deliver(meeting({ id: 20, url: 'https://meet.example.com/silent', createdAt: '2026-11-16T01:01:00Z' }))
  await testApp.runJobs()
  const { updated_at } = await minutesOf(silent)
  const response = await nutritionist.request('POST', `/api/interviews/${silent}/auto_minutes/approve`, { body: { updated_at, patient_summary: ' \n ' } })
  expect(response.body).toMatchObject({ status: 'approved' })
  expect(await rowsOf(sql`select record_id from notifications where kind = 'interview_summary'`)).toEqual([{ record_id: id }])
})

test('an approval replaces a summary written by hand only if the approver sends it as the one replaced', async () => {
  const id = await interview('2026-11-17T01:00:00Z', 'https://meet.example.com/by-hand')
  await deliver(meeting({ id: 21, url: 'https://meet.example.com/by-hand', createdAt: '2026-11-17T01:01:00Z' }))
  await testApp.runJobs()
  const { updated_at, patient_summary } = await minutesOf(id)
  expect(patient_summary).toBe('')
  await doctor.request('PUT', `/api/interviews/${id}`, { body: { patient_summary: '手で書いた要約。' } })
  const approve = (more: object) =>
    nutritionist.request('POST', `/api/interviews/${id}/auto_minutes/approve`, { body: { updated_at, patient_summary: '夕食を早めに。', ...more } })
  for (const more of [{}, { replaced_summary: '前の要約。' }])
    expect((await approve(more)).body).toMatchObject({ code: 'conflict', versions: { saved: { patient_summary: '手で書いた要約。' } } })
  expect((await minutesOf(id)).patient_summary).toBe('手で書いた要約。')
  expect((await approve({ replaced_summary: '手で書いた要約。' })).body).toMatchObject({ status: 'approved', patient_summary: '夕食を早めに。' })
})

test('an approval with an empty summary withdraws the published one with its notification', async () => {
  const id = await interview('2026-11-27T01:00:00Z', 'https://meet.example.com/withdrawn')
  await deliver(meeting({ id: 23, url: 'https://meet.example.com/withdrawn', createdAt: '2026-11-27T01:01:00Z' }))
  await testApp.runJobs()
  const { updated_at } = await minutesOf(id)
  const kinds = async () =>
    (await hanako.get('/api/notifications?unchecked_only=true')).body.items
      .filter(({ record_id }: { record_id: number }) => record_id === id)
      .map(({ kind }: { kind: string }) => kind)
  await doctor.request('PUT', `/api/interviews/${id}`, { body: { patient_summary: '手で書いた要約。' } })
  expect(await kinds()).toEqual(['interview_summary'])
  const body = { updated_at, patient_summary: ' ', replaced_summary: '手で書いた要約。' }
  expect((await nutritionist.request('POST', `/api/interviews/${id}/auto_minutes/approve`, { body })).body).toMatchObject({ patient_summary: '' })
  expect(await kinds()).toEqual([])
})

test('returns the minutes of interviews to staff, with one statement for a whole list', async () => {
  const seen = async (member: Member, id: number) => {
    const { items } = (await member.get(`/api/interviews?interviewee_id=${hanako.id}`)).body
    const single = (await member.get(`/api/interviews/${id}`)).body
    const listed = items.find((item: { id: number }) => item.id === id)
    expect(listed.auto_minutes).toEqual(single.auto_minutes)
    return single.auto_minutes
  }
  const id = await interview('2026-11-18T01:00:00Z', 'https://meet.example.com/carried')
  expect(await seen(doctor, id)).toBeNull()
  await deliver(meeting({ id: 22, url: 'https://meet.example.com/carried', createdAt: '2026-11-18T01:01:00Z' }))
  await testApp.runJobs()
  const { status, sections, updated_at } = await minutesOf(id)
  expect(await seen(observer, id)).toMatchObject({ status, sections, updated_at })
  expect(await seen(hanako, id)).toBeNull()
  const { statements } = await statementsDuring(() => doctor.get(`/api/interviews?interviewee_id=${hanako.id}`))
  expect(statements.filter(({ text }) => text.includes('interview_minutes'))).toHaveLength(1)
  await doctor.request('POST', `/api/interviews/${id}/auto_minutes/reject`, { body: { updated_at } })
  expect(await seen(doctor, id)).toBeNull()
})

test('ignores repeated deliveries and keeps the fullest one until a person edits it', async () => {
  const url = 'https://meet.example.com/again'
  const id = await interview('2026-11-07T01:00:00Z', url)
  const first = meeting({ id: 3, url, createdAt: '2026-11-07T01:00:00Z' })
  const fuller = { ...first, notes: `${first.notes}\n- 睡眠の記録` }
  const [receipts, minutes] = [await count('webhook_receipts'), await count('interview_minutes')]
  await Promise.all([fuller, first, first, fuller].map((body) => deliver(body)))
  expect(await count('webhook_receipts')).toBe(receipts + 2)
  await testApp.runJobs()
  for (const body of [first, fuller]) expect((await deliver(body)).status).toBe(200)
  expect(await testApp.runJobs()).not.toContain('circleback')
  expect(await count('interview_minutes')).toBe(minutes + 1)
  const created = await minutesOf(id)
  expect(created.sections.at(-1).sentences).toHaveLength(2)
  expect(created.action_items).toHaveLength(2)
  await doctor.request('PUT', `/api/interviews/${id}/auto_minutes`, { body: { sections: [{ kind: 'summary', sentences: ['人が書いた。'] }] } })
  await deliver({ ...fuller, notes: `${fuller.notes}\n- もっと長い` })
  await testApp.runJobs()
  expect((await minutesOf(id)).sections).toMatchObject([{ sentences: [{ text: '人が書いた。' }] }])
})

test('turns an action item into a task or goal once', async () => {
  const url = 'https://meet.example.com/become'
  const id = await interview('2026-11-08T01:00:00Z', url)
  await deliver(meeting({ id: 4, url, createdAt: '2026-11-08T01:00:00Z' }))
  await testApp.runJobs()
  const [goal, task] = (await minutesOf(id)).action_items
  const convertItem = (item: number, body: object, member = nutritionist) => member.request('POST', `/api/auto_minutes/action_items/${item}/become`, { body })
  const goals = await Promise.all([convertItem(goal.id, { kind: 'habit_goal' }), convertItem(goal.id, { kind: 'habit_goal' })])
  expect(goals.map(({ status }) => status).sort()).toEqual([200, 409])
  const converted = await convertItem(task.id, { kind: 'task', due_on: '2026-11-27', assignee_id: doctor.id })
  expect(converted.body).toMatchObject({ task_id: expect.any(Number), habit_goal_id: null })
  const { items } = (await doctor.get(`/api/tasks?user_id=${hanako.id}`)).body
  expect(items).toMatchObject([{ content: '次回の献立案を送る', due_on: '2026-11-27', interview_id: id, source: 'minutes', assignee_id: doctor.id }])
  expect((await hanako.get(`/api/habit_goals?user_id=${hanako.id}`)).body.items).toMatchObject([{ content: '平日の夕食を2回に分ける' }])
  expect((await convertItem(goal.id, { kind: 'task' }, concierge)).status).toBe(403)
  expect((await convertItem(888_888, { kind: 'task' })).status).toBe(404)
  // after a rejected request the item is still open
  const [remaining] = (await rowsOf<{ id: number }>(
    sql`insert into minutes_action_items (minutes_id, content, assignee_name) select id, 'x', 'Ｎutritionist　一郎' from interview_minutes where interview_id = ${id} returning id`,
  )) as [{ id: number }]
  expect((await convertItem(remaining.id, { kind: 'task', assignee_id: hanako.id })).status).toBe(422)
  // without `assignee_id`, the task is assigned to the participating member of staff named in the minutes
  for (const member of [doctor, nutritionist])
    await testApp.context.db.execute(sql`insert into interview_participants (interview_id, staff_id) values (${id}, ${member.id})`)
  expect((await convertItem(remaining.id, { kind: 'task' })).status).toBe(200)
  const tasks = (await doctor.get(`/api/tasks?user_id=${hanako.id}`)).body.items
  expect(tasks.map((item: { content: string; assignee_id: number }) => [item.content, item.assignee_id])).toContainEqual(['x', nutritionist.id])
})

test('keeps unmatched minutes until staff assign or delete them', async () => {
  const interviewId = await interview('2026-11-10T02:00:00Z', null, testApp.taro.id)
  await deliver(meeting({ id: 5, url: 'https://zoom.example.com/j/1', createdAt: '2026-11-10T01:00:00Z' }))
  await deliver(meeting({ id: 6, url: null, createdAt: '2026-11-10T03:00:00Z' }))
  // the same URL, but another week
  await deliver(meeting({ id: 7, createdAt: '2026-12-24T03:00:00Z' }))
  await testApp.runJobs()
  const readUnmatched = async () => (await nutritionist.get('/api/unmatched_minutes')).body.items
  const found = await readUnmatched()
  expect(found.map(({ met_at }: { met_at: string }) => met_at.slice(0, 10))).toEqual(['2026-12-24', '2026-11-10', '2026-11-10'])
  expect(found[1].candidates[0]).toMatchObject({ id: interviewId, interviewee: { id: testApp.taro.id } })
  expect(found[0].candidates).toEqual([])
  for (const member of [hanako, observer, concierge]) expect((await member.get('/api/unmatched_minutes')).status).toBe(403)

  const assign = (id: number, interview_id: number) => nutritionist.request('POST', `/api/unmatched_minutes/${id}/assign`, { body: { interview_id } })
  expect((await assign(found[1].id, interviewId)).body).toMatchObject({ interview_id: interviewId, status: 'draft' })
  expect((await assign(found[1].id, interviewId)).status).toBe(404)
  expect((await assign(found[2].id, interviewId)).status).toBe(409)
  expect((await assign(found[2].id, 888_888)).status).toBe(404)
  // once rejected, the interview accepts other minutes
  expect((await doctor.request('POST', `/api/interviews/${interviewId}/auto_minutes/reject`, { body: {} })).status).toBe(204)
  expect(await minutesOf(interviewId)).toBeNull()
  expect((await assign(found[2].id, interviewId)).status).toBe(200)
  expect((await nutritionist.request('DELETE', `/api/unmatched_minutes/${found[0].id}`)).status).toBe(204)
  expect(await readUnmatched()).toEqual([])
})

test('matches an interview by its calendar uid, even without the meeting’s URL', async () => {
  const id = await interview('2026-11-12T01:00:00Z', null)
  await deliver(meeting({ id: 8, url: null, icalUid: `interview-${id}@care.example.jp`, createdAt: '2026-11-14T01:00:00Z' }))
  await deliver(meeting({ id: 9, url: null, icalUid: `interview-${id}@elsewhere.example` }))
  await testApp.runJobs()
  expect(await minutesOf(id)).toMatchObject({ met_at: '2026-11-14T01:00:00.000Z' })
  expect((await nutritionist.get('/api/unmatched_minutes')).body.items).toHaveLength(1)
})

test('a second recording of an interview stays unmatched and does not go to the next patient in the same room', async () => {
  const url = 'https://zoom.example.com/j/personal-room'
  const ids = [await interview('2026-11-25T01:00:00Z', url), await interview('2026-11-25T02:45:00Z', url, testApp.taro.id)] as const
  const at = (time: string, more: object = {}) => meeting({ id: `room ${time}`, url, createdAt: `2026-11-25T${time}:00Z`, ...more })
  const bodies = [at('01:00'), at('01:45'), at('02:05'), at('01:50', { icalUid: `interview-${ids[0]}@care.example.jp` })]
  for (const body of bodies) {
    await deliver(body)
    await testApp.runJobs()
  }
  const unmatched = (await nutritionist.get('/api/unmatched_minutes')).body.items.map(({ met_at }: { met_at: string }) => met_at.slice(0, 16))
  expect(unmatched.filter((met_at: string) => met_at.startsWith('2026-11-25'))).toEqual(['2026-11-25T02:05', '2026-11-25T01:50', '2026-11-25T01:45'])
  expect([(await minutesOf(ids[0])).met_at, await minutesOf(ids[1])]).toEqual(['2026-11-25T01:00:00.000Z', null])
  // people can join ten minutes before the start
  await deliver(at('02:36'))
  await testApp.runJobs()
  expect((await minutesOf(ids[1])).met_at).toBe('2026-11-25T02:36:00.000Z')
})

test('minutes of a meeting up to half an hour after an interview stay unmatched, even if people can already join the next one in the same room', async () => {
  const url = 'https://zoom.example.com/j/late-room'
  const ids = [await interview('2026-11-27T01:00:00Z', url), await interview('2026-11-27T02:15:00Z', url, testApp.taro.id)] as const
  for (const time of ['02:03', '02:06', '02:30', '01:50', '02:31']) await deliver(meeting({ id: `late ${time}`, url, createdAt: `2026-11-27T${time}:00Z` }))
  await testApp.runJobs()
  expect([(await minutesOf(ids[0])).met_at, (await minutesOf(ids[1])).met_at].map((at) => at.slice(11, 16))).toEqual(['01:50', '02:31'])
})

test('a URL matches no interview hours before or after the meeting', async () => {
  const url = 'https://zoom.example.com/j/other-room'
  const id = await interview('2026-11-26T06:00:00Z', url)
  for (const [i, time] of ['01:15', '09:30'].entries()) await deliver(meeting({ id: `hours ${i}`, url, createdAt: `2026-11-26T${time}:00Z` }))
  await testApp.runJobs()
  expect(await minutesOf(id)).toBeNull()
})

test('accepts only correctly signed and valid deliveries, and stores no others', async () => {
  const body = meeting({ id: 10 })
  const raw = JSON.stringify(body)
  const before = await count('webhook_receipts')
  const validSignature = signedHeaders(raw)['x-signature']
  const invalidSignatures = [
    '',
    'x',
    validSignature.toUpperCase(),
    `sha256=${validSignature}`,
    validSignature.slice(1),
    `${validSignature}0`,
    signedHeaders(`${raw} `)['x-signature'],
    signedHeaders(raw, 'another-secret-entirely')['x-signature'],
  ]
  const responses = await Promise.all([...invalidSignatures.map((value) => deliver(body, { 'x-signature': value })), deliver(body, {})])
  expect(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  expect(responses[0]).toMatchObject({ status: 401, body: { code: 'signature_invalid' } })
  // correctly signed, but not a valid payload
  const send = (text: string) => testApp.request('POST', '/webhooks/circleback', { raw: text, headers: signedHeaders(text) })
  expect((await send('{"id":')).status).toBe(400)
  expect((await send('[]')).status).toBe(400)
  expect((await send('{"name":"x"}')).body).toMatchObject({ code: 'invalid', fields: { id: expect.anything() } })
  expect((await send(JSON.stringify({ id: 1, transcript: [{ text: '\u0000', timestamp: 1 }] }))).status).toBe(422)
  expect((await send(JSON.stringify({ id: 1, notes: 'あ'.repeat(400_000) }))).status).toBe(413)
  expect((await testApp.request('POST', '/webhooks/circleback?x=1', { raw, headers: signedHeaders(raw) })).status).toBe(400)
  expect(await count('webhook_receipts')).toBe(before)
  // while the secret is being replaced, the old one is valid too
  expect((await deliver(body, signedHeaders(raw, oldSecret))).status).toBe(200)
  expect(await count('webhook_receipts')).toBe(before + 1)
})
