import pg from 'pg'
import { load } from '../kit/load.ts'
import { figuresOf } from '../kit/percentile.ts'
import { uncached } from '../kit/uncached.ts'
import type { Server } from '../processes.ts'
import type { Caller } from './people.ts'
import { type Request, send, toText } from './requests.ts'

const read = (caller: Caller, path: string, headers?: Record<string, string>): Request => ({
  key: `GET ${path}`,
  method: 'GET',
  caller,
  status: headers ? 304 : 200,
  ...(headers && { headers }),
  build: () => ({ path, body: undefined }),
})

/** Adds a member of staff to care teams until this person cares for `count` patients. */
const addCare = async (url: string, { id, role }: Caller, count: number) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(
      `insert into care_people (user_id, staff_id, role, main)
        select p.user_id, $1, $2, false from patients p where not exists (select from care_people c where c.user_id = p.user_id and c.staff_id = $1) 
        limit greatest($3 - (select count(*) from care_people where staff_id = $1), 0)`,
      [id, role, count],
    )
    await client.query('analyze care_people')
  } finally {
    await client.end()
  }
}

/** Measures `/api/today` of one observer with many patients on one connection, and the list of conversations on 16 connections. Prints the figures. */
export const measureObserver = async (url: string, server: Server, observer: Caller, patientCount: number): Promise<void> => {
  await addCare(url, observer, patientCount)
  const run = (request: Request, connections: number) => load(server.url, [() => toText(request)], { connections, ms: 4_000, status: request.status })
  const board = read(observer, '/api/today')
  await run(board, 1)
  const { p50, p99 } = figuresOf((await run(board, 1)).latencies)
  console.log(`/api/today, observer of ${patientCount} patients: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`)
  const list = read(observer, '/api/message_rooms/list')
  const response = await fetch(`${server.url}/api/message_rooms/list`, { headers: { authorization: observer.authorization, 'accept-language': 'ja' } })
  const unchanged = read(observer, '/api/message_rooms/list', { 'if-none-match': response.headers.get('etag') ?? '' })
  await send(server.url, list)
  for (const [name, request] of [
    ['conversations, changed', { ...list, build: () => ({ path: uncached('/api/message_rooms/list'), body: undefined }) }],
    ['conversations', list],
    ['conversations, 304', unchanged],
  ] as const) {
    await run(request, 16)
    const { responses, ms } = await run(request, 16)
    console.log(`/api/message_rooms/list, ${name}: ${Math.round((responses / ms) * 1_000)} requests a second on 16 connections`)
  }
}
