import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { InUseError, lock, pidFile, signal, stopLeftoverPostgres } from './postgres-lock.ts'
import { type PostgresPaths, preparePostgresPaths, StartupError } from './postgres-paths.ts'

/** `warn`: errors and ends of PostgreSQL; `info`: of interest to the operator; `debug`: PostgreSQL's other messages. */
export type PostgresLog = (line: string, level: 'debug' | 'info' | 'warn') => void

export interface PostgresOptions {
  log: PostgresLog
  /** Additional settings, as in postgresql.conf. */
  settings?: Record<string, string>
  /** Folder with initdb and postgres; default: the bundled ones. */
  bin?: string
}

/** A running PostgreSQL. `host` is the folder of its socket; `pid` changes after a restart. */
export interface Postgres {
  url: string
  host: string
  user: string
  database: string
  readonly pid: number
  /** Fast shutdown: open transactions are rolled back, committed ones are on disk. */
  stop(): Promise<void>
  /** Called once when PostgreSQL died too often and is not restarted any more. */
  onExit(listener: (reason: string) => void): void
}

const user = 'sukoyaka'
const database = 'postgres'
const maxDeathsPerMinute = 5

/**
 * Starts the bundled PostgreSQL on the data in `dir` (created if missing). PostgreSQL ends with this process. If it dies, it is restarted, up to five times
 * within a minute.
 */
export async function startPostgres(dir: string, options: PostgresOptions): Promise<Postgres> {
  const { log } = options
  const paths = preparePostgresPaths(dir, (line) => log(line, 'info'), options.bin)
  const unlock = await lock(paths)
  let server: Server
  try {
    initialise(paths, log)
    server = await launch(paths, options)
  } catch (error) {
    unlock()
    throw error
  }
  let stopping = false
  const exitListeners: ((reason: string) => void)[] = []
  const deaths: number[] = []

  const watch = async () => {
    while (true) {
      const exitReason = await server.exited
      if (stopping) return
      deaths.push(Date.now())
      const recent = deaths.filter((at) => at > Date.now() - 60_000).length
      if (recent > maxDeathsPerMinute) return giveUp(`PostgreSQL ended ${recent} times within a minute and is not restarted.`)
      log(`PostgreSQL ended (${exitReason}) and is restarted.`, 'warn')
      await sleep(50 * 2 ** (recent - 1))
      if (stopping) return
      server = await launch(paths, options).catch((error: Error) => {
        log(error.message, 'warn')
        return { pid: 0, exited: Promise.resolve('did not start'), stop: async () => {} }
      })
      // stop() may have been called during the restart
      if (stopping) await server.stop()
    }
  }
  const giveUp = (reason: string) => {
    log(reason, 'warn')
    unlock()
    for (const listener of exitListeners) listener(reason)
  }
  const watched = watch()

  return {
    url: `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(paths.socket)}`,
    host: paths.socket,
    user,
    database,
    get pid() {
      return server.pid
    },
    async stop() {
      stopping = true
      await server.stop()
      await watched
      unlock()
    },
    onExit: (listener) => void exitListeners.push(listener),
  }
}

/** As `startPostgres`, but if another process already runs PostgreSQL on this data, returns that one; `stop` then leaves it running. */
export async function joinPostgres(dir: string, options: PostgresOptions): Promise<Pick<Postgres, 'host' | 'user' | 'database' | 'stop'>> {
  try {
    return await startPostgres(dir, options)
  } catch (error) {
    if (!(error instanceof InUseError)) throw error
    const { socket } = preparePostgresPaths(dir, () => {}, options.bin)
    return { host: socket, user, database, stop: async () => {} }
  }
}

interface Server {
  pid: number
  exited: Promise<string>
  stop(): Promise<void>
}

const inUseExitCode = 75
// A shell supervises PostgreSQL: when this process ends for any reason, the shell reads end-of-file and requests a fast shutdown;
// when PostgreSQL ends, the shell exits too. Detached, so that Ctrl-C reaches only this process, which first ends its requests.
// PostgreSQL and its children hold a file lock, which the kernel drops when the last of them ends. Unlike the lock of `lock()`, processes of other containers
// see it. It may be held for a moment longer than such a process is visible, hence the tries. Only 1 means a conflict: some network file systems have no locks.
// A line on the output says that the lock is held and a pid file of an earlier PostgreSQL is removed: it may belong to a running one in another container.
const supervisorScript = `exec 3<&0 4<>"$2/PG_VERSION"
if command -v flock >/dev/null; then
  for I in 1 2 3 4 5 6 7 8 9 10; do flock -n 4; L=$?; [ $L = 1 ] || break; sleep 0.1; done
  [ $L = 1 ] && exit ${inUseExitCode}
fi
rm -f "$2/postmaster.pid"; echo; exec >/dev/null
"$0" "$@" </dev/null 3<&- & P=$!
exec 4<&-
{ cat <&3 >/dev/null; kill -INT $P 2>/dev/null; } 2>/dev/null & K=$!
exec 3<&-; wait $P; S=$?; kill $K 2>/dev/null; exit $S`

