import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { parseQuery } from '../src/http/query.ts'
import { validator } from '../src/http/validate.ts'
import { bestMs } from '../test/patience.ts'
import { askerOf, isSame, send } from './kit/askers.ts'
import { type Api, exampleAsking, type Operation, readApi, urlOf } from './kit/document.ts'
import { mixedForms, refusedForms } from './kit/forms/query-forms.ts'
import { isFull, report } from './kit/report.ts'
import { type Caller, knock, openRecords, type Records } from './kit/rows/records.ts'

/** Parsing takes microseconds. The limit allows for a busy machine, not for catastrophic backtracking. */
const maxDurationMs = 1_000
let records: Records
let api: Api
beforeAll(async () => {
  records = await openRecords()
  api = await readApi(records.world.app)
})

const reads = () => api.operations.filter(({ method, isStream }) => method === 'GET' && !isStream)
type Knock = (operation: Operation, query: string, caller: Caller) => Promise<{ status: number; text: string }>
const asked =
  (app: FastifyInstance): Knock =>
  (operation, query, caller) => {
    const url = urlOf({ ...exampleAsking(operation), query: {} })
    return knock(app, caller, 'GET', `${url}?${query}`)
  }
const codeOf = (text: string) => (text.startsWith('{') ? ((JSON.parse(text) as { code?: string }).code ?? '') : '')

/** Whether Object.prototype was polluted. Cleans it up at once, before other code reads it. */
const poisoned = () => {
  const names = ['x', 'b', 'c', 'prototype'].filter((name) => name in {})
  for (const name of names) delete (Object.prototype as Record<string, unknown>)[name]
  return names.length > 0 || Object.getPrototypeOf({}) !== Object.prototype
}

const judge = async (operations: Operation[], ask: Knock, { isWhole = true, patience = 60_000 } = {}) => {
  const failures: string[] = []
  let n = 0
  let slowest = 0
  for (const [at, operation] of operations.entries()) {
    const caller = askerOf(operation, records)
    const names = operation.parameters.flatMap(({ name, in: part }) => (part === 'query' ? [name] : []))
    const required = new URL(urlOf(exampleAsking(operation)), 'http://a').search.slice(1)
    const mixed = names.flatMap((name) => mixedForms(name).map((text): [string, string[]] => [text, ['malformed', 'unknown_parameter', 'nested_query']]))
    // the daily run tries a quarter of the forms per read, rotating
    const forms = refusedForms.filter((_, i) => isWhole || (i + at) % 4 === 0)
    for (const [text, codes] of [...forms, ...mixed])
      for (const query of required && !mixed.some(([name]) => name === text) ? [text, `${required}&${text}`] : [text]) {
        n++
        let answer = { status: 0, text: '' }
        const asking = async () => {
          answer = await ask(operation, query, caller)
        }
        const ms = await bestMs(maxDurationMs, asking, patience)
        slowest = Math.max(slowest, ms)
        const say = (what: string) => failures.push(`${operation.key}?${query.slice(0, 60)}: ${what}`)
        if (answer.status !== 400) say(`answered ${answer.status}`)
        else if (!codes.includes(codeOf(answer.text))) say(`rejected as ${codeOf(answer.text)}`)
        if (ms > maxDurationMs) say(`took ${Math.round(ms)} ms`)
        if (poisoned()) say('Object.prototype is polluted')
      }
  }
  return { n, failures, slowest: Math.round(slowest) }
}

test('S-17: every read rejects any other query form and pollutes no object', async () => {
  const { n, failures, slowest } = await judge(reads(), asked(records.world.app), { isWhole: isFull })
  report('S-17', { n, failures: failures.length, figures: { reads: reads().length, forms: refusedForms.length, slowest_ms: slowest } })
  expect(failures).toEqual([])
})

