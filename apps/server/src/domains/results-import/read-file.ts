import { Worker } from 'node:worker_threads'
import type { ImportColumn } from '@sukoyaka/wire/boards/results-import'
import { entryFile } from '../../config/folders.ts'
import { type ImportCode, ImportError } from './import-error.ts'
import type { Row } from './table-file.ts'

type WorkerMessage = { columns?: ImportColumn[]; encoding?: string; rows?: Row[]; end?: true; error?: ImportCode }

export type TableHandlers = {
  onHead: (head: { columns: ImportColumn[]; encoding: string }) => Promise<void>
  onRows: (rows: Row[]) => Promise<void>
}

const timeoutMs = 300_000

/** Parses in a worker thread with limits of heap and time, so that a hostile file neither blocks the event loop nor fills the server's heap. */
export const readFile = (bytes: Uint8Array<ArrayBuffer>, knownNames: ReadonlySet<string>, handlers: TableHandlers, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(entryFile('domains/results-import/table-worker.ts'), {
      workerData: { bytes, known: knownNames },
      transferList: [bytes.buffer],
      resourceLimits: { maxOldGenerationSizeMb: 1_024 },
    })
    let isFinished = false
    const finish = (error?: unknown) => {
      if (isFinished) return
      isFinished = true
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
      void worker.terminate()
      if (error) reject(error)
      else resolve()
    }
    const onAbort = () => finish(new Error('reading was aborted'))
    const timer = setTimeout(() => finish(new ImportError('too_large')), timeoutMs).unref()
    signal?.addEventListener('abort', onAbort)
    worker.on('message', async ({ columns, encoding = '', rows, end, error }: WorkerMessage) => {
      try {
        if (error) return finish(new ImportError(error))
        if (end) return finish()
        if (columns) await handlers.onHead({ columns, encoding })
        if (rows) await handlers.onRows(rows)
        worker.postMessage('next')
      } catch (error) {
        finish(error)
      }
    })
    worker.on('error', (error) => finish((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY' ? new ImportError('too_large') : error))
    worker.on('exit', () => finish(new ImportError('not_a_table')))
  })
