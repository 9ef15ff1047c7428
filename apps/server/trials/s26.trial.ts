import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { buildApp } from '../src/app/build-app.ts'
import type { AppContext } from '../src/context/app-context.ts'
import { formOf } from '../test/form.ts'
import { type Member, openWorld, type World } from '../test/world.ts'
import { judgeMessages as judgeFiles } from './kit/forms/message-openings.ts'
import { audited, cookie, look, ways } from './kit/forms/openings.ts'
import { isFull, report } from './kit/report.ts'

let world: World
let category_id: number
let photo: Buffer
const start = Date.parse('2026-11-20T03:00:30Z')
let at = start
beforeAll(async () => {
  world = await openWorld({ replaced: { clock: () => new Date(at) } })
  category_id = Number((await world.context.db.execute<{ id: number }>(sql`select min(id) as id from result_categories where type = 1`)).rows[0]!.id)
  photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#a42' } })
    .jpeg()
    .toBuffer()
})

type Picture = { id: number; image_id: number; package_id: number; addresses: string[] }

/** A picture of Hanako in a released checkup, with the URLs signed for this reader. */
const picture = async (reader: Member): Promise<Picture> => {
  const { hanako, staff, context } = world
  const { rows } = await context.db.execute<{ id: number }>(
    sql`insert into test_packages (user_id, kind, status, tested_at, released_at) values (${hanako.id}, 'detail', 0, '2026-11-10T00:00:00Z', now()) returning id`,
  )
  const package_id = Number(rows[0]!.id)
  const fields = { user_id: hanako.id, category_id, test_package_id: package_id, recorded_at: '2026-11-10T00:00:00Z' }
  const { body } = await staff.doctor.ask('POST', '/api/image_test_results', { body: formOf(fields, 'images[]', { filename: 'a.jpg', content: photo }) })
  const { items } = (await reader.get(`/api/image_test_results?user_id=${hanako.id}`)).body
  const [image] = items.find((item: { id: number }) => item.id === body.id).images
  return { id: body.id, image_id: image.id, package_id, addresses: [image.original, ...(Object.values(image.variants) as string[])] }
}

