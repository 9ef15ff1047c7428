import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { buildApp } from '../src/app/build-app.ts'
import type { AppContext } from '../src/context/app-context.ts'
import { asOwner } from '../test/database.ts'
import { formOf } from '../test/form.ts'
import { type Member, openTestApp, type TestApp } from '../test/test-app.ts'
import { cookie, countFileAudits, requestFile, requestVariants } from './kit/forms/file-access.ts'
import { judgeMessageFiles } from './kit/forms/message-file-access.ts'
import { isFull, report } from './kit/report.ts'

let testApp: TestApp
let category_id: number
let photo: Buffer
const start = Date.parse('2026-11-20T03:00:30Z')
let at = start
beforeAll(async () => {
  testApp = await openTestApp({ overrides: { clock: () => new Date(at) } })
  category_id = Number((await testApp.context.db.execute<{ id: number }>(sql`select min(id) as id from result_categories where type = 1`)).rows[0]!.id)
  photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#a42' } })
    .jpeg()
    .toBuffer()
})

type Picture = { id: number; image_id: number; package_id: number; urls: string[] }

/** Creates a picture of Hanako in a released checkup, with the URLs signed for this reader. */
const createPicture = async (reader: Member): Promise<Picture> => {
  const { hanako, staff, context } = testApp
  const { rows } = await context.db.execute<{ id: number }>(
    sql`insert into test_packages (user_id, kind, status, tested_at, released_at) values (${hanako.id}, 'detail', 0, '2026-11-10T00:00:00Z', now()) returning id`,
  )
  const package_id = Number(rows[0]!.id)
  const fields = { user_id: hanako.id, category_id, test_package_id: package_id, recorded_at: '2026-11-10T00:00:00Z' }
  const { body } = await staff.doctor.request('POST', '/api/image_test_results', { body: formOf(fields, 'images[]', { filename: 'a.jpg', content: photo }) })
  const { items } = (await reader.get(`/api/image_test_results?user_id=${hanako.id}`)).body
  const [image] = items.find((item: { id: number }) => item.id === body.id).images
  return { id: body.id, image_id: image.id, package_id, urls: [image.original, ...(Object.values(image.variants) as string[])] }
}

/**
 * Checks that a picture opens only for the person its URL is signed for, as long as URL, session, permission and picture are valid, and that each access is in
 * the audit log.
 */
