import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { buildApp } from '../src/app/build-app.ts'
import { jobs, routes } from '../src/app/domains.ts'
import type { AppContext } from '../src/context/app-context.ts'
import { webhook } from '../src/http/webhook.ts'
import { openWorld, type World } from '../test/world.ts'
import { addNode } from './kit/nodes.ts'
import { isFull, report, seed } from './kit/report.ts'
import { deliver, senders, type TriedSender } from './kit/senders.ts'
import { chanceFrom } from './server.ts'

const secret = 'the-secret-that-counts-at-the-moment'
const repeats = isFull ? 1_000 : 90
const crashes = isFull ? 200 : 12
let world: World
/** Three servers on one database. */
let nodes: FastifyInstance[]
beforeAll(async () => {
  world = await openWorld({ env: Object.fromEntries(senders.map(({ setting }) => [setting, secret])) })
  nodes = [world.app, await addNode(world), await addNode(world)]
})

let number = 0
const chance = chanceFrom(seed)
const bytesOf = (body: object) => Buffer.from(JSON.stringify(body))
const send = (app: FastifyInstance, tried: TriedSender, raw: Buffer) => deliver(app, tried, raw, tried.sender.sign(secret, raw))
const clear = async () => {
  await world.work()
  for (const { forget } of senders) await forget(world)
  await world.context.db.execute(sql`delete from webhook_receipts`)
}

test('S-29: 1 receipt, 1 job and 1 effect for concurrent repeats over three servers', async () => {
  const failures: string[] = []
  const times: number[] = []
  for (const tried of senders) {
    await clear()
    const raw = bytesOf(tried.body(world, ++number))
    const answers = await Promise.all(
      Array.from({ length: repeats }, async (_, i) => {
        const began = performance.now()
        const { status, text } = await send(nodes[i % nodes.length]!, tried, raw)
        times.push(performance.now() - began)
        return `${status} ${text}`
      }),
    )
    if (new Set(answers).size !== 1 || !answers[0]!.startsWith('200')) failures.push(`${tried.sender.name}: answered ${[...new Set(answers)].join(', ')}`)
    const done = (await world.work()).filter((queue) => queue === tried.sender.queue)
    if (done.length !== 1) failures.push(`${tried.sender.name}: ${done.length} jobs`)
    const effects = await tried.effects(world)
    if (effects.length !== 1) failures.push(`${tried.sender.name}: ${effects.length} effects`)
  }
  report('S-29', { n: repeats * senders.length, failures: failures.length, figures: { nodes: nodes.length, slowest_ms: Math.round(Math.max(...times)) } })
  expect(failures).toEqual([])
})

const ordersOf = <T>(things: readonly T[]): T[][] =>
  things.length < 2 ? [[...things]] : things.flatMap((item, at) => ordersOf(things.filter((_, i) => i !== at)).map((rest) => [item, ...rest]))

/** Delivers five versions of one object in every order and returns the distinct final states. */
const endings = async (app: FastifyInstance, context: AppContext, tried: TriedSender, orders: number): Promise<Set<string>> => {
  const found = new Set<string>()
  const thing = ++number
  for (const order of ordersOf([0, 1, 2, 3, 4]).slice(0, orders)) {
    await clear()
    for (const version of order) {
      await send(app, tried, bytesOf(tried.body(world, thing, version)))
      await workOff(context)
    }
    found.add(JSON.stringify(await tried.effects(world)))
  }
  return found
}

const workOff = async (context: AppContext) => {
  const { rows } = await context.db.execute<{ name: string; data: object }>(
    sql`delete from pgboss.job where state = 'created' and name = any(${sql.param(senders.map(({ sender }) => sender.queue))}) returning name, data`,
  )
  for (const { name, data } of rows) await jobs.find(({ queue }) => queue === name)!.work(context, data, new AbortController().signal)
}

test('S-29: reaches the same state for every order of five deliveries', async () => {
  const orders = isFull ? 120 : 24
  const counts: number[] = []
  for (const tried of senders) counts.push((await endings(world.app, world.context, tried, orders)).size)
  report('S-29 orders', { n: orders * senders.length, failures: counts.filter((n) => n !== 1).length, figures: { orders } })
  expect(counts).toEqual(senders.map(() => 1))
})

/** A context whose transactions fail before the commit, as if the process had been killed. */
const crashing = (context: AppContext, isCrash: () => boolean): AppContext => ({
  ...context,
  db: new Proxy(context.db, {
    get: (db, name, self) =>
      name === 'transaction'
        ? (work: (tx: unknown) => Promise<unknown>) =>
            db.transaction(async (tx) => {
              const made = await work(tx)
              if (isCrash()) throw new Error('killed')
              return made
            })
        : Reflect.get(db, name, self),
  }),
})

/** Counts lost and duplicate effects when the job is killed and retried repeatedly. */
const survive = async (tried: TriedSender, context: (isCrash: () => boolean) => AppContext) => {
  await clear()
  const things = Array.from({ length: crashes }, () => ++number)
  for (const n of things) await send(nodes[n % nodes.length]!, tried, bytesOf(tried.body(world, n)))
  const { rows } = await world.context.db.execute<{ data: object }>(sql`delete from pgboss.job where name = ${tried.sender.queue} returning data`)
  const { work } = jobs.find(({ queue }) => queue === tried.sender.queue)!
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
  const effects = await tried.effects(world)
  const unhandled = await world.context.db.execute(sql`select from webhook_receipts where handled_at is null`)
  return { lost: crashes - new Set(effects).size + unhandled.rows.length, doubled: effects.length - new Set(effects).size }
}

test('S-29: loses and repeats nothing when jobs are killed repeatedly', async () => {
  const found = []
  for (const tried of senders) found.push(await survive(tried, (isCrash) => crashing(world.context, isCrash)))
  report('S-29 killed', { n: crashes * senders.length, failures: found.filter(({ lost, doubled }) => lost || doubled).length, figures: { crashes } })
  expect(found).toEqual(senders.map(() => ({ lost: 0, doubled: 0 })))
})

test('S-29 control: detects a sender without delivery ids and an early acknowledgement', async () => {
  const missed: string[] = []
  for (const tried of senders) {
    // treats every delivery as new
    let coming = 0
    const forgetful = webhook(tried.endpoint, { ...tried.sender, deliveryIn: () => `new ${coming++}` })
    const app = await buildApp(world.context, { servedRoutes: routes.map((route) => (route.endpoint === tried.endpoint ? forgetful : route)) })
    await clear()
    const raw = bytesOf(tried.body(world, ++number))
    for (let i = 0; i < 3; i++) await send(app, tried, raw)
    const { rows } = await world.context.db.execute(sql`select from webhook_receipts`)
    if (rows.length <= 1) missed.push(`${tried.sender.name}: repeated deliveries`)
    await app.close()
    // marks the receipt as handled, then fails
    const early = await survive(tried, (isCrash) => {
      const { db } = world.context
      const first = crashing(world.context, isCrash).db
      return {
        ...world.context,
        db: new Proxy(db, {
          get: (it, name, self) =>
            name === 'transaction'
              ? async (work: never) => {
                  if (isCrash()) await it.execute(sql`update webhook_receipts set handled_at = now() where handled_at is null`)
                  return first.transaction(work)
                }
              : Reflect.get(it, name, self),
        }),
      }
    })
    if (!early.lost) missed.push(`${tried.sender.name}: early acknowledgement`)
  }
  const n = senders.length * 2
  report('S-29 control', { n, failures: missed.length, figures: { caught: n - missed.length, missed } })
  expect(missed).toEqual([])
})