/** Every person and state for which the picture must not open. */
const judge = async (app: FastifyInstance): Promise<{ n: number; failures: string[] }> => {
  const { hanako, taro, staff, context } = world
  const failures: string[] = []
  let n = 0
  const shut = async (what: string, addresses: string[], who?: Pick<Member, 'token' | 'email'>, more: Record<string, string> = {}) => {
    for (const address of addresses)
      for (const way of ways) {
        n++
        const { status, type } = await look(app, address, { who, headers: { ...way, ...more } })
        if (![404, 410].includes(status) || !type.includes('json')) failures.push(`${what}: answered ${status} ${type}`)
      }
  }
  const opens = async (what: string, addresses: string[], who: Member) => {
    for (const address of addresses) {
      n++
      const { status } = await look(app, address, { who })
      if (status !== 200) failures.push(`${what}: cannot be opened (${status})`)
    }
  }
  at = start
  const own = await picture(hanako)
  const before = await audited(world, hanako.id)
  await opens('their own', own.addresses, hanako)
  await opens('their own again', own.addresses, hanako)
  if ((await audited(world, hanako.id)) !== before + 2 * own.addresses.length) failures.push('an access is not in the audit log')
  await shut('another patient', own.addresses, taro)
  for (const other of [staff.doctor, staff.admin]) await shut('a URL signed for another person', own.addresses, other)
  await shut('without a session', own.addresses)
  await shut('an invalid token', own.addresses, { token: 'x'.repeat(43), email: hanako.email })
  await shut('another patient’s token with this email', own.addresses, { token: taro.token, email: hanako.email })
  await shut('from a page of another site', own.addresses.slice(0, 1), hanako, { 'sec-fetch-site': 'cross-site' })
  await shut('from a page of the same site', own.addresses.slice(0, 1), hanako, { 'sec-fetch-site': 'same-site' })
  const refused = await audited(world, taro.id)
  if (refused < own.addresses.length * ways.length) failures.push('a rejected access is not in the audit log')

  const [address] = own.addresses as [string]
  for (let place = 7; place < address.length; place += isFull ? 1 : 3) {
    const changed = `${address.slice(0, place)}${address[place] === 'a' ? 'b' : 'a'}${address.slice(place + 1)}`
    n++
    if ((await look(app, changed, { who: hanako })).status !== 404) failures.push(`opens with a changed character at ${place}`)
  }
  for (const other of [
    `${address}=`,
    `${address}/`,
    `${address}.jpg`,
    address.replace('-o-', '-l-'),
    '/files/',
    '/files/..%2f..%2fsecret',
    '/files/1-o-1-1.x',
    `/files/${'a'.repeat(300)}`,
  ]) {
    n++
    const { status } = await look(app, other, { who: hanako })
    if (![404, 410, 400].includes(status)) failures.push(`${other.slice(0, 30)} opens`)
  }
  for (const method of ['HEAD', 'OPTIONS', 'POST'] as const) {
    n++
    if ((await look(app, address, { who: hanako, method })).status < 400) failures.push(`${method} is answered`)
  }

  at = start + 4 * 60_000
  await opens('within five minutes', own.addresses.slice(0, 1), hanako)
  at = start + 11 * 60_000
  await shut('after expiry', own.addresses, hanako)
  at = start

  const leaving = await world.signedIn(hanako)
  await leaving.ask('DELETE', '/api/sign_out')
  await shut('after sign-out', own.addresses, leaving)
  const former = await world.add({ role: 'nurse', last_name: 'former' })
  const seen = await picture(former)
  await opens('a nurse', seen.addresses.slice(0, 1), former)
  await context.db.execute(sql`update users set role = 'patient' where id = ${former.id}`)
  await shut('after the nurse lost the role', seen.addresses, former)
  const gone = await world.add({ role: 'doctor', last_name: 'gone' })
  const old = await picture(gone)
  await context.db.execute(sql`update users set deactivated_at = now() where id = ${gone.id}`)
  await shut('after deactivation', old.addresses, gone)
  await context.db.execute(sql`update test_packages set released_at = null where id = ${own.package_id}`)
  await shut('after the release was withdrawn', own.addresses, hanako)
  await context.db.execute(sql`update test_packages set released_at = now() where id = ${own.package_id}`)
  await opens('after a new release', own.addresses.slice(0, 1), hanako)
  await staff.doctor.ask('DELETE', `/api/image_test_results/${own.id}/images/${own.image_id}`)
  await shut('after the picture was deleted', own.addresses, hanako)
  const whole = await picture(hanako)
  await opens('before the examination is deleted', whole.addresses.slice(0, 1), hanako)
  await staff.doctor.ask('DELETE', `/api/image_test_results/${whole.id}`)
  await shut('after the examination was deleted', whole.addresses, hanako)
  return { n, failures }
}

const judgeMessages = (app: FastifyInstance) =>
  judgeFiles(app, world, photo, (minutes) => {
    at = start + minutes * 60_000
    return new Date(at)
  })

test('S-26: opens a file only for its signed person with permission, and audits each access', async () => {
  const records = await judge(world.app)
  const messages = await judgeMessages(world.app)
  const failures = [...records.failures, ...messages.failures]
  report('S-26', { n: records.n + messages.n, failures: failures.length, figures: { ways: ways.length, of_messages: messages.n } })
  expect(failures).toEqual([])
})

type Fault = { name: string; judge?: typeof judge; hook?: (app: FastifyInstance) => void; changed?: Partial<AppContext>; isSeen: RegExp }

