import { type Placeholder, type SQL, type Subquery, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { type Built, idList, queryBuilder } from '../database/prepared.ts'

/** The most rows per patient in a list that is part of another response. */
export const maxRowsOfEach = 100

/** The patient whose rows a query reads: a placeholder for one patient, or `eachPatient` for several. */
export type PatientOfRow = SQL | Placeholder

/** The patient of the outer row, in a query for `rowsOfEach` or `rowsOfEachCategory`. */
export const eachPatient: SQL = sql`wanted.user_id`
/** The category of the outer row, in a query for `rowsOfEachCategory`. */
export const eachCategory: SQL = sql`category.id`

type Select = Built & { as: (alias: string) => unknown }

const lateral = <Q extends Select>(from: SQL, query: Q, condition?: SQL, order: SQL[] = []): Q => {
  const newest = query.as('newest') as Subquery<'newest', Record<string, SQL.Aliased>>
  const rows = queryBuilder
    .select(newest._.selectedFields)
    .from(from)
    .crossJoinLateral(newest)
    .where(condition)
    .orderBy(...order)
  // the outer query returns the fields and rows of `query`; Drizzle's types cannot express that
  return rows as unknown as Q
}

/**
 * The rows that a query with a limit selects for every patient of the list `ids`, in the order of the list and then of the query. With an index, each patient
 * costs one scan that stops at the limit. PostgreSQL can run a lateral join with a limit as a nested loop only, which keeps the order.
 */
export const rowsOfEach = <Q extends Select>(query: Q): Q => lateral(sql`unnest(${idList()}) wanted (user_id)`, query)

/** The same for every pair of a patient and a category, in the catalogue's order of categories. `condition` limits the table `category`. */
export const rowsOfEachCategory = <Q extends Select>(categories: PgTable, query: Q, condition?: SQL): Q =>
  lateral(sql`unnest(${idList()}) wanted (user_id) cross join ${categories} category`, query, condition, [sql`category.sort_number, category.id`])
