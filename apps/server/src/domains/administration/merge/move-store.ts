import type { TableCounts } from '@sukoyaka/wire/boards/admin/merge'
import { getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { PatientScope } from '../../../access/patient-scope.ts'
import { belongsTo, isSameRow, type OwnedTable } from './owned-store.ts'
import { patient_merge_changes, patient_merge_rows } from './tables.ts'

export type Move = { merge_id: number; from: number; to: number }

const columnsOf = ({ owners, people }: OwnedTable) => [...owners, ...people]
const of = (alias: string, column: string) => sql`${sql.identifier(alias)}.${sql.identifier(column)}`
const jsonKey = (key: readonly string[], alias: string) =>
  sql`jsonb_build_object(${sql.join(
    key.map((column) => sql`${column}::text, ${of(alias, column)}`),
    sql`, `,
  )})`

/** SQL condition: the row aliased `m` would break this unique index with the new owner. Undefined if the index has no changed column. */
const breaks = (table: OwnedTable, { expressions, condition, nulls_are_equal }: OwnedTable['indexes'][number], { from, to }: Move): SQL | undefined => {
  const changed = new Set(columnsOf(table))
  const places = expressions.map((expression, at) => ({ at: `k${at}`, isChanged: changed.has(expression) }))
  if (!places.some(({ isChanged }) => isChanged)) return undefined
  // expressions and condition come from the catalogue of the database
  const parts = sql.join(
    expressions.map((expression, at) => sql`${sql.raw(expression)} as ${sql.identifier(`k${at}`)}`),
    sql`, `,
  )
  const rows = (more: SQL, where: SQL) =>
    sql`(select ${parts}${more} from ${sql.identifier(table.name)} r where (${condition === null ? sql`true` : sql.raw(condition)}) and ${where})`
  const key = sql.join(
    table.key.map((column) => sql`, ${of('r', column)} as ${sql.identifier(column)}`),
    sql``,
  )
  const moved = ({ at, isChanged }: (typeof places)[number]) =>
    isChanged ? sql`case when ${of('d', at)} = ${from} then ${to} else ${of('d', at)} end` : of('d', at)
  const equals = nulls_are_equal ? sql`is not distinct from` : sql`=`
  const isLike = sql.join(
    places.map((place) => sql`${of('o', place.at)} ${equals} ${moved(place)}`),
    sql` and `,
  )
  const isKeyChanged = sql.join(
    places.filter(({ isChanged }) => isChanged).map(({ at }) => sql`${of('d', at)} = ${from}`),
    sql` or `,
  )
  return sql`exists (select from ${rows(key, belongsTo(table, 'r', from))} d join ${rows(sql``, sql`true`)} o on ${isLike} where ${isSameRow(table.key, 'd', 'm')} and (${isKeyChanged}))`
}

/** SQL conditions, one for each reference: the row aliased `m` refers to a row of this patient. */
const isUnderRowOf = ({ parents }: OwnedTable, tables: ReadonlyMap<string, OwnedTable>, id: number): SQL[] =>
  parents.map(
    ({ column, table, target }) =>
      sql`exists (select from ${sql.identifier(table)} p where ${of('p', target)} = ${of('m', column)} and ${belongsTo(tables.get(table)!, 'p', id)})`,
  )

const settings = (columns: readonly string[], { from, to }: Pick<Move, 'from' | 'to'>) =>
  sql.join(
    columns.map((column) => sql`${sql.identifier(column)} = case when ${of('t', column)} = ${from} then ${to} else ${of('t', column)} end`),
    sql`, `,
  )

/** Moves the rows of one table and stores their keys. A row that would break a unique index stays, and so do the rows of other tables that refer to it. */
const moveTable = async (scope: PatientScope, table: OwnedTable, tables: ReadonlyMap<string, OwnedTable>, move: Move): Promise<number> => {
  const name = sql.identifier(table.name)
  const stays = [...table.indexes.flatMap((index) => breaks(table, index, move) ?? []), ...isUnderRowOf(table, tables, move.from)]
  const changed = sql.join(
    columnsOf(table).map((column) => sql`case when ${of('m', column)} = ${move.from} then ${column}::text end`),
    sql`, `,
  )
  const { rows } = await scope.db.execute<{ count: number }>(sql`
    with moving as (
      select m.*, array_remove(array[${changed}], null) as changed_columns from ${name} m
      where ${belongsTo(table, 'm', move.from)}${stays.length ? sql` and not (${sql.join(stays, sql` or `)})` : sql``}
    ), moved as (
      update ${name} t set ${settings(columnsOf(table), move)} from moving m where ${isSameRow(table.key, 't', 'm')}
      returning ${jsonKey(table.key, 't')} as key, m.changed_columns
    ), stored as (
      insert into ${scope.target(patient_merge_rows)} (merge_id, table_name, columns, keys)
      select ${move.merge_id}, ${table.name}, changed_columns, jsonb_agg(key) from moved group by changed_columns
    )
    select count(*)::int as count from moved`)
  return rows[0]!.count
}

/** How many rows of each table a patient has. Tables without rows are left out. */
export const countRows = async (scope: PatientScope, tables: readonly OwnedTable[], id: number): Promise<TableCounts> => {
  const counts = sql.join(
    tables.map(
      (table) => sql`select ${table.name}::text as "table", count(*)::int as rows from ${sql.identifier(table.name)} t where ${belongsTo(table, 't', id)}`,
    ),
    sql` union all `,
  )
  return (await scope.db.execute<TableCounts[number]>(counts)).rows.filter(({ rows }) => rows > 0)
}

/** Moves the rows of these tables to the other patient, as `moveTable` does. Returns the number of moved rows of each table that has any. */
export const moveRows = async (scope: PatientScope, tables: readonly OwnedTable[], move: Move): Promise<TableCounts> => {
  const byName = new Map(tables.map((table) => [table.name, table]))
  const moved: TableCounts = []
  for (const table of tables) {
    const rows = await moveTable(scope, table, byName, move)
    if (rows) moved.push({ table: table.name, rows })
  }
  return moved
}

type StoredRows = { table_name: string; columns: string[]; keys: object[] }

// built per call: an administrator's rare call
/** Moves those recorded rows back that still belong to the kept patient (`from`), then the rows of the kept patient that refer to a row of the other. */
export const moveBack = async (scope: PatientScope, tables: readonly OwnedTable[], { merge_id, from, to }: Move): Promise<void> => {
  const { rows: stored } = await scope.db.execute<StoredRows>(
    sql`select table_name, columns, keys from ${scope.from(patient_merge_rows, 'r')} where merge_id = ${merge_id} order by id`,
  )
  const byName = new Map(tables.map((table) => [table.name, table]))
  for (const { table_name, columns, keys } of stored) {
    const table = byName.get(table_name)
    if (!table) continue
    const name = sql.identifier(table.name)
    await scope.db.execute(sql`
      update ${name} t set ${settings(columns, { from, to })} from jsonb_populate_recordset(null::${name}, ${JSON.stringify(keys)}::jsonb) k
      where ${isSameRow(table.key, 't', 'k')} and ${belongsTo(table, 't', from)}`)
  }
  for (const table of tables) {
    const under = isUnderRowOf(table, byName, to)
    if (!under.length) continue
    await scope.db.execute(sql`
      update ${sql.identifier(table.name)} m set ${sql.join(
        table.owners.map((column) => sql`${sql.identifier(column)} = case when ${of('m', column)} = ${from} then ${to} else ${of('m', column)} end`),
        sql`, `,
      )} where ${belongsTo(table, 'm', from)} and (${sql.join(under, sql` or `)})`)
  }
}

/** A table whose rows a merge changes. */
type ChangedTable = { merge_id: number; name: string; key: readonly string[] }

/** Changes rows aliased `t` and stores their key with the changed columns, before and after. `source`: the tables to join, each after a comma. */
export const changeRows = (scope: PatientScope, { merge_id, name, key }: ChangedTable, set: SQL, source: SQL, where: SQL) => {
  const part = (row: SQL, other: SQL) => sql`(select jsonb_object_agg(e.key, e.value) from jsonb_each(${row}) e
    where e.value is distinct from ${other} -> e.key or e.key = any(${sql.param([...key])}::text[]))`
  const table = sql.identifier(name)
  return scope.db.execute(sql`
    with existing as (select t.* from ${table} t ${source} where ${where}),
    changed as (update ${table} t set ${set} from existing x ${source} where ${isSameRow(key, 't', 'x')} and ${where}
      returning to_jsonb(x.*) as old_row, to_jsonb(t.*) as new_row)
    insert into ${scope.target(patient_merge_changes)} (merge_id, table_name, before, after)
    select ${merge_id}, ${name}, ${part(sql`old_row`, sql`new_row`)}, ${part(sql`new_row`, sql`old_row`)} from changed`)
}

/** Removes rows aliased `t` and stores them. */
export const removeRows = (scope: PatientScope, { merge_id, table }: { merge_id: number; table: PgTable }, where: SQL) =>
  scope.db.execute(sql`
    with removed as (delete from ${table} t where ${where} returning to_jsonb(t.*) as old_row)
    insert into ${scope.target(patient_merge_changes)} (merge_id, table_name, before) select ${merge_id}, ${getTableName(table)}, old_row from removed`)

type StoredChange = { table_name: string; before: Record<string, unknown>; after: Record<string, unknown> | null }

/** `groupOf`: columns of a row with the same group make one statement. They are restored together, or not at all. */
type Restoring = { keyOf: (table: string) => readonly string[]; groupOf: (table: string, column: string) => string }

// built per call: an administrator's rare call
/** Restores removed rows and the groups of changed columns that still have the values that the merge gave them, and deletes the rows that the merge added. */
export const restoreChanges = async (scope: PatientScope, merge_id: number, { keyOf, groupOf }: Restoring): Promise<void> => {
  // in reverse order: one change may have freed a unique value that a later change gave to another row
  const { rows } = await scope.db.execute<StoredChange>(
    sql`select table_name, before, after from ${scope.from(patient_merge_changes, 'c')} where merge_id = ${merge_id} order by id desc`,
  )
  for (const { table_name, before, after } of rows) {
    const table = sql.identifier(table_name)
    const row = (value: object) => sql`jsonb_populate_record(null::${table}, ${JSON.stringify(value)}::jsonb)`
    if (!after) {
      await scope.db.execute(sql`insert into ${table} overriding system value select * from ${row(before)} on conflict do nothing`)
      continue
    }
    const key = keyOf(table_name)
    // a row that the merge added
    if (!Object.keys(before).length) {
      await scope.db.execute(sql`delete from ${table} t using ${row(after)} a where ${isSameRow(key, 't', 'a')}`)
      continue
    }
    const changed = Object.keys(after).filter((column) => !key.includes(column))
    if (!changed.length) continue
    const values = (alias: string, columns: readonly string[]) =>
      sql`row (${sql.join(
        columns.map((column) => of(alias, column)),
        sql`, `,
      )})`
    const set = [...Map.groupBy(changed, (column) => groupOf(table_name, column)).values()].flatMap((columns) =>
      columns.map(
        (column) =>
          sql`${sql.identifier(column)} = case when ${values('t', columns)} is not distinct from ${values('a', columns)} then ${of('b', column)} else ${of('t', column)} end`,
      ),
    )
    await scope.db.execute(sql`update ${table} t set ${sql.join(set, sql`, `)} from ${row(before)} b, ${row(after)} a where ${isSameRow(key, 't', 'b')}`)
  }
}

/** Restores the removed rows of a table that `restoreChanges` could not: until the rows moved back, a row of the other patient was in their place. */
export const restoreRemoved = (scope: PatientScope, { merge_id, table }: { merge_id: number; table: PgTable }) =>
  scope.db.execute(sql`
    insert into ${table} overriding system value
    select r.* from ${scope.from(patient_merge_changes, 'c')} cross join lateral jsonb_populate_record(null::${sql.identifier(getTableName(table))}, c.before) r
    where c.merge_id = ${merge_id} and c.table_name = ${getTableName(table)} and c.after is null on conflict do nothing`)
