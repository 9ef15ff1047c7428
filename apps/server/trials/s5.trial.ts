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
import { addressOf } from '../src/files/signed-file.ts'
import { publishPatientEvent } from '../src/realtime/event-rows.ts'
import { msUntil } from '../test/patience.ts'
import { type Api, exampleAsking, type Operation, readApi, urlOf } from './kit/document.ts'
import { openStream } from './kit/nodes.ts'
import { plant } from './kit/planted.ts'
import { report } from './kit/report.ts'
import { type Caller, knock, openRecords, type Records } from './kit/rows/records.ts'

let records: Records
let api: Api
beforeAll(async () => {
  records = await openRecords()
  api = await readApi(records.world.app)
})

const reads = () => api.operations.filter(({ method, isStream }) => method === 'GET' && !isStream)
/** Callers who may see nothing of Taro. */
const outsiders = () => records.callers.filter(({ role }) => role === undefined || role === 'patient')

/** Values that could reveal another patient: their id, their texts and parts of them, every page and order. */
const triesOf = ({ parameters }: Operation, { taro, hanako }: Records): [string, unknown][] =>
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

const judgeWords = async (app: FastifyInstance, operations: Operation[], callers: Caller[]) => {
  const failures: string[] = []
  let n = 0
  const { taro } = records
  for (const operation of operations) {
    const base = exampleAsking(operation)
    const askings = [base, ...triesOf(operation, records).map(([name, value]) => ({ ...base, query: { ...base.query, [name]: value } }))]
    const everywhere = askings.flatMap((asking) => [
      asking,
      ...('user_id' in asking.query ? [{ ...asking, query: { ...asking.query, user_id: taro.user_id } }] : []),
    ])
    for (const asking of everywhere)
      for (const caller of callers) {
        n++
        const { text, headers } = await knock(app, caller, 'GET', urlOf(asking))
        const told = `${text} ${JSON.stringify(headers)}`
        // a 4xx names the parameter, never its value
        if (told.includes(taro.canary)) failures.push(`${caller.name}: ${urlOf(asking)} shows texts of another patient`)
      }
  }
  return { n, failures }
}

/** A total_count above the number of listed items reveals hidden rows. */
const judgeCounts = async (app: FastifyInstance, operations: Operation[], callers: Caller[]) => {
  const failures: string[] = []
  let n = 0
  for (const operation of operations) {
    if (!operation.parameters.some(({ name }) => name === 'page')) continue
    const words = operation.parameters.filter(({ name, in: part }) => part === 'query' && /_cont|^q$/.test(name)).map(({ name }) => name)
    for (const more of [{}, ...words.flatMap((name) => [{ [name]: records.taro.canary }, { [name]: 'canary' }])])
      for (const caller of callers) {
        let listed = 0
        let counted: number | undefined
        for (let page: number | null = 1; page; ) {
          n++
          const base = exampleAsking(operation)
          const { status, text } = await knock(
            app,
            caller,
            'GET',
            urlOf({ ...base, query: { ...('user_id' in base.query && { user_id: records.hanako.user_id }), ...more, page } }),
          )
          if (status !== 200) break
          const list = JSON.parse(text) as { items: unknown[]; total_count?: number; next_page: number | null }
          listed += list.items.length
          counted = list.total_count
          page = list.next_page
        }
        if (counted !== undefined && counted !== listed) failures.push(`${caller.name}: ${operation.key} counts ${counted} and lists ${listed}`)
        if (caller.role === 'patient' && JSON.stringify(more).includes(records.taro.canary) && listed) failures.push(`${operation.key} finds another patient`)
      }
  }
  return { n, failures }
}

test('S-5: shows a patient or stranger nothing of another patient in any list, search or order', async () => {
  const { n, failures } = await judgeWords(records.world.app, reads(), outsiders())
  report('S-5', { n, failures: failures.length, figures: { reads: reads().length, callers: outsiders().length } })
  expect(failures).toEqual([])
})

