import { getTableColumns, not, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../database/db.ts'

/**
 * Upserts rows by their key, which keeps their ids. Rows that are no longer in the files are kept, because records reference them. Rows that an administrator
 * edited are not changed. Columns in `kept` are set in new rows only.
 */
export const upsertRows = async (db: Db, table: PgTable, key: PgColumn, rows: Record<string, unknown>[], kept: readonly string[] = []) => {
  if (!rows.length) return
  const columns = getTableColumns(table) as Record<string, PgColumn>
  const changed = Object.keys(rows[0]!).filter((name) => !kept.includes(name))
  const set = Object.fromEntries(changed.map((name) => [name, sql.raw(`excluded."${columns[name]!.name}"`)]))
  for (let at = 0; at < rows.length; at += 200) {
    const values = rows.slice(at, at + 200) as PgTable['$inferInsert'][]
    await db
      .insert(table)
      .values(values)
      .onConflictDoUpdate({ target: key, set, ...(columns.is_edited && { setWhere: not(columns.is_edited) }) })
  }
}
