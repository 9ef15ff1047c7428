import { getTableName, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { type AnyPatientTable, isPatientTable } from '../access/patient-table.ts'
import { systemScope } from '../access/system-scope.ts'
import type { Db } from '../database/db.ts'

type AnyTable = PgTable | AnyPatientTable
const plainTable = (db: Db, table: AnyTable): PgTable => (isPatientTable(table) ? systemScope(db).target(table) : table)

const rowsPerStatement = 5_000

/** Inserts many rows as JSON parameters, which is fast. Only the columns of the first row are inserted. */
export const insertRows = async <T extends AnyTable & { $inferInsert: object }>(db: Db, table: T, rows: T['$inferInsert'][]): Promise<void> => {
  if (!rows.length) return
  const columns = sql.join(
    Object.keys(rows[0]!).map((column) => sql.identifier(column)),
    sql`, `,
  )
  for (let from = 0; from < rows.length; from += rowsPerStatement)
    await db.execute(
      sql`insert into ${plainTable(db, table)} (${columns}) select ${columns} from json_populate_recordset(null::${plainTable(db, table)}, ${JSON.stringify(rows.slice(from, from + rowsPerStatement))}::json)`,
    )
}

/** Reserves ids from the table's sequence, so that concurrent inserts do not get them. */
export const reserveIds = async (db: Db, table: AnyTable, count: number): Promise<number[]> => {
  const { rows } = await db.execute<{ id: number }>(
    sql`select nextval(pg_get_serial_sequence(${getTableName(plainTable(db, table))}, 'id')) as id from generate_series(1, ${count})`,
  )
  return rows.map(({ id }) => Number(id))
}

/** Restarts the sequences at 1, because a seed that was rolled back may have used ids. Does nothing without the privilege. */
export const restartIds = (db: Db, tables: AnyTable[]) =>
  db.execute(sql`
    select setval(s, 1, false) from (select pg_get_serial_sequence(t, 'id') as s from unnest(${sql.param(tables.map((table) => getTableName(plainTable(db, table))))}::text[]) t) sequences
    where has_sequence_privilege(s, 'update')`)
