import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { compiled, msUntil } from './server.ts'

const root = join(import.meta.dirname, '../../..')
const main = join(import.meta.dirname, '../src/main.ts')
/** As `npm start` does it once everything is installed and built. */
const wrapper = `const { become } = await import(${JSON.stringify(join(root, 'scripts', 'run.mjs'))}); become([${JSON.stringify(main)}])`

export type Start = { code: number | null; signal: string | null; out: string; err: string; wasReady: boolean; statuses: Set<number>; left: number[] }
type Starting = {
  env: Record<string, string>
  port?: number
  folder: string
  wrapped?: boolean
  limit?: number
  during?: (child: ChildProcess, start: Start) => Promise<unknown>
}

const read = (path: string, from: (path: string) => string) => {
  try {
    return from(path)
  } catch {
    return ''
  }
}

/** Processes that work in this folder or were told of it. */
export const workingWith = (folder: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter(
      (name) =>
        read(`/proc/${name}/cwd`, readlinkSync).startsWith(folder) || read(`/proc/${name}/cmdline`, (path) => readFileSync(path, 'utf8')).includes(folder),
    )
    .map(Number)

/** Starts a server that is expected to end by itself (or by what is done `during`), and watches what it says, answers and leaves behind. */
export const watchStart = async ({ env, port, folder, wrapped, limit = 40_000, during }: Starting): Promise<Start> => {
  const child = spawn(process.execPath, wrapped ? ['--input-type=module', '-e', wrapper] : [main], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, ...compiled, DATA_DIR: folder, DEMO: 'off', LOG_LEVEL: 'warn', ...(port && { PORT: String(port) }), ...env },
  })
  const start: Start = { code: null, signal: null, out: '', err: '', wasReady: false, statuses: new Set(), left: [] }
  child.stdout.on('data', (text) => (start.out += text))
  child.stderr.on('data', (text) => (start.err += text))
  let isOver = false
  const ended = new Promise<void>((resolve) =>
    child.once('close', (code, signal) => {
      Object.assign(start, { code, signal })
      isOver = true
      resolve()
    }),
  )
  const look = async () => {
    while (port && !isOver) {
      const status = await fetch(`http://127.0.0.1:${port}/readyz`).then(
        (answer) => answer.status,
        () => 0,
      )
      // one that ended while we looked may have left its port to somebody else
      if (!isOver && status) start.statuses.add(status)
      await sleep(10)
    }
  }
  const looking = look()
  const patience = setTimeout(() => child.kill('SIGKILL'), limit)
  await during?.(child, start)
  await ended
  clearTimeout(patience)
  await looking
  start.wasReady = start.statuses.has(200)
  // PostgreSQL hears of its server's end and shuts down by itself
  await msUntil(() => workingWith(folder).length === 0, 3_000)
  start.left = workingWith(folder)
  return start
}

/** What a refused start has to look like: one line that names the setting and what to do, exit code 1, never ready, nothing left behind. */
export const judgeRefusal = (start: Start, names: RegExp): string[] => {
  const lines = start.err.split('\n').filter(Boolean)
  return [
    ...(start.code === 1 ? [] : [`exit code ${start.code ?? start.signal}: ${start.out.slice(-200)}`]),
    ...(lines.length === 1 ? [] : [`${lines.length} lines: ${start.err.slice(0, 300)}`]),
    ...(lines.some((line) => names.test(line) && line.length < 400) ? [] : [`no line says ${names}: ${start.err.slice(0, 200)}`]),
    ...(/^\s+at /m.test(start.err) ? ['a stack is shown'] : []),
    ...(start.wasReady ? ['said that it is ready'] : []),
    ...(start.left.length ? [`left ${start.left.length} processes`] : []),
  ]
}

/** Somebody ends a start: without a word, without an error, nothing left behind. */
export const judgeEnd = (start: Start): string[] => [
  ...(start.code === 0 ? [] : [`exit code ${start.code ?? start.signal}: ${start.err.slice(0, 200)}`]),
  ...(start.err ? [`said ${start.err.slice(0, 200)}`] : []),
  ...(start.left.length ? [`left ${start.left.length} processes`] : []),
]

/** Lets the database be reached over TCP; `say` changes what it says on the way. */
export const gateTo = async (host: string, port = 0, say: (said: Buffer) => Buffer = (said) => said) => {
  const server = createServer((socket) => {
    const inner = connect(join(host, '.s.PGSQL.5432'))
    socket.pipe(inner)
    inner.on('data', (said) => socket.write(say(said)))
    // what was said last still has to arrive
    inner.on('close', () => socket.end())
    socket.on('close', () => inner.destroy())
    for (const one of [socket, inner]) one.on('error', () => {})
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, close: () => void server.close() }
}
