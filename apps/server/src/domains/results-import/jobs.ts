import { setImmediate as turn } from 'node:timers/promises'
import { tokyoDay } from '@sukoyaka/rules/time'
import { systemScope } from '../../access/system-scope.ts'
import type { AppContext } from '../../context/app-context.ts'
import type { Db } from '../../database/db.ts'
import { ApiError } from '../../errors/api-error.ts'
import type { JobKind } from '../../jobs/jobs.ts'
import { readJudging } from '../checkup/judging-store.ts'
import { applyRows, isCurrentRun, rowsAfter } from './apply-store.ts'
import { judgeRows, rejectDuplicates, type StoredRow, storeJudgedRows } from './check-store.ts'
import { ImportError } from './import-error.ts'
import { knownNames, proposeMapping } from './mapping.ts'
import { readFile } from './read-file.ts'
import { columnLayoutOf } from './read-row.ts'
import { deleteRows, insertRows } from './row-store.ts'
import { countRows, deleteFile, dictionaryIn, fileOf, type Import, lockImport, mappingsOf, setImport } from './store.ts'
import { countKept, undoRows } from './undo-store.ts'

export const importQueue = 'results_import'
type Data = { id: number; run: number }

/** Batch sizes. They are small, so that a batch blocks the event loop and keeps rows locked for a short time only. */
const batchSizes = { all: 100, waiting: 40, written: 100 }

const maxReads = 2
/** Counts the reads before they start, so that a file that crashes the process is not read forever. */
const startReading = async (db: Db, { id, read_count }: Import) => {
  if (read_count >= maxReads) throw new ImportError('too_large')
  await setImport(db, id, { read_count: read_count + 1 })
}

/** Reads the file into rows. A retry starts from the beginning: no row has been judged yet. */
const read = async ({ db }: AppContext, resultsImport: Import, signal: AbortSignal) => {
  const dictionary = await dictionaryIn(db)
  await deleteRows(systemScope(db), resultsImport.id)
  let total = 0
  let tableHead: Parameters<Parameters<typeof readFile>[2]['onHead']>[0] | undefined
  const bytes = await fileOf(db, resultsImport.id)
  await readFile(
    new Uint8Array(bytes),
    knownNames(dictionary),
    {
      onHead: async (head) => {
        tableHead = head
      },
      onRows: async (rows) => {
        await insertRows(systemScope(db), resultsImport.id, rows)
        total += rows.length
        await setImport(db, resultsImport.id, { total })
      },
    },
    signal,
  )
  if (!tableHead || total === 0) throw new ImportError('not_a_table')
  const { columns, encoding } = tableHead
  const mapping = proposeMapping(columns, dictionary, await mappingsOf(db, resultsImport.facility))
  await db.transaction(async (tx) => {
    await setImport(tx, resultsImport.id, { columns, encoding, mapping, total })
    await deleteFile(tx, resultsImport.id)
  })
}

type Step = (tx: Db, rows: StoredRow[]) => Promise<unknown>

/** Processes the selected rows (`rowsAfter`) in batches, each in its own transaction. Stops and returns false if another run has replaced this one. */
const processBatches = async (
  { db, onChanges }: AppContext,
  resultsImport: Import,
  selection: keyof typeof batchSizes,
  signal: AbortSignal,
  step: Step,
): Promise<boolean> => {
  for (let line = 0, done = resultsImport.done; ; await turn()) {
    if (signal.aborted) throw new Error('stopped: a retry of the job continues')
    const rows = await rowsAfter(systemScope(db), resultsImport.id, line, selection, batchSizes[selection])
    if (!rows.length) return true
    const isCurrent = await db.transaction(async (tx) => {
      if (!(await isCurrentRun(tx, resultsImport))) return false
      await step(tx, rows)
      if (selection !== 'all') await onChanges(tx, ['test_results'], new Set(rows.flatMap(({ patient_id }) => patient_id ?? [])))
      done = Math.min(done + rows.length, resultsImport.total)
      await setImport(tx, resultsImport.id, { done })
      return true
    })
    if (!isCurrent) return false
    line = rows.at(-1)!.line
  }
}

