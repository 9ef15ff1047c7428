import type { QueryArrayResult, QueryResult } from 'pg'
import type { Queryable } from '../database/db.ts'
import { ownerColumns } from './patient-table.ts'

/** Table id of each patient table in PostgreSQL, with the attribute number of its owner column (0 for child tables). */
export type OwnerAttributes = ReadonlyMap<number, number>

const loaded = new WeakMap<Queryable, OwnerAttributes>()

const load = async (connection: Queryable): Promise<OwnerAttributes> => {
  const known = ownerColumns()
  const { rows } = await connection.query<{ table_id: number; attribute: number | null }>(
    `select to_regclass(t.name)::oid::int as table_id, a.attnum as attribute from unnest($1::text[], $2::text[]) t (name, owner)
     left join pg_attribute a on a.attrelid = to_regclass(t.name) and a.attname = t.owner`,
    [known.map(({ table }) => table), known.map(({ column }) => column)],
  )
  return new Map(rows.map(({ table_id, attribute }) => [table_id, attribute ?? 0]))
}

/** Undefined until `loadOwnerAttributes` ran on this pool. */
export const knownOwnerAttributes = (pool: Queryable): OwnerAttributes | undefined => loaded.get(pool)

/** Loads the owner attributes on the caller's connection: a second connection from the pool can deadlock when all are in transactions. */
export const loadOwnerAttributes = async (pool: Queryable, connection: Queryable): Promise<OwnerAttributes> => {
  const attributes = await load(connection)
  loaded.set(pool, attributes)
  return attributes
}

/**
 * The patients in the owner columns of a result. PostgreSQL names the source column of a result field, also through subqueries and `returning`; computed values
 * have none.
 */
export const ownersIn = (attributes: OwnerAttributes, result: QueryResult | QueryArrayResult): Set<number> => {
  const owners = new Set<number>()
  if (!result.rows?.length || !result.fields) return owners
  for (let at = 0; at < result.fields.length; at++) {
    const { tableID, columnID, name } = result.fields[at]!
    if (!tableID || attributes.get(tableID) !== columnID) continue
    for (const row of result.rows) {
      const owner = Array.isArray(row) ? row[at] : row[name]
      if (owner !== null && owner !== undefined) owners.add(Number(owner))
    }
  }
  return owners
}
