import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Role } from '@sukoyaka/wire/access'
import { roles } from '@sukoyaka/wire/access'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { buildApp } from '../src/app/build-app.ts'
import { createContext } from '../src/app/create-context.ts'
import { jobs } from '../src/app/domains.ts'
import { readConfig } from '../src/config/config.ts'
import type { AppContext, MailMessage } from '../src/context/app-context.ts'
import { hashPassword } from '../src/domains/account/password.ts'
import { addSession } from '../src/domains/account/session-store.ts'
import type { ServedRoute } from '../src/http/serve.ts'
import { addPerson, type NewPerson } from './add-person.ts'
import { onFileEnd } from './clean-up.ts'
import { freshDatabase } from './database.ts'
import { Form } from './form.ts'
import { maxWaitMs } from './wait-until.ts'

export const password = 'asano-sanpo-30pun'
let passwordHash: Promise<string> | undefined

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS'
// biome-ignore lint/suspicious/noExplicitAny: tests assert the fields they read
export type TestResponse = { status: number; body: any; text: string; headers: Record<string, string | string[] | number | undefined> }
export type RequestOptions = { headers?: Record<string, string>; body?: unknown; raw?: string }

export type Member = {
  id: number
  role: Role
  email: string
  token: string
  request: (method: Method, url: string, options?: RequestOptions) => Promise<TestResponse>
  get: (url: string, options?: RequestOptions) => Promise<TestResponse>
}

export type TestApp = {
  app: FastifyInstance
  context: AppContext
  /** Emails sent so far, newest last. */
  mails: MailMessage[]
  /** Sends a request without signing in. */
  request: Member['request']
  hanako: Member
  taro: Member
  staff: Record<Exclude<Role, 'patient'>, Member>
  add: (person: Partial<NewPerson> & { role: Role }) => Promise<Member>
  signIn: (person: { id: number; role: Role; email: string }) => Promise<Member>
  /** Runs the queued jobs one after another and returns their queue names. A failing job fails the test. */
  runJobs: () => Promise<string[]>
  /** The sign-in code in the newest email to this address. */
  codeFor: (email: string) => string
}

const requesterFor =
  (app: FastifyInstance, baseHeaders: Record<string, string>): Member['request'] =>
  async (method, url, { headers, body, raw } = {}) => {
    const form = body instanceof Form ? body : undefined
    const payload = raw ?? form?.bytes() ?? (body === undefined ? undefined : JSON.stringify(body))
    const response = await app.inject({
      method,
      url,
      headers: { ...baseHeaders, ...(payload !== undefined && { 'content-type': form?.type ?? 'application/json' }), ...headers },
      ...(payload !== undefined && { payload }),
    })
    const isJson = /[+/]json\b/.test(String(response.headers['content-type']))
    return { status: response.statusCode, body: isJson && response.body ? JSON.parse(response.body) : null, text: response.body, headers: response.headers }
  }

/** Long time limits, because the machine may be busy: they only end a test that hangs. */
const testTimeouts = {
  statement_timeout: maxWaitMs,
  query_timeout: maxWaitMs,
  lock_timeout: maxWaitMs,
  idle_in_transaction_session_timeout: maxWaitMs,
  connectionTimeoutMillis: maxWaitMs,
}

/** Starts an app with its own database, signed in as Hanako, Taro and one member of staff per role. Closed after the file. */
export const openTestApp = async ({
  overrides = {},
  servedRoutes,
  env = {},
}: {
  overrides?: Partial<AppContext>
  servedRoutes?: ServedRoute[]
  env?: Record<string, string>
} = {}): Promise<TestApp> => {
  const data_dir = mkdtempSync(join(tmpdir(), 'sukoyaka-test-app-'))
  onFileEnd(() => rmSync(data_dir, { recursive: true, force: true }))
  const settings = { connectionString: await freshDatabase(), ...testTimeouts }
  const mails: MailMessage[] = []
  const mail = { send: async (mailMessage: MailMessage) => void mails.push(mailMessage), close: async () => {} }
  // no load limit: the test itself keeps the event loop busy
  const config = readConfig({ DATA_DIR: data_dir, DEMO: 'on', LOG_LEVEL: 'silent', LOAD_LIMIT_MS: '0', WRITES_PER_MINUTE: '0', ...env })
  const { context, close } = await createContext(config, settings, pino({ level: 'silent' }), { mail, ...overrides })
  onFileEnd(close)
  const app = await buildApp(context, servedRoutes ? { servedRoutes } : {})
  onFileEnd(() => app.close())

  const signIn: TestApp['signIn'] = async (person) => {
    const token = await addSession(context.db, person, context.random)
    const request = requesterFor(app, { authorization: `Token token="${token}", email="${person.email}"` })
    return { ...person, token, request, get: (url, options) => request('GET', url, options) }
  }
  let count = 0
  const add: TestApp['add'] = async (person) => {
    count++
    const email = person.email ?? `person${count}@example.com`
    passwordHash ??= hashPassword(password)
    const id = await addPerson(context.db, {
      first_name: '一郎',
      last_name: '試験',
      first_name_kana: 'イチロウ',
      last_name_kana: 'シケン',
      birthday: '1980-04-01',
      sex: 'male',
      password_hash: await passwordHash,
      ...person,
      email,
    })
    return signIn({ id, role: person.role, email })
  }
  const hanako = await add({
    role: 'patient',
    last_name: '山田',
    first_name: '花子',
    last_name_kana: 'ヤマダ',
    first_name_kana: 'ハナコ',
    sex: 'female',
    birthday: '1968-03-14',
    email: 'hanako@example.com',
  })
  const taro = await add({
    role: 'patient',
    last_name: '佐藤',
    first_name: '太郎',
    last_name_kana: 'サトウ',
    first_name_kana: 'タロウ',
    email: 'taro@example.com',
  })
  const staff = {} as TestApp['staff']
  for (const role of roles) if (role !== 'patient') staff[role] = await add({ role, last_name: role, email: `${role}@example.com` })
  return {
    app,
    context,
    mails,
    request: requesterFor(app, {}),
    hanako,
    taro,
    staff,
    add,
    signIn,
    runJobs: async () => {
      const { rows } = await context.db.execute<{ name: string; data: object }>(
        sql`delete from pgboss.job where state = 'created' and name = any(${sql.param(jobs.map(({ queue }) => queue))}) returning name, data`,
      )
      for (const { name, data } of rows) await jobs.find(({ queue }) => queue === name)!.work(context, data, new AbortController().signal)
      return rows.map(({ name }) => name)
    },
    codeFor: (email) => /\d{6}/.exec(mails.findLast((sentMail) => sentMail.to === email)?.text ?? '')?.[0] ?? '',
  }
}
