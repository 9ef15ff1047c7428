import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { createConnection, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Home, StartupError, short } from './postgres-home.ts'

/** One process per data folder. A listening socket serves as the lock: the kernel releases it with its process, unlike a pid file, which can be stale. */
export async function lock(home: Home): Promise<() => void> {
  const abstract = process.platform === 'linux'
  const address = abstract ? `\0sukoyaka-${short(home.data)}` : `${home.socket}.lock`
  const server = createServer((socket) => socket.on('error', () => {}).end(String(process.pid)))
  const listen = () =>
    new Promise<boolean>((resolve, reject) => {
      server.once('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(false) : reject(error)))
      server.listen(address, () => resolve(true))
    })
  if (!(await listen())) {
    const holder = await whoHolds(address)
    if (holder === undefined && !abstract) rmSync(address, { force: true })
    if (holder !== undefined || !(await listen()))
      throw new StartupError(`The database in ${home.data} is in use by another Sukoyaka (process ${holder || 'unknown'}): stop it, or set another DATA_DIR.`)
  }
  server.unref()
  return () => void server.close()
}

function whoHolds(address: string) {
  return new Promise<string | undefined>((resolve) => {
    let said = ''
    const socket = createConnection(address)
    socket.setTimeout(1000, () => socket.destroy())
    socket.on('data', (data) => (said += data))
    socket.on('error', () => resolve(undefined))
    socket.on('close', () => resolve(said))
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

/** Waits until the PostgreSQL of a killed server has ended, then removes its stale pid file. */
export async function leftoversGone(home: Home, note: (line: string) => void) {
  const since = Date.now()
  let told = false
  for (let left = workingIn(home.data); left.length > 0; left = workingIn(home.data)) {
    const waited = Date.now() - since
    if (waited > 1000 && !told) note('Waiting for the PostgreSQL of an earlier run to end')
    told ||= waited > 1000
    if (waited > 60_000) throw new StartupError(`PostgreSQL (process ${left[0]}) still uses ${home.data}: stop it, or set another DATA_DIR.`)
    if (waited > 30_000) for (const pid of left) signal(pid, 'SIGQUIT')
    else signal(left[0]!, 'SIGINT')
    await sleep(20)
  }
  rmSync(join(home.data, 'postmaster.pid'), { force: true })
}

/** Processes of PostgreSQL on this data folder, found by their working directory because a pid may be reused. */
function workingIn(data: string): number[] {
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
