import { type AnyColumn, and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { later } from '../../database/columns.ts'
import type { Db } from '../../database/db.ts'
import { type Paged, pageOf } from '../../database/page.ts'
import { conditionOf, equalTo, filtersOf, preparedQuery } from '../../database/prepared.ts'
import { apiError } from '../../errors/api-error.ts'
import { assertUnchanged } from '../../errors/assert-unchanged.ts'
import { nameContains, nameWords, orderOf } from './list-store.ts'

/** A table that administrators edit row by row. */
type CatalogueTable = PgTable & { id: PgColumn; is_edited: PgColumn; updated_at: PgColumn; $inferSelect: { updated_at: string } }
type Version = { updated_at: string }

type Options<T extends CatalogueTable, Extra extends Record<string, SQL>, Row, Sort extends string, Filter extends string> = {
  table: T
  /** Computed columns of a row, besides those of the table. */
  extra: Extra
  search: AnyColumn | SQL
  /** The columns that the list can be filtered by, under the names of the request. */
  filters?: Readonly<Record<Filter, AnyColumn | SQL>>
  /** Limits the catalogue to some rows of the table: the others are not listed, and reading or changing them throws 404. */
  only?: SQL
  sorts: Readonly<Record<Sort, AnyColumn | SQL>>
  sort: NoInfer<Sort> | `-${NoInfer<Sort>}`
  rowOf: (stored: T['$inferSelect'] & { [Name in keyof Extra]: unknown }) => Row
}
type ListQuery<Sort extends string, Filter extends string> = { [name in Filter]?: string | number | boolean | undefined } & {
  q?: string | undefined
  sort?: Sort | `-${Sort}` | undefined
  page?: number | undefined
}

/** Lists, reads, adds and changes the rows of a table. There is no deletion here, because records may refer to a row. */
export const catalogueStore = <T extends CatalogueTable, Extra extends Record<string, SQL>, Row, Sort extends string, Filter extends string = never>({
  table,
  extra,
  search,
  filters,
  only,
  sorts,
  sort: defaultSort,
  rowOf,
}: Options<T, Extra, Row, Sort, Filter>) => {
  type Stored = Parameters<typeof rowOf>[0]
  // Drizzle does not infer the columns of a table that is a type parameter
  const plain: CatalogueTable = table
  const columns = { ...getTableColumns(plain), ...extra }
  const byId = preparedQuery((db) =>
    db
      .select(columns)
      .from(plain)
      .where(and(only, eq(plain.id, sql.placeholder('id')))),
  )
  const locked = preparedQuery((db) =>
    db
      .select(getTableColumns(plain))
      .from(plain)
      .where(and(only, eq(plain.id, sql.placeholder('id'))))
      .for('update'),
  )
  const conditions = { ...equalTo(filters ?? {}), typed: nameContains(search) }
  const pages = preparedQuery((db, given: string, sort: string) =>
    db
      .select({ ...columns, total_count: sql<number>`(count(*) over ())::int` })
      .from(plain)
      .where(and(only, conditionOf(conditions, given)))
      .orderBy(...orderOf(sorts, plain.id, sort))
      .limit(sql.placeholder('limit'))
      .offset(sql.placeholder('offset')),
  )
  /** Throws 404. */
  const read = async (db: Db, id: number): Promise<Row> => {
    const [found] = await byId(db).execute({ id })
    if (!found) throw apiError('not_found')
    // Drizzle does not infer the columns of a type parameter
    return rowOf(found as unknown as Stored)
  }
  return {
    read,
    list: async (db: Db, { q, sort = defaultSort, page = 1, ...filtered }: ListQuery<Sort, Filter>): Promise<Paged<Row>> => {
      const values = { ...filtered, ...nameWords(q) }
      const found = await pageOf(page, (limits) => pages(db, filtersOf(values), sort).execute({ ...values, ...limits }))
      // Drizzle does not infer the columns of a type parameter
      return { ...found, items: found.items.map((row) => rowOf(row as unknown as Stored)) }
    },
    insert: async (db: Db, values: T['$inferInsert']): Promise<Row> => {
      const [added] = await db
        .insert(plain)
        .values({ ...values, is_edited: true })
        .returning({ id: plain.id })
      return read(db, Number(added!.id))
    },
    /** Locks a row. Throws 404, and 409 if it was saved since `updated_at`. */
    lock: async (db: Db, id: number, { updated_at }: Version): Promise<T['$inferSelect']> => {
      const [existing] = await locked(db).execute({ id })
      if (!existing) throw apiError('not_found')
      assertUnchanged(existing, updated_at)
      return existing as T['$inferSelect']
    },
    /** Changes a locked row. */
    update: async (db: Db, id: number, values: Partial<T['$inferInsert']>): Promise<Row> => {
      await db
        .update(plain)
        .set({ ...values, is_edited: true, updated_at: later(plain.updated_at) })
        .where(eq(plain.id, id))
      return read(db, id)
    },
  }
}
