import * as message from '@sukoyaka/wire/care/message'
import * as room from '@sukoyaka/wire/care/message-room'
import * as patient from '@sukoyaka/wire/people/patient'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { systemScope } from '../src/access/system-scope.ts'
import { buildApp } from '../src/app/build-app.ts'
import { roomsOf } from '../src/domains/message/room/store.ts'
import { foundMessages } from '../src/domains/message/thread/search-store.ts'
import { insertMessage } from '../src/domains/message/thread/send-store.ts'
import { messageOf } from '../src/domains/message/thread/store.ts'
import { patientsOf } from '../src/domains/patient/store.ts'
import { urlsFor } from '../src/files/signed-file.ts'
import { publishPatientEvent } from '../src/realtime/event-rows.ts'
import { msUntil } from '../test/wait-until.ts'
import { type Api, exampleRequest, type Operation, readApi, urlOf } from './kit/document.ts'
import { openStream } from './kit/nodes.ts'
import { routesWithHandler } from './kit/replace-route.ts'
import { isFull, report } from './kit/report.ts'
import { type Caller, openRecords, type Records, requestAs } from './kit/rows/records.ts'

let records: Records
let api: Api
beforeAll(async () => {
  records = await openRecords()
  api = await readApi(records.testApp.app)
})

const reads = () => api.operations.filter(({ method, isNotJson }) => method === 'GET' && !isNotJson)
/** Callers who may see nothing of Taro. */
const outsiders = () => records.callers.filter(({ role }) => role === undefined || role === 'patient')

/** Values of query parameters that could reveal another patient. */
const probesOf = ({ parameters }: Operation, { taro, hanako }: Records): [string, unknown][] =>
  parameters
    .filter((parameter) => parameter.in === 'query')
    .flatMap(({ name, schema, example }): [string, unknown][] => {
      const values: unknown[] = [
        example,
        taro.user_id,
        [taro.user_id],
        [hanako.user_id, taro.user_id],
        taro.canary,
        taro.canary.slice(2, 8),
        taro.secret,
        '',
        '%',
        1,
        2,
        3,
      ]
      return [...values, ...(schema.enum ?? [])].filter((value) => value !== undefined).map((value) => [name, value])
    })

const findLeaks = async (app: FastifyInstance, operations: Operation[], callers: Caller[], { isComplete = true } = {}) => {
  const failures: string[] = []
  let n = 0
  let turn = 0
  const { taro } = records
  for (const operation of operations) {
    const base = exampleRequest(operation)
    const requests = [base, ...probesOf(operation, records).map(([name, value]) => ({ ...base, query: { ...base.query, [name]: value } }))]
    const requestVariants = requests.flatMap((apiRequest) => [
      apiRequest,
      ...('user_id' in apiRequest.query ? [{ ...apiRequest, query: { ...apiRequest.query, user_id: taro.user_id } }] : []),
    ])
    for (const apiRequest of requestVariants) {
      turn++
      for (const [at, caller] of callers.entries()) {
        // the daily run sends each request as every third caller, in turn
        if (!isComplete && (turn + at) % 3) continue
        n++
        const { text, headers } = await requestAs(app, caller, 'GET', urlOf(apiRequest))
        // the links of a FHIR Bundle repeat the request
        const responseText = `${text.replace(/"link":\[[^\]]*\]/, '')} ${JSON.stringify(headers)}`
        // a 4xx names the parameter, never its value
        if (responseText.includes(taro.canary)) failures.push(`${caller.name}: ${urlOf(apiRequest)} shows texts of another patient`)
      }
    }
  }
  return { n, failures }
}

/** A total_count above the number of listed items reveals hidden rows. */
const checkCounts = async (app: FastifyInstance, operations: Operation[], callers: Caller[]) => {
  const failures: string[] = []
  let n = 0
  for (const operation of operations) {
    if (!operation.parameters.some(({ name }) => name === 'page')) continue
    const searchParameters = operation.parameters.filter(({ name, in: part }) => part === 'query' && /_cont|^q$/.test(name)).map(({ name }) => name)
    for (const extraQuery of [{}, ...searchParameters.flatMap((name) => [{ [name]: records.taro.canary }, { [name]: 'canary' }])])
      for (const caller of callers) {
        let listed = 0
        let counted: number | undefined
        for (let page: number | null = 1; page; ) {
          n++
          const base = exampleRequest(operation)
          const { status, text } = await requestAs(
            app,
            caller,
            'GET',
            urlOf({ ...base, query: { ...('user_id' in base.query && { user_id: records.hanako.user_id }), ...extraQuery, page } }),
          )
          if (status !== 200) break
          const list = JSON.parse(text) as { items: unknown[]; total_count?: number; next_page: number | null }
          listed += list.items.length
          counted = list.total_count
          page = list.next_page
        }
        if (counted !== undefined && counted !== listed) failures.push(`${caller.name}: ${operation.key} counts ${counted} and lists ${listed}`)
        if (caller.role === 'patient' && JSON.stringify(extraQuery).includes(records.taro.canary) && listed)
          failures.push(`${operation.key} finds another patient`)
      }
  }
  return { n, failures }
}

test('S-5: no query parameter shows texts of another patient to a patient or to somebody without a session', async () => {
  const { n, failures } = await findLeaks(records.testApp.app, reads(), outsiders(), { isComplete: isFull })
  report('S-5', { n, failures: failures.length, figures: { reads: reads().length, callers: outsiders().length } })
  expect(failures).toEqual([])
})