async function launch(paths: PostgresPaths, { log, settings }: PostgresOptions): Promise<Server> {
  await stopLeftoverPostgres(paths, (line) => log(line, 'info'))
  const megabytes = Math.round(Math.min(1024, Math.max(128, totalmem() / 2 ** 20 / 8)))
  const settingsWithDefaults: Record<string, string> = {
    listen_addresses: '',
    unix_socket_directories: paths.socket,
    max_connections: '60',
    shared_buffers: `${megabytes}MB`,
    jit: 'off',
    timezone: 'UTC',
    // Parameters and error details can contain patient data: keep both out of the log.
    log_parameter_max_length_on_error: '0',
    log_error_verbosity: 'terse',
    log_line_prefix: '%p %e ',
    ...settings,
  }
  const args = ['-D', paths.data, ...Object.entries(settingsWithDefaults).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  const child = spawn('/bin/sh', ['-c', supervisorScript, join(paths.bin, 'postgres'), ...args], {
    ...paths.user,
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
  })
  child.stdin.on('error', () => {})
  let isLocked = false
  child.stdout.once('data', () => {
    isLocked = true
  })
  let last = ''
  let isReady = false
  createInterface({ input: child.stderr }).on('line', (line) => {
    // before it has read its settings, PostgreSQL writes lines without a level
    if (/ (FATAL|PANIC): /.test(line) || !isReady) last = line.replace(/^.*? (FATAL|PANIC): +/, '')
    log(line, / (ERROR|FATAL|PANIC): /.test(line) ? 'warn' : 'debug')
  })
  let isEnded = false
  const exited = new Promise<string>((resolve) => {
    const end = (exitReason: string) => {
      isEnded = true
      child.stdin.destroy()
      resolve(exitReason)
    }
    child.on('error', (error) => end(error.message))
    child.on('exit', (code, signal) => end(signal ?? `exit ${code}`))
  })
  while (!isEnded) {
    const { pid, status } = isLocked ? pidFile(paths.data) : {}
    isReady = pid !== undefined && status === 'ready'
    if (pid && isReady) return { pid, exited, stop: () => stopServer(child.stdin, pid, exited) }
    await sleep(4)
  }
  if ((await exited) === `exit ${inUseExitCode}`)
    throw new InUseError(`The database in ${paths.data} is in use by another container or machine: stop it, or set another DATA_DIR.`)
  throw new StartupError(`PostgreSQL did not start in ${paths.data}: ${last || (await exited)}`)
}

async function stopServer(stdin: { end(): void }, pid: number, exited: Promise<unknown>) {
  stdin.end()
  const killTimer = setTimeout(() => signal(pid, 'SIGQUIT'), 25_000)
  await exited
  clearTimeout(killTimer)
}

/** Runs initdb in a temporary folder and renames it, so that an interrupted run is not mistaken for a database. */
function initialise(paths: PostgresPaths, log: PostgresLog) {
  if (existsSync(join(paths.data, 'PG_VERSION'))) return assertSameVersion(paths)
  if (existsSync(paths.data) && readdirSync(paths.data).length > 0)
    throw new StartupError(`${paths.data} is neither empty nor a database: set another DATA_DIR.`)
  log('Creating the database', 'info')
  const partialDir = `${paths.data}.new`
  rmSync(partialDir, { recursive: true, force: true })
  const locale = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'
  // ICU ja: sorts あ, ア, か, ん in Japanese order
  const args = [
    '-D',
    partialDir,
    '-U',
    user,
    '-A',
    'trust',
    '-E',
    'UTF8',
    `--locale=${locale}`,
    '--locale-provider=icu',
    '--icu-locale=ja',
    '--no-instructions',
  ]
  try {
    mkdirSync(partialDir, { mode: 0o700 })
    if (paths.user.uid !== undefined) chownSync(partialDir, paths.user.uid, paths.user.gid!)
    execFileSync(join(paths.bin, 'initdb'), args, {
      ...paths.user,
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { PATH: process.env.PATH, LC_ALL: locale },
    })
    renameSync(partialDir, paths.data)
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: Buffer }
    const errorLine = stderr?.toString().match(/^initdb: error: .*/m)?.[0] ?? message.split('\n')[0]
    throw new StartupError(`The database could not be created in ${paths.data}: ${errorLine}`)
  }
}

function assertSameVersion(paths: PostgresPaths) {
  const dataVersion = readFileSync(join(paths.data, 'PG_VERSION'), 'utf8').trim()
  const binaryVersion = execFileSync(join(paths.bin, 'postgres'), ['--version'], { ...paths.user, cwd: '/', encoding: 'utf8' }).match(/ (\d+)/)?.[1]
  if (dataVersion !== binaryVersion)
    throw new StartupError(
      `The data in ${paths.data} is of PostgreSQL ${dataVersion}, this is ${binaryVersion}: dump it with the old version, or set another DATA_DIR.`,
    )
}
