import { bigrams, fold, foldRomaji, queryTokens } from '@sukoyaka/rules/fold'
import { matchesName, nameSearchText, wordSearchText } from '@sukoyaka/rules/search'
import * as contract from '@sukoyaka/wire/people/contract'
import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { buildApp } from '../src/app/build-app.ts'
import { bestMs } from '../test/wait-until.ts'
import { type Api, readApi, resolve, type Schema } from './kit/document.ts'
import { type InputSite, sitesOf } from './kit/input-sites.ts'
import { routesWithHandler } from './kit/replace-route.ts'
import { isFull, report } from './kit/report.ts'
import { openRecords, type Records } from './kit/rows/records.ts'
import { send, widestCallerFor } from './kit/send-as-caller.ts'

const length = 50_000
const maxMs = 50
const maxNameLength = 200
const fillWith = (unit: string) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length)
/** Units whose repetition may cause backtracking. Each text comes with and without an end that does not match. */
const units = [
  'a',
  'a!',
  'ab',
  ' ',
  '\t',
  '%',
  '_',
  '\\',
  '[',
  '(',
  '.',
  '-',
  '1',
  '1.',
  '＋',
  'あ',
  'ー',
  'oh',
  'ou',
  'sh',
  'n',
  'ｶﾞ',
  '髙',
  '𠮷',
  '한',
  '́',
  '@',
  'a@',
  ',',
  '=',
  "'",
]
const heavyTexts = units.flatMap((unit) => [fillWith(unit), `${fillWith(unit)}\u0001`])
const wildcards = ['%', '_', '%_', '*', '?'].map((unit) => unit.repeat(1_000))

let records: Records
let api: Api
beforeAll(async () => {
  records = await openRecords()
  api = await readApi(records.testApp.app)
})

/** After three failures, slow work is repeated only once. */
const measureBest = (work: () => unknown, failures: string[], timeoutMs = 60_000) => bestMs(maxMs, work, failures.length < 3 ? timeoutMs : 0)

const takesText = (site: InputSite) => !site.isHeader && (site.where.startsWith('body ') || site.where.startsWith('query '))

const judge = async (app: FastifyInstance, sites: InputSite[], texts: (at: number) => string[], timeoutMs?: number) => {
  const failures: string[] = []
  let n = 0
  let slowest = 0
  for (const [at, site] of sites.entries())
    for (const text of texts(at)) {
      n++
      let status = 0
      const sendOnce = async () => {
        ;({ status } = await send(app, records, site.put(text), widestCallerFor(site.operation, records)))
      }
      const ms = await measureBest(sendOnce, failures, timeoutMs)
      slowest = Math.max(slowest, ms)
      if (ms > maxMs || status >= 500)
        failures.push(`${site.operation.key}, ${site.where}: ${status} in ${Math.round(ms)} ms for ${JSON.stringify(text.slice(0, 4))}`)
    }
  return { n, failures, slowest: Math.round(slowest) }
}

test('S-21: accepts or rejects texts of 50,000 characters and 1,000 wildcards within 50 ms', async () => {
  const sites = api.operations.flatMap((operation) => sitesOf(api, operation).filter(takesText))
  const searches = sites.filter(({ where }) => /^query (q|.*_cont)/.test(where))
  // each site gets one text, or every 16th in the full run, rotating; searches get all
  const every = isFull ? 16 : heavyTexts.length
  const sampled = await judge(records.testApp.app, sites, (at) => heavyTexts.filter((_, i) => i % every === at % every))
  const searchResult = await judge(records.testApp.app, searches, () => [...heavyTexts, ...wildcards])
  const failures = [...sampled.failures, ...searchResult.failures]
  report('S-21', {
    n: sampled.n + searchResult.n,
    failures: failures.length,
    figures: { places: sites.length, searches: searches.length, slowest_ms: Math.max(sampled.slowest, searchResult.slowest) },
  })
  expect(searches.length).toBeGreaterThan(1)
  expect(failures).toEqual([])
})

