import { queryTokens } from '@sukoyaka/rules/fold'
import { type AnyColumn, asc, desc, type SQL, sql } from 'drizzle-orm'
import { escapeLike } from '../../database/text-search.ts'

/** Order of a list by `sort`, a name of `columns`, with a minus for descending; ties by id in the same direction. */
export const orderOf = (columns: Readonly<Record<string, AnyColumn | SQL>>, id: AnyColumn, sort: string): SQL[] => {
  const isReverse = sort.startsWith('-')
  const column = columns[sort.replace(/^-/, '')]!
  return isReverse ? [desc(column), desc(id)] : [asc(column), asc(id)]
}

const hiragana = Array.from({ length: 0x3096 - 0x3041 + 1 }, (_, at) => String.fromCharCode(0x3041 + at)).join('')
const katakana = [...hiragana].map((kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60)).join('')

const patternsOf = (words: readonly string[]) => (words.length ? words.map((word) => `%${escapeLike(word)}%`) : null)

/** The values of `nameContains`: patterns of the words of a query, as typed and folded (null if it folds to nothing). Empty if the query has no words. */
export const nameWords = (query = ''): { typed?: string[]; folded?: string[] | null } => {
  const typed = patternsOf(query.normalize('NFKC').toLowerCase().split(/\s+/).filter(Boolean))
  return typed ? { typed, folded: patternsOf(queryTokens(query)) } : {}
}

/**
 * Matches a text that contains all words of a query as typed, or all of them folded. For tables of few rows. The text may be a search column, which is
 * folded already, or names as they are. The placeholders `typed` and `folded` are the values of `nameWords`.
 */
export const nameContains = (names: AnyColumn | SQL): SQL => {
  const lower = sql`lower(normalize(${names}, NFKC))`
  return sql`(translate(${lower}, ${sql.raw(`'${katakana}', '${hiragana}'`)}) like all(${sql.placeholder('folded')}::text[]) or ${lower} like all(${sql.placeholder('typed')}::text[]))`
}
