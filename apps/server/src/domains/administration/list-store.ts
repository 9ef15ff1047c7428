import { queryTokens } from '@sukoyaka/rules/fold'
import { type AnyColumn, and, asc, desc, or, type SQL, sql } from 'drizzle-orm'
import { escapeLike } from '../../database/text-search.ts'

/** Order of a list by the `sort` of its query, then by id. */
export const orderOf = <Sort extends string>(columns: Readonly<Record<Sort, AnyColumn | SQL>>, id: AnyColumn, sort: Sort | `-${Sort}`): SQL[] => {
  const isReverse = sort.startsWith('-')
  const column = columns[sort.replace(/^-/, '') as Sort]
  return isReverse ? [desc(column), desc(id)] : [asc(column), asc(id)]
}

const hiragana = Array.from({ length: 0x3096 - 0x3041 + 1 }, (_, at) => String.fromCharCode(0x3041 + at)).join('')
const katakana = [...hiragana].map((kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60)).join('')

const containsAll = (text: SQL, tokens: readonly string[]): SQL | undefined => and(...tokens.map((token) => sql`${text} like ${`%${escapeLike(token)}%`}`))

/**
 * Matches a text that contains every word of the query, as it was typed or folded, for tables of few rows. The text may be a search column, which is folded
 * already, or names as they are.
 */
export const nameContains = (names: AnyColumn | SQL, query = ''): SQL | undefined => {
  const lower = sql`lower(normalize(${names}, NFKC))`
  const typed = query.normalize('NFKC').toLowerCase().split(/\s+/).filter(Boolean)
  return or(containsAll(sql`translate(${lower}, ${katakana}, ${hiragana})`, queryTokens(query)), containsAll(lower, typed))
}
