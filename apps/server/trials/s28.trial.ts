import { errors } from '@sukoyaka/wire/errors'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { buildApp } from '../src/app/build-app.ts'
import { routes } from '../src/app/domains.ts'
import { readConfig } from '../src/config/config.ts'
import type { AppContext } from '../src/context/app-context.ts'
import { type Sender, webhook } from '../src/http/webhook.ts'
import { openPayments } from '../src/stripe/open-stripe.ts'
import { openTestApp, type TestApp } from '../test/test-app.ts'
import { isFull, report } from './kit/report.ts'
import type { SenderCase } from './kit/webhooks/sender-case.ts'
import { deliver, senders } from './kit/webhooks/senders.ts'

const [currentSecret, nextSecret] = ['the-secret-that-counts-at-the-moment', 'the-secret-that-will-take-its-place']
let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})

const contextWith = (env: Record<string, string>): AppContext => {
  const { data_dir } = testApp.context.config
  const config = readConfig({ DATA_DIR: data_dir, DEMO: 'on', LOG_LEVEL: 'silent', LOAD_LIMIT_MS: '0', WRITES_PER_MINUTE: '0', ...env })
  // without keys card payments are off, as outside the demo; nothing here asks Stripe
  return { ...testApp.context, config, payments: config.stripe && openPayments(config, testApp.context) }
}
const secretsFor = (value: string) => Object.assign({}, ...senders.map(({ settings }) => settings(value))) as Record<string, string>
const receipts = async () => Number((await testApp.context.db.execute<{ n: number }>(sql`select count(*)::int as n from webhook_receipts`)).rows[0]!.n)

type Case = { name: string; raw: Buffer; header: string | undefined; isValid?: boolean }
let count = 0
/** Bodies and signatures as forgers and careless proxies send them, plus two valid ones. */
const casesOf = async ({ sender, body, wrongForms }: SenderCase): Promise<Case[]> => {
  const raw = async () => Buffer.from(JSON.stringify(await body(testApp, ++count + 1_000_000)))
  const signWith = (secret: string, bytes: Buffer) => sender.sign(secret, bytes)
  const buffer = await raw()
  const validSignature = signWith(currentSecret, buffer)
  const alteredBody = Buffer.from(buffer)
  alteredBody[Math.floor(alteredBody.length / 2)]! ^= 1
  const [ownBody, otherBody] = [await raw(), await raw()]
  const changedSignatures = Array.from({ length: isFull ? validSignature.length : 8 }, (_, i) => {
    const at = Math.floor((i * validSignature.length) / (isFull ? validSignature.length : 8))
    return `${validSignature.slice(0, at)}${validSignature[at] === '0' ? '1' : '0'}${validSignature.slice(at + 1)}`
  })
  return [
    { name: 'no header', raw: buffer, header: undefined },
    { name: 'an empty header', raw: buffer, header: '' },
    { name: 'another secret', raw: buffer, header: signWith('a-secret-that-nobody-configured', buffer) },
    { name: 'the empty secret', raw: buffer, header: signWith('', buffer) },
    { name: 'both secrets as one', raw: buffer, header: signWith(`${currentSecret},${nextSecret}`, buffer) },
    { name: 'one bit of the body changed', raw: alteredBody, header: validSignature },
    { name: 're-serialized', raw: Buffer.from(JSON.stringify(JSON.parse(buffer.toString()), null, 1)), header: validSignature },
    { name: 'a space at the end', raw: Buffer.concat([buffer, Buffer.from(' ')]), header: validSignature },
    { name: 'the signature of another body', raw: otherBody, header: signWith(currentSecret, ownBody) },
    { name: 'no body', raw: Buffer.alloc(0), header: validSignature },
    { name: 'too short', raw: buffer, header: validSignature.slice(0, -1) },
    { name: 'too long', raw: buffer, header: `${validSignature}0` },
    { name: 'far too long', raw: buffer, header: `${validSignature}${'0'.repeat(5_000)}` },
    ...wrongForms(validSignature, { secret: currentSecret, raw: buffer }).map((header, i) => ({ name: `another format ${i}`, raw: buffer, header })),
    ...changedSignatures.filter((header) => header !== validSignature).map((header, i) => ({ name: `a changed character ${i}`, raw: buffer, header })),
    { name: 'signed', raw: buffer, header: validSignature, isValid: true },
    { name: 'signed with the next secret', raw: ownBody, header: signWith(nextSecret, ownBody), isValid: true },
  ]
}

