import { Worker } from 'node:worker_threads'
import { ApiError } from '../errors/api-error.ts'

/** The message that asks the process to do a piece of work. */
export type Request<Work> = { work: Work; maxMemory: number }
/** `begun` is sent before each result, because the start of the process does not count as time of the work. `code`: an error of the contract. */
export type Answer<Result> = { begun: true } | { result: Result } | { code: ApiError['code'] } | { error: string }

const megabyte = 1024 * 1024

/**
 * Code of a thread that ends the process if its resident memory exceeds the limit in megabytes (0: no limit). It runs in its own thread, because native code
 * blocks the main thread, and the memory limit of V8 covers only the heap of V8.
 */
const watchMemory = `
  const { workerData } = require('node:worker_threads')
  const limit = new Int32Array(workerData)
  setInterval(() => {
    const max = Atomics.load(limit, 0)
    if (max > 0 && process.memoryUsage.rss() > max * ${megabyte}) process.kill(process.pid, 'SIGKILL')
  }, 20)`

const errorOf = (error: unknown): { code: ApiError['code'] } | { error: string } => {
  if (error instanceof ApiError) return { code: error.code }
  // an error of native code may have its message in `code`
  return { error: String((error as { code?: unknown }).code ?? error) }
}

/** To be called in a process that `openWorkProcess` starts: answers each piece of work with the result of `run` or its error. */
export const serveWork = <Work, Result>(run: (work: Work) => Promise<Result> | Result) => {
  const limit = new Int32Array(new SharedArrayBuffer(4))
  new Worker(watchMemory, { eval: true, workerData: limit.buffer }).unref()
  const answer = (message: Answer<Result>) => process.send!(message)
  process.on('message', async ({ work, maxMemory }: Request<Work>) => {
    Atomics.store(limit, 0, Math.ceil(maxMemory / megabyte))
    answer({ begun: true })
    try {
      answer({ result: await run(work) })
    } catch (error) {
      answer(errorOf(error))
    }
    Atomics.store(limit, 0, 0)
  })
  // the server has ended
  process.on('disconnect', () => process.exit(0))
}