test('S-5: total_count equals the number of visible items', async () => {
  const { n, failures } = await judgeCounts(records.world.app, reads(), records.callers)
  report('S-5 counts', { n, failures: failures.length, figures: {} })
  expect(n).toBeGreaterThan(20)
  expect(failures).toEqual([])
})

/** A doctor writes to Taro, then to Hanako. Checks Hanako's unread counts, conversations and event stream. */
const judgeWriting = async (app: FastifyInstance, patience?: number): Promise<string[]> => {
  const { world, hanako, taro, authorizationOf } = records
  const failures: string[] = []
  const asHanako: Caller = { name: 'Hanako', role: 'patient', id: hanako.user_id, authorization: authorizationOf(world.hanako) }
  const asDoctor: Caller = { ...asHanako, authorization: authorizationOf(world.staff.doctor) }
  const read = async (url: string) => JSON.parse((await knock(app, asHanako, 'GET', url)).text)
  const numbers = async (): Promise<number[]> => [
    (await read('/api/message_rooms/unread_count')).count,
    (await read('/api/message_rooms/unread_notifiable_count')).count,
    (await read('/api/message_rooms/list')).items[0].unread_count,
  ]
  const write = async (patient_id: number) => {
    const { status, text } = await knock(app, asDoctor, 'POST', '/api/messages', { body: { patient_id, body: 'お変わりありませんか。' } })
    if (status !== 201) failures.push(`a message was answered with ${status}`)
    return (JSON.parse(text) as { id: number }).id
  }
  const stream = await openStream(app, asHanako.authorization!, {})
  const before = await numbers()
  const foreign = await write(taro.user_id)
  if (String(await numbers()) !== String(before)) failures.push('her unread counts changed')
  const own = await write(hanako.user_id)
  await msUntil(() => stream.heard().includes(`"record_id":${own}`), patience)
  const told = stream.heard()
  stream.leave()
  if (String(await numbers()) !== String(before.map((count) => count + 1))) failures.push('her unread counts ignore her own message')
  if (!told.includes(`"patient_id":${hanako.user_id}`) || !told.includes(`"record_id":${own}`)) failures.push('no event for her own message')
  if (told.includes(`"patient_id":${taro.user_id}`) || told.includes(`"record_id":${foreign}`)) failures.push('an event for his message')
  return failures
}

test('S-5: a message to another patient changes no unread count and publishes no event to others', async () => {
  const failures = await judgeWriting(records.world.app)
  report('S-5 writing', { n: 2, failures: failures.length, figures: {} })
  expect(failures).toEqual([])
})

test('S-5 control: detects lists, counts and searches without the patient scope', async () => {
  const missed: string[] = []
  const faults: [string, Parameters<typeof plant>, 'words' | 'counts' | 'writing'][] = [
    [
      'a patient search without a scope',
      [patient.listPatients, async ({ db, actor, scope, input }) => patientsOf(input.q?.full_name_cont ? systemScope(db) : scope, actor, input)],
      'words',
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
      'words',
    ],
    [
      'a message search without a scope',
      [
        message.searchMessages,
        async ({ db, context, actor, input: { q, page = 1 } }) =>
          foundMessages({ actor, scope: systemScope(db), address: addressOf(context, actor.id) }, { q: typeof q === 'string' ? q : (q.body_cont ?? ''), page }),
      ],
      'words',
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
          return messageOf({ actor, scope, address: addressOf(context, actor.id) }, id)
        },
      ],
      'writing',
    ],
  ]
  for (const [name, planted, what] of faults) {
    const app = await buildApp(records.world.context, { servedRoutes: plant(...planted) })
    const key = `${planted[0].method} ${planted[0].path}`
    const operations = reads().filter((row) => row.key === key)
    const failures =
      what === 'writing' ? await judgeWriting(app, 2_000) : (await (what === 'words' ? judgeWords : judgeCounts)(app, operations, outsiders())).failures
    await app.close()
    if (!failures.length) missed.push(name)
  }
  report('S-5 control', { n: faults.length, failures: missed.length, figures: { caught: faults.length - missed.length, missed } })
  expect(missed).toEqual([])
})
