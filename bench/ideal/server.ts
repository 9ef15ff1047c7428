// The ideal server. It keeps sessions and reference data in memory. For every other call it runs one prepared statement and sends its JSON unchanged; for a
// write without a hand-written ideal it sends all recorded statements at once.
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { deserialize, freshValues } from '../script.ts'
import { ideals } from './all.ts'
import type { Derived, DerivedWrite } from './derived.ts'
import type { Ideal, Input } from './ideal.ts'

const stored = deserialize(readFileSync(process.env.BENCH_IDEAL!, 'utf8'))
const sessions = new Map<string, Input['caller']>(stored.sessions)
const constants = new Map<string, Buffer>(stored.constants.map(([key, text]: [string, string]) => [key, Buffer.from(text)]))
const derived = new Map<string, Derived>(stored.derived)
const writes = new Map<string, DerivedWrite>(stored.writes)
const settings = { connectionString: process.env.DATABASE_URL!, max: 16, options: '-c timezone=UTC' }
const pool = new pg.Pool(settings)
const batches = new pg.Pool({ ...settings, pipeline: true })
const asText = { getTypeParser: () => (text: string) => text }

const derivedIdealOf = (key: string): Ideal | undefined => {
  const statement = derived.get(key)
  return statement && { text: statement.text, values: () => statement.values }
}

const names = new Map<string, string>()
/** A short name for a statement, because PostgreSQL cuts names at 63 bytes. */
const nameOf = (key: string) => {
  if (!names.has(key)) names.set(key, `ideal${names.size}`)
  return names.get(key)!
}

/** Sends all statements of a write before the first answer arrives. */
const runBatch = async ({ statements }: DerivedWrite) => {
  const { of } = freshValues()
  const client = await batches.connect()
  const queries = statements.map((statement) =>
    client.query({
      text: statement.text,
      ...(statement.values.length && { name: nameOf(statement.text), values: of(statement) }),
      types: asText,
    } as pg.QueryConfig),
  )
  try {
    await Promise.all(queries)
  } catch (error) {
    // also waits for the statements that were sent after the failed one
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

const bodyOf = async (request: IncomingMessage) => {
  let text = ''
  for await (const part of request) text += part
  return text
}

const send = (response: ServerResponse, status: number, text: string | Buffer) => {
  const content = Buffer.from(text)
  return response
    .writeHead(status, { ...(content.length && { 'content-type': 'application/json' }), ...(status !== 204 && { 'content-length': content.length }) })
    .end(content)
}

const server = createServer(async (request, response) => {
  const caller = sessions.get(request.headers.authorization ?? '')
  const key = String(request.headers['x-call'])
  const constant = constants.get(key)
  if (caller && constant) return send(response, 200, constant)
  const ideal = ideals[key] ?? derivedIdealOf(key)
  const write = ideal ? undefined : writes.get(key)
  if (!caller || !(ideal ?? write)) return send(response, caller ? 404 : 401, '')
  const { pathname, searchParams } = new URL(request.url!, 'http://localhost')
  const body = request.method === 'GET' ? '' : await bodyOf(request)
  try {
    if (write) {
      await runBatch(write)
      return send(response, write.status, write.answer)
    }
    const values = ideal!.values({ caller, path: pathname.slice(1).split('/'), query: searchParams, body: body && JSON.parse(body) })
    const { rows } = await pool.query<[string]>({ name: nameOf(key), text: ideal!.text, values, rowMode: 'array', types: asText } as pg.QueryArrayConfig)
    send(response, ideal!.status ?? 200, rows[0]![0])
  } catch (error) {
    send(response, 500, String(error))
  }
})
server.listen(0, '127.0.0.1', () => console.log(`ready at http://127.0.0.1:${(server.address() as AddressInfo).port}`))
process.on('SIGTERM', () => process.exit(0))
