// built per call: an import is rare and each of its reads is long; the list is prepared
import { foldName } from '@sukoyaka/rules/boards/import-cell'
import { foldHeader } from '@sukoyaka/rules/boards/import-header'
import { type addResultsImport, type changeResultsImport, type ImportCounts, isSingleField, type ResultsImport } from '@sukoyaka/wire/boards/results-import'
import type { Input } from '@sukoyaka/wire/endpoint'
import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Actor } from '../../access/actor.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { later } from '../../database/columns.ts'
import type { Db } from '../../database/db.ts'
import { countedPageOf } from '../../database/page.ts'
import { preparedQuery } from '../../database/prepared.ts'
import { apiError } from '../../errors/api-error.ts'
import { users } from '../account/tables.ts'
import { result_categories } from '../checkup/tables.ts'
import { type Dictionary, dictionaryOf, type Remembered, unitOf } from './mapping.ts'
import { import_mappings, import_parts, import_rows, results_imports } from './tables.ts'

export type Import = typeof results_imports.$inferSelect

const { columns: _, mapping: __, encoding: ___, run: ____, applied_by: _____, ...headColumns } = getTableColumns(results_imports)
// a subquery by key: a join would read all users
const user_name = sql<string>`(select concat_ws(' ', u.last_name, u.first_name) from ${users} u where u.id = ${results_imports.user_id})`
const noCounts: ImportCounts = {
  rows: 0,
  new: 0,
  changed: 0,
  same: 0,
  refused: 0,
  partial: 0,
  cells_open: 0,
  values_new: 0,
  values_changed: 0,
  people: 0,
  kept: 0,
}
const withAllCounts = <T extends { counts: Partial<ImportCounts> }>(row: T) => ({ ...row, counts: { ...noCounts, ...row.counts } })

const importsOfPage = preparedQuery((db) =>
  db
    .select({ ...headColumns, user_name })
    .from(results_imports)
    .orderBy(desc(results_imports.created_at), desc(results_imports.id))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset')),
)
const countOfImports = preparedQuery((db) => db.select({ n: sql<number>`count(*)::int` }).from(results_imports))

export const listImports = async (db: Db, page: number) => {
  const count = countOfImports(db)
    .execute()
    .then(([row]) => row!.n)
  const found = await countedPageOf(page, (window) => importsOfPage(db).execute(window), count)
  return { ...found, items: found.items.map(withAllCounts) }
}

const importById = preparedQuery((db) =>
  db
    .select({ ...getTableColumns(results_imports), user_name })
    .from(results_imports)
    .where(eq(results_imports.id, sql.placeholder('id'))),
)

export const readImport = async (db: Db, id: number): Promise<ResultsImport> => {
  const [found] = await importById(db).execute({ id })
  if (!found) throw apiError('not_found')
  return withAllCounts(found)
}

export const lockImport = async (db: Db, id: number): Promise<Import> => {
  const [existing] = await db.select().from(results_imports).where(eq(results_imports.id, id)).for('update')
  if (!existing) throw apiError('not_found')
  return existing
}

export const setImport = (db: Db, id: number, change: Partial<typeof results_imports.$inferInsert>) =>
  db
    .update(results_imports)
    .set({ ...change, updated_at: later(results_imports.updated_at) })
    .where(eq(results_imports.id, id))

const nameFrom = (file_name: string) => file_name.replace(/^.*[\\/]/, '').replace(/\.\w{1,5}$/, '') || file_name

const savePart = async (db: Db, { id, size, received }: Pick<Import, 'id' | 'size' | 'received'>, content: string) => {
  const bytes = Buffer.from(content, 'base64')
  if (received + bytes.length > size) throw apiError('invalid', { fields: { content: ['too_long'] } })
  await db.insert(import_parts).values({ import_id: id, at: received, bytes })
  await setImport(db, id, { received: received + bytes.length })
  return received + bytes.length === size
}

/** `isComplete`: whether the complete file has arrived. */
export const insertImport = async (db: Db, actor: Actor, { content, name, file_name, facility = '', ...values }: Input<typeof addResultsImport>) => {
  const [created] = await db
    .insert(results_imports)
    .values({ ...values, file_name, name: name?.trim() || nameFrom(file_name), facility: facility.trim(), user_id: actor.id, state: 'uploaded' })
    .returning()
  return { id: created!.id, isComplete: await savePart(db, created!, content) }
}

export const addPart = async (db: Db, id: number, offset: number, content: string): Promise<boolean> => {
  const existing = await lockImport(db, id)
  if (offset < existing.received) return false
  if (existing.state !== 'uploaded' || offset !== existing.received) throw apiError('conflict')
  return savePart(db, existing, content)
}

export const fileOf = async (db: Db, id: number): Promise<Buffer<ArrayBuffer>> => {
  const parts = await db.select({ bytes: import_parts.bytes }).from(import_parts).where(eq(import_parts.import_id, id)).orderBy(import_parts.at)
  return Buffer.concat(parts.map(({ bytes }) => bytes))
}

export const deleteFile = (db: Db, id: number) => db.delete(import_parts).where(eq(import_parts.import_id, id))

