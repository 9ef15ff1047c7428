import { queryTokens } from '@sukoyaka/rules/search'
import { type AnyColumn, and, asc, desc, type SQL, sql } from 'drizzle-orm'
import { escapeLike } from '../../database/text-search.ts'

/** Order of a list by the `sort` of its query, then by id. */
export const orderOf = <Sort extends string>(columns: Readonly<Record<Sort, AnyColumn | SQL>>, id: AnyColumn, sort: Sort | `-${Sort}`): SQL[] => {
  const isReverse = sort.startsWith('-')
  const column = columns[sort.replace(/^-/, '') as Sort]
  return isReverse ? [desc(column), desc(id)] : [asc(column), asc(id)]
}

/** Matches a search column that contains every word of the query, for tables of few rows. */
export const nameContains = (name_search: AnyColumn | SQL, query: string | undefined): SQL | undefined =>
  and(...queryTokens(query ?? '').map((token) => sql`${name_search} like ${`%${escapeLike(token)}%`}`))
