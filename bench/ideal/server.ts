// The ideal server: a session in memory, one prepared statement per call, and its JSON sent as it is.
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { deserialize } from '../script.ts'
import { ideals } from './all.ts'
import type { Derived } from './derived.ts'
import type { Ideal, Input } from './ideal.ts'

const stored = deserialize(readFileSync(process.env.BENCH_IDEAL!, 'utf8'))
const sessions = new Map<string, Input['caller']>(stored.sessions)
const constants = new Map<string, Buffer>(stored.constants.map(([key, text]: [string, string]) => [key, Buffer.from(text)]))
const derived = new Map<string, Derived>(stored.derived)
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL!, max: 16, options: '-c timezone=UTC' })
const asText = { getTypeParser: () => (text: string) => text }

const idealOf = (key: string): Ideal | undefined => {
  const statement = derived.get(key)
  return statement && { text: statement.text, values: () => statement.values }
}

const names = new Map<string, string>()
/** PostgreSQL cuts names of statements at 63 bytes. */
const nameOf = (key: string) => {
  if (!names.has(key)) names.set(key, `ideal${names.size}`)
  return names.get(key)!
}

const bodyOf = async (request: IncomingMessage) => {
  let text = ''
  for await (const part of request) text += part
  return JSON.parse(text)
}

const server = createServer(async (request, response) => {
  const caller = sessions.get(request.headers.authorization ?? '')
  const key = String(request.headers['x-call'])
  const constant = constants.get(key)
  if (caller && constant) return response.writeHead(200, { 'content-type': 'application/json', 'content-length': constant.length }).end(constant)
  const ideal = ideals[key] ?? idealOf(key)
  if (!caller || !ideal) return response.writeHead(caller ? 404 : 401, { 'content-length': 0 }).end()
  const { pathname, searchParams } = new URL(request.url!, 'http://localhost')
  const values = ideal.values({
    caller,
    path: pathname.slice(1).split('/'),
    query: searchParams,
    body: request.method === 'GET' ? undefined : await bodyOf(request),
  })
  try {
    const { rows } = await pool.query<[string]>({ name: nameOf(key), text: ideal.text, values, rowMode: 'array', types: asText } as pg.QueryArrayConfig)
    const json = Buffer.from(rows[0]![0])
    response.writeHead(ideal.status ?? 200, { 'content-type': 'application/json', 'content-length': json.length }).end(json)
  } catch (error) {
    const text = Buffer.from(String(error))
    response.writeHead(500, { 'content-length': text.length }).end(text)
  }
})
server.listen(0, '127.0.0.1', () => console.log(`ready at http://127.0.0.1:${(server.address() as AddressInfo).port}`))
process.on('SIGTERM', () => process.exit(0))