const judge = async (app: FastifyInstance): Promise<{ n: number; failures: string[] }> => {
  const { hanako, taro, staff, context } = testApp
  const failures: string[] = []
  let n = 0
  const expectClosed = async (label: string, urls: string[], caller?: Pick<Member, 'token' | 'email'>, extraHeaders: Record<string, string> = {}) => {
    for (const url of urls)
      for (const variant of requestVariants) {
        n++
        const { status, type } = await requestFile(app, url, { caller, headers: { ...variant, ...extraHeaders } })
        if (![404, 410].includes(status) || !type.includes('json')) failures.push(`${label}: returned ${status} ${type}`)
      }
  }
  const expectOpen = async (label: string, urls: string[], caller: Member) => {
    for (const url of urls) {
      n++
      const { status } = await requestFile(app, url, { caller })
      if (status !== 200) failures.push(`${label}: cannot be opened (${status})`)
    }
  }
  at = start
  const ownPicture = await createPicture(hanako)
  const before = await countFileAudits(testApp, hanako.id)
  await expectOpen('the patient’s own', ownPicture.urls, hanako)
  await expectOpen('the patient’s own again', ownPicture.urls, hanako)
  if ((await countFileAudits(testApp, hanako.id)) !== before + 2 * ownPicture.urls.length) failures.push('an access is not in the audit log')
  const rejectedBefore = await countFileAudits(testApp, taro.id)
  await expectClosed('another patient', ownPicture.urls, taro)
  for (const otherMember of [staff.doctor, staff.admin]) await expectClosed('a URL signed for another person', ownPicture.urls, otherMember)
  await expectClosed('without a session', ownPicture.urls)
  await expectClosed('an invalid token', ownPicture.urls, { token: 'x'.repeat(43), email: hanako.email })
  await expectClosed('another patient’s token with this email', ownPicture.urls, { token: taro.token, email: hanako.email })
  await expectClosed('from a page of another site', ownPicture.urls.slice(0, 1), hanako, { 'sec-fetch-site': 'cross-site' })
  await expectClosed('from a page of the same site', ownPicture.urls.slice(0, 1), hanako, { 'sec-fetch-site': 'same-site' })
  const rejected = (await countFileAudits(testApp, taro.id)) - rejectedBefore
  if (rejected < ownPicture.urls.length * requestVariants.length) failures.push('a rejected access is not in the audit log')

  const [ownUrl] = ownPicture.urls as [string]
  for (let position = 7; position < ownUrl.length; position += isFull ? 1 : 7) {
    const altered = `${ownUrl.slice(0, position)}${ownUrl[position] === 'a' ? 'b' : 'a'}${ownUrl.slice(position + 1)}`
    n++
    if ((await requestFile(app, altered, { caller: hanako })).status !== 404) failures.push(`opens with a changed character at ${position}`)
  }
  for (const changedUrl of [
    `${ownUrl}=`,
    `${ownUrl}/`,
    `${ownUrl}.jpg`,
    ownUrl.replace('-o-', '-l-'),
    '/files/',
    '/files/..%2f..%2fsecret',
    '/files/1-o-1-1.x',
    `/files/${'a'.repeat(300)}`,
  ]) {
    n++
    const { status } = await requestFile(app, changedUrl, { caller: hanako })
    if (![404, 410, 400].includes(status)) failures.push(`${changedUrl.slice(0, 30)} opens`)
  }
  for (const method of ['HEAD', 'OPTIONS', 'POST'] as const) {
    n++
    if ((await requestFile(app, ownUrl, { caller: hanako, method })).status < 400) failures.push(`${method} succeeded`)
  }

  at = start + 4 * 60_000
  await expectOpen('within five minutes', ownPicture.urls.slice(0, 1), hanako)
  at = start + 11 * 60_000
  await expectClosed('after expiry', ownPicture.urls, hanako)
  at = start

  const signedOutMember = await testApp.signIn(hanako)
  await signedOutMember.request('DELETE', '/api/sign_out')
  await expectClosed('after sign-out', ownPicture.urls, signedOutMember)
  const formerNurse = await testApp.add({ role: 'nurse', last_name: 'former' })
  const nursePicture = await createPicture(formerNurse)
  await expectOpen('a nurse', nursePicture.urls.slice(0, 1), formerNurse)
  await context.db.execute(sql`update users set role = 'patient' where id = ${formerNurse.id}`)
  await expectClosed('after the nurse lost the role', nursePicture.urls, formerNurse)
  const deactivated = await testApp.add({ role: 'doctor', last_name: 'gone' })
  const doctorPicture = await createPicture(deactivated)
  await context.db.execute(sql`update users set deactivated_at = now() where id = ${deactivated.id}`)
  await expectClosed('after deactivation', doctorPicture.urls, deactivated)
  await context.db.execute(sql`update test_packages set released_at = null where id = ${ownPicture.package_id}`)
  await expectClosed('after the release was withdrawn', ownPicture.urls, hanako)
  await context.db.execute(sql`update test_packages set released_at = now() where id = ${ownPicture.package_id}`)
  await expectOpen('after a new release', ownPicture.urls.slice(0, 1), hanako)
  await staff.doctor.request('DELETE', `/api/image_test_results/${ownPicture.id}/images/${ownPicture.image_id}`)
  await expectClosed('after the picture was deleted', ownPicture.urls, hanako)
  const deletedPicture = await createPicture(hanako)
  await expectOpen('before the examination is deleted', deletedPicture.urls.slice(0, 1), hanako)
  await staff.doctor.request('DELETE', `/api/image_test_results/${deletedPicture.id}`)
  await expectClosed('after the examination was deleted', deletedPicture.urls, hanako)
  return { n, failures }
}

const judgeConversation = (app: FastifyInstance) =>
  judgeMessageFiles(app, testApp, photo, (minutes) => {
    at = start + minutes * 60_000
    return new Date(at)
  })

test('S-26: a file opens only for the person its URL is signed for, with permission, and each access is audited', async () => {
  const records = await judge(testApp.app)
  const messages = await judgeConversation(testApp.app)
  const failures = [...records.failures, ...messages.failures]
  report('S-26', { n: records.n + messages.n, failures: failures.length, figures: { ways: requestVariants.length, of_messages: messages.n } })
  expect(failures).toEqual([])
})

