import { parentPort, workerData } from 'node:worker_threads'
import { type Row, readTable, Unreadable } from './table-file.ts'

const atOnce = 250
const port = parentPort!
const { bytes, known } = workerData as { bytes: Uint8Array; known: ReadonlySet<string> }

/** Waits until the sent rows are stored, so that a large table is never in memory twice. */
const taken = () => new Promise<void>((go) => port.once('message', () => go()))

try {
  const { encoding, columns, rows } = await readTable(bytes, known)
  port.postMessage({ encoding, columns })
  await taken()
  let some: Row[] = []
  const send = async () => {
    port.postMessage({ rows: some })
    some = []
    await taken()
  }
  for await (const row of rows) {
    some.push(row)
    if (some.length === atOnce) await send()
  }
  if (some.length) await send()
  port.postMessage({ end: true })
} catch (error) {
  // any other error of the parser is also caused by the file
  port.postMessage({ error: error instanceof Unreadable ? error.code : 'not_a_table' })
}
port.close()
