import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { main, serverEnv, startNode } from '../test/process.ts'
import { maxWaitMs, msUntil } from '../test/wait-until.ts'

const root = join(import.meta.dirname, '../../..')
/** The wrapper that `npm start` runs after installation and build. */
const wrapper = `const { replaceProcess } = await import(${JSON.stringify(join(root, 'scripts', 'run.mjs'))}); replaceProcess([${JSON.stringify(main)}])`

export type Start = { code: number | null; signal: string | null; stdout: string; stderr: string; wasReady: boolean; statuses: Set<number>; leftPids: number[] }
type StartOptions = {
  env: Record<string, string>
  port?: number
  folder: string
  isWrapped?: boolean
  /** How long to wait for all processes in the folder to end. Short where some are expected to stay. */
  processWaitMs?: number
  during?: (child: ChildProcess, start: Start) => Promise<unknown>
}

const read = (path: string, readPath: (path: string) => string) => {
  try {
    return readPath(path)
  } catch {
    return ''
  }
}

/** Processes that work in this folder or name it in their arguments or in their environment, as a server does with its data folder. */
export const processesUsing = (folder: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter(
      (name) =>
        read(`/proc/${name}/cwd`, readlinkSync).startsWith(folder) ||
        ['cmdline', 'environ'].some((file) => read(`/proc/${name}/${file}`, (path) => readFileSync(path, 'utf8')).includes(folder)),
    )
    .map(Number)

/** Starts a server that ends by itself or through `during`, and records its output, responses and leftover processes. */
export const watchStart = async ({ env, port, folder, isWrapped, processWaitMs = maxWaitMs, during }: StartOptions): Promise<Start> => {
  const child = startNode(isWrapped ? ['--input-type=module', '-e', wrapper] : [main], {
    stderr: 'pipe',
    env: serverEnv(folder, { ...(port && { PORT: String(port) }), ...env }),
  })
  const start: Start = { code: null, signal: null, stdout: '', stderr: '', wasReady: false, statuses: new Set(), leftPids: [] }
  child.stdout!.on('data', (text) => (start.stdout += text))
  child.stderr!.on('data', (text) => (start.stderr += text))
  let isOver = false
  const ended = new Promise<void>((resolve) =>
    child.once('close', (code, signal) => {
      Object.assign(start, { code, signal })
      isOver = true
      resolve()
    }),
  )
  const pollReadiness = async () => {
    while (port && !isOver) {
      const status = await fetch(`http://127.0.0.1:${port}/readyz`).then(
        (response) => response.status,
        () => 0,
      )
      // the port may belong to another process if the server ended during the request
      if (!isOver && status) start.statuses.add(status)
      await sleep(10)
    }
  }
  const polling = pollReadiness()
  const killTimer = setTimeout(() => child.kill('SIGKILL'), maxWaitMs)
  await during?.(child, start)
  await ended
  clearTimeout(killTimer)
  await polling
  start.wasReady = start.statuses.has(200)
  // PostgreSQL notices the end of its server and shuts down
  await msUntil(() => processesUsing(folder).length === 0, processWaitMs)
  start.leftPids = processesUsing(folder)
  return start
}

/** Checks a rejected start: one line that names the setting and the remedy, exit code 1, never ready, no processes left. */
export const judgeFailedStart = (start: Start, expected: RegExp): string[] => {
  const lines = start.stderr.split('\n').filter(Boolean)
  return [
    ...(start.code === 1 ? [] : [`exit code ${start.code ?? start.signal}: ${start.stdout.slice(-200)}`]),
    ...(lines.length === 1 ? [] : [`${lines.length} lines: ${start.stderr.slice(0, 300)}`]),
    ...(lines.some((line) => expected.test(line) && line.length < 400) ? [] : [`no line matches ${expected}: ${start.stderr.slice(0, 200)}`]),
    ...(/^\s+at /m.test(start.stderr) ? ['shows a stack trace'] : []),
    ...(start.wasReady ? ['reported ready'] : []),
    ...(start.leftPids.length ? [`left ${start.leftPids.length} processes`] : []),
  ]
}

/** Checks a start ended by SIGTERM: exit code 0, no error output, no processes left. */
export const judgeEnd = (start: Start): string[] => [
  ...(start.code === 0 ? [] : [`exit code ${start.code ?? start.signal}: ${start.stderr.slice(0, 200)}`]),
  ...(start.stderr ? [`error output: ${start.stderr.slice(0, 200)}`] : []),
  ...(start.leftPids.length ? [`left ${start.leftPids.length} processes`] : []),
]

/** TCP proxy to the Unix socket of PostgreSQL; `rewrite` changes its responses. */
export const startPostgresProxy = async (host: string, port = 0, rewrite: (data: Buffer) => Buffer = (data) => data) => {
  const server = createServer((socket) => {
    const postgresSocket = connect(join(host, '.s.PGSQL.5432'))
    socket.pipe(postgresSocket)
    postgresSocket.on('data', (data) => socket.write(rewrite(data)))
    // flush the last data before closing
    postgresSocket.on('close', () => socket.end())
    socket.on('close', () => postgresSocket.destroy())
    for (const item of [socket, postgresSocket]) item.on('error', () => {})
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, close: () => void server.close() }
}

/** Runs one statement on a connection of its own and returns its rows. */
export const queryOnce = async (url: string, statement: string) => {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}
