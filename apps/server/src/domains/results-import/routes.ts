import { tokyoDay } from '@sukoyaka/rules/time'
import * as row from '@sukoyaka/wire/boards/import-row'
import * as wire from '@sukoyaka/wire/boards/results-import'
import type { Actor } from '../../access/actor.ts'
import type { AppContext } from '../../context/app-context.ts'
import type { Db } from '../../database/db.ts'
import { apiError } from '../../errors/api-error.ts'
import { attachment } from '../../files/file-name.ts'
import { serve } from '../../http/serve.ts'
import { importQueue } from './jobs.ts'
import { rejectedFile, rejectedFileSuffix } from './rejected-file.ts'
import { fixRow, rowsOf } from './row-store.ts'
import { addPart, chooseMapping, deleteImport, dictionaryIn, insertImport, listImports, lockImport, readImport, setImport } from './store.ts'
import { keptResults } from './undo-store.ts'

const enqueueRun = async ({ jobs }: AppContext, db: Db, id: number, run: number) => jobs.send(db, importQueue, { id, run })

/**
 * Moves an import from the state `from` to `to` and starts its job. An `unfinished` state is accepted if the import has not changed for ten minutes. Throws
 * 404, and `conflict` in any other state or if the import has changed since `updated_at`.
 */
const startRun = async (
  context: AppContext,
  db: Db,
  actor: Actor,
  { id, updated_at }: { id: number; updated_at?: string },
  from: wire.ImportState,
  to: wire.ImportState,
  unfinished: wire.ImportState[],
) => {
  const resultsImport = await lockImport(db, id)
  const isAbandoned = unfinished.includes(resultsImport.state) && context.clock().getTime() - Date.parse(resultsImport.updated_at) > wire.maxIdleMs
  if ((resultsImport.state !== from && !isAbandoned) || (updated_at !== undefined && updated_at !== resultsImport.updated_at)) throw apiError('conflict')
  const run = resultsImport.run + 1
  await setImport(db, id, { state: to, run, done: 0, applied_by: actor.id })
  await enqueueRun(context, db, id, run)
  return readImport(db, id)
}

export const resultsImportRoutes = [
  serve(wire.listResultsImports, ({ db, input }) => listImports(db, input.page ?? 1)),
  serve(wire.getResultsImport, ({ db, input }) => readImport(db, input.id)),
  serve(wire.addResultsImport, async ({ db, context, actor, input }) => {
    const { id, isComplete } = await insertImport(db, actor, input)
    if (isComplete) await enqueueRun(context, db, id, 1)
    return readImport(db, id)
  }),
  serve(wire.addImportPart, async ({ db, context, input }) => {
    if (await addPart(db, input.id, input.at, input.content)) await enqueueRun(context, db, input.id, 1)
    return readImport(db, input.id)
  }),
  serve(wire.changeResultsImport, async ({ db, context, input }) => {
    const { id, updated_at, mapping, name, facility, tested_on } = input
    const resultsImport = await lockImport(db, id)
    const isOpen = ['checked', 'undone'].includes(resultsImport.state) || (resultsImport.state === 'uploaded' && resultsImport.columns.length > 0)
    if (!isOpen || (updated_at !== undefined && updated_at !== resultsImport.updated_at)) throw apiError('conflict')
    const facilityName = facility?.trim() ?? resultsImport.facility
    const run = resultsImport.run + 1
    await setImport(db, id, {
      ...(name?.trim() && { name: name.trim() }),
      ...(tested_on !== undefined && { tested_on }),
      facility: facilityName,
      mapping: mapping ? await chooseMapping(db, resultsImport, facilityName, mapping) : resultsImport.mapping,
      state: 'uploaded',
      run,
      done: 0,
    })
    await enqueueRun(context, db, id, run)
    return readImport(db, id)
  }),
  serve(wire.removeResultsImport, async ({ db, input }) => {
    await deleteImport(db, input.id)
    return null
  }),
  serve(row.listImportRows, async ({ db, scope, input }) => {
    await readImport(db, input.id)
    return rowsOf(scope, input)
  }),
  serve(row.fixImportRow, async ({ db, context, scope, actor, input }) =>
    fixRow(scope, { dictionary: await dictionaryIn(db), today: tokyoDay(context.clock()), actor }, input),
  ),
  serve(wire.applyResultsImport, ({ db, context, actor, input }) => startRun(context, db, actor, input, 'checked', 'applying', ['applying'])),
  serve(wire.undoResultsImport, ({ db, context, actor, input }) => startRun(context, db, actor, input, 'applied', 'undoing', ['applying', 'undoing'])),
  serve(row.getRejectedRows, async ({ db, scope, input, language, reply }) => {
    const { name } = await readImport(db, input.id)
    const content = await rejectedFile(scope, input.id, language)
    reply.header('content-type', 'text/csv; charset=utf-8').header('content-disposition', attachment(`${name}_${rejectedFileSuffix(language)}.csv`))
    return content
  }),
  serve(row.listKeptResults, async ({ db, scope, input }) => {
    await readImport(db, input.id)
    return { items: await keptResults(scope, input.id) }
  }),
]
