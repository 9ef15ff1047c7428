import { queryTokens } from '@sukoyaka/rules/fold'
import { type AnyColumn, asc, desc, type SQL, sql } from 'drizzle-orm'
import { escapeLike } from '../../database/text-search.ts'

/** Order of a list by the `sort` of its query, a name of `columns` with or without a minus, then by id. */
export const orderOf = (columns: Readonly<Record<string, AnyColumn | SQL>>, id: AnyColumn, sort: string): SQL[] => {
  const isReverse = sort.startsWith('-')
  const column = columns[sort.replace(/^-/, '')]!
  return isReverse ? [desc(column), desc(id)] : [asc(column), asc(id)]
}

const hiragana = Array.from({ length: 0x3096 - 0x3041 + 1 }, (_, at) => String.fromCharCode(0x3041 + at)).join('')
const katakana = [...hiragana].map((kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60)).join('')

const patternsOf = (words: readonly string[]) => (words.length ? words.map((word) => `%${escapeLike(word)}%`) : null)

/** The values of `nameContains`: the words of a query as they were typed, and folded (null if it folds to nothing). Empty if the query has no words. */
export const nameWords = (query = ''): { typed?: string[]; folded?: string[] | null } => {
  const typed = patternsOf(query.normalize('NFKC').toLowerCase().split(/\s+/).filter(Boolean))
  return typed ? { typed, folded: patternsOf(queryTokens(query)) } : {}
}

/**
 * Matches a text that contains every word of a query, as it was typed or folded, for tables of few rows. The text may be a search column, which is folded
 * already, or names as they are. The placeholders `typed` and `folded` are the values of `nameWords`.
 */
export const nameContains = (names: AnyColumn | SQL): SQL => {
  const lower = sql`lower(normalize(${names}, NFKC))`
  return sql`(translate(${lower}, ${sql.raw(`'${katakana}', '${hiragana}'`)}) like all(${sql.placeholder('folded')}::text[]) or ${lower} like all(${sql.placeholder('typed')}::text[]))`
}
