import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ideals } from '../ideal/all.ts'
import type { Derived, DerivedWrite } from '../ideal/derived.ts'
import { differenceOf, missingFieldsOf } from '../ideal/same.ts'
import { type Server, startServer } from '../processes.ts'
import { serialize } from '../script.ts'
import type { People } from './people.ts'
import { type Request, send } from './requests.ts'

export type IdealSide = {
  server: Server
  /** Fields that the answer of the ideal leaves out; undefined if the call has no hand-written ideal and reads no reference data. */
  withoutOf: (key: string) => string[] | undefined
  isDerived: (key: string) => boolean
}

type Given = { people: People; constants: Map<string, string>; derived: Map<string, Derived>; writes: Map<string, DerivedWrite> }

/** Starts the ideal server. It keeps whole answers with reference data in memory, because they are the same for everyone. */
export const startIdeals = async (url: string, folder: string, { people, constants, derived, writes }: Given): Promise<IdealSide> => {
  const { staff, demo, rows } = people
  const sessions = [...staff, demo.patient, rows.patient].map(({ authorization, id, role }) => [authorization, { id, role }])
  const file = join(folder, 'ideal.json')
  writeFileSync(file, serialize({ sessions, constants: [...constants], derived: [...derived], writes: [...writes] }))
  const server = await startServer('bench/ideal/server.ts', { DATABASE_URL: url, BENCH_IDEAL: file })
  return {
    server,
    withoutOf: (key) => (constants.has(key) ? [] : ideals[key] && (ideals[key].without ?? [])),
    isDerived: (key) => !ideals[key] && (derived.has(key) || writes.has(key)),
  }
}

const headersOf = ({ key }: Request) => ({ 'x-call': key })

/** The same request for the ideal server: a header names the call. */
export const idealRequest = (request: Request): Request => ({ ...request, headers: headersOf(request) })

/** One line for each call whose ideal answer differs from ours; empty if none differs. */
export const differences = async (url: string, { server, withoutOf }: IdealSide, requests: Request[]) => {
  const found: string[] = []
  for (const request of requests) {
    const without = withoutOf(request.key)
    if (!without) continue
    const [ours, ideal] = [await send(url, request), await send(server.url, idealRequest(request))]
    const compare = request.method === 'GET' ? differenceOf : missingFieldsOf
    const difference = ideal.status === request.status ? compare(ours.text, ideal.text, without) : `status ${ideal.status}: ${ideal.text.slice(0, 200)}`
    if (difference) found.push(`${request.key}: ${difference}`)
  }
  return found
}
