import * as contract from '@sukoyaka/wire/people/contract'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { buildApp } from '../src/app/build-app.ts'
import { bestMs } from '../test/wait-until.ts'
import { readApi } from './kit/document.ts'
import { type InputSite, sitesOf } from './kit/input-sites.ts'
import { openErrors } from './kit/postgres-errors.ts'
import { routesWithHandler } from './kit/replace-route.ts'
import { isFull, report } from './kit/report.ts'
import { openRecords, type Records } from './kit/rows/records.ts'
import { send, widestCallerFor } from './kit/send-as-caller.ts'

const sleepSeconds = 2
const payloads: unknown[] = [
  ..."' '' \" \\ ; -- /* */ ) ( % _ %% $1 $$ :a ? @> {} {1,2} [1,2] null".split(' '),
  "' or '1'='1",
  "' or 1=1--",
  "1' or 1=1) --",
  '1 or 1=1',
  '1;',
  '1; drop table plans--',
  "x'; select pg_sleep(2)--",
  `'||pg_sleep(${sleepSeconds})--`,
  `' || (select pg_sleep(${sleepSeconds})) || '`,
  `1 and (select 1 from pg_sleep(${sleepSeconds})) is not null`,
  "') union select null,null,null--",
  "' and 1=cast((select version()) as int)--",
  "%' or name like '%",
  "\\'; select 1--",
  'q[id_eq]=1) or (1=1',
  'a\u0000b',
  '\ud800',
  '１＇ ｏｒ １＝１',
  'ʼ or ʼ1ʼ=ʼ1',
  `1${'0'.repeat(60)}`,
  '9223372036854775808',
  '2147483648',
  '-1',
  '1e60',
  'NaN',
  'Infinity',
  '0x1f',
  '2026-02-30',
  '0000-00-00',
  '+275760-09-13T00:00:00Z',
  '99999-01-01',
  'x'.repeat(5_000),
  1e60,
  2 ** 63,
  2_147_483_648,
  -1,
  1.5,
  true,
  null,
  ["'"],
  [["' or 1=1--"]],
  { "' or 1=1--": "'" },
]

let records: Records
beforeAll(async () => {
  records = await openRecords()
})

/** Class 42 means injected SQL, class 22 an unvalidated value. */
const isQueryError = (state: string) => /^(42|22)/.test(state)
/** Leaves out values that no client can send in a header. */
const fitsHeader = ({ isHeader }: InputSite, payload: unknown) => !isHeader || (typeof payload === 'string' && /^[\x20-\x7e]+$/.test(payload))
/** A URL cannot carry a lone surrogate. */
const isSendable = ({ where }: InputSite, payload: unknown) => where.startsWith('body') || payload !== '\ud800'

/** How many sites are tried between two reads of PostgreSQL's log; each read waits until the log is written. */
const sitesPerRead = 16

const judge = async (app: FastifyInstance, sites: InputSite[], payloadsFor: (site: number) => unknown[], timeoutMs?: number) => {
  const errorsSince = await openErrors(records.testApp.context)
  const failures: string[] = []
  let n = 0
  let slowest = 0
  const trySite = async (site: InputSite, payloads: unknown[]) => {
    const addFailure = (problem: string) => failures.push(`${site.operation.key}, ${site.where}: ${problem}`)
    await records.testApp.context.db.execute(sql`delete from limited_attempts`)
    await Promise.all(
      payloads.map(async (payload) => {
        const sendPayload = async () => {
          const { status } = await send(app, records, site.put(payload), widestCallerFor(site.operation, records))
          if (status >= 500) addFailure(`${status} for ${JSON.stringify(payload).slice(0, 40)}`)
        }
        const ms = await bestMs(sleepSeconds * 900, sendPayload, timeoutMs)
        if (ms > sleepSeconds * 900) addFailure(`${JSON.stringify(payload).slice(0, 40)} delayed the response`)
        else slowest = Math.max(slowest, ms)
      }),
    )
  }
  const queryErrors = async () => (await errorsSince()).filter(({ state }) => isQueryError(state))
  const tried = sites.map((site, at) => ({ site, payloads: payloadsFor(at).filter((payload) => fitsHeader(site, payload) && isSendable(site, payload)) }))
  for (let at = 0; at < tried.length; at += sitesPerRead) {
    const group = tried.slice(at, at + sitesPerRead)
    for (const { site, payloads } of group) {
      n += payloads.length
      await trySite(site, payloads)
    }
    if (!(await queryErrors()).length) continue
    // again, one site at a time, to find the site that caused the error
    for (const { site, payloads } of group) {
      await trySite(site, payloads)
      const where = `${site.operation.key}, ${site.where}`
      for (const { state, words: message } of await queryErrors()) failures.push(`${where}: PostgreSQL error ${state} ${message.slice(0, 80)}`)
    }
    failures.push(`PostgreSQL errors at one of ${group.map(({ site }) => site.operation.key)}`)
  }
  return { n, failures, slowest: Math.round(slowest) }
}

