import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../database/db.ts'

/** A unique index: the expressions of its key, and the condition of a partial one. */
type UniqueIndex = { expressions: string[]; condition: string | null; nulls_are_equal: boolean }
/** A reference from one table with rows of patients to another. */
type Parent = { column: string; table: string; target: string }

/** A table with rows of patients, as the database describes it. */
export type OwnedTable = {
  name: string
  key: string[]
  /** Columns that refer to a patient: the row belongs to this patient. */
  owners: string[]
  /** Other columns that may hold the patient as a user, such as the sender of a message. */
  people: string[]
  parents: Parent[]
  indexes: UniqueIndex[]
}

type Reference = { name: string; column: string; target: string; target_column: string }

// built per call: an administrator's rare call
const references = async (db: Db): Promise<Reference[]> =>
  (
    await db.execute<Reference>(sql`
      select c.relname as name, a.attname as "column", t.relname as target, f.attname as target_column
      from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class t on t.oid = k.confrelid
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
      join pg_attribute f on f.attrelid = k.confrelid and f.attnum = k.confkey[1]
      where k.contype = 'f' and c.relnamespace = 'public'::regnamespace and cardinality(k.conkey) = 1 order by c.relname, a.attname`)
  ).rows

// built per call: an administrator's rare call
const keys = async (db: Db): Promise<Map<string, string[]>> => {
  const { rows } = await db.execute<{ name: string; columns: string[] }>(sql`
    select c.relname as name, array(select a.attname::text from unnest(k.conkey) n join pg_attribute a on a.attrelid = k.conrelid and a.attnum = n) as columns
    from pg_constraint k join pg_class c on c.oid = k.conrelid where k.contype = 'p' and c.relnamespace = 'public'::regnamespace`)
  return new Map(rows.map(({ name, columns }) => [name, columns]))
}

// built per call: an administrator's rare call
const uniqueIndexes = async (db: Db): Promise<Map<string, UniqueIndex[]>> => {
  const { rows } = await db.execute<UniqueIndex & { name: string }>(sql`
    select c.relname as name, array(select pg_get_indexdef(i.indexrelid, n, true) from generate_series(1, i.indnkeyatts) n) as expressions,
      pg_get_expr(i.indpred, i.indrelid) as condition, i.indnullsnotdistinct as nulls_are_equal
    from pg_index i join pg_class c on c.oid = i.indrelid where i.indisunique and c.relnamespace = 'public'::regnamespace`)
  return Map.groupBy(rows, ({ name }) => name)
}

/** The tables in an order in which each comes after those it refers to, unless references form a circle. */
const parentsFirst = (tables: OwnedTable[]): OwnedTable[] => {
  const byName = new Map(tables.map((table) => [table.name, table]))
  const sorted = new Set<OwnedTable>()
  const visit = (table: OwnedTable, above: ReadonlySet<string>) => {
    if (sorted.has(table) || above.has(table.name)) return
    for (const parent of table.parents) visit(byName.get(parent.table)!, new Set([...above, table.name]))
    sorted.add(table)
  }
  for (const table of tables) visit(table, new Set())
  return [...sorted]
}

/**
 * Every table but `patients` with a foreign key to `patients`, parents before children. The list is read from the database, so that it includes a table of a
 * later migration; child tables without a patient's id need no change.
 */
export const ownedTables = async (db: Db): Promise<OwnedTable[]> => {
  const [found, keyOf, indexesOf] = [await references(db), await keys(db), await uniqueIndexes(db)]
  const byTable = Map.groupBy(found, ({ name }) => name)
  const isOwned = (name: string) => name !== 'patients' && (byTable.get(name) ?? []).some(({ target }) => target === 'patients')
  const tables = [...byTable.keys()].filter(isOwned).map((name): OwnedTable => {
    const columns = byTable.get(name)!
    const to = (target: string) => columns.filter((each) => each.target === target).map(({ column }) => column)
    const parents = columns.filter(({ target }) => target !== name && isOwned(target))
    return {
      name,
      key: keyOf.get(name)!,
      owners: to('patients'),
      people: to('users').filter((column) => !to('patients').includes(column)),
      parents: parents.map(({ column, target, target_column }) => ({ column, table: target, target: target_column })),
      indexes: indexesOf.get(name) ?? [],
    }
  })
  return parentsFirst(tables)
}

/** SQL condition: the row aliased `alias` belongs to the patient. */
export const belongsTo = ({ owners }: OwnedTable, alias: string, id: number): SQL =>
  sql`(${sql.join(
    owners.map((column) => sql`${sql.identifier(alias)}.${sql.identifier(column)} = ${id}`),
    sql` or `,
  )})`

/** SQL condition: both aliases are the same row. */
export const isSameRow = (key: readonly string[], a: string, b: string): SQL =>
  sql.join(
    key.map((column) => sql`${sql.identifier(a)}.${sql.identifier(column)} = ${sql.identifier(b)}.${sql.identifier(column)}`),
    sql` and `,
  )
