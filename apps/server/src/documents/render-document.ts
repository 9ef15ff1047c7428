import { type ChildProcess, fork } from 'node:child_process'
import { entryFile, sourceFile } from '../config/folders.ts'
import { currentUserId } from '../database/origin.ts'
import { apiError } from '../errors/api-error.ts'
import type { Answer, Work } from './typst-process.ts'

/** What one document may take: time without waiting, resident memory of the process, size of the PDF. */
export type DocumentLimits = { maxMs: number; maxMemory: number; maxBytes: number }
/** The document took more than its limits; `crash`: the compiler ended. */
export class DocumentError extends Error {
  readonly reason: 'time' | 'memory' | 'bytes' | 'crash'
  constructor(reason: DocumentError['reason']) {
    super(`A document failed: ${reason}`)
    this.reason = reason
  }
}
type Task = { user_id: number | undefined; work: Work; maxMs: number; resolve: (pdf: Buffer) => void; reject: (error: unknown) => void }
type Current = { task: Task; timer: NodeJS.Timeout | undefined; isLate: boolean }
type Compiler = { child: ChildProcess; current: Current | undefined; idle: NodeJS.Timeout | undefined }

const megabyte = 1024 * 1024
const defaultLimits: DocumentLimits = { maxMs: 20_000, maxMemory: 512 * megabyte, maxBytes: 20 * megabyte }
const maxDataBytes = 8 * megabyte
const maxWaiting = 50
/** Of the documents that one person asked for: nobody can keep the compiler from the others. */
const maxWaitingOfUser = 3
const maxStartMs = 120_000
const idleMs = 60_000

const waiting: Task[] = []
let compiler: Compiler | undefined

/** A process without work must not keep the server from ending. */
const keepAlive = ({ child }: Compiler, isBusy: boolean) => {
  for (const held of [child, child.channel]) {
    if (isBusy) held?.ref()
    else held?.unref()
  }
}

const restartTimer = ({ child, current }: Compiler, ms: number) => {
  if (!current) return
  clearTimeout(current.timer)
  current.timer = setTimeout(() => {
    current.isLate = true
    child.kill('SIGKILL')
  }, ms)
}

const settle = (from: Compiler, finish: (task: Task, isLate: boolean) => void) => {
  const { current } = from
  from.current = undefined
  if (!current) return
  clearTimeout(current.timer)
  finish(current.task, current.isLate)
}

const receive = (from: Compiler, answer: Answer) => {
  if ('begun' in answer) return restartTimer(from, from.current?.task.maxMs ?? 0)
  settle(from, ({ resolve, reject }) => {
    if ('pdf' in answer) resolve(Buffer.from(answer.pdf, 'base64'))
    else reject('exceeded' in answer ? new DocumentError('bytes') : new Error(`Typst: ${answer.error}`))
  })
  renderNext()
}

/** The process stays for a minute after the last document: its start takes longer than a document. */
const start = (): Compiler => {
  const child = fork(entryFile('documents/typst-process.ts'), {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: ['--max-old-space-size=256'],
    env: { PATH: process.env.PATH, FONTCONFIG_FILE: sourceFile('documents/no-system-fonts.conf') },
  })
  const started: Compiler = { child, current: undefined, idle: undefined }
  const end = (signal: NodeJS.Signals | null) => {
    if (compiler === started) compiler = undefined
    clearTimeout(started.idle)
    // above the memory limit the process kills itself
    settle(started, ({ reject }, isLate) => reject(new DocumentError(isLate ? 'time' : signal === 'SIGKILL' ? 'memory' : 'crash')))
    renderNext()
  }
  child.on('exit', (_code, signal) => end(signal))
  child.on('error', () => end(null))
  child.on('message', (answer: Answer) => receive(started, answer))
  return started
}

const rest = (resting: Compiler) => {
  keepAlive(resting, false)
  clearTimeout(resting.idle)
  resting.idle = setTimeout(() => {
    compiler = undefined
    resting.child.kill()
  }, idleMs).unref()
}

/** One document after the other, each within its own limits: one that ends with its process does not take the waiting ones along. */
const renderNext = () => {
  if (compiler?.current) return
  const task = waiting.shift()
  if (!task) {
    if (compiler) rest(compiler)
    return
  }
  compiler ??= start()
  clearTimeout(compiler.idle)
  keepAlive(compiler, true)
  compiler.current = { task, isLate: false, timer: undefined }
  restartTimer(compiler, maxStartMs)
  // a process that has ended answers by its exit
  compiler.child.send(task.work, () => {})
}

/** Typesets a template (the path of a `.typ` file) as PDF/UA-1. It gets `data` as JSON: text of people is never read as markup. */
export const renderDocument = async (template: string, data: object, limits: Partial<DocumentLimits> = {}): Promise<Buffer> => {
  const { maxMs, maxMemory, maxBytes } = { ...defaultLimits, ...limits }
  const user_id = currentUserId()
  const isTooMany = user_id !== undefined && waiting.filter((task) => task.user_id === user_id).length >= maxWaitingOfUser
  if (isTooMany || waiting.length >= maxWaiting) throw apiError('unavailable', { retry_after: 5 })
  const json = JSON.stringify(data)
  if (Buffer.byteLength(json) > maxDataBytes) throw new DocumentError('bytes')
  return new Promise((resolve, reject) => {
    waiting.push({ user_id, work: { template, data: json, maxMemory, maxBytes }, maxMs, resolve, reject })
    renderNext()
  })
}