const patternsOf = (ref: Schema, patterns = new Set<string>(), visited = new Set<object>()): Set<string> => {
  const schema = resolve(api, ref)
  if (visited.has(schema)) return patterns
  visited.add(schema)
  if (schema.pattern) patterns.add(schema.pattern)
  for (const child of [...(schema.anyOf ?? []), ...Object.values(schema.properties ?? {}), ...(schema.items ? [schema.items] : [])])
    patternsOf(child, patterns, visited)
  return patterns
}

const judgeRules = async (rules: [string, (text: string) => unknown][], texts = [...heavyTexts, ...wildcards], timeoutMs?: number) => {
  const failures: string[] = []
  let slowest = 0
  for (const [name, rule] of rules)
    for (const text of texts) {
      const ms = await measureBest(() => rule(text), failures, timeoutMs)
      slowest = Math.max(slowest, ms)
      if (ms > maxMs) failures.push(`${name}: ${Math.round(ms)} ms for ${JSON.stringify(text.slice(0, 4))}`)
    }
  return { n: rules.length * texts.length, failures, slowest: Math.round(slowest) }
}

test('S-21: every contract pattern and text function ends within 50 ms', async () => {
  const patterns = new Set(
    api.operations.flatMap(({ body, parameters }) => [...(body ? patternsOf(body) : []), ...parameters.flatMap(({ schema }) => [...patternsOf(schema)])]),
  )
  const person = { last_name: '佐伯', first_name: '恵子', last_name_kana: 'サエキ', first_name_kana: 'ケイコ' }
  const { n, failures, slowest } = await judgeRules([
    ...[...patterns].map((pattern): [string, (text: string) => unknown] => [pattern, (text) => new RegExp(pattern, 'u').test(text)]),
    ['fold', fold],
    ['foldRomaji', foldRomaji],
    ['grams', bigrams],
    ['queryTokens', queryTokens],
    ['matchesName', (text) => matchesName(person, text)],
    // search texts are built from names, which the contract limits in length
    ['nameSearchText', (text) => nameSearchText({ ...person, last_name: text.slice(0, maxNameLength), last_name_kana: text.slice(0, maxNameLength) })],
    ['wordSearchText', (text) => wordSearchText({ text: text.slice(0, maxNameLength), kana: text.slice(0, maxNameLength) })],
  ])
  report('S-21 rules', { n, failures: failures.length, figures: { patterns: patterns.size, slowest_ms: slowest } })
  expect(failures).toEqual([])
})

test('S-21 control: detects backtracking, a quadratic loop and a slow handler', async () => {
  const undetected: string[] = []
  const backtracking = await judgeRules([['backtracking', (text) => /^(?:a|a)*$/.test(`${text.slice(0, 26)}!`)]], [fillWith('a')], 0)
  if (!backtracking.failures.length) undetected.push('a backtracking pattern')
  const quadraticResult = await judgeRules([['quadratic', (text) => [...text].map((_, at) => text.slice(at).toUpperCase().length)]], [fillWith('a')], 0)
  if (!quadraticResult.failures.length) undetected.push('a quadratic loop')
  const site = sitesOf(api, api.operations.find(({ key }) => key === 'GET /api/plans')!).filter(({ where }) => where === 'query name')
  const app = await buildApp(records.testApp.context, {
    servedRoutes: routesWithHandler(contract.listPlans, async () => {
      await new Promise((finish) => setTimeout(finish, maxMs + 20))
      return { items: [] }
    }),
  })
  const slowResult = await judge(app, site, () => ['%'], 0)
  await app.close()
  if (!slowResult.failures.length) undetected.push('a slow handler')
  report('S-21 control', { n: 3, failures: undetected.length, figures: { caught: 3 - undetected.length, missed: undetected } })
  expect(undetected).toEqual([])
})
