import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { createConnection, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type PostgresPaths, pathHash, StartupError } from './postgres-paths.ts'

/** Another process runs PostgreSQL on this data. */
export class InUseError extends StartupError {}

/**
 * Locks the data folder for this process; returns the function that unlocks it. A listening socket serves as the lock: the kernel releases it when the process
 * ends, unlike a pid file, which can be stale.
 */
export async function lock(paths: PostgresPaths): Promise<() => void> {
  const abstract = process.platform === 'linux'
  const address = abstract ? `\0sukoyaka-${pathHash(paths.data)}` : `${paths.socket}.lock`
  const server = createServer((socket) => socket.on('error', () => {}).end(String(process.pid)))
  const listen = () =>
    new Promise<boolean>((resolve, reject) => {
      server.once('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(false) : reject(error)))
      server.listen(address, () => resolve(true))
    })
  if (!(await listen())) {
    const owner = await readLockOwner(address)
    if (owner === undefined && !abstract) rmSync(address, { force: true })
    if (owner !== undefined || !(await listen()))
      throw new InUseError(`The database in ${paths.data} is in use by another Sukoyaka (process ${owner || 'unknown'}): stop it, or set another DATA_DIR.`)
  }
  server.unref()
  return () => void server.close()
}

function readLockOwner(address: string) {
  return new Promise<string | undefined>((resolve) => {
    let text = ''
    const socket = createConnection(address)
    socket.setTimeout(1000, () => socket.destroy())
    socket.on('data', (data) => (text += data))
    socket.on('error', () => resolve(undefined))
    socket.on('close', () => resolve(text))
  })
}

/** Pid and status from `postmaster.pid`. */
export function pidFile(data: string): { pid?: number; status?: string } {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), status: lines[7]?.trim() ?? '' }
  } catch {
    return {}
  }
}

/** Stops the PostgreSQL of a killed server and waits until it has ended. */
export async function stopLeftoverPostgres(paths: PostgresPaths, note: (line: string) => void) {
  const startedAt = Date.now()
  let isLogged = false
  for (let remaining = postgresProcessesIn(paths.data); remaining.length > 0; remaining = postgresProcessesIn(paths.data)) {
    const waitedMs = Date.now() - startedAt
    if (waitedMs > 1000 && !isLogged) note('Waiting for the PostgreSQL of an earlier run to end')
    isLogged ||= waitedMs > 1000
    if (waitedMs > 60_000) throw new StartupError(`PostgreSQL (process ${remaining[0]}) still uses ${paths.data}: stop it, or set another DATA_DIR.`)
    if (waitedMs > 30_000) for (const pid of remaining) signal(pid, 'SIGQUIT')
    else signal(remaining[0]!, 'SIGINT')
    await sleep(20)
  }
}

/** Processes of PostgreSQL on this data folder; on Linux found by their working directory, because a pid may be reused. */
function postgresProcessesIn(data: string): number[] {
  const { pid } = pidFile(data)
  if (process.platform === 'linux') {
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
    // Check the name as well: a shell may have the same working directory.
    const found = pids.filter((name) => linkOf(`/proc/${name}/cwd`) === data && commandOf(name) === 'postgres').map(Number)
    return found.sort((a, b) => Number(b === pid) - Number(a === pid))
  }
  if (!pid) return []
  try {
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(data) ? [pid] : []
  } catch {
    return []
  }
}

function linkOf(path: string) {
  try {
    return readlinkSync(path)
  } catch {
    return undefined
  }
}

function commandOf(pid: string) {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  } catch {
    return undefined
  }
}

export function signal(pid: number, name: 'SIGINT' | 'SIGQUIT') {
  try {
    process.kill(pid, name)
  } catch {}
}
