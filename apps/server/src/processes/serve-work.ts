import { Worker } from 'node:worker_threads'
import { ApiError } from '../errors/api-error.ts'

/** What the process is asked for. */
export type Request<Work> = { work: Work; maxMemory: number }
/** `begun` comes before each result, because the start of the process does not count as time of the work. `code`: an error of the contract. */
export type Answer<Result> = { begun: true } | { result: Result } | { code: ApiError['code'] } | { error: string }

const megabyte = 1024 * 1024

/** Ends the process above its limit of resident megabytes (0 is none). A thread, because native code blocks the main one, and V8 counts its own heap only. */
const watchMemory = `
  const { workerData } = require('node:worker_threads')
  const limit = new Int32Array(workerData)
  setInterval(() => {
    const max = Atomics.load(limit, 0)
    if (max > 0 && process.memoryUsage.rss() > max * ${megabyte}) process.kill(process.pid, 'SIGKILL')
  }, 20)`

const errorOf = (error: unknown): { code: ApiError['code'] } | { error: string } => {
  if (error instanceof ApiError) return { code: error.code }
  // native code may give what is wrong as the code of its error
  return { error: String((error as { code?: unknown }).code ?? error) }
}

/** In a process of `openWorkProcess`: answers each piece of work with the result of `run` or its error. */
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
