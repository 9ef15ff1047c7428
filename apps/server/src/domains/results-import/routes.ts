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
import { refusedFile, sayRefused } from './refused-file.ts'
import { fixRow, rowsOf } from './row-store.ts'
import { addPart, chooseMapping, deleteImport, dictionaryIn, holdImport, insertImport, listImports, readImport, setImport } from './store.ts'
import { keptResults } from './undo-store.ts'

const later = async ({ jobs }: AppContext, db: Db, id: number, run: number) => jobs.send(db, importQueue, { id, run })

const maxIdleMs = 600_000

/**
 * Moves an import to the next state and starts its job. An `unfinished` state is accepted if the import has not changed for ten minutes. Throws
 * `conflict`.
 */
const begin = async (context: AppContext, db: Db, actor: Actor, id: number, from: wire.ImportState, to: wire.ImportState, unfinished: wire.ImportState[]) => {
  const held = await holdImport(db, id)
  const isLeft = unfinished.includes(held.state) && context.clock().getTime() - Date.parse(held.updated_at) > maxIdleMs
  if (held.state !== from && !isLeft) throw apiError('conflict')
  const run = held.run + 1
  await setImport(db, id, { state: to, run, done: 0, applied_by: actor.id })
  await later(context, db, id, run)
  return readImport(db, id)
}

export const resultsImportRoutes = [
  serve(wire.listResultsImports, ({ db, input }) => listImports(db, input.page ?? 1)),
  serve(wire.readResultsImport, ({ db, input }) => readImport(db, input.id)),
  serve(wire.addResultsImport, async ({ db, context, actor, input }) => {
    const { id, isWhole } = await insertImport(db, actor, input)
    if (isWhole) await later(context, db, id, 1)
    return readImport(db, id)
  }),
  serve(wire.addImportPart, async ({ db, context, input }) => {
    if (await addPart(db, input.id, input.at, input.content)) await later(context, db, input.id, 1)
    return readImport(db, input.id)
  }),
  serve(wire.changeResultsImport, async ({ db, context, input }) => {
    const { id, updated_at, mapping, name, facility, tested_on } = input
    const held = await holdImport(db, id)
    const isOpen = ['checked', 'undone'].includes(held.state) || (held.state === 'uploaded' && held.columns.length > 0)
    if (!isOpen || (updated_at !== undefined && updated_at !== held.updated_at)) throw apiError('conflict')
    const place = facility?.trim() ?? held.facility
    const run = held.run + 1
    await setImport(db, id, {
      ...(name?.trim() && { name: name.trim() }),
      ...(tested_on !== undefined && { tested_on }),
      facility: place,
      mapping: mapping ? await chooseMapping(db, held, place, mapping) : held.mapping,
      state: 'uploaded',
      run,
      done: 0,
    })
    await later(context, db, id, run)
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
  serve(row.fixImportRow, async ({ db, context, scope, input }) => fixRow(scope, await dictionaryIn(db), tokyoDay(context.clock()), input)),
  serve(wire.applyResultsImport, ({ db, context, actor, input }) => begin(context, db, actor, input.id, 'checked', 'applying', ['applying'])),
  serve(wire.undoResultsImport, ({ db, context, actor, input }) => begin(context, db, actor, input.id, 'applied', 'undoing', ['applying', 'undoing'])),
  serve(row.readRefusedRows, async ({ db, scope, input, language, reply }) => {
    const { name } = await readImport(db, input.id)
    const content = await refusedFile(scope, input.id, language)
    reply.header('content-type', 'text/csv; charset=utf-8').header('content-disposition', attachment(`${name}_${sayRefused(language)}.csv`))
    return content
  }),
  serve(row.listKeptResults, async ({ db, scope, input }) => {
    await readImport(db, input.id)
    return { items: await keptResults(scope, input.id) }
  }),
]
