import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { buildApp } from '../src/app/build-app.ts'
import { routes } from '../src/app/domains.ts'
import { readConfig } from '../src/config/config.ts'
import type { AppContext } from '../src/context/app-context.ts'
import { type Sender, webhook } from '../src/http/webhook.ts'
import { openWorld, type World } from '../test/world.ts'
import { isFull, report } from './kit/report.ts'
import { deliver, senders, type TriedSender } from './kit/senders.ts'

const [now, next] = ['the-secret-that-counts-at-the-moment', 'the-secret-that-will-take-its-place']
let world: World
beforeAll(async () => {
  world = await openWorld()
})

const configured = (env: Record<string, string>): AppContext => {
  const { data_dir } = world.context.config
  return { ...world.context, config: readConfig({ DATA_DIR: data_dir, DEMO: 'on', LOG_LEVEL: 'silent', LOAD_LIMIT_MS: '0', ...env }) }
}
const all = (value: string) => Object.fromEntries(senders.map(({ setting }) => [setting, value]))
const receipts = async () => Number((await world.context.db.execute<{ n: number }>(sql`select count(*)::int as n from webhook_receipts`)).rows[0]!.n)

type Case = { name: string; raw: Buffer; header: string | undefined; good?: boolean }
let count = 0
/** Bodies and signatures as forgers and careless proxies send them, plus two valid ones. */
const casesOf = ({ sender, body, wrongForms }: TriedSender): Case[] => {
  const raw = () => Buffer.from(JSON.stringify(body(world, ++count + 1_000_000)))
  const by = (secret: string, bytes: Buffer) => sender.sign(secret, bytes)
  const buffer = raw()
  const right = by(now, buffer)
  const turned = Buffer.from(buffer)
  turned[Math.floor(turned.length / 2)]! ^= 1
  const [mine, theirs] = [raw(), raw()]
  const flips = Array.from({ length: isFull ? right.length : 8 }, (_, i) => {
    const at = Math.floor((i * right.length) / (isFull ? right.length : 8))
    return `${right.slice(0, at)}${right[at] === '0' ? '1' : '0'}${right.slice(at + 1)}`
  })
  return [
    { name: 'no header', raw: buffer, header: undefined },
    { name: 'an empty header', raw: buffer, header: '' },
    { name: 'another secret', raw: buffer, header: by('a-secret-that-nobody-configured', buffer) },
    { name: 'the empty secret', raw: buffer, header: by('', buffer) },
    { name: 'both secrets as one', raw: buffer, header: by(`${now},${next}`, buffer) },
    { name: 'one bit of the body changed', raw: turned, header: right },
    { name: 're-serialized', raw: Buffer.from(JSON.stringify(JSON.parse(buffer.toString()), null, 1)), header: right },
    { name: 'a space at the end', raw: Buffer.concat([buffer, Buffer.from(' ')]), header: right },
    { name: 'the signature of another body', raw: theirs, header: by(now, mine) },
    { name: 'no body', raw: Buffer.alloc(0), header: right },
    { name: 'too short', raw: buffer, header: right.slice(0, -1) },
    { name: 'too long', raw: buffer, header: `${right}0` },
    { name: 'far too long', raw: buffer, header: right.repeat(100) },
    ...wrongForms(right).map((header, i) => ({ name: `another format ${i}`, raw: buffer, header })),
    ...flips.filter((header) => header !== right).map((header, i) => ({ name: `a changed character ${i}`, raw: buffer, header })),
    { name: 'signed', raw: buffer, header: right, good: true },
    { name: 'signed with the next secret', raw: mine, header: by(next, mine), good: true },
  ]
}

const judge = async (app: FastifyInstance, tried: TriedSender, expected: 200 | 404 = 200) => {
  const failures: string[] = []
  const refusals = new Set<string>()
  const cases = casesOf(tried)
  for (const { name, raw, header, good } of cases) {
    const before = await receipts()
    const { status, text } = await deliver(app, tried, raw, header)
    const meant = expected === 404 ? 404 : good ? 200 : 401
    if (status !== meant) failures.push(`${tried.sender.name}, ${name}: ${status} instead of ${meant}`)
    if ((await receipts()) !== before + Number(meant === 200)) failures.push(`${tried.sender.name}, ${name}: wrong number of receipts`)
    if (meant !== 200) refusals.add(text)
  }
  if (refusals.size > 1) failures.push(`${tried.sender.name}: rejections differ`)
  return { n: cases.length, failures }
}

test('S-28: accepts only bodies signed byte for byte with a valid secret', async () => {
  const app = await buildApp(configured(all(`${now},${next}`)))
  const judged = []
  // one after the other, because the receipts are counted
  for (const tried of senders) judged.push(await judge(app, tried))
  await app.close()
  const failures = judged.flatMap((item) => item.failures)
  report('S-28', {
    n: judged.reduce((sum, item) => sum + item.n, 0),
    failures: failures.length,
    figures: { senders: senders.map(({ sender }) => sender.name) },
  })
  expect(failures).toEqual([])
})

test('S-28: returns 404 without a configured secret', async () => {
  for (const env of [{}, all('')]) {
    const app = await buildApp(configured(env))
    for (const tried of senders) expect((await judge(app, tried, 404)).failures).toEqual([])
    await app.close()
  }
})

type Fault = [string, (tried: TriedSender) => { env: Record<string, string>; sender: Sender }]
const faults: Fault[] = [
  ['every signature is accepted', ({ sender }) => ({ env: all(`${now},${next}`), sender: { ...sender, sign: () => '' } })],
  [
    'the parsed body is verified instead of the received bytes',
    ({ sender }) => ({
      env: all(`${now},${next}`),
      sender: { ...sender, sign: (secret, raw) => sender.sign(secret, Buffer.from(raw.toString().replace(/\s+/g, ''))) },
    }),
  ],
  ['only one of two secrets is accepted', ({ sender }) => ({ env: all(now), sender })],
  ['an empty secret is accepted', ({ sender }) => ({ env: all(`${now},${next}`), sender: { ...sender, secretsIn: () => [now, next, ''] } })],
  ['the header is ignored', ({ sender }) => ({ env: all(`${now},${next}`), sender: { ...sender, header: 'x-nothing', sign: () => '' } })],
]

test('S-28 control: detects webhooks that accept forgeries', async () => {
  const missed: string[] = []
  for (const tried of senders)
    for (const [name, faulty] of faults) {
      const { env, sender } = faulty(tried)
      const served = routes.map((route) => (route.endpoint === tried.endpoint ? webhook(tried.endpoint, sender) : route))
      const app = await buildApp(configured(env), { servedRoutes: served })
      if (!(await judge(app, tried)).failures.length) missed.push(`${tried.sender.name}: ${name}`)
      await app.close()
    }
  const n = faults.length * senders.length
  report('S-28 control', { n, failures: missed.length, figures: { caught: n - missed.length, missed } })
  expect(missed).toEqual([])
})
