import { Worker } from 'node:worker_threads'
import type { ImportColumn } from '@sukoyaka/wire/boards/results-import'
import { type ImportError, type Row, Unreadable } from './table-file.ts'

type Told = { columns?: ImportColumn[]; encoding?: string; rows?: Row[]; end?: true; error?: ImportError }

export type Reader = {
  head: (told: { columns: ImportColumn[]; encoding: string }) => Promise<void>
  some: (rows: Row[]) => Promise<void>
}

const longest = 300_000

/** Parses in a worker thread with its own memory limit: a file made to break the parser cannot harm the server. */
export const readFile = (bytes: Uint8Array<ArrayBuffer>, known: ReadonlySet<string>, reader: Reader, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./table-worker.ts', import.meta.url), {
      workerData: { bytes, known },
      transferList: [bytes.buffer],
      resourceLimits: { maxOldGenerationSizeMb: 1_024 },
    })
    let isOver = false
    const finish = (error?: unknown) => {
      if (isOver) return
      isOver = true
      clearTimeout(late)
      signal?.removeEventListener('abort', stop)
      void worker.terminate()
      if (error) reject(error)
      else resolve()
    }
    const stop = () => finish(new Error('reading was aborted'))
    const late = setTimeout(() => finish(new Unreadable('too_large')), longest).unref()
    signal?.addEventListener('abort', stop)
    worker.on('message', async ({ columns, encoding = '', rows, end, error }: Told) => {
      try {
        if (error) return finish(new Unreadable(error))
        if (end) return finish()
        if (columns) await reader.head({ columns, encoding })
        if (rows) await reader.some(rows)
        worker.postMessage('next')
      } catch (problem) {
        finish(problem)
      }
    })
    worker.on('error', (error) => finish((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY' ? new Unreadable('too_large') : error))
    worker.on('exit', () => finish(new Unreadable('not_a_table')))
  })
