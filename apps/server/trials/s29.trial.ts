import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { buildApp } from '../src/app/build-app.ts'
import { jobs, routes } from '../src/app/domains.ts'
import type { AppContext } from '../src/context/app-context.ts'
import { stripeSender } from '../src/domains/payment/stripe-webhook.ts'
import { webhook } from '../src/http/webhook.ts'
import { openTestApp, type TestApp } from '../test/test-app.ts'
import { addNode } from './kit/nodes.ts'
import { isFull, report, seed } from './kit/report.ts'
import type { SenderCase } from './kit/webhooks/sender-case.ts'
import { deliver, senders } from './kit/webhooks/senders.ts'
import { seededRandom } from './server.ts'

const secret = 'the-secret-that-counts-at-the-moment'
const repeats = isFull ? 1_000 : 90
/** Deliveries per sender whose jobs are killed at random, up to three times each. */
const killedDeliveries = isFull ? 200 : 12
let testApp: TestApp
/** Three servers on one database. */
let nodes: FastifyInstance[]
beforeAll(async () => {
  // Stripe’s sandbox has a secret of its own
  testApp = await openTestApp({ env: Object.assign({}, ...senders.filter(({ sender }) => sender !== stripeSender).map(({ settings }) => settings(secret))) })
  nodes = [testApp.app, await addNode(testApp), await addNode(testApp)]
})

let number = 0
const chance = seededRandom(seed)
const bytesOf = (body: object) => Buffer.from(JSON.stringify(body))
const send = (app: FastifyInstance, senderCase: SenderCase, rawBody: Buffer) =>
  deliver(app, senderCase, rawBody, senderCase.sender.sign(senderCase.sender.secretsIn(testApp.context)[0]!, rawBody))
const clearAll = async () => {
  await testApp.runJobs()
  for (const { clearEffects } of senders) await clearEffects(testApp)
  await testApp.context.db.execute(sql`delete from webhook_receipts`)
}

test('S-29: concurrent repeats of one delivery over three servers give one receipt, one job and one effect', async () => {
  const failures: string[] = []
  const times: number[] = []
  for (const senderCase of senders) {
    await clearAll()
    const rawBody = bytesOf(await senderCase.body(testApp, ++number))
    const responses = await Promise.all(
      Array.from({ length: repeats }, async (_, i) => {
        const startedAt = performance.now()
        const { status, text } = await send(nodes[i % nodes.length]!, senderCase, rawBody)
        times.push(performance.now() - startedAt)
        return `${status} ${text}`
      }),
    )
    if (new Set(responses).size !== 1 || !responses[0]!.startsWith('200'))
      failures.push(`${senderCase.sender.name}: returned ${[...new Set(responses)].join(', ')}`)
    const { rows: receipts } = await testApp.context.db.execute(sql`select from webhook_receipts`)
    if (receipts.length !== 1) failures.push(`${senderCase.sender.name}: ${receipts.length} receipts`)
    const ranQueues = (await testApp.runJobs()).filter((queue) => queue === senderCase.sender.queue)
    if (ranQueues.length !== 1) failures.push(`${senderCase.sender.name}: ${ranQueues.length} jobs`)
    const effects = await senderCase.effects(testApp)
    if (effects.length !== 1) failures.push(`${senderCase.sender.name}: ${effects.length} effects`)
  }
  report('S-29', { n: repeats * senders.length, failures: failures.length, figures: { nodes: nodes.length, slowest_ms: Math.round(Math.max(...times)) } })
  expect(failures).toEqual([])
})

const permutations = <T>(items: readonly T[]): T[][] =>
  items.length < 2 ? [[...items]] : items.flatMap((item, at) => permutations(items.filter((_, i) => i !== at)).map((rest) => [item, ...rest]))

/** Delivers five versions of one object in `orderCount` orders and returns the distinct final states. */
const finalStates = async (app: FastifyInstance, context: AppContext, senderCase: SenderCase, orderCount: number): Promise<Set<string>> => {
  const states = new Set<string>()
  const objectId = ++number
  const orders = permutations([0, 1, 2, 3, 4])
  for (const order of orders.filter((_, index) => index % (orders.length / orderCount) === 0)) {
    await clearAll()
    for (const version of order) {
      await send(app, senderCase, bytesOf(await senderCase.body(testApp, objectId, version)))
      await runWebhookJobs(context)
    }
    states.add(JSON.stringify(await senderCase.effects(testApp)))
  }
  return states
}

const runWebhookJobs = async (context: AppContext) => {
  const { rows } = await context.db.execute<{ name: string; data: object }>(
    sql`delete from pgboss.job where state = 'created' and name = any(${sql.param(senders.map(({ sender }) => sender.queue))}) returning name, data`,
  )
  for (const { name, data } of rows) await jobs.find(({ queue }) => queue === name)!.work(context, data, new AbortController().signal)
}

