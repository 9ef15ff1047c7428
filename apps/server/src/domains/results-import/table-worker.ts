import { parentPort, workerData } from 'node:worker_threads'
import { ImportError } from './import-error.ts'
import { type Row, readTable } from './table-file.ts'

const batchSize = 250
const port = parentPort!
const { bytes, known } = workerData as { bytes: Uint8Array; known: ReadonlySet<string> }

/** Waits until what was sent is stored, so that the rows of a large table do not pile up in memory. */
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
