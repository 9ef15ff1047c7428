import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { root, startBuilt } from '../processes.ts'
import type { Request } from './requests.ts'
import { settingsOf } from './settings.ts'
import { count } from './statements.ts'

/** Prints the slowest statement of each call, with its plan. */
export const explainSlowest = async (url: string, folder: string, requests: Request[], print: (line: string) => void) => {
  const file = join(folder, 'explained')
  const recorder = pathToFileURL(join(root, 'bench/record-statements.ts')).href
  const server = await startBuilt({ ...settingsOf(url, folder), NODE_OPTIONS: `--import=${recorder}`, BENCH_STATEMENTS: file })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const request of requests) {
      const { recorded } = await count(server.url, file, request)
      const [slowest] = recorded.toSorted((a, b) => b.endedAt - b.startedAt - (a.endedAt - a.startedAt))
      if (!slowest) continue
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (analyze, buffers) ${slowest.text}`, slowest.values).catch(() => ({ rows: [] }))
      print(`\n${request.key}: ${slowest.text.slice(0, 2_000)}\n${rows.map((row) => row['QUERY PLAN']).join('\n')}`)
    }
  } finally {
    await client.end()
    await server.end()
  }
}
