import { parentPort, workerData } from 'node:worker_threads'
import { ImportError } from './import-error.ts'
import { type Row, readTable } from './table-file.ts'

const batchSize = 250
const port = parentPort!
const { bytes, known } = workerData as { bytes: Uint8Array; known: ReadonlySet<string> }

/** Waits until the sent rows are stored, so that a large table is never in memory twice. */
const waitForAck = () => new Promise<void>((resolve) => port.once('message', () => resolve()))

try {
  const { encoding, columns, rows } = await readTable(bytes, known)
  port.postMessage({ encoding, columns })
  await waitForAck()
  let batch: Row[] = []
  const send = async () => {
    port.postMessage({ rows: batch })
    batch = []
    await waitForAck()
  }
  for await (const row of rows) {
    batch.push(row)
    if (batch.length === batchSize) await send()
  }
  if (batch.length) await send()
  port.postMessage({ end: true })
} catch (error) {
  // any other error of the parser is also caused by the file
  port.postMessage({ error: error instanceof ImportError ? error.code : 'not_a_table' })
}
port.close()
