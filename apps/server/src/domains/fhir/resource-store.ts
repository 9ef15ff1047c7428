import { type SQL, sql } from 'drizzle-orm'
import { patientQuery, type QueryTools } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { idList, rawQuery } from '../../database/prepared.ts'
import { patient_merges } from '../administration/merge/tables.ts'
import type { Interval } from './search-date.ts'
import type { Source } from './source/source.ts'
import { keyOf, sourceByKey } from './sources.ts'

/** `last_updated`: `updated_at`, or the last merge of the patient or its undo, which move rows without a change of `updated_at`. */
export type Row = Record<string, unknown> & { id: number; at: string; last_updated: string }
export type SortKey = 'at' | 'last_updated'

const value = (name: string, type: string): SQL => sql`${sql.placeholder(name)}::${sql.raw(type)}`
/** The condition, or true if the value is null: the text of the statement is the same with and without the filter. */
const ifGiven = (name: string, type: string, condition: SQL): SQL => sql`(${value(name, type)} is null or ${condition})`

const filters = sql.join(
  [
    ifGiven('from', 'timestamptz', sql`x.at >= ${value('from', 'timestamptz')}`),
    ifGiven('to', 'timestamptz', sql`x.at < ${value('to', 'timestamptz')}`),
    ifGiven('updated_from', 'timestamptz', sql`x.last_updated >= ${value('updated_from', 'timestamptz')}`),
    ifGiven('updated_to', 'timestamptz', sql`x.last_updated < ${value('updated_to', 'timestamptz')}`),
    ifGiven('codes', 'text[]', sql`x.codes && ${value('codes', 'text[]')}`),
    ifGiven('categories', 'text[]', sql`x.categories && ${value('categories', 'text[]')}`),
  ],
  sql` and `,
)
const noFilters = { from: null, to: null, updated_from: null, updated_to: null, codes: null, categories: null }

/** When a merge or its undo last moved rows to each patient. A merge belongs to the patient that is kept, so that of a duplicate is limited here. */
const moves = ({ from, own, target }: QueryTools) => sql`
  select m.patient_id, max(m.at) as at from (
    select k.kept_id as patient_id, greatest(k.merged_at, k.undone_at) as at from ${from(patient_merges, 'k')}
    union all select d.duplicate_id, d.undone_at from ${target(patient_merges)} d${own === undefined ? sql`` : sql` where d.duplicate_id = ${own}`}
  ) m group by m.patient_id`

const rowsOf = (tools: QueryTools, key: string) => sql`
  select s.*, greatest(s.updated_at, moved.at) as last_updated from (${sourceByKey.get(key)!.select(tools)}) s left join (${moves(tools)}) moved on moved.patient_id = s.patient_id`

const rowById = patientQuery((tools, key: string) => rawQuery<Row>(sql`select x.* from (${rowsOf(tools, key)}) x where x.id = ${value('id', 'bigint')}`))

/** The row of a resource; undefined if there is none in the scope. */
export const findRow = async (scope: PatientScope, source: Source, id: string): Promise<Row | undefined> =>
  (await rowById(scope, keyOf(source)).execute({ id }))[0]

/** Which rows of a source: of one patient (else all of the scope), and with these ids (else any). */
export type Selection = { patient_id: string | null; ids: readonly string[] | null }
const narrowingOf = ({ patient_id, ids }: Selection) => [patient_id !== null, ids !== null] as const
const isSelected = (isOfPatient: boolean, isOfIds: boolean): SQL =>
  sql`${isOfPatient ? sql`x.patient_id = ${value('patient_id', 'bigint')}` : sql`true`} and ${isOfIds ? sql`x.id = any(${idList()})` : sql`true`}`

/** Rows of one source in the order of ids. */
const rowsById = patientQuery((tools, key: string, isOfPatient: boolean, isOfIds: boolean) =>
  rawQuery<Row>(sql`select x.* from (${rowsOf(tools, key)}) x where ${isSelected(isOfPatient, isOfIds)}
    and x.id > ${value('after_id', 'bigint')} and ${filters} order by x.id limit ${value('limit', 'int')}`),
)

export type Filters = { date: Interval; updated: Interval; codes: string[] | null; categories: string[] | null }
const valuesOf = ({ date, updated, codes, categories }: Filters) => ({
  from: date.from,
  to: date.to,
  updated_from: updated.from,
  updated_to: updated.to,
  codes,
  categories,
})

export const pageById = (
  scope: PatientScope,
  source: Source,
  { ids = null, ...at }: { patient_id: string | null; ids?: Selection['ids']; after_id: number; limit: number },
  filter?: Filters,
) => rowsById(scope, keyOf(source), ...narrowingOf({ ...at, ids })).execute({ ...noFilters, ...(filter && valuesOf(filter)), ...at, ids })

/** Rows of one source in the order of a time and id, after a position among all sources: there, `place` (the number of the source) precedes the id. */
const rowsByTime = patientQuery((tools, key: string, sort: SortKey, isDescending: boolean, isOfPatient: boolean, isOfIds: boolean) => {
  const [time, direction] = [sql.raw(`x.${sort}`), sql.raw(isDescending ? 'desc' : 'asc')]
  const position = sql`(${time}, ${value('place', 'int')}, x.id) ${sql.raw(isDescending ? '<' : '>')} (${value('after', 'timestamptz')}, ${value('after_place', 'int')}, ${value('after_id', 'bigint')})`
  return rawQuery<Row>(sql`select x.* from (${rowsOf(tools, key)}) x where ${isSelected(isOfPatient, isOfIds)} and ${filters}
    and ${ifGiven('after', 'timestamptz', position)} order by ${time} ${direction}, x.id ${direction} limit ${value('limit', 'int')}`)
})

export type Position = { time: string; place: number; id: number }
export type TimePage = {
  patient_id: string | null
  idsOf: (source: Source) => Selection['ids']
  sort: SortKey
  isDescending: boolean
  limit: number
  after: Position | undefined
}

/** A page over several sources: reads a page and one more row of each source, and takes the first of all these rows. */
export const pageByTime = async (scope: PatientScope, sources: readonly Source[], page: TimePage, filter: Filters) => {
  const found: { source: Source; place: number; row: Row; time: number }[] = []
  for (const [place, source] of sources.entries()) {
    const selection = { patient_id: page.patient_id, ids: page.idsOf(source) }
    const rows = await rowsByTime(scope, keyOf(source), page.sort, page.isDescending, ...narrowingOf(selection)).execute({
      ...valuesOf(filter),
      ...selection,
      place,
      after: page.after?.time ?? null,
      after_place: page.after?.place ?? null,
      after_id: page.after?.id ?? null,
      limit: page.limit + 1,
    })
    for (const row of rows) found.push({ source, place, row, time: Date.parse(row[page.sort]) })
  }
  const sign = page.isDescending ? -1 : 1
  found.sort((a, b) => sign * (a.time - b.time || a.place - b.place || a.row.id - b.row.id))
  const shown = found.slice(0, page.limit)
  const last = shown.at(-1)
  const next: Position | undefined = last && found.length > page.limit ? { time: last.row[page.sort], place: last.place, id: last.row.id } : undefined
  return { rows: shown, next }
}
