import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { pdf } from '../../test/documents.ts'
import { formOf } from '../../test/form.ts'
import { mp4Of } from '../../test/mp4.ts'
import { type Member, openTestApp, type TestApp } from '../../test/test-app.ts'
import { loadReference } from '../reference/load.ts'

let testApp: TestApp
let hanako: Member, doctor: Member
beforeAll(async () => {
  testApp = await openTestApp({ overrides: { clock: () => new Date('2026-11-21T00:00:00Z') } })
  ;({ hanako } = testApp)
  ;({ doctor } = testApp.staff)
  await loadReference(testApp.context.db)
})

const languages = ['ja', 'en', 'kr']
const inAll = async (method: 'POST' | 'PUT', path: string, body: object) =>
  Promise.all(languages.map(async (language) => (await doctor.request(method, path, { body, headers: { 'accept-language': language } })).body))
const idOf = async (query: ReturnType<typeof sql>) => Number((await testApp.context.db.execute<{ id: number }>(query)).rows[0]!.id)

test('the error for a date out of bounds names the bound', async () => {
  const disease_id = await idOf(sql`select id from diseases order by id limit 1`)
  const assessment = (
    await doctor.request('POST', '/api/assessments', { body: { user_id: hanako.id, disease_id, kind: 'problem', conducted_on: '2026-11-10' } })
  ).body
  const interview = { interviewee_id: hanako.id, kind: 'follow', conducted_at: '2026-12-01T01:00:00Z' }
  const illness = { user_id: hanako.id, disease_id, diagnosed_on: '2020-05', recovered_on: '2019' }
  const medicine = { user_id: hanako.id, name: 'アムロジピン', started_on: '2026-10-01', ended_on: '2026-09-30' }
  const cases: ['POST' | 'PUT', string, object, string, string[]][] = [
    ['POST', '/api/interviews', { ...interview, ends_at: interview.conducted_at }, 'ends_at', ['開始より後', 'after the start', '시작보다']],
    ['POST', '/api/interviews', { ...interview, ends_at: '2026-12-03T01:00:00Z' }, 'ends_at', ['24時間以内', 'within 24 hours', '24시간']],
    ['POST', '/api/interviews', { ...interview, conducted_at: '2036-12-01T01:00:00Z' }, 'conducted_at', ['2年以内', 'two years', '2년']],
    ['POST', '/api/past_illnesses', illness, 'recovered_on', ['診断日以降', 'diagnosis', '진단일']],
    ['POST', '/api/medicine_intakes', medicine, 'ended_on', ['開始日以降', 'start date', '시작일']],
    ['PUT', `/api/assessments/${assessment.id}`, { solved_on: '2026-11-09' }, 'solved_on', ['評価日以降', 'the assessment', '평가일']],
    [
      'POST',
      '/api/assessments',
      { user_id: hanako.id, disease_id, kind: 'problem', conducted_on: '1801-01-01' },
      'conducted_on',
      ['生年月日', 'birth', '생년월일'],
    ],
  ]
  for (const [method, path, body, field, words] of cases)
    for (const [at, { fields }] of (await inAll(method, path, body)).entries())
      expect([path, Object.keys(fields ?? {}), fields?.[field]]).toEqual([path, [field], [expect.stringContaining(words[at]!)]])
})

test('the error for a rejected file type lists the accepted types', async () => {
  const [film, heic] = [mp4Of([]), Buffer.concat([Buffer.from([0, 0, 0, 16]), Buffer.from('ftypheic\0\0\0\0')])]
  const interview = (
    await doctor.request('POST', '/api/interviews', { body: { interviewee_id: hanako.id, kind: 'follow', conducted_at: '2026-11-01T01:00:00Z' } })
  ).body
  const karte = formOf({ 'karte[user_id]': hanako.id, 'karte[memo]': 'x' }, 'karte[images][]', { filename: 'a.mp4', content: film })
  const picture = formOf({ patient_id: hanako.id }, 'images[]', { filename: 'a.mp4', content: film })
  for (const [path, body] of [
    ['/api/kartes', karte],
    ['/api/messages/image', picture],
  ] as const)
    for (const { code, error } of await inAll('POST', path, body)) {
      expect([path, code]).toEqual([path, 'file_type_unsupported'])
      expect(error).toContain('TIFF')
      expect(error).not.toContain('MP4')
    }
  for (const content of [pdf, heic])
    for (const { code, error } of await inAll('POST', `/api/interviews/${interview.id}/video`, formOf({}, 'video', { filename: 'a', content }))) {
      expect(code).toBe('file_type_unsupported')
      expect(error).toContain('MP4')
      expect(error).not.toContain('JPEG')
    }
})
