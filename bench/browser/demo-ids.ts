import { setTimeout as sleep } from 'node:timers/promises'
import { checkupLines, csvOf, shiftJis } from '../../apps/server/test/checkup-file.ts'
import type { State } from './chromium.ts'
import { type DemoApp, shownAt } from './demo-app.ts'
import type { Ids } from './views.ts'

const saeki = { last_name: '佐伯', first_name: '恵子', last_name_kana: 'サエキ', first_name_kana: 'ケイコ', birthday: '1968-03-14', sex: 'female' as const }
const stranger = { ...saeki, last_name: '榊原', last_name_kana: 'サカキバラ', birthday: '1971-02-03' }

/** Calls the API as the person of a session. */
const callAs =
  (url: string, { cookies }: State) =>
  async <Reply>(method: 'GET' | 'POST', path: string, body?: object): Promise<Reply> => {
    const value = (name: string) => decodeURIComponent(cookies.find((cookie) => cookie.name === name)?.value ?? '')
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `Token token="${value('accessToken')}", email="${value('email')}"`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response.json() as Promise<Reply>
  }

type Call = ReturnType<typeof callAs>
type Import = { id: number; state: string }

const waitForState = async (call: Call, id: number, wanted: string) => {
  for (;;) {
    const { state } = await call<Import>('GET', `/api/results_imports/${id}`)
    if (state === wanted) return
    if (!['uploaded', 'applying'].includes(state)) throw new Error(`import ${id} is ${state}`)
    await sleep(100)
  }
}

/** Uploads a checkup file and waits until the server has checked it. */
const addImport = async (call: Call, name: string, file: Uint8Array) => {
  const content = Buffer.from(file).toString('base64')
  const { id } = await call<Import>('POST', '/api/results_imports', { file_name: `${name}.csv`, size: file.length, content })
  await waitForState(call, id, 'checked')
  return id
}

const head = ['氏名', 'カナ', '生年月日', '受診日', 'LDL-C(mg/dL)', 'HbA1c(%)', 'カリウム(mEq/L)']
const utf8Csv = (lines: string[][]) => Buffer.from(csvOf(lines))

/** Adds an import whose columns are all decided, so that its page opens at the step of the rows. */
const addDecidedImport = (call: Call) =>
  addImport(call, '協会けんぽ_2026年8月', utf8Csv([head, ['佐伯 恵子', 'サエキ ケイコ', '1968-03-14', '2026-08-20', '128', '5.8', '4.1']]))

/** Imports results of three patients: one critical, one abnormal and one in range. */
const addAppliedImport = async (call: Call) => {
  const { items } = await call<{ items: (typeof saeki & { id: number })[] }>('GET', '/api/users/patients?page=1')
  const people = items.filter(({ id, birthday, last_name_kana }) => id !== 1 && birthday && last_name_kana)
  const values = ['100,5.2,6.6', '188,5.2,4.1', '100,5.2,4.1']
  const lines = values.map((row, at) => {
    const { last_name, first_name, last_name_kana, first_name_kana, birthday } = people[at]!
    return [`${last_name} ${first_name}`, `${last_name_kana} ${first_name_kana}`, birthday, '2026-09-16', ...row.split(',')]
  })
  const id = await addImport(call, '健診結果_2026年9月16日', utf8Csv([head, ...lines]))
  await call('POST', `/api/results_imports/${id}/apply`, {})
  await waitForState(call, id, 'applied')
  return id
}

const addProposal = (call: Call) =>
  call('POST', '/api/interview_proposals', {
    patient_id: 1,
    kind: 'follow',
    meeting_type: 'online',
    minutes: 30,
    starts: ['2026-12-03T18:30:00+09:00', '2026-12-04T18:30:00+09:00', '2026-12-07T18:30:00+09:00'].map((start) => new Date(start).toISOString()),
    body: '次回の面談のご都合はいかがでしょうか。',
  })

/** Adds an interview proposal and imports, which the demo lacks. Returns the ids of a facility, of records of the demo's first patient and of the imports. */
export const idsOf = async ({ url, idOf }: DemoApp, doctor: State): Promise<Ids> => {
  const call = callAs(url, doctor)
  const csv = csvOf(checkupLines([saeki, stranger], { day: '2026-09-15' }))
  await addProposal(call)
  const interview = (condition: string) => `select id from interviews where interviewee_id = 1 and cancelled_at is null and ${condition} limit 1`
  const now = `timestamptz '${shownAt.toISOString()}'`
  return {
    facility: await idOf(`select id from facilities where name_ja = 'みなとさくらクリニック' order by id limit 1`),
    interview: await idOf(interview(`conducted_at > ${now} order by conducted_at`)),
    past_interview: await idOf(interview(`conducted_at < ${now} order by conducted_at desc`)),
    questionnaire: await idOf('select id from questionnaires where user_id = 1 order by answered_at desc nulls first limit 1'),
    answered_questionnaire: await idOf('select id from questionnaires where user_id = 1 and answered_at is not null order by answered_at desc limit 1'),
    import: await addImport(call, '健診結果_2026年9月', shiftJis(csv)),
    decided_import: await addDecidedImport(call),
    applied_import: await addAppliedImport(call),
  }
}
