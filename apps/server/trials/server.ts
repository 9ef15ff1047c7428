import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'

const main = join(import.meta.dirname, '../src/main.ts')

/** The compile cache makes a start about a third faster. */
export const compiled = { NODE_COMPILE_CACHE: join(tmpdir(), `sukoyaka-compiled-${process.getuid?.() ?? ''}`) }

/** A real server process, as `npm start` runs it. */
export type RunningServer = { url: string; process: ChildProcess; said: string[]; msToReady: number; end: () => Promise<void> }

export const makeDataDir = () => {
  const folder = mkdtempSync(join(tmpdir(), 'sukoyaka-trial-'))
  // PostgreSQL does not run as root: its user needs execute permission on the parent folder.
  chmodSync(folder, 0o711)
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

export const startServer = async (data_dir: string, env: Record<string, string> = {}): Promise<RunningServer> => {
  const began = performance.now()
  const child = spawn(process.execPath, [main], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, ...compiled, DATA_DIR: data_dir, PORT: '0', DEMO: 'off', LOG_LEVEL: 'warn', ...env },
  })
  const said: string[] = []
  createInterface({ input: child.stderr }).on('line', (line) => said.push(line))
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      said.push(line)
      const address = /ready at (\S+)/.exec(line)?.[1]
      if (address) resolve(address.replace('localhost', '127.0.0.1'))
    })
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${said.slice(-5).join('\n')}`)))
  })
  const end = async () => {
    const gone = new Promise((resolve) => child.once('exit', resolve))
    if (child.exitCode === null && child.signalCode === null && child.kill('SIGTERM')) await gone
  }
  return { url, process: child, said, msToReady: performance.now() - began, end }
}

/** A free port. */
export const freePort = async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return port
}

export const postmasterOf = (data_dir: string): number | undefined => {
  try {
    return Number(readFileSync(join(data_dir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return undefined
  }
}

export const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Milliseconds until the condition holds, or undefined after `limit` ms. */
export const msUntil = async (isSo: () => boolean | Promise<boolean>, limit: number): Promise<number | undefined> => {
  const began = performance.now()
  while (performance.now() - began < limit) {
    if (await isSo()) return performance.now() - began
    await sleep(20)
  }
  return undefined
}

/** Seeded random numbers in [0, 1), for repeatable trials. */
export const chanceFrom = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
}
