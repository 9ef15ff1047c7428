import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { bigint, pgTable, text } from 'drizzle-orm/pg-core'
import Fastify from 'fastify'
import pg from 'pg'
import { pino } from 'pino'
import ts from 'typescript'
import { beforeEach, expect, test } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { repositoryFolder } from '../config/folders.ts'
import { logOptions, logRequests } from './log.ts'

let logged = ''
const stream = {
  write: (line: string) => {
    logged += line
  },
}
const log = pino(logOptions('trace'), stream)
beforeEach(() => {
  logged = ''
})
const lines = () =>
  logged
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

const canaries = /カナリア|canary|hanako@example\.com/

test('logs one line per request with its route, never its URL, query, headers or body', async () => {
  const app = Fastify({ logger: { ...logOptions('info'), stream }, genReqId: () => 'r-1' })
  logRequests(app, () => 7)
  app.post('/api/users/:id', async (request) => {
    request.log.info({ req: request, body: request.body, headers: request.headers, user_id: 7 }, 'handled')
    return {}
  })
  app.get('/broken', async () => {
    throw new Error('the row of カナリア')
  })
  await app.inject({
    method: 'POST',
    url: '/api/users/canary?name=canary',
    headers: { authorization: 'Token token="canary"', cookie: 'a=canary' },
    payload: { name: 'カナリア' },
  })
  await app.inject('/broken?email=hanako@example.com')
  await app.inject('/nowhere/canary?email=hanako@example.com')
  expect(logged).not.toMatch(canaries)
  const answeredLines = lines().filter((line) => line.message === 'answered')
  expect(answeredLines[0]).toMatchObject({ level: 'info', method: 'POST', route: '/api/users/:id', status: 200, user_id: 7, ms: expect.any(Number) })
  expect(answeredLines[1]).toMatchObject({ level: 'error', route: '/broken', status: 500 })
  expect(answeredLines[2]).toMatchObject({ status: 404 })
  expect(logged).toContain('r-1')
})

test('logs a database error without its parameter values', async () => {
  const pool = new pg.Pool({ connectionString: await freshDatabase(), max: 1 })
  const users = pgTable('users', { id: bigint({ mode: 'number' }), first_name: text(), email: text(), no_such: text() })
  const errors = [
    await drizzle(pool)
      .select({ it: users.no_such })
      .from(users)
      .where(eq(users.email, 'hanako@example.com'))
      .catch((error) => error),
    await pool.query('select $1::int', ['カナリア']).catch((error) => error),
    await drizzle(pool)
      .update(users)
      .set({ first_name: 'カナリア', id: 'canary' as never })
      .catch((error) => error),
  ]
  await pool.end()
  for (const error of errors) {
    expect(error).toBeInstanceOf(Error)
    expect(`${error.message} ${error.cause?.message} ${error.stack}`).toMatch(canaries)
    log.error(error)
    log.error({ err: error }, error.message)
    log.error({ err: error })
    log.error({ error, detail: error.message }, 'unexpected')
  }
  expect(logged).not.toMatch(canaries)
  expect(lines()[0].err).toMatchObject({ type: 'DrizzleQueryError', cause: { code: '42703' }, stack: expect.stringContaining('log.test.ts') })
})

test('keeps a message of the JavaScript engine that names code, but not a message that quotes input', () => {
  const row = undefined as unknown as { name: string }
  try {
    row.name
  } catch (error) {
    log.error({ err: error }, 'unexpected')
  }
  try {
    JSON.parse('{"カナリア"')
  } catch (error) {
    log.error({ err: error }, 'unexpected')
  }
  expect(lines()[0].err.message).toBe("Cannot read properties of undefined (reading 'name')")
  expect(logged).not.toMatch(canaries)
})

test('log injection: a line break in a value does not start a new line', () => {
  log.info({ route: 'a\r\n{"level":"info","message":"forged"}' }, 'x\r\n{"message":"forged"}')
  log.info({ err: Object.assign(new Error('a\n    at canary (file.js:1:1)'), { code: 'canary\nx' }) }, 'unexpected')
  expect(lines()).toHaveLength(2)
  expect(logged).not.toMatch(canaries)
})

test('logs only the kind, status, call and page of a browser error, masked', () => {
  log.warn({ client_error: { kind: 'FETCH_ERROR', status: 500, call: 'GET /api/users/12?q=canary', page: '/カナリア/x@y', stack: 'canary' } }, 'client error')
  expect(lines()[0].client_error).toEqual({ kind: 'FETCH_ERROR', status: 500, call: 'GET /api/users/0', page: '/____/x_y' })
})

test('keeps a version in the name of a call and masks all other digits', () => {
  const calls = ['POST /api/sign_in_v2', '/taro_v2024/2', '/users/12/a1b2', '/090-1234-5678', '/x_v2-19', '/x_v2a']
  for (const call of calls) log.warn({ client_error: { kind: 'FETCH_ERROR', call } }, 'client error')
  expect(lines().map(({ client_error }) => client_error.call)).toEqual(['POST /api/sign_in_v2', '/taro_v0/0', '/users/0/a0b0', '/0-0-0', '/x_v0-0', '/x_v0a'])
})

test("masks an e-mail address in a library's message", () => {
  log.info('sent to hanako@example.com about /a?x=canary')
  expect(lines()[0].message).toBe('sent to [address] about [url]')
})

/** The names of the fields in `log.info({ … }, 'message')` and calls of other levels. */
const fieldsIn = (text: string): string[] => {
  const names: string[] = []
  const visit = (node: ts.Node) => {
    const [fields] = ts.isCallExpression(node) && /\blog\.(debug|info|warn|error)$/.test(node.expression.getText()) ? node.arguments : []
    if (fields && ts.isObjectLiteralExpression(fields)) names.push(...fields.properties.flatMap(({ name }) => (name ? [name.getText()] : [])))
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true))
  return names
}

test('every field that the server logs is allowed', () => {
  const folder = join(repositoryFolder, 'apps/server/src')
  const paths = globSync('**/*.ts', { cwd: folder }).filter((path) => !path.endsWith('.test.ts'))
  const names = new Set(paths.flatMap((path) => fieldsIn(readFileSync(join(folder, path), 'utf8'))))
  expect([...names]).toEqual(expect.arrayContaining(['err', 'queue', 'seq', 'refund_id']))
  log.info(Object.fromEntries([...names].map((name) => [name, 'x'])), 'all fields')
  expect(Object.keys(lines()[0])).toEqual(expect.arrayContaining([...names]))
})
