import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ceiling, msUntil } from '../test/patience.ts'
import { main, serverEnv, startNode } from '../test/process.ts'

const root = join(import.meta.dirname, '../../..')
/** The wrapper that `npm start` runs after installation and build. */
const wrapper = `const { become } = await import(${JSON.stringify(join(root, 'scripts', 'run.mjs'))}); become([${JSON.stringify(main)}])`

export type Start = { code: number | null; signal: string | null; out: string; err: string; wasReady: boolean; statuses: Set<number>; left: number[] }
type Starting = {
  env: Record<string, string>
  port?: number
  folder: string
  wrapped?: boolean
  /** How long to wait for processes that stay. Short where some are expected to stay. */
  stay_ms?: number
  during?: (child: ChildProcess, start: Start) => Promise<unknown>
}

const read = (path: string, from: (path: string) => string) => {
  try {
    return from(path)
  } catch {
    return ''
  }
}

/** Processes with this folder as working directory or in their arguments. */
export const workingWith = (folder: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter(
      (name) =>
        read(`/proc/${name}/cwd`, readlinkSync).startsWith(folder) || read(`/proc/${name}/cmdline`, (path) => readFileSync(path, 'utf8')).includes(folder),
    )
    .map(Number)

/** Starts a server that ends by itself or through `during`, and records its output, responses and leftover processes. */
export const watchStart = async ({ env, port, folder, wrapped, stay_ms = ceiling, during }: Starting): Promise<Start> => {
  const child = startNode(wrapped ? ['--input-type=module', '-e', wrapper] : [main], {
    err: 'pipe',
    env: serverEnv(folder, { ...(port && { PORT: String(port) }), ...env }),
  })
  const start: Start = { code: null, signal: null, out: '', err: '', wasReady: false, statuses: new Set(), left: [] }
  child.stdout!.on('data', (text) => (start.out += text))
  child.stderr!.on('data', (text) => (start.err += text))
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
      // the port may belong to another process if the server ended during the request
      if (!isOver && status) start.statuses.add(status)
      await sleep(10)
    }
  }
  const looking = look()
  const patience = setTimeout(() => child.kill('SIGKILL'), ceiling)
  await during?.(child, start)
  await ended
  clearTimeout(patience)
  await looking
  start.wasReady = start.statuses.has(200)
  // PostgreSQL notices the end of its server and shuts down
  await msUntil(() => workingWith(folder).length === 0, stay_ms)
  start.left = workingWith(folder)
  return start
}

/** Checks a rejected start: one line that names the setting and the remedy, exit code 1, never ready, no processes left. */
export const judgeRefusal = (start: Start, names: RegExp): string[] => {
  const lines = start.err.split('\n').filter(Boolean)
  return [
    ...(start.code === 1 ? [] : [`exit code ${start.code ?? start.signal}: ${start.out.slice(-200)}`]),
    ...(lines.length === 1 ? [] : [`${lines.length} lines: ${start.err.slice(0, 300)}`]),
    ...(lines.some((line) => names.test(line) && line.length < 400) ? [] : [`no line matches ${names}: ${start.err.slice(0, 200)}`]),
    ...(/^\s+at /m.test(start.err) ? ['shows a stack trace'] : []),
    ...(start.wasReady ? ['reported ready'] : []),
    ...(start.left.length ? [`left ${start.left.length} processes`] : []),
  ]
}

/** Checks a start ended by SIGTERM: exit code 0, no error output, no processes left. */
export const judgeEnd = (start: Start): string[] => [
  ...(start.code === 0 ? [] : [`exit code ${start.code ?? start.signal}: ${start.err.slice(0, 200)}`]),
  ...(start.err ? [`error output: ${start.err.slice(0, 200)}`] : []),
  ...(start.left.length ? [`left ${start.left.length} processes`] : []),
]

/** TCP proxy to the Unix socket of PostgreSQL; `say` rewrites its responses. */
export const gateTo = async (host: string, port = 0, say: (said: Buffer) => Buffer = (said) => said) => {
  const server = createServer((socket) => {
    const inner = connect(join(host, '.s.PGSQL.5432'))
    socket.pipe(inner)
    inner.on('data', (said) => socket.write(say(said)))
    // flush the last data before closing
    inner.on('close', () => socket.end())
    socket.on('close', () => inner.destroy())
    for (const item of [socket, inner]) item.on('error', () => {})
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, close: () => void server.close() }
}
