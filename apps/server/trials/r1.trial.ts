import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { afterEach, expect, test } from 'vitest'
import { startServer } from '../test/process.ts'
import { msUntil } from '../test/wait-until.ts'
import { judge, openHistory } from './history.ts'
import { isFull } from './kit/report.ts'
import { addressOf, type Patient, preparePatients, readStreet, requestOwnAccount } from './patients.ts'
import { isAlive, postmasterOf, seededRandom } from './server.ts'

const writers = 4
const kills = Number(process.env.TRIAL_N ?? (isFull ? 20 : 3))
const seed = Number(process.env.TRIAL_SEED ?? 20261121)

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

type Failure = { kill: number; problem: string }

const prepare = async (settings = '') => {
  const { folder, patients, remove } = await preparePatients(writers, settings)
  cleanups.push(remove)
  return { folder, patients }
}

/** Kills the victims in turn while patients write, and compares the stored values after each kill. */
const killWhileWriting = async ({ folder, patients }: { folder: string; patients: Patient[] }, victims: ('server' | 'database')[]) => {
  const chance = seededRandom(seed)
  const history = openHistory(join(folder, 'history.jsonl'))
  cleanups.push(() => history.close())
  const failures: Failure[] = []
  const readyMs: number[] = []
  let server = await startServer(folder)
  cleanups.push(() => server.end())
  const values = patients.map(() => 0)
  let acknowledged = 0

  const writeUntil = async (writer: number, isOver: () => boolean) => {
    while (!isOver()) {
      const n = values[writer]! + 1
      history.add({ what: 'sent', writer, n })
      const response = await requestOwnAccount(server.url, patients[writer]!, 'PATCH', addressOf(n)).catch(() => undefined)
      // Without a 200 the write may or may not be stored; the writer continues from the value found after the restart.
      if (response?.status !== 200) return
      history.add({ what: 'acknowledged', writer, n })
      values[writer] = n
      acknowledged++
    }
  }

  for (const [kill, victim] of victims.entries()) {
    let isOver = false
    const writing = patients.map((_, writer) => writeUntil(writer, () => isOver))
    const before = acknowledged
    await msUntil(() => acknowledged > before + 10)
    await sleep(chance() * 700)
    const postmaster = postmasterOf(folder)!
    const startedAt = performance.now()
    process.kill(victim === 'server' ? server.process.pid! : postmaster, 'SIGKILL')
    isOver = true
    await Promise.all(writing)
    if (victim === 'server') server = await startServer(folder)
    let lastError = ''
    const found = new Map<number, number>()
    const isReady = async () => {
      try {
        // connections to the killed process stay open briefly and would still respond
        const now = postmasterOf(folder)
        if (!now || now === postmaster || !(await fetch(`${server.url}/readyz`)).ok) return false
        for (const [writer, patient] of patients.entries()) found.set(writer, await readStreet(server.url, patient))
        return true
      } catch (error) {
        lastError = (error as Error).message
        return false
      }
    }
    const readyAfterMs = await msUntil(isReady)
    if (readyAfterMs === undefined) {
      const state = server.process.exitCode === null ? 'is running' : `exited with ${server.process.exitCode}`
      failures.push({
        kill,
        problem: `not ready after a kill of the ${victim}; the server ${state}; ${lastError}: ${server.output.slice(-3).join(' | ').slice(0, 1500)}`,
      })
      break
    }
    readyMs.push(Math.round(performance.now() - startedAt))
    if (isAlive(postmaster)) failures.push({ kill, problem: `PostgreSQL ${postmaster} was left behind` })
    const { lost, extra, never_sent } = judge(history.read(), found)
    for (const item of lost) failures.push({ kill, problem: `writer ${item.writer}: ${item.acknowledgedValue} acknowledged, ${item.found} stored` })
    // At most one request per writer was in flight at the kill.
    if (extra > writers || never_sent > 0) failures.push({ kill, problem: `${extra} extra, ${never_sent} never sent` })
    // The values found now count as acknowledged.
    for (const [writer, value] of found) {
      values[writer] = value
      history.add({ what: 'sent', writer, n: value })
      history.add({ what: 'acknowledged', writer, n: value })
    }
  }
  await server.end()
  return { failures, figures: { kills: victims.length, acknowledged, max_ready_ms: Math.max(0, ...readyMs) } }
}

const report = (id: string, n: number, failures: Failure[], figures: object) =>
  pino({ base: undefined, timestamp: false }).info({ id, seed, n, failures, figures })

test(`R-1: loses no acknowledged write when server and database are killed ${kills} times`, async () => {
  const victims = Array.from({ length: kills }, (_, kill) => (kill % 2 ? ('database' as const) : ('server' as const)))
  const { failures, figures } = await killWhileWriting(await prepare(), victims)
  report('R-1', kills, failures, figures)
  expect(failures).toEqual([])
  expect(figures.acknowledged).toBeGreaterThan(kills * 10)
})

test('R-1 control: detects a database that acknowledges before it writes', async () => {
  const injected = await prepare('\nsynchronous_commit = off\nwal_writer_delay = 10s\nwal_writer_flush_after = 1GB\n')
  const { failures, figures } = await killWhileWriting(injected, ['database', 'database', 'database'])
  report('R-1 control', 3, failures, figures)
  expect(failures.some(({ problem }) => problem.includes(' acknowledged, '))).toBe(true)
})

test('R-1 control: the history check detects lost, extra and never-sent numbers', () => {
  const history = [1, 2, 3].flatMap((i) => [{ what: 'sent' as const, writer: 0, n: i }, ...(i < 3 ? [{ what: 'acknowledged' as const, writer: 0, n: i }] : [])])
  expect(judge(history, new Map([[0, 1]])).lost).toEqual([{ writer: 0, acknowledgedValue: 2, found: 1 }])
  expect(judge(history, new Map([[0, 3]]))).toMatchObject({ lost: [], extra: 1, never_sent: 0 })
  expect(judge(history, new Map([[0, 4]])).never_sent).toBe(1)
})
