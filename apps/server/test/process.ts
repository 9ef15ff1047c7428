import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { onFileEnd } from './clean-up.ts'

const root = join(import.meta.dirname, '../../..')
export const main = join(root, 'apps/server/src/main.ts')
const follow = join(root, 'scripts/follow.mjs')

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

export const untilEnded = async (child: ChildProcess): Promise<void> => {
  if (!hasEnded(child)) await new Promise((resolve) => child.once('exit', resolve))
}

/** Sends a signal and waits until the process has ended. Resolves with its exit code. */
export const endProcess = async (child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> => {
  if (hasEnded(child)) return child.exitCode
  child.kill(signal)
  const patience = setTimeout(() => child.kill('SIGKILL'), 180_000)
  await untilEnded(child)
  clearTimeout(patience)
  return child.exitCode
}

/** Starts Node. The process ends at the latest with the test file, and also when the process of the test dies. */
export const startNode = (args: string[], { env, err = 'inherit' }: { env?: NodeJS.ProcessEnv; err?: 'inherit' | 'pipe' } = {}) => {
  const options = { stdio: ['ignore', 'pipe', err, 'ipc'], ...(env && { env }) } satisfies SpawnOptions
  const child = spawn(process.execPath, ['--import', follow, ...args], options)
  onFileEnd(() => endProcess(child))
  return child
}

/** Collects the lines of output and errors in `said`; resolves with the first defined result of `hear`, and rejects if the process ends before. */
export const heardFrom = <T>(child: ChildProcess, hear: (line: string) => T | undefined, said: string[] = []): Promise<T> => {
  if (child.stderr) createInterface({ input: child.stderr }).on('line', (line) => said.push(line))
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stdout! }).on('line', (line) => {
      said.push(line)
      const heard = hear(line)
      if (heard !== undefined) resolve(heard)
    })
    child.once('exit', (code, signal) => reject(new Error(`the process ended with ${code ?? signal}: ${said.slice(-5).join('\n')}`)))
  })
}

/** A data folder, removed after the test file. */
export const makeDataDir = () => {
  const folder = mkdtempSync(join(tmpdir(), 'sukoyaka-data-'))
  // PostgreSQL does not run as root: its user needs execute permission on the parent folder.
  chmodSync(folder, 0o711)
  const remove = () => rmSync(folder, { recursive: true, force: true })
  onFileEnd(remove)
  return { folder, remove }
}

/** Environment of a server in a test. The compile cache makes a start about a third faster; a busy machine must not make it answer 503. */
export const serverEnv = (data_dir: string, env: Record<string, string> = {}): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: join(tmpdir(), `sukoyaka-compiled-${process.getuid?.() ?? ''}`),
  DATA_DIR: data_dir,
  DEMO: 'off',
  LOG_LEVEL: 'warn',
  LOAD_LIMIT_MS: '0',
  ...env,
})

/** A real server process, as `npm start` runs it. */
export type RunningServer = { url: string; process: ChildProcess; said: string[]; msToReady: number; end: () => Promise<number | null> }

export const startServer = async (data_dir: string, env: Record<string, string> = {}): Promise<RunningServer> => {
  const began = performance.now()
  const child = startNode([main], { err: 'pipe', env: serverEnv(data_dir, { PORT: '0', ...env }) })
  const said: string[] = []
  const url = await heardFrom(child, (line) => /ready at (\S+)/.exec(line)?.[1]?.replace('localhost', '127.0.0.1'), said)
  return { url, process: child, said, msToReady: performance.now() - began, end: () => endProcess(child) }
}