export const dictionaryIn = async (db: Db): Promise<Dictionary> => {
  const found = await db
    .select()
    .from(result_categories)
    .where(and(eq(result_categories.type, 0), eq(result_categories.is_active, true)))
    .orderBy(result_categories.sort_number, result_categories.id)
  return dictionaryOf(found)
}

export const mappingsOf = async (db: Db, facility: string): Promise<Remembered> => {
  const rows = await db
    .select()
    .from(import_mappings)
    .where(eq(import_mappings.facility, foldName(facility)))
  return new Map(rows.map(({ header, field, category_id, unit }) => [header, { field, category_id, unit }]))
}

type Sent = NonNullable<Input<typeof changeResultsImport>['mapping']>[number]
const mappingError = (reason: 'not_allowed' | 'taken') => apiError('invalid', { fields: { mapping: [reason] } })

/**
 * A person's choice for one column. Without a chosen unit, a new meaning gets the unit in the file, or the category’s own if the file has none; null if the
 * one in the file is unknown. An unchanged meaning keeps its unit. Throws `invalid`.
 */
const chooseColumn = (resultsImport: Import, dictionary: Dictionary, { at, field, category_id, unit }: Sent): Import['mapping'][number] => {
  const previous = resultsImport.mapping[at]
  if (!previous || (field && category_id)) throw mappingError('not_allowed')
  const isChanged = field !== undefined || category_id !== undefined
  const meaning = isChanged ? { field: field ?? null, category_id: category_id ?? null } : { field: previous.field, category_id: previous.category_id }
  const category = meaning.category_id === null ? undefined : dictionary.byId.get(meaning.category_id)
  if (meaning.category_id !== null && !category) throw mappingError('not_allowed')
  const chosenUnit = !category ? null : unit ? unitOf(category, unit) : isChanged ? (unitOf(category, resultsImport.columns[at]!.unit) ?? null) : previous.unit
  if (chosenUnit === undefined) throw mappingError('not_allowed')
  return { at, ...meaning, unit: chosenUnit, source: 'chosen', is_unit_guessed: false }
}

/** The complete new mapping. The choices are remembered for the facility, by header. Throws `invalid`. */
export const chooseMapping = async (db: Db, resultsImport: Import, facility: string, sent: readonly Sent[]): Promise<Import['mapping']> => {
  const dictionary = await dictionaryIn(db)
  const choices = new Map(sent.map((choice) => [choice.at, chooseColumn(resultsImport, dictionary, choice)]))
  const mapping = resultsImport.mapping.map((column) => choices.get(column.at) ?? column)
  // a choice replaces a proposal of the same meaning
  const targetOf = ({ field, category_id }: Pick<Import['mapping'][number], 'field' | 'category_id'>) =>
    isSingleField(field) ? (field ?? category_id ?? []) : []
  const targets = new Set([...choices.values()].flatMap(targetOf))
  const newMapping = mapping.map((column) => {
    const target = column.field ?? column.category_id
    return !choices.has(column.at) && target !== null && targets.has(target)
      ? { ...column, field: null, category_id: null, unit: null, source: 'none' as const }
      : column
  })
  const allTargets = newMapping.flatMap(targetOf)
  if (new Set(allTargets).size !== allTargets.length) throw mappingError('taken')
  for (const { at, field, category_id, unit } of choices.values()) {
    const header = foldHeader(resultsImport.columns[at]!.header)
    if (!header) continue
    const row = { field, category_id, unit }
    await db
      .insert(import_mappings)
      .values({ facility: foldName(facility), header, ...row })
      .onConflictDoUpdate({ target: [import_mappings.facility, import_mappings.header], set: { ...row, updated_at: later(import_mappings.updated_at) } })
  }
  return newMapping
}

export const countRows = async (scope: PatientScope, id: number): Promise<Omit<ImportCounts, 'kept'>> => {
  const countOf = (outcome: string) => sql<number>`(count(*) filter (where ${import_rows.outcome} = ${sql.raw(`'${outcome}'`)}))::int`
  const acceptedFilter = sql`filter (where ${import_rows.outcome} in ('new', 'changed'))`
  const partialFilter = sql`filter (where ${import_rows.outcome} <> 'refused' and ${import_rows.reasons} <> '[]')`
  const [found] = await scope.db
    .select({
      rows: sql<number>`count(*)::int`,
      new: countOf('new'),
      changed: countOf('changed'),
      same: countOf('same'),
      refused: countOf('refused'),
      partial: sql<number>`(count(*) ${partialFilter})::int`,
      cells_open: sql<number>`coalesce(sum(jsonb_array_length(${import_rows.reasons})) ${partialFilter}, 0)::int`,
      values_new: sql<number>`coalesce(sum(${import_rows.new_count}) ${acceptedFilter}, 0)::int`,
      values_changed: sql<number>`coalesce(sum(${import_rows.changed_count}) ${acceptedFilter}, 0)::int`,
      people: sql<number>`(count(distinct ${import_rows.patient_id}) ${acceptedFilter})::int`,
    })
    .from(scope.rows(import_rows))
    .where(eq(import_rows.import_id, id))
  return found!
}

export const deleteImport = async (db: Db, id: number) => {
  const { state } = await lockImport(db, id)
  if (['applying', 'applied', 'undoing'].includes(state)) throw apiError('conflict')
  await db.delete(results_imports).where(and(eq(results_imports.id, id)))
}
