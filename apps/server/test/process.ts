import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { inject } from 'vitest'
import { nodeArgs } from '../../../scripts/build.mjs'
import { onFileEnd } from './clean-up.ts'

const root = join(import.meta.dirname, '../../..')
/** The built server, see `cluster.ts`: what `npm start` runs. */
export const main = join(root, 'apps/server/dist/main.js')
const exitWithParent = join(root, 'scripts/exit-with-parent.mjs')
const cacheDrizzleResolution = join(root, 'apps/server/src/app/cache-drizzle-resolution.ts')

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

export const untilEnded = async (child: ChildProcess): Promise<void> => {
  if (!hasEnded(child)) await new Promise((resolve) => child.once('exit', resolve))
}

/** Sends a signal and waits until the process has ended. Resolves with its exit code, or null if a signal ended it. */
export const endProcess = async (child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> => {
  if (hasEnded(child)) return child.exitCode
  child.kill(signal)
  const killTimer = setTimeout(() => child.kill('SIGKILL'), 180_000)
  await untilEnded(child)
  clearTimeout(killTimer)
  return child.exitCode
}

/** Starts Node. The process ends at the latest with the test file, and also when the process of the test dies. */
export const startNode = (args: string[], { env, stderr = 'inherit' }: { env?: NodeJS.ProcessEnv; stderr?: 'inherit' | 'pipe' } = {}) => {
  const options = { stdio: ['ignore', 'pipe', stderr, 'ipc'], ...(env && { env }) } satisfies SpawnOptions
  const child = spawn(process.execPath, ['--import', exitWithParent, '--import', cacheDrizzleResolution, ...args], options)
  onFileEnd(() => endProcess(child))
  return child
}

/** Collects the lines of stdout and stderr in `output`; resolves with the first defined result of `match` for stdout; rejects if the process ends before. */
export const waitForLine = <T>(child: ChildProcess, match: (line: string) => T | undefined, output: string[] = []): Promise<T> => {
  if (child.stderr) createInterface({ input: child.stderr }).on('line', (line) => output.push(line))
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stdout! }).on('line', (line) => {
      output.push(line)
      const result = match(line)
      if (result !== undefined) resolve(result)
    })
    child.once('exit', (code, signal) => reject(new Error(`the process ended with ${code ?? signal}: ${output.slice(-5).join('\n')}`)))
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

/** What a server has stored in a data folder: the schema with the reference data, or the demo as well. */
type InitialData = 'reference' | 'demo'

/** The folder that `copyDataDir` copies. A server fills it when the first test of the run needs it. */
const initialisedFolder = async (data: InitialData): Promise<string> => {
  const folder = join(inject('test_folder'), data)
  const lock = `${folder}.lock`
  const ready = `${folder}.ready`
  while (!existsSync(ready)) {
    try {
      mkdirSync(lock)
    } catch {
      // another worker fills it
      await sleep(50)
      continue
    }
    try {
      await (await startServer(folder, { DEMO: data === 'demo' ? 'on' : 'off' })).end()
      mkdirSync(ready)
    } finally {
      rmdirSync(lock)
    }
  }
  return folder
}

/** A data folder that a server has initialised: a copy, because a server's first start takes much longer. Removed after the test file. */
export const copyDataDir = async (data: InitialData) => {
  const source = await initialisedFolder(data)
  const copy = makeDataDir()
  // keeps the owner of PostgreSQL's files
  execFileSync('cp', ['-a', `${source}/.`, copy.folder])
  return copy
}

/** Environment of a server in a test. The compile cache makes a start about a third faster. No load and write limits: a test writes faster than a person. */
export const serverEnv = (data_dir: string, env: Record<string, string> = {}): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: join(tmpdir(), `sukoyaka-compiled-${process.getuid?.() ?? ''}`),
  DATA_DIR: data_dir,
  DEMO: 'off',
  LOG_LEVEL: 'warn',
  LOAD_LIMIT_MS: '0',
  WRITES_PER_MINUTE: '0',
  ...env,
})

/** Runs a terminal command of `src/app` on a data folder, as its npm script does; resolves with its exit code and output. */
export const runScript = async (script: string, data_dir: string, env: Record<string, string>, ...args: string[]) => {
  const child = startNode([join(root, 'apps/server/src/app', script), ...args], { stderr: 'pipe', env: serverEnv(data_dir, env) })
  const [output, errors] = await Promise.all([text(child.stdout!), text(child.stderr!), untilEnded(child)])
  return { code: child.exitCode, output: `${output}${errors}` }
}

/** A real server process, as `npm start` runs it. */
export type RunningServer = { url: string; process: ChildProcess; output: string[]; msToReady: number; end: () => Promise<number | null> }

export const startServer = async (data_dir: string, env: Record<string, string> = {}): Promise<RunningServer> => {
  const startedAt = performance.now()
  const child = startNode([...nodeArgs, main], { stderr: 'pipe', env: serverEnv(data_dir, { PORT: '0', ...env }) })
  const output: string[] = []
  const url = await waitForLine(child, (line) => /ready at (\S+)/.exec(line)?.[1]?.replace('localhost', '127.0.0.1'), output)
  return { url, process: child, output, msToReady: performance.now() - startedAt, end: () => endProcess(child) }
}