/** Faults planted around the server: caller, request, cache and clock. */
const faults = (): Fault[] => {
  const { hanako, context } = world
  const isFile = (url: string) => url.startsWith('/files/')
  const kept = new Map<string, Buffer>()
  const first = new Map<string, string>()
  const withParam = (hook: (signed: string, url: string) => string | undefined) => (app: FastifyInstance) =>
    void app.addHook('preHandler', async (request) => {
      const params = request.params as { signed?: string }
      if (isFile(request.url) && params.signed) params.signed = hook(params.signed, request.url) ?? params.signed
    })
  return [
    {
      name: 'every caller is treated as the signed person',
      hook: (app) =>
        app.addHook('preHandler', async (request) => void (isFile(request.url) && Object.assign(request, { cookies: app.parseCookie(cookie(hanako)) }))),
      isSeen: /another patient: answered|without a session: answered/,
    },
    {
      name: 'the files of a withdrawn message stay open',
      judge: judgeMessages,
      hook: (app) => app.addHook('preHandler', async ({ method }, reply) => (method === 'DELETE' ? reply.status(204).send() : undefined)),
      isSeen: /withdrawn: answered 200/,
    },
    {
      name: 'the conversation is not checked',
      judge: judgeMessages,
      changed: {
        identify: async (token, email, active) => {
          const found = await context.identify(token, email, active)
          return found?.id === world.taro.id ? { ...found, role: 'nurse' } : found
        },
      },
      isSeen: /another patient’s conversation: answered 200/,
    },
    {
      name: 'the requesting site is not checked',
      hook: (app) => app.addHook('onRequest', async ({ headers }) => void delete headers['sec-fetch-site']),
      isSeen: /another site: answered/,
    },
    {
      name: 'the signature is compared in part',
      hook: withParam((signed) => {
        const place = signed.split('.')[0]!
        const known = first.get(place)
        if (!known) first.set(place, signed)
        return known
      }),
      isSeen: /opens with a changed character/,
    },
    { name: 'the URL never expires', changed: { clock: () => new Date(start) }, isSeen: /after expiry: answered/ },
    {
      name: 'opened files are cached',
      hook: (app) => {
        app.addHook('preHandler', async (request, reply) => {
          const held = isFile(request.url) ? kept.get(`${request.headers.cookie} ${request.url}`) : undefined
          return held ? reply.type('image/jpeg').send(held) : undefined
        })
        app.addHook('onSend', async (request, reply, payload) => {
          if (isFile(request.url) && reply.statusCode === 200) kept.set(`${request.headers.cookie} ${request.url}`, Buffer.from('kept'))
          return payload
        })
      },
      isSeen: /after the picture was deleted: answered/,
    },
    {
      name: 'an ended session is accepted',
      changed: {
        identify: async (token, email) => {
          const { rows } = await context.db.execute<{ id: number; role: 'patient'; session_id: number }>(
            sql`select u.id, u.role, s.id as session_id from sessions s join users u on u.id = s.user_id where s.token_hash = sha256(${token}::bytea) and u.email = ${email}`,
          )
          return rows[0] && { ...rows[0], id: Number(rows[0].id) }
        },
      },
      isSeen: /after sign-out: answered|after deactivation: answered/,
    },
    {
      name: 'accesses are not audited',
      changed: {
        db: new Proxy(context.db, {
          get: (db, name, own) =>
            name === 'execute'
              ? async (query: never) => (JSON.stringify(query).includes('insert into audit_logs') ? { rows: [] } : db.execute(query))
              : Reflect.get(db, name, own),
        }),
      },
      isSeen: /not in the audit log/,
    },
  ]
}

test('S-26 control: detects files open to others, without expiry, from other sites or without audit', async () => {
  const missed: string[] = []
  const all = faults()
  for (const { name, judge: judged = judge, hook, changed = {}, isSeen } of all) {
    const app = await buildApp({ ...world.context, ...changed })
    hook?.(app)
    const { failures } = await judged(app)
    if (!failures.some((failure) => isSeen.test(failure))) missed.push(`${name}: ${[...new Set(failures)].join('; ')}`)
    await app.close()
  }
  report('S-26 control', { n: all.length, failures: missed.length, figures: { caught: all.length - missed.length, missed } })
  expect(missed).toEqual([])
})
