import { type ChildProcess, fork } from 'node:child_process'
import { entryFile } from '../config/folders.ts'
import { apiError } from '../errors/api-error.ts'
import type { Answer } from './serve-work.ts'

/** The limits of one piece of work: run time, without the time in the queue, and resident memory of the process in bytes. */
export type WorkLimits = { maxMs: number; maxMemory: number }
/** The work exceeded a limit; `stopped`: the system ends all processes of the service; `crash`: its process ended by itself. */
export class WorkError extends Error {
  readonly reason: 'time' | 'memory' | 'stopped' | 'crash'
  constructor(reason: WorkError['reason']) {
    super(`The work of a process failed: ${reason}`)
    this.reason = reason
  }
}

type Options = {
  /** The file in `src` that calls `serveWork`. */
  entry: string
  heapMegabytes: number
  env?: () => Record<string, string>
  /** Processes at a time, each with one piece of work. */
  count?: number
}
type Task<Work, Result> = { work: Work; limits: WorkLimits; resolve: (result: Result) => void; reject: (error: unknown) => void }
type Current<Work, Result> = { task: Task<Work, Result>; timer: NodeJS.Timeout | undefined; isLate: boolean }
type Started<Work, Result> = { child: ChildProcess; current: Current<Work, Result> | undefined; idle: NodeJS.Timeout | undefined }

/** Above the memory limit the process kills itself. */
const reasonOf: Partial<Record<string, WorkError['reason']>> = { SIGKILL: 'memory', SIGTERM: 'stopped', SIGINT: 'stopped' }
const maxStartMs = 120_000
/** A process ends a minute after its last work, not at once, because its start takes longer than the work. */
const idleMs = 60_000

/** Keeps the server from ending while a process works, and no longer. */
const keepAlive = (child: ChildProcess, isBusy: boolean) => {
  for (const held of [child, child.channel]) {
    if (isBusy) held?.ref()
    else held?.unref()
  }
}

/**
 * Returns a function that runs a piece of work in a child process. It is for work that decodes or renders untrusted data, because such work blocks, takes
 * memory that the server would not get back, and may crash in native code. Each piece of work has its own limits. If a piece of work ends its process, the
 * waiting work continues in a new process. The function rejects with `WorkError`, or with the error of the work.
 */
export const openWorkProcess = <Work extends object, Result>({ entry, heapMegabytes, env = () => ({}), count = 1 }: Options) => {
  type Process = Started<Work, Result>
  const waiting: Task<Work, Result>[] = []
  const started = new Set<Process>()

  const restartTimer = ({ child, current }: Process, ms: number) => {
    if (!current) return
    clearTimeout(current.timer)
    current.timer = setTimeout(() => {
      current.isLate = true
      child.kill('SIGKILL')
    }, ms)
  }
  const settle = (from: Process, finish: (task: Task<Work, Result>, isLate: boolean) => void) => {
    const { current } = from
    from.current = undefined
    if (!current) return
    clearTimeout(current.timer)
    finish(current.task, current.isLate)
  }
  const receive = (from: Process, answer: Answer<Result>) => {
    if ('begun' in answer) return restartTimer(from, from.current?.task.limits.maxMs ?? 0)
    settle(from, ({ resolve, reject }) => {
      if ('result' in answer) resolve(answer.result)
      else reject('code' in answer ? apiError(answer.code) : new Error(answer.error))
    })
    runNext()
  }
  const start = (): Process => {
    const child = fork(entryFile(entry), {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: [`--max-old-space-size=${heapMegabytes}`],
      env: { PATH: process.env.PATH, ...env() },
    })
    const opened: Process = { child, current: undefined, idle: undefined }
    started.add(opened)
    const end = (signal: NodeJS.Signals | null) => {
      started.delete(opened)
      clearTimeout(opened.idle)
      settle(opened, ({ reject }, isLate) => reject(new WorkError(isLate ? 'time' : (reasonOf[signal ?? ''] ?? 'crash'))))
      runNext()
    }
    child.on('exit', (_code, signal) => end(signal))
    child.on('error', () => end(null))
    child.on('message', (answer: Answer<Result>) => receive(opened, answer))
    return opened
  }
  const endWhenIdle = (unused: Process) => {
    keepAlive(unused.child, false)
    clearTimeout(unused.idle)
    unused.idle = setTimeout(() => {
      started.delete(unused)
      unused.child.kill()
    }, idleMs).unref()
  }
  const runNext = () => {
    const free = [...started].find(({ current }) => !current)
    if (!free && started.size >= count) return
    const task = waiting.shift()
    if (!task) {
      for (const opened of started) if (!opened.current) endWhenIdle(opened)
      return
    }
    const chosen = free ?? start()
    clearTimeout(chosen.idle)
    keepAlive(chosen.child, true)
    chosen.current = { task, isLate: false, timer: undefined }
    restartTimer(chosen, maxStartMs)
    // if the process has ended, its exit settles the task
    chosen.child.send({ work: task.work, maxMemory: task.limits.maxMemory }, () => {})
  }

  return (work: Work, limits: WorkLimits): Promise<Result> =>
    new Promise((resolve, reject) => {
      waiting.push({ work, limits, resolve, reject })
      runNext()
    })
}
