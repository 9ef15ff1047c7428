import { tokyoDay } from '@sukoyaka/rules/time'
import { scopeOf } from '@sukoyaka/wire/access'
import { endpoints } from '@sukoyaka/wire/all'
import type { Endpoint } from '@sukoyaka/wire/endpoint'
import * as account from '@sukoyaka/wire/people/account'
import * as contract from '@sukoyaka/wire/people/contract'
import { eq, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { beforeAll, expect, test } from 'vitest'
import { buildApp } from '../src/app/build-app.ts'
import { users } from '../src/domains/account/tables.ts'
import { contractsOf } from '../src/domains/contract/store.ts'
import { Form } from '../test/form.ts'
import { callOf, keyOf } from './kit/calls/calls.ts'
import { fingerprint } from './kit/fingerprint.ts'
import { routesWithHandler } from './kit/replace-route.ts'
import { isFull, report, seed } from './kit/report.ts'
import { type Caller, openRecords, type Records, requestAs } from './kit/rows/records.ts'

type Column = { name: string; value: unknown }
let records: Records
let columns: Column[]

const values: Record<string, unknown> = { role: 'admin', email: 'evil@example.com', sex: 'male', kind: 'food' }
const injectedValue = (name: string, type: string) => {
  if (name in values) return values[name]
  if (/int|double/.test(type)) return 424_242
  if (type === 'boolean') return true
  if (/timestamp/.test(type)) return '2020-01-01T00:00:00.000Z'
  if (type === 'date') return '2020-01-01'
  if (type === 'jsonb') return {}
  return type === 'ARRAY' ? ['injected'] : 'injected'
}

beforeAll(async () => {
  records = await openRecords()
  const { rows } = await records.testApp.context.db.execute<{ name: string; type: string }>(
    sql`select column_name as name, min(data_type) as type from information_schema.columns where table_schema = 'public' group by 1 order by 1`,
  )
  const extraColumns = [
    'access_token',
    'accessToken',
    'price',
    'status',
    'confirmed_at',
    'is_admin',
    'permissions',
    '_method',
    'password',
    'old_password',
    'contracts',
    'session_id',
    'constructor',
    'toString',
    'hasOwnProperty',
  ]
  columns = [
    ...rows.map(({ name, type }) => ({ name, value: injectedValue(name, type) })),
    ...extraColumns.filter((name) => !rows.some((row) => row.name === name)).map((name) => ({ name, value: 'injected' })),
  ]
})

/**
 * The columns that would do most harm. In single-column requests, the daily run sends one in three of them and one in 96 of the others, rotating. A further
 * request always contains all columns.
 */
const harmful = new Set(['id', 'user_id', 'role', 'status', 'price', 'confirmed_at', 'created_at', 'deactivated_at', '_method', 'constructor'])
let rotation = seed
const selectColumns = (allColumns: Column[]) => {
  rotation++
  return isFull ? allColumns : allColumns.filter(({ name }, i) => (i + rotation) % (harmful.has(name) ? 3 : 96) === 0)
}

type Verdict = { n: number; failures: string[] }
type Shape = { properties?: Record<string, Shape>; anyOf?: Shape[]; items?: Shape }
const propertiesOf = (shape: Shape | undefined): Record<string, Shape> => shape?.properties ?? shape?.anyOf?.find((item) => item.properties)?.properties ?? {}

/** The shape of a list's items, also if the list may be null. */
const itemsOf = (shape: Shape): Shape | undefined => shape.items ?? shape.anyOf?.find((item) => item.items)?.items

const writers = (endpoint: Endpoint): Caller[] => {
  const callerNamed = (name: string) => records.callers.find((caller) => caller.name === name)!
  const { permission } = endpoint
  if (permission === 'public') return [callerNamed('anonymous')]
  return [callerNamed('patient'), callerNamed('nurse'), callerNamed('admin')].filter(({ role }) => scopeOf(role!, permission))
}

const bodyOf = (endpoint: Endpoint, caller: Caller) => {
  const { body } = callOf(endpoint).send('own', records, caller.id)!
  if (body instanceof Form) return body
  return {
    ...(body as object),
    ...('address' in propertiesOf(endpoint.body as Shape) && { address: { zip: '', prefecture: '', city: '', street: records.hanako.canary, building: '' } }),
  } as Record<string, unknown>
}

/** Sends bodies with columns that the call does not take. Expects a refusal and unchanged rows. */
const judgeWrites = async (app: FastifyInstance, endpoint: Endpoint): Promise<Verdict> => {
  const verdict: Verdict = { n: 0, failures: [] }
  const allowed = propertiesOf(endpoint.body as Shape)
  const before = await fingerprint(records.testApp)
  for (const caller of writers(endpoint)) {
    const addFailure = (problem: string) => void verdict.failures.push(`${keyOf(endpoint)} by ${caller.name}: ${problem}`)
    const { url } = callOf(endpoint).send('own', records, caller.id)!
    const validBody = bodyOf(endpoint, caller)
    const send = async (name: string, body: unknown) => {
      verdict.n++
      const { status, text } = await requestAs(app, caller, endpoint.method, url, { body })
      // so many parts exceed the form limit (413) before any is read
      if (status !== 400 && !(validBody instanceof Form && name === 'all together' && status === 413)) addFailure(`${name} returned ${status}`)
      // names that could change a prototype are rejected before they are read
      else if (!/^all together$|constructor$/.test(name) && !(validBody instanceof Form && name in Object.prototype) && !text.includes(`(${name})`))
        addFailure(`${name} is not named in the error`)
    }
    const foreign = columns.filter(({ name }) => !Object.hasOwn(allowed, name))
    const withExtra = (columns: typeof foreign) =>
      validBody instanceof Form
        ? new Form(...validBody.parts, ...columns.map(({ name, value }) => ({ name, value: String(value) })))
        : { ...validBody, ...Object.fromEntries(columns.map(({ name, value }) => [name, value])) }
    for (const column of selectColumns(foreign)) await send(column.name, withExtra([column]))
    await send('all together', withExtra(foreign))
    for (const [part, shape] of Object.entries(allowed)) {
      const items = itemsOf(shape)
      const childProperties = propertiesOf(items ?? shape)
      if (!Object.keys(childProperties).length) continue
      if (items) {
        const example = endpoint.example?.body as Record<string, unknown> | undefined
        const [item] = [validBody, example].flatMap((body) => (body as Record<string, object[]> | undefined)?.[part] ?? [])
        // without a valid item, the refusal could be due to missing fields
        if (!item || validBody instanceof Form) continue
        for (const { name, value } of selectColumns(columns.filter((column) => !Object.hasOwn(childProperties, column.name))))
          await send(`${part}.0.${name}`, { ...validBody, [part]: [{ ...item, [name]: value }] })
        continue
      }
      for (const { name, value } of selectColumns(columns.filter((column) => !Object.hasOwn(childProperties, column.name))))
        await send(
          `${part}.${name}`,
          validBody instanceof Form
            ? new Form(...validBody.parts, { name: `${part}[${name}]`, value: String(value) })
            : { ...validBody, [part]: { ...((validBody as Record<string, object>)[part] as object), [name]: value } },
        )
    }
  }
  if ((await fingerprint(records.testApp)) !== before) verdict.failures.push(`${keyOf(endpoint)}: rows changed`)
  return verdict
}

const pathsIn = (value: unknown, at = ''): string[] => {
  if (Array.isArray(value)) return value.flatMap((item) => pathsIn(item, `${at}[]`))
  if (typeof value !== 'object' || value === null) return [at]
  return Object.entries(value).flatMap(([key, child]) => pathsIn(child, at ? `${at}.${key}` : key))
}

/** Reads as each role and compares every key with the hand-typed list. */
const judgeReads = async (app: FastifyInstance, endpoint: Endpoint): Promise<Verdict> => {
  const verdict: Verdict = { n: 0, failures: [] }
  const call = callOf(endpoint)
  if (endpoint.method !== 'GET' || call.isStream || call.isFile) return verdict
  for (const caller of records.callers.filter(({ role }) => role))
    for (const relation of ['own', 'others', 'swapped'] as const) {
      const requestData = call.send(relation, records, caller.id)
      if (!requestData) continue
      verdict.n++
      const { status, text } = await requestAs(app, caller, 'GET', requestData.url)
      if (text.includes('access_token')) verdict.failures.push(`${keyOf(endpoint)} by ${caller.name}: shows a session token`)
      if (status !== 200) continue
      const extra = [...new Set(pathsIn(JSON.parse(text)))].filter((path) => !call.reply.includes(path) && !/^items$/.test(path))
      if (extra.length) verdict.failures.push(`${keyOf(endpoint)} by ${caller.name}: shows ${extra.join(', ')}`)
      if (caller.role === 'patient' && /"unresponded_since":"/.test(text)) verdict.failures.push(`${keyOf(endpoint)}: a patient sees unresponded_since`)
    }
  return verdict
}

test('S-3: accepts no column that the caller may not write and shows no column that the caller may not read', async () => {
  const failures: string[] = []
  let writeCount = 0
  let read = 0
  const { app } = records.testApp
  for (const { endpoint } of endpoints) {
    if (endpoint.body) {
      const verdict = await judgeWrites(app, endpoint)
      writeCount += verdict.n
      failures.push(...verdict.failures)
    }
    const verdict = await judgeReads(app, endpoint)
    read += verdict.n
    failures.push(...verdict.failures)
  }
  report('S-3', { n: writeCount + read, failures: failures.length, figures: { columns: columns.length, written: writeCount, read } })
  expect(failures).toEqual([])
  expect(writeCount).toBeGreaterThan(500)
})

test('S-3 control: detects an open body, an open nested address, an extra reply column and a reply without a schema', async () => {
  const undetected: string[] = []
  const faults = [
    {
      name: 'the body accepts any field',
      judge: judgeWrites,
      endpoint: account.changeUser,
      served: routesWithHandler(
        account.changeUser,
        async ({ db, input: { id, ...change } }) => {
          const allowedChanges = Object.fromEntries(Object.entries(change).filter(([name]) => ['role', 'otp_required', 'deactivated_at'].includes(name)))
          const [changed] = Object.keys(allowedChanges).length
            ? await db.update(users).set(allowedChanges).where(eq(users.id, id)).returning()
            : await db.select().from(users).where(eq(users.id, id))
          return changed
        },
        { body: Type.Object({}) },
      ),
    },
    {
      name: 'the nested address accepts any field',
      judge: judgeWrites,
      endpoint: account.putUser,
      served: routesWithHandler(account.putUser, async ({ db, input }) => (await db.select().from(users).where(eq(users.id, input.id)))[0], {
        body: Type.Object({ ...account.putUser.body.properties, address: Type.Optional(Type.Object({})) }, { additionalProperties: false }),
      }),
    },
    {
      name: 'the reply shows another column',
      judge: judgeReads,
      endpoint: account.getUser,
      served: routesWithHandler(account.getUser, async ({ db, actor }) => (await db.select().from(users).where(eq(users.id, actor.id)))[0], {
        reply: Type.Object({ ...account.User.properties, password_hash: Type.String() }),
      }),
    },
    {
      name: 'the reply has no schema',
      judge: judgeReads,
      endpoint: contract.listContracts,
      served: routesWithHandler(
        contract.listContracts,
        async ({ context, scope, input, language }) => {
          const found = await contractsOf(scope, input, { language, today: tokyoDay(context.clock()) })
          return { items: found.map((item) => ({ ...item, note: 'staff only' })) }
        },
        { reply: Type.Any() },
      ),
    },
  ]
  for (const { name, judge, endpoint, served: servedRoutes } of faults) {
    const app = await buildApp(records.testApp.context, { servedRoutes })
    if (!(await judge(app, endpoint)).failures.length) undetected.push(name)
    await app.close()
  }
  report('S-3 control', { n: faults.length, failures: undetected.length, figures: { caught: faults.length - undetected.length, missed: undetected } })
  expect(undetected).toEqual([])
})