/** Ends a run, unless another run has replaced it. */
const finishRun = ({ db }: AppContext, resultsImport: Import, change: (tx: Db) => Promise<Parameters<typeof setImport>[2]>) =>
  db.transaction(async (tx) => {
    if (await isCurrentRun(tx, resultsImport)) await setImport(tx, resultsImport.id, await change(tx))
  })

const check = async (context: AppContext, resultsImport: Import, signal: AbortSignal) => {
  const dictionary = await dictionaryIn(context.db)
  const layout = columnLayoutOf({ ...resultsImport, dictionary, today: tokyoDay(context.clock()) })
  const isCurrent = await processBatches(context, { ...resultsImport, done: 0 }, 'all', signal, async (tx, rows) =>
    storeJudgedRows(systemScope(tx), resultsImport.id, await judgeRows(systemScope(tx), resultsImport.facility, layout, rows)),
  )
  if (!isCurrent) return
  await finishRun(context, resultsImport, async (tx) => {
    await rejectDuplicates(systemScope(tx), resultsImport.id)
    return { state: 'checked', counts: await countRows(systemScope(tx), resultsImport.id), done: resultsImport.total }
  })
}

const apply = async (context: AppContext, resultsImport: Import, signal: AbortSignal) => {
  const dictionary = await dictionaryIn(context.db)
  const layout = columnLayoutOf({ ...resultsImport, dictionary, today: tokyoDay(context.clock()) })
  const applyContext = { resultsImport, layout, judging: await readJudging(context.db) }
  const isCurrent = await processBatches(context, resultsImport, 'waiting', signal, (tx, rows) => applyRows(systemScope(tx), applyContext, rows))
  if (!isCurrent) return
  await finishRun(context, resultsImport, async (tx) => ({
    state: 'applied',
    counts: await countRows(systemScope(tx), resultsImport.id),
    done: resultsImport.total,
    applied_at: context.clock().toISOString(),
  }))
}

const undo = async (context: AppContext, resultsImport: Import, signal: AbortSignal) => {
  const judging = await readJudging(context.db)
  const isCurrent = await processBatches(context, resultsImport, 'written', signal, (tx, rows) => undoRows(systemScope(tx), resultsImport, judging, rows))
  if (!isCurrent) return
  await finishRun(context, resultsImport, async (tx) => ({
    state: 'undone',
    counts: { ...resultsImport.counts, kept: await countKept(systemScope(tx), resultsImport.id) },
    done: resultsImport.total,
    undone_at: context.clock().toISOString(),
  }))
}

const findImport = (db: Db, id: number) =>
  db
    .transaction((tx) => lockImport(tx, id))
    .catch((error) => {
      if (error instanceof ApiError) return undefined
      throw error
    })

const runImport = async (context: AppContext, { id, run }: Data, signal: AbortSignal): Promise<void> => {
  const resultsImport = await findImport(context.db, id)
  if (!resultsImport || resultsImport.run !== run) return
  if (resultsImport.state === 'applying') return apply(context, resultsImport, signal)
  if (resultsImport.state === 'undoing') return undo(context, resultsImport, signal)
  if (resultsImport.state !== 'uploaded') return
  if (!resultsImport.columns.length)
    try {
      await startReading(context.db, resultsImport)
      await read(context, resultsImport, signal)
    } catch (error) {
      // a read stopped by another error, such as a shutdown, is not counted: only one that killed its process is
      if (!(error instanceof ImportError)) {
        await setImport(context.db, id, { read_count: resultsImport.read_count })
        throw error
      }
      await deleteFile(context.db, id)
      await deleteRows(systemScope(context.db), id)
      await setImport(context.db, id, { state: 'failed', error: error.code })
      return
    }
  const now = await findImport(context.db, id)
  if (now?.state === 'uploaded' && now.run === run) await check(context, now, signal)
}

/** Reads, checks, applies and undoes imports. A retried apply or undo continues where it stopped. */
export const importJobs: JobKind[] = [{ queue: importQueue, options: { retryLimit: 20, retryDelay: 5, expireInSeconds: 3_600 }, work: runImport }]
