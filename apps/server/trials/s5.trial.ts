import { setTimeout as sleep } from 'node:timers/promises'
import * as message from '@sukoyaka/wire/message-room'
import * as patient from '@sukoyaka/wire/patient'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { reachOfHouse } from '../src/access/gate.ts'
import { buildApp } from '../src/app.ts'
import { roomsOf } from '../src/message/room/store.ts'
import { patientsOf } from '../src/patient/store.ts'
import { type Api, exampleAsking, type Operation, readApi, urlOf } from './kit/document.ts'
import { openStream } from './kit/nodes.ts'
import { plant } from './kit/planted.ts'
import { type Caller, knock, openRecords, type Records } from './kit/records.ts'
import { report } from './kit/report.ts'

let records: Records
let api: Api
beforeAll(async () => {
  records = await openRecords()
  api = await readApi(records.world.app)
})

const reads = () => api.operations.filter(({ method, isStream }) => method === 'GET' && !isStream)
/** Who may see nothing of Taro. */
const outsiders = () => records.callers.filter(({ role }) => role === undefined || role === 'patient')

/** What one would type, click or guess to see somebody else: their id, words of theirs and parts of them, every page, every order. */
const triesOf = ({ parameters }: Operation, { taro, hanako }: Records): [string, unknown][] =>
  parameters
    .filter((one) => one.in === 'query')
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
        // a refusal names the parameter, never its value
        if (told.includes(taro.canary)) failures.push(`${caller.name}: ${urlOf(asking)} shows another’s words`)
      }
  }
  return { n, failures }
}

/** A count that is more than what can be listed tells that somebody is there. */
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
        if (caller.role === 'patient' && JSON.stringify(more).includes(records.taro.canary) && listed) failures.push(`${operation.key} finds another`)
      }
  }
  return { n, failures }
}

test('no list, page, filter, search or order shows a patient or a stranger anything of somebody else', async () => {
  const { n, failures } = await judgeWords(records.world.app, reads(), outsiders())
  report('S-5', { n, failures: failures.length, figures: { reads: reads().length, callers: outsiders().length } })
  expect(failures).toEqual([])
})

test('a count is the number of those whom one may see', async () => {
  const { n, failures } = await judgeCounts(records.world.app, reads(), records.callers)
  report('S-5 counts', { n, failures: failures.length, figures: {} })
  expect(n).toBeGreaterThan(20)
  expect(failures).toEqual([])
})

test('a patient’s stream tells nothing of what happens to others', async () => {
  const { world, hanako, taro, authorizationOf } = records
  const stream = await openStream(world.app, authorizationOf(world.hanako), {})
  const publish = (id: number) => world.house.db.execute(sql`select publish_event(null, ${id}, array['test_results'])`)
  await publish(taro.user_id)
  await publish(hanako.user_id)
  await sleep(500)
  const told = stream.heard()
  stream.leave()
  report('S-5 stream', { n: 2, failures: told.includes(`"patient_id":${taro.user_id}`) ? 1 : 0, figures: {} })
  expect(told).toContain(`"patient_id":${hanako.user_id}`)
  expect(told).not.toContain(`"patient_id":${taro.user_id}`)
})

test('a list of everybody, a count of everybody and a search through everybody are caught', async () => {
  const missed: string[] = []
  const faults: [string, Parameters<typeof plant>, 'words' | 'counts'][] = [
    [
      'a search through everybody',
      [patient.listPatients, async ({ db, actor, reach, input }) => patientsOf(db, input.q?.full_name_cont ? reachOfHouse() : reach, actor, input)],
      'words',
    ],
    [
      'a count of everybody',
      [
        patient.listPatients,
        async ({ db, actor, reach, input }) => ({
          ...(await patientsOf(db, reach, actor, input)),
          total_count: (await patientsOf(db, reachOfHouse(), actor, input)).total_count,
        }),
      ],
      'counts',
    ],
    [
      'rooms of everybody',
      [
        message.listMessageRooms,
        async ({ db, house, actor, input, language }) => roomsOf(db, reachOfHouse(), { actor, now: house.clock(), language }, 'waiting', input),
      ],
      'words',
    ],
  ]
  for (const [name, planted, what] of faults) {
    const app = await buildApp(records.world.house, { served: plant(...planted) })
    const key = `${planted[0].method} ${planted[0].path}`
    const operations = reads().filter((one) => one.key === key)
    const { failures } = await (what === 'words' ? judgeWords : judgeCounts)(app, operations, outsiders())
    await app.close()
    if (!failures.length) missed.push(name)
  }
  report('S-5 control', { n: faults.length, failures: missed.length, figures: { caught: faults.length - missed.length, missed } })
  expect(missed).toEqual([])
})
