import { setImmediate as turn } from 'node:timers/promises'
import { tokyoDay } from '@sukoyaka/rules/time'
import { systemScope } from '../../access/system-scope.ts'
import type { AppContext } from '../../context/app-context.ts'
import type { Db } from '../../database/db.ts'
import { ApiError } from '../../errors/api-error.ts'
import type { JobKind } from '../../jobs/jobs.ts'
import { readJudging } from '../checkup/judging-store.ts'
import { applyRows, isStill, rowsAfter } from './apply-store.ts'
import { judgeRows, keepJudged, refuseTwins, type StoredRow } from './check-store.ts'
import { knownNames, proposeMapping } from './mapping.ts'
import { readFile } from './read-file.ts'
import { planOf } from './read-row.ts'
import { deleteRows, insertRows } from './row-store.ts'
import { countRows, dictionaryIn, fileOf, forgetFile, holdImport, type Import, rememberedAt, setImport } from './store.ts'
import { Unreadable } from './table-file.ts'
import { countKept, undoRows } from './undo-store.ts'

export const importQueue = 'results_import'
type Data = { id: number; run: number }

/** Batch sizes that block neither the event loop nor locked rows for long. */
const atOnce = { all: 100, waiting: 40, written: 100 }

/** Reads the file into rows. A retry starts from the beginning: no row has been judged yet. */
const read = async ({ db }: AppContext, held: Import, signal: AbortSignal) => {
  const dictionary = await dictionaryIn(db)
  await deleteRows(systemScope(db), held.id)
  let total = 0
  let told: Parameters<Parameters<typeof readFile>[2]['head']>[0] | undefined
  const bytes = await fileOf(db, held.id)
  await readFile(
    new Uint8Array(bytes),
    knownNames(dictionary),
    {
      head: async (head) => {
        told = head
      },
      some: async (rows) => {
        await insertRows(systemScope(db), held.id, rows)
        total += rows.length
        await setImport(db, held.id, { total })
      },
    },
    signal,
  )
  if (!told || total === 0) throw new Unreadable('not_a_table')
  const { columns, encoding } = told
  const mapping = proposeMapping(columns, dictionary, await rememberedAt(db, held.facility))
  await db.transaction(async (tx) => {
    await setImport(tx, held.id, { columns, encoding, mapping, total })
    await forgetFile(tx, held.id)
  })
}

type Step = (tx: Db, rows: StoredRow[]) => Promise<unknown>

/** Processes all rows of a kind in batches, each in its own transaction. Stops and returns false if another run has replaced this one. */
const walk = async ({ db, onChanges: follow }: AppContext, held: Import, which: keyof typeof atOnce, signal: AbortSignal, step: Step): Promise<boolean> => {
  for (let line = 0, done = held.done; ; await turn()) {
    if (signal.aborted) throw new Error('stopped: another server continues')
    const rows = await rowsAfter(systemScope(db), held.id, line, which, atOnce[which])
    if (!rows.length) return true
    const isOn = await db.transaction(async (tx) => {
      if (!(await isStill(tx, held))) return false
      await step(tx, rows)
      if (which !== 'all') await follow(tx, ['test_results'], new Set(rows.flatMap(({ patient_id }) => patient_id ?? [])))
      done = Math.min(done + rows.length, held.total)
      await setImport(tx, held.id, { done })
      return true
    })
    if (!isOn) return false
    line = rows.at(-1)!.line
  }
}

/** Ends a run, unless another run has replaced it. */
const finish = ({ db }: AppContext, held: Import, change: (tx: Db) => Promise<Parameters<typeof setImport>[2]>) =>
  db.transaction(async (tx) => {
    if (await isStill(tx, held)) await setImport(tx, held.id, await change(tx))
  })

const check = async (context: AppContext, held: Import, signal: AbortSignal) => {
  const dictionary = await dictionaryIn(context.db)
  const plan = planOf({ ...held, dictionary, today: tokyoDay(context.clock()) })
  const isOn = await walk(context, { ...held, done: 0 }, 'all', signal, async (tx, rows) =>
    keepJudged(systemScope(tx), held.id, await judgeRows(systemScope(tx), held.facility, plan, rows)),
  )
  if (!isOn) return
  await finish(context, held, async (tx) => {
    await refuseTwins(systemScope(tx), held.id)
    return { state: 'checked', counts: await countRows(systemScope(tx), held.id), done: held.total }
  })
}

const apply = async (context: AppContext, held: Import, signal: AbortSignal) => {
  const dictionary = await dictionaryIn(context.db)
  const plan = planOf({ ...held, dictionary, today: tokyoDay(context.clock()) })
  const writing = { held, plan, judging: await readJudging(context.db) }
  const isOn = await walk(context, held, 'waiting', signal, (tx, rows) => applyRows(systemScope(tx), writing, rows))
  if (!isOn) return
  await finish(context, held, async (tx) => ({
    state: 'applied',
    counts: await countRows(systemScope(tx), held.id),
    done: held.total,
    applied_at: context.clock().toISOString(),
  }))
}

const undo = async (context: AppContext, held: Import, signal: AbortSignal) => {
  const judging = await readJudging(context.db)
  const isOn = await walk(context, held, 'written', signal, (tx, rows) => undoRows(systemScope(tx), held, judging, rows))
  if (!isOn) return
  await finish(context, held, async (tx) => ({
    state: 'undone',
    counts: { ...held.counts, kept: await countKept(systemScope(tx), held.id) },
    done: held.total,
    undone_at: context.clock().toISOString(),
  }))
}

const heldNow = (db: Db, id: number) =>
  db
    .transaction((tx) => holdImport(tx, id))
    .catch((error) => {
      if (error instanceof ApiError) return undefined
      throw error
    })

const work = async (context: AppContext, { id, run }: Data, signal: AbortSignal): Promise<void> => {
  const held = await heldNow(context.db, id)
  if (!held || held.run !== run) return
  if (held.state === 'applying') return apply(context, held, signal)
  if (held.state === 'undoing') return undo(context, held, signal)
  if (held.state !== 'uploaded') return
  if (!held.columns.length)
    try {
      await read(context, held, signal)
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      await forgetFile(context.db, id)
      await deleteRows(systemScope(context.db), id)
      await setImport(context.db, id, { state: 'failed', error: error.code })
      return
    }
  const now = await heldNow(context.db, id)
  if (now?.state === 'uploaded' && now.run === run) await check(context, now, signal)
}

/** Reads, checks, applies and undoes imports. A retried apply or undo continues where it stopped. */
export const importJobs: JobKind[] = [{ queue: importQueue, options: { retryLimit: 20, retryDelay: 5, expireInSeconds: 3_600 }, every: 1, work }]
