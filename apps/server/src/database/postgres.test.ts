import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { joinPostgres, type Postgres, startPostgres } from './postgres.ts'
import { StartupError } from './postgres-paths.ts'

const folder = mkdtempSync(join(tmpdir(), 'sukoyaka-postgres-'))
const data = join(folder, 'data', 'postgres')
const log = () => {}

beforeAll(async () => {
  chmodSync(folder, 0o755)
  // Creates the database in `data`, so that the tests start an existing one.
  await (await startPostgres(data, { log })).stop()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function select(postgres: { url: string }, sql: string) {
  const client = new pg.Client({ connectionString: postgres.url })
  client.on('error', () => {})
  await client.connect()
  try {
    return Object.values((await client.query(sql)).rows[0] ?? {})[0]
  } finally {
    await client.end()
  }
}

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const waitUntil = async (isDone: () => boolean | Promise<boolean>) => {
  for (let tries = 0; tries < 500; tries++) {
    if (await isDone()) return
    await sleep(20)
  }
  throw new Error('timed out after 10 s')
}

/** Starts PostgreSQL on `dir` in another process, which then stays alive. */
async function startInOtherProcess(dir: string) {
  const source = `const { startPostgres } = await import(${JSON.stringify(join(import.meta.dirname, 'postgres.ts'))})
    const p = await startPostgres(${JSON.stringify(dir)}, { log() {} }); console.log(JSON.stringify({ pid: p.pid, url: p.url })); setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await new Promise<string[]>((resolve) => child.stdout.once('data', (text) => resolve(String(text).split('\n'))))
  return { child: child as ChildProcess, ...(JSON.parse(line!) as { pid: number; url: string }) }
}

async function withPostgres(dir: string, run: (postgres: Postgres) => Promise<void>) {
  const postgres = await startPostgres(dir, { log })
  try {
    await run(postgres)
  } finally {
    await postgres.stop()
  }
}

test('starts PostgreSQL 18 with Japanese sort order, fsync, no network listener and no parameters in the log', async () => {
  await withPostgres(data, async (postgres) => {
    expect(await select(postgres, 'show server_version')).toMatch(/^18\./)
    expect(await select(postgres, "select string_agg(x, '' order by x) from unnest(array['ん', 'か', 'ア', 'あ', 'い']) x")).toBe('あアいかん')
    expect(await select(postgres, 'show fsync')).toBe('on')
    expect(await select(postgres, 'show listen_addresses')).toBe('')
    expect(await select(postgres, 'show log_parameter_max_length_on_error')).toBe('0')
  })
})

test('on data that another process uses, startPostgres fails with one line that names the process, and joinPostgres uses its PostgreSQL', async () => {
  const first = await startInOtherProcess(data)
  const startupError = await startPostgres(data, { log }).catch((error: Error) => error)
  const { host, user, database, stop } = await joinPostgres(data, { log })
  expect(await select({ url: `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}` }, 'select 7 as n')).toBe(7)
  await stop()
  expect(await select(first, 'select 8 as n')).toBe(8)
  first.child.kill('SIGKILL')
  expect(startupError).toBeInstanceOf(StartupError)
  expect((startupError as Error).message).toMatch(new RegExp(`in use by another Sukoyaka \\(process ${first.child.pid}\\)`))
  expect((startupError as Error).message).not.toContain('\n')
})

/** Tries to lock the data as the PostgreSQL of another container does; on success it holds the lock until its input ends. */
const lockData = async () => {
  const child = spawn('/bin/sh', ['-c', 'exec 4<>"$0/PG_VERSION"; flock -n 4 && echo locked && exec cat', data], { stdio: ['pipe', 'pipe', 'inherit'] })
  const [first] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
  return { isLocked: String(first) === 'locked\n', release: () => child.stdin.end() && once(child, 'exit') }
}

test.runIf(process.platform === 'linux')('on data that PostgreSQL uses in another container, the start fails and changes nothing', async () => {
  // ends the PostgreSQL of the server that the test above killed
  await withPostgres(data, async () => {})
  const pidPath = join(data, 'postmaster.pid')
  // the processes of another container are not visible
  const ready = `1\n${data}\n0\n5432\n\n\n\nready\n`
  writeFileSync(pidPath, ready)
  const other = await lockData()
  expect(other.isLocked).toBe(true)
  await expect(startPostgres(data, { log })).rejects.toThrow(`The database in ${data} is in use by another container or machine`)
  expect(readFileSync(pidPath, 'utf8')).toBe(ready)
  await other.release()
  await withPostgres(data, async (postgres) => {
    expect(await select(postgres, 'select 1')).toBe(1)
    expect((await lockData()).isLocked).toBe(false)
  })
  const last = await lockData()
  expect(last.isLocked).toBe(true)
  await last.release()
})

test('after the server was killed, PostgreSQL starts with the committed data, and the earlier PostgreSQL process has ended', async () => {
  const first = await startInOtherProcess(data)
  await select(first, 'create table if not exists kept (n int)')
  await select(first, 'insert into kept values (7)')
  first.child.kill('SIGKILL')
  await withPostgres(data, async (postgres) => {
    expect(isAlive(first.pid)).toBe(false)
    expect(await select(postgres, 'select n from kept')).toBe(7)
  })
})

test('ignores a stale pid file whose pid belongs to another process', async () => {
  writeFileSync(join(data, 'postmaster.pid'), `${process.pid}\n${data}\n0\n5432\n`)
  await withPostgres(data, async (postgres) => expect(await select(postgres, 'select 1')).toBe(1))
})

test('restarts a killed database process', async () => {
  await withPostgres(data, async (postgres) => {
    const before = postgres.pid
    process.kill(before, 'SIGKILL')
    await waitUntil(async () => postgres.pid !== before && (await select(postgres, 'select 1').catch(() => 0)) === 1)
    expect(isAlive(before)).toBe(false)
  })
})

test('calls onExit instead of restarting PostgreSQL when it ends for the sixth time within a minute', async () => {
  const postgres = await startPostgres(data, { log })
  let reason = ''
  postgres.onExit((exitReason) => {
    reason = exitReason
  })
  let last = 0
  for (let deaths = 0; deaths < 6; deaths++) {
    await waitUntil(() => postgres.pid !== last && postgres.pid > 0)
    last = postgres.pid
    process.kill(last, 'SIGKILL')
  }
  await waitUntil(() => reason !== '')
  expect(reason).toMatch(/ended 6 times within a minute/)
  await postgres.stop()
})

test('replaces a socket path that is too long by a private folder with a stable name', async () => {
  const dir = join(folder, 'a'.repeat(90), 'postgres')
  let host = ''
  await withPostgres(dir, async (postgres) => {
    host = postgres.host
    expect(await select(postgres, 'select 1')).toBe(1)
    expect(execFileSync('stat', ['-c', '%a', host], { encoding: 'utf8' }).trim()).toBe('700')
  })
  await withPostgres(dir, async (postgres) => expect(postgres.host).toBe(host))
  rmSync(host, { recursive: true, force: true })
})

test('rejects data of another PostgreSQL version and a folder with other files, with one line', async () => {
  const other = join(folder, 'other')
  mkdirSync(other, { recursive: true })
  writeFileSync(join(other, 'letter.txt'), 'x')
  await expect(startPostgres(other, { log })).rejects.toThrow(/^.*neither empty nor a database.*$/)
  const version = readFileSync(join(data, 'PG_VERSION'))
  writeFileSync(join(data, 'PG_VERSION'), '15\n')
  await expect(startPostgres(data, { log })).rejects.toThrow(/^.*is of PostgreSQL 15, this is 18.*$/)
  writeFileSync(join(data, 'PG_VERSION'), version)
})

test('if the data folder is a link to a missing folder, the start fails with one line and creates nothing', async () => {
  const dir = join(folder, 'restored', 'postgres')
  mkdirSync(join(folder, 'restored'))
  symlinkSync(join(folder, 'gone', 'postgres'), dir)
  await expect(startPostgres(dir, { log })).rejects.toThrow(StartupError)
  await expect(startPostgres(dir, { log })).rejects.toThrow(
    /^The database of this DATA_DIR is missing: .*gone\/postgres, which does not exist\. Restore[^\n]*$/,
  )
  expect(lstatSync(dir).isSymbolicLink()).toBe(true)
  expect(existsSync(join(folder, 'gone'))).toBe(false)
})

test.runIf(process.getuid?.() === 0)('if the data belongs to another user, the start fails and names the command that repairs it', async () => {
  const dir = join(folder, 'copied', 'postgres')
  await (await startPostgres(dir, { log })).stop()
  // the state after root ran `cp -r`
  execFileSync('chown', ['-R', 'root', dir])
  await expect(startPostgres(dir, { log })).rejects.toThrow(/runs as the user \w+ and cannot write to .*: chown -R \w+ /)
  expect(lstatSync(dir).uid).toBe(0)
})

test.runIf(process.getuid?.() === 0)('keeps files that are no database in a folder that the user of PostgreSQL cannot enter', async () => {
  const dir = join(folder, 'private', 'postgres')
  mkdirSync(dir, { recursive: true })
  chmodSync(join(folder, 'private'), 0o700)
  writeFileSync(join(dir, 'notes.txt'), 'mine')
  await expect(startPostgres(dir, { log })).rejects.toThrow(/neither empty nor a database/)
  expect(readFileSync(join(dir, 'notes.txt'), 'utf8')).toBe('mine')
})