/** `database`: statements that inject the fault into the database and remove it. Of such a fault, every failure must match `pattern`. */
type Fault = {
  name: string
  judge?: typeof judge
  hook?: (app: FastifyInstance) => void
  contextChanges?: Partial<AppContext>
  database?: { inject: string; remove: string }
  pattern: RegExp
}

/** Faults injected through hooks, the context or the database of an unchanged server. */
const faults = (): Fault[] => {
  const { hanako, context } = testApp
  const isFile = (url: string) => url.startsWith('/files/')
  const cachedFiles = new Map<string, Buffer>()
  const signedByPart = new Map<string, string>()
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
      pattern: /another patient: returned|without a session: returned/,
    },
    {
      name: 'the files of a withdrawn message stay open',
      judge: judgeConversation,
      hook: (app) => app.addHook('preHandler', async ({ method }, reply) => (method === 'DELETE' ? reply.status(204).send() : undefined)),
      pattern: /withdrawn: returned 200/,
    },
    {
      name: 'the conversation is not checked',
      judge: judgeConversation,
      contextChanges: {
        identify: async (token, email, active) => {
          const found = await context.identify(token, email, active)
          return found?.id === testApp.taro.id ? { ...found, role: 'nurse' } : found
        },
      },
      pattern: /another patient’s conversation: returned 200/,
    },
    {
      name: 'the requesting site is not checked',
      hook: (app) => app.addHook('onRequest', async ({ headers }) => void delete headers['sec-fetch-site']),
      pattern: /another site: returned/,
    },
    {
      name: 'the signature is compared in part',
      hook: withParam((signed) => {
        const firstPart = signed.split('.')[0]!
        const knownSigned = signedByPart.get(firstPart)
        if (!knownSigned) signedByPart.set(firstPart, signed)
        return knownSigned
      }),
      pattern: /opens with a changed character/,
    },
    { name: 'the URL never expires', contextChanges: { clock: () => new Date(start) }, pattern: /after expiry: returned/ },
    {
      name: 'opened files are cached',
      hook: (app) => {
        app.addHook('preHandler', async (request, reply) => {
          const cached = isFile(request.url) ? cachedFiles.get(`${request.headers.cookie} ${request.url}`) : undefined
          return cached ? reply.type('image/jpeg').send(cached) : undefined
        })
        app.addHook('onSend', async (request, reply, payload) => {
          if (isFile(request.url) && reply.statusCode === 200) cachedFiles.set(`${request.headers.cookie} ${request.url}`, Buffer.from('kept'))
          return payload
        })
      },
      pattern: /after the picture was deleted: returned/,
    },
    {
      name: 'an ended session is accepted',
      contextChanges: {
        identify: async (token, email) => {
          const { rows } = await context.db.execute<{ id: number; role: 'patient'; session_id: number }>(
            sql`select u.id, u.role, s.id as session_id from sessions s join users u on u.id = s.user_id where s.token_hash = sha256(${token}::bytea) and u.email = ${email}`,
          )
          return rows[0] && { ...rows[0], id: Number(rows[0].id) }
        },
      },
      pattern: /after sign-out: returned|after deactivation: returned/,
    },
    {
      name: 'accesses are not audited',
      database: {
        inject: `create function discard_row() returns trigger language plpgsql as 'begin return null; end';
          create trigger discard_file_accesses before insert on audit_logs for each row
            when (new.action = 'GET /files/:signed') execute function discard_row()`,
        remove: 'drop trigger discard_file_accesses on audit_logs; drop function discard_row()',
      },
      pattern: /not in the audit log/,
    },
  ]
}

test('S-26 control: detects files open to others, without expiry, from other sites or without audit', async () => {
  const undetected: string[] = []
  const all = faults()
  for (const { name, judge: check = judge, hook, contextChanges = {}, database, pattern } of all) {
    const app = await buildApp({ ...testApp.context, ...contextChanges })
    hook?.(app)
    if (database) await asOwner(testApp.context, database.inject)
    const { failures } = await check(app)
    if (database) await asOwner(testApp.context, database.remove)
    const isCaught = failures.some((failure) => pattern.test(failure)) && (!database || failures.every((failure) => pattern.test(failure)))
    if (!isCaught) undetected.push(`${name}: ${[...new Set(failures)].join('; ')}`)
    await app.close()
  }
  report('S-26 control', { n: all.length, failures: undetected.length, figures: { caught: all.length - undetected.length, missed: undetected } })
  expect(undetected).toEqual([])
})
