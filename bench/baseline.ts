// Baseline server: node:http and the pg driver. For each call it runs the prepared statements that our server runs, and returns
// the rows of one of them as JSON.
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { openDatabase } from '../apps/server/src/database/db.ts'
import { isPassword } from '../apps/server/src/domains/account/password.ts'
import { withoutBlanks } from './kit/uncached.ts'
import { deserialize, freshValues, type Script } from './script.ts'

// keep dates and timestamps as text, as the server does
for (const type of [1082, 1114, 1184]) pg.types.setTypeParser(type, (text) => text)

const scripts = new Map<string, Script>(deserialize(readFileSync(process.env.BENCH_SCRIPTS!, 'utf8')))
const { pool } = openDatabase({ connectionString: process.env.DATABASE_URL! })
const names = new Map<string, string>()

const nameOf = (text: string) => {
  const name = names.get(text) ?? `s${names.size}`
  names.set(text, name)
  return name
}

const bodyOf = async (request: IncomingMessage) => {
  let text = ''
  for await (const part of request) text += part
  return text ? JSON.parse(text) : {}
}

/** Runs the statements of a call. The statements of a transaction run on one connection. */
const runScript = async ({ steps, result }: Script, password: string | undefined) => {
  const newValues = freshValues()
  const results: pg.QueryResult[] = []
  let client: pg.PoolClient | undefined
  for (const step of steps) {
    if (/^begin/.test(step[0]!.text)) client = await pool.connect()
    const replies = await Promise.all(
      step.map((statement) => (client ?? pool).query({ name: nameOf(statement.text), text: statement.text, values: newValues.of(statement) })),
    )
    for (const [i, { rows }] of replies.entries()) {
      if (step[i]!.returned.length)
        newValues.learn(
          step[i]!.returned,
          rows.flatMap((row) => Object.values(row)),
        )
      if (password && rows[0]?.password_hash && !(await isPassword(password, rows[0].password_hash))) throw new Error('wrong password')
    }
    results.push(...replies)
    if (/^(commit|rollback)/.test(step[0]!.text)) {
      client?.release()
      client = undefined
    }
  }
  return results[result]!.rows
}

const server = createServer(async (request, response) => {
  const { authorization, cookie, 'x-of': scriptKey } = request.headers
  const script = scripts.get(`${request.method} ${withoutBlanks(request.url!)} ${authorization ?? cookie}${scriptKey ? ` ${scriptKey}` : ''}`)
  if (!script) return response.writeHead(404, { 'content-length': 0 }).end()
  const { password } = request.method === 'POST' ? await bodyOf(request) : {}
  const body = Buffer.from(JSON.stringify(await runScript(script, password)))
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body)
})
server.listen(0, '127.0.0.1', () => console.log(`ready at http://127.0.0.1:${(server.address() as AddressInfo).port}`))
process.on('SIGTERM', () => process.exit(0))