test(`S-29: reaches the same state for ${isFull ? 'every order' : '24 orders'} of five deliveries`, async () => {
  const orderCount = isFull ? 120 : 24
  const counts: number[] = []
  for (const senderCase of senders) counts.push((await finalStates(testApp.app, testApp.context, senderCase, orderCount)).size)
  report('S-29 orders', { n: orderCount * senders.length, failures: counts.filter((count) => count !== 1).length, figures: { orders: orderCount } })
  expect(counts).toEqual(senders.map(() => 1))
})

/** A context whose transactions fail before the commit, as if the process had been killed. */
const crashingContext = (context: AppContext, isCrash: () => boolean): AppContext => ({
  ...context,
  db: new Proxy(context.db, {
    get: (db, name, receiver) =>
      name === 'transaction'
        ? (work: (tx: unknown) => Promise<unknown>) =>
            db.transaction(async (tx) => {
              const result = await work(tx)
              if (isCrash()) throw new Error('killed')
              return result
            })
        : Reflect.get(db, name, receiver),
  }),
})

/** Counts lost and duplicate effects when the jobs are killed and retried repeatedly. */
const runWithCrashes = async (senderCase: SenderCase, context: (isCrash: () => boolean) => AppContext) => {
  await clearAll()
  const items = Array.from({ length: killedDeliveries }, () => ++number)
  for (const i of items) await send(nodes[i % nodes.length]!, senderCase, bytesOf(await senderCase.body(testApp, i)))
  const { rows } = await testApp.context.db.execute<{ data: object }>(sql`delete from pgboss.job where name = ${senderCase.sender.queue} returning data`)
  const { work } = jobs.find(({ queue }) => queue === senderCase.sender.queue)!
  for (const { data } of rows)
    for (let tries = 1; ; tries++) {
      const isDone = await work(
        context(() => tries < 4 && chance() < 0.6),
        data,
        new AbortController().signal,
      ).then(
        () => true,
        () => false,
      )
      // the job's acknowledgement may be lost too; then it runs once more
      if (isDone && (tries > 4 || chance() < 0.7)) break
    }
  const effects = await senderCase.effects(testApp)
  const unhandled = await testApp.context.db.execute(sql`select from webhook_receipts where handled_at is null`)
  return { lost: killedDeliveries - new Set(effects).size + unhandled.rows.length, duplicated: effects.length - new Set(effects).size }
}

test('S-29: loses and repeats nothing when jobs are killed repeatedly', async () => {
  const results = []
  for (const senderCase of senders) results.push(await runWithCrashes(senderCase, (isCrash) => crashingContext(testApp.context, isCrash)))
  report('S-29 killed', {
    n: killedDeliveries * senders.length,
    failures: results.filter(({ lost, duplicated }) => lost || duplicated).length,
    figures: { deliveries: killedDeliveries },
  })
  expect(results).toEqual(senders.map(() => ({ lost: 0, duplicated: 0 })))
})

test('S-29 control: detects a sender without delivery ids and an early acknowledgement', async () => {
  const undetected: string[] = []
  for (const senderCase of senders) {
    // treats every delivery as new
    let deliveryCount = 0
    const forgetfulRoute = webhook(senderCase.endpoint, { ...senderCase.sender, deliveryIn: () => `new ${deliveryCount++}` })
    const app = await buildApp(testApp.context, { servedRoutes: routes.map((route) => (route.endpoint === senderCase.endpoint ? forgetfulRoute : route)) })
    await clearAll()
    const rawBody = bytesOf(await senderCase.body(testApp, ++number))
    for (let i = 0; i < 3; i++) await send(app, senderCase, rawBody)
    const { rows } = await testApp.context.db.execute(sql`select from webhook_receipts`)
    if (rows.length <= 1) undetected.push(`${senderCase.sender.name}: repeated deliveries`)
    await app.close()
    // at random marks all receipts as handled before the work, which may then fail
    const earlyResult = await runWithCrashes(senderCase, (isCrash) => {
      const { db } = testApp.context
      const first = crashingContext(testApp.context, isCrash).db
      return {
        ...testApp.context,
        db: new Proxy(db, {
          get: (target, name, receiver) =>
            name === 'transaction'
              ? async (work: never) => {
                  if (isCrash()) await target.execute(sql`update webhook_receipts set handled_at = now() where handled_at is null`)
                  return first.transaction(work)
                }
              : Reflect.get(target, name, receiver),
        }),
      }
    })
    if (!earlyResult.lost) undetected.push(`${senderCase.sender.name}: early acknowledgement`)
  }
  const n = senders.length * 2
  report('S-29 control', { n, failures: undetected.length, figures: { caught: n - undetected.length, missed: undetected } })
  expect(undetected).toEqual([])
})