test('S-5: total_count equals the number of visible items', async () => {
  const { n, failures } = await checkCounts(records.testApp.app, reads(), records.callers)
  report('S-5 counts', { n, failures: failures.length, figures: {} })
  expect(n).toBeGreaterThan(20)
  expect(failures).toEqual([])
})

/** A doctor writes to Taro, then to Hanako. Checks Hanako's unread counts, conversations and event stream. */
const checkWriting = async (app: FastifyInstance, timeoutMs?: number): Promise<string[]> => {
  const { testApp, hanako, taro, authorizationOf } = records
  const failures: string[] = []
  const asHanako: Caller = { name: 'Hanako', role: 'patient', id: hanako.user_id, authorization: authorizationOf(testApp.hanako) }
  const { doctor } = testApp.staff
  const asDoctor: Caller = { name: 'the doctor', role: 'doctor', id: doctor.id, authorization: authorizationOf(doctor) }
  const read = async (url: string) => JSON.parse((await requestAs(app, asHanako, 'GET', url)).text)
  const numbers = async (): Promise<number[]> => [
    (await read('/api/message_rooms/unread_count')).count,
    (await read('/api/message_rooms/unread_notifiable_count')).count,
    (await read('/api/message_rooms/list')).items[0].unread_count,
  ]
  const write = async (patient_id: number) => {
    const { status, text } = await requestAs(app, asDoctor, 'POST', '/api/messages', { body: { patient_id, body: 'お変わりありませんか。' } })
    if (status !== 201) failures.push(`a message returned ${status}`)
    return (JSON.parse(text) as { id: number }).id
  }
  const stream = await openStream(app, asHanako.authorization!, {})
  const before = await numbers()
  const otherMessageId = await write(taro.user_id)
  if (String(await numbers()) !== String(before)) failures.push('the message to Taro changed the unread counts of Hanako')
  const ownMessageId = await write(hanako.user_id)
  await msUntil(() => stream.received().includes(`"record_id":${ownMessageId}`), timeoutMs)
  const streamText = stream.received()
  stream.close()
  if (String(await numbers()) !== String(before.map((count) => count + 1))) failures.push('the unread counts of Hanako do not include the message to her')
  if (!streamText.includes(`"patient_id":${hanako.user_id}`) || !streamText.includes(`"record_id":${ownMessageId}`))
    failures.push('Hanako received no event of the message to her')
  if (streamText.includes(`"patient_id":${taro.user_id}`) || streamText.includes(`"record_id":${otherMessageId}`))
    failures.push('Hanako received an event of the message to Taro')
  return failures
}

test('S-5: a message to another patient changes no unread count of a patient and sends the patient no event', async () => {
  const failures = await checkWriting(records.testApp.app)
  report('S-5 writing', { n: 2, failures: failures.length, figures: {} })
  expect(failures).toEqual([])
})

test('S-5 control: detects lists, counts and searches without the patient scope', async () => {
  const undetected: string[] = []
  const faults: [string, Parameters<typeof routesWithHandler>, 'values' | 'counts' | 'writing'][] = [
    [
      'a patient search without a scope',
      [
        patient.listPatients,
        async ({ db, actor, scope, input }) => patientsOf(typeof input.q === 'string' || input.q?.full_name_cont ? systemScope(db) : scope, actor, input),
      ],
      'values',
    ],
    [
      'a count of all patients',
      [
        patient.listPatients,
        async ({ db, actor, scope, input }) => ({
          ...(await patientsOf(scope, actor, input)),
          total_count: (await patientsOf(systemScope(db), actor, input)).total_count,
        }),
      ],
      'counts',
    ],
    [
      'conversations of all patients',
      [
        room.listMessageRooms,
        async ({ db, context, actor, input, language }) => roomsOf(systemScope(db), { actor, now: context.clock(), language }, 'waiting', input),
      ],
      'values',
    ],
    [
      'a message search without a scope',
      [
        message.searchMessages,
        async ({ db, context, actor, input: { q, page = 1 } }) =>
          foundMessages({ actor, scope: systemScope(db), urlOf: urlsFor(context, actor.id) }, { q: typeof q === 'string' ? q : q.body_cont, page }),
      ],
      'values',
    ],
    [
      'an unread count over all patients',
      [
        room.getUnreadCount,
        async ({ db }) => (await db.execute(sql`select sum(unread_count)::int as count from message_unreads`)).rows[0] as { count: number },
      ],
      'writing',
    ],
    [
      'a message event that is also sent to another patient',
      [
        message.addMessage,
        async (call) => {
          const { db, context, actor, scope, input } = call
          const { id } = await insertMessage({ actor, scope, now: context.clock() }, input)
          await publishPatientEvent(db, records.hanako.user_id, ['messages'], { kind: 'message.new', record_id: id })
          call.about('message.new', id)
          return messageOf({ actor, scope, urlOf: urlsFor(context, actor.id) }, id)
        },
      ],
      'writing',
    ],
  ]
  for (const [name, injected, check] of faults) {
    const app = await buildApp(records.testApp.context, { servedRoutes: routesWithHandler(...injected) })
    const key = `${injected[0].method} ${injected[0].path}`
    const operations = reads().filter((row) => row.key === key)
    const failures =
      check === 'writing' ? await checkWriting(app, 2_000) : (await (check === 'values' ? findLeaks : checkCounts)(app, operations, outsiders())).failures
    await app.close()
    if (!failures.length) undetected.push(name)
  }
  report('S-5 control', { n: faults.length, failures: undetected.length, figures: { caught: faults.length - undetected.length, missed: undetected } })
  expect(undetected).toEqual([])
})