test('S-14: no input reaches PostgreSQL as SQL or as an invalid value', async () => {
  const api = await readApi(records.testApp.app)
  const allSites = api.operations.flatMap((operation) => sitesOf(api, operation))
  // headers are read before the call, so the daily run tries only about one in 23 of the header sites
  const sites = allSites.filter((site, at) => isFull || !site.isHeader || at % 23 === 0)
  // the daily run sends one payload to each site, and the next payload to the next site
  const payloadsFor = (site: number) => payloads.filter((_, i) => isFull || (i + site) % payloads.length === 0)
  const { n: i, failures, slowest } = await judge(records.testApp.app, sites, payloadsFor)
  report('S-14', {
    n: i,
    failures: failures.length,
    figures: { calls: api.operations.length, places: sites.length, payloads: payloads.length, slowest_ms: slowest, what: failures.slice(0, 5) },
  })
  expect(failures).toEqual([])
})

test('S-14 control: detects SQL built from text, even if the response hides the error', async () => {
  const undetected: string[] = []
  const ignoreErrors = (statement: (name: string) => string) =>
    routesWithHandler(contract.listPlans, async ({ db, input }) => {
      const item = (input as { name?: string }).name
      if (item !== undefined) await db.execute(sql.raw(statement(item))).catch(() => {})
      return { items: [] }
    })
  const faults: [string, ReturnType<typeof routesWithHandler>, RegExp][] = [
    ['a name in a quoted string', ignoreErrors((name) => `select '${name}'`), /PostgreSQL error 42/],
    ['a name cast to a number', ignoreErrors((name) => `select * from plans where id = '${name.replaceAll("'", "''")}'::bigint`), /PostgreSQL error 22P02/],
    ['a name that runs pg_sleep', ignoreErrors((name) => `select '${name}'`), /delayed the response/],
    [
      'a name whose error is returned',
      routesWithHandler(contract.listPlans, async ({ db, input }) => {
        const { rows } = await db.execute(sql.raw(`select id from plans where name = '${(input as { name?: string }).name ?? ''}'`))
        return { items: rows.slice(0, 0) }
      }),
      /: 500 for/,
    ],
  ]
  for (const [name, servedRoutes, expected] of faults) {
    const app = await buildApp(records.testApp.context, { servedRoutes })
    const api = await readApi(app)
    const sites = api.operations
      .filter(({ key }) => key === 'GET /api/plans')
      .flatMap((operation) => sitesOf(api, operation).filter(({ where }) => where === 'query name'))
    const { failures } = await judge(app, sites, () => payloads.filter((payload) => /pg_sleep/.test(String(payload)) === /sleep/.test(name)), 0)
    if (!failures.some((failure) => expected.test(failure))) undetected.push(name)
    await app.close()
  }
  report('S-14 control', { n: faults.length, failures: undetected.length, figures: { caught: faults.length - undetected.length, missed: undetected } })
  expect(undetected).toEqual([])
})