const judge = async (app: FastifyInstance, senderCase: SenderCase, expected: 200 | 404 = 200) => {
  const failures: string[] = []
  const rejections = new Set<string>()
  const cases = await casesOf(senderCase)
  const rejected = senderCase.sender.rejection ? errors[senderCase.sender.rejection] : 401
  for (const { name, raw, header, isValid } of cases) {
    const before = await receipts()
    const { status, text } = await deliver(app, senderCase, raw, header)
    const expectedStatus = expected === 404 ? 404 : isValid ? 200 : rejected
    if (status !== expectedStatus) failures.push(`${senderCase.sender.name}, ${name}: ${status} instead of ${expectedStatus}`)
    if ((await receipts()) !== before + Number(expectedStatus === 200)) failures.push(`${senderCase.sender.name}, ${name}: wrong number of receipts`)
    if (expectedStatus !== 200) rejections.add(text)
  }
  if (rejections.size > 1) failures.push(`${senderCase.sender.name}: rejections differ`)
  return { n: cases.length, failures }
}

test('S-28: accepts only bodies signed byte for byte with a valid secret', async () => {
  const app = await buildApp(contextWith(secretsFor(`${currentSecret},${nextSecret}`)))
  const results = []
  // one after the other, because the receipts are counted
  for (const senderCase of senders) results.push(await judge(app, senderCase))
  await app.close()
  const failures = results.flatMap((item) => item.failures)
  report('S-28', {
    n: results.reduce((sum, item) => sum + item.n, 0),
    failures: failures.length,
    figures: { senders: senders.map(({ sender }) => sender.name) },
  })
  expect(failures).toEqual([])
})

test('S-28: returns 404 without a configured secret', async () => {
  for (const env of [{}, secretsFor('')]) {
    const app = await buildApp(contextWith(env))
    for (const senderCase of senders) expect((await judge(app, senderCase, 404)).failures).toEqual([])
    await app.close()
  }
})

/** The sender without a check of its own (`isGenuine`): signatures are compared with that of `sign`, so that a fault in `sign` has an effect. */
const compared = ({ isGenuine: _, ...sender }: Sender): Sender => sender

type Fault = [string, (senderCase: SenderCase) => { env: Record<string, string>; sender: Sender }]
const faults: Fault[] = [
  ['a missing signature is accepted', ({ sender }) => ({ env: secretsFor(`${currentSecret},${nextSecret}`), sender: { ...compared(sender), sign: () => '' } })],
  [
    'the parsed body is verified instead of the received bytes',
    ({ sender }) => ({
      env: secretsFor(`${currentSecret},${nextSecret}`),
      sender: { ...compared(sender), sign: (secret, raw) => sender.sign(secret, Buffer.from(raw.toString().replace(/\s+/g, ''))) },
    }),
  ],
  ['only one of two secrets is accepted', ({ sender }) => ({ env: secretsFor(currentSecret), sender })],
  [
    'an empty secret is accepted',
    ({ sender }) => ({ env: secretsFor(`${currentSecret},${nextSecret}`), sender: { ...compared(sender), secretsIn: () => [currentSecret, nextSecret, ''] } }),
  ],
  [
    'the header is ignored',
    ({ sender }) => ({ env: secretsFor(`${currentSecret},${nextSecret}`), sender: { ...compared(sender), header: 'x-nothing', sign: () => '' } }),
  ],
]

test('S-28 control: detects webhooks that accept forgeries or reject a valid secret', async () => {
  const undetected: string[] = []
  for (const senderCase of senders)
    for (const [name, makeFaulty] of faults) {
      const { env, sender } = makeFaulty(senderCase)
      const servedRoutes = routes.map((route) => (route.endpoint === senderCase.endpoint ? webhook(senderCase.endpoint, sender) : route))
      const app = await buildApp(contextWith(env), { servedRoutes })
      if (!(await judge(app, senderCase)).failures.length) undetected.push(`${senderCase.sender.name}: ${name}`)
      await app.close()
    }
  const n = faults.length * senders.length
  report('S-28 control', { n, failures: undetected.length, figures: { caught: n - undetected.length, missed: undetected } })
  expect(undetected).toEqual([])
})