test('S-17: every read accepts the valid forms, plain and percent-encoded', async () => {
  const failures: string[] = []
  const { app } = records.world
  for (const operation of reads()) {
    const base = exampleAsking(operation)
    const queries = operation.parameters.filter((parameter) => parameter.in === 'query').map(({ name, example }) => ({ ...base.query, [name]: example }))
    for (const asking of [base, ...queries.map((query) => ({ ...base, query }))]) {
      const [path, query = ''] = urlOf(asking).split('?')
      const answers: number[] = []
      for (const caller of records.callers) {
        // some parameters are for one role only: the daily run stops at the first role that gets 200
        if (!isFull && answers.includes(200)) break
        const plain = await send(app, records, asking, caller)
        const encoded = await knock(app, caller, 'GET', `${path}?${query.replaceAll('[', '%5B').replaceAll(']', '%5D')}`)
        answers.push(plain.status)
        if (!isSame(plain, encoded)) failures.push(`${urlOf(asking)} has another response when encoded`)
      }
      if (!answers.includes(200)) failures.push(`${urlOf(asking)} is answered ${[...new Set(answers)]}`)
    }
  }
  expect(failures).toEqual([])
})

test('S-17: parses ten thousand names or brackets within the limit', async () => {
  const parseAll = () => {
    for (const [text] of refusedForms)
      try {
        parseQuery(text)
      } catch {}
  }
  const each = (await bestMs(50 * refusedForms.length, parseAll)) / refusedForms.length
  report('S-17 reader', { n: refusedForms.length, failures: 0, figures: { ms_each: Math.round(each * 1_000) / 1_000 } })
  expect(each).toBeLessThan(50)
})

/** A typical lenient parser: any nesting, last value wins, names are not checked. */
const readAnyDepth = (text: string, isCareless: boolean) => {
  const query: Record<string, unknown> = isCareless ? {} : Object.create(null)
  for (const part of text.split('&').slice(0, 50)) {
    const [name = '', value = ''] = part.split('=').map((item) => decodeURIComponent(item))
    const keys = name.split(/[[\]]+/).filter(Boolean)
    let at = query
    for (const key of keys.slice(0, -1)) {
      at[key] ??= {}
      at = at[key] as Record<string, unknown>
    }
    at[keys.at(-1) ?? ''] = value
  }
  return query
}

test('S-17 control: detects nesting, prototype pollution, last-value-wins and a slow parser', async () => {
  const missed: string[] = []
  const item = reads().filter(({ key }) => key === 'GET /api/care_people')
  const answering =
    (read: (text: string) => unknown): Knock =>
    async (_, query) => {
      try {
        read(query)
        return { status: 200, text: '{}' }
      } catch {
        return { status: 400, text: '{"code":"malformed"}' }
      }
    }
  const polluting = await judge(
    item,
    answering((text) => readAnyDepth(text, true)),
  )
  if (!polluting.failures.some((what) => what.endsWith('Object.prototype is polluted'))) missed.push('pollution')
  const nesting = await judge(
    item,
    answering((text) => readAnyDepth(text, false)),
  )
  if (!nesting.failures.some((what) => what.includes('a[b][c]=1: answered 200'))) missed.push('nesting')
  const check = validator({ type: 'object', properties: { user_id: { type: 'integer' } }, additionalProperties: false } as never, 'query')
  const lastWins = await judge(
    item,
    answering((text) => check(Object.fromEntries(new URLSearchParams(text)))),
  )
  if (!lastWins.failures.some((what) => what.includes('user_id=1&user_id=2: answered 200'))) missed.push('last value wins')
  if (!lastWins.failures.some((what) => what.includes('rejected as'))) missed.push('another error code')
  const slow: Knock = async (_, query) => {
    if (query.startsWith('[[')) await new Promise((resolve) => setTimeout(resolve, maxDurationMs + 50))
    return { status: 400, text: '{"code":"nested_query"}' }
  }
  if (!(await judge(item, slow, { patience: 0 })).failures.some((what) => /took \d+ ms/.test(what))) missed.push('a slow parser')
  report('S-17 control', { n: 5, failures: missed.length, figures: { caught: 5 - missed.length, missed } })
  expect(missed).toEqual([])
})
