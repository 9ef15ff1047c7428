import { fold, grams } from '@sukoyaka/rules/search'
import { type AnyColumn, and, type SQL, sql } from 'drizzle-orm'

const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&')

const tokensOf = (q: string) => [...new Set(fold(q).split(/\s+/).filter(Boolean))]

/** Whether an index can find it: one of its words has two characters at least. */
export const isFindable = (q: string): boolean => tokensOf(q).some((token) => grams(token).length > 0)

/**
 * Long text in which each word of the query stands, as a part of a word too. `folded` holds `fold(text)` and has a GIN index on
 * `char_bigrams(folded)`: that finds, `like` verifies. A word of one character has no bigrams and only narrows.
 */
export const textMatches = (folded: AnyColumn, q: string | undefined): SQL | undefined => {
  if (q === undefined) return undefined
  const tokens = tokensOf(q)
  const pairs = [...new Set(tokens.flatMap(grams))]
  return and(
    pairs.length ? sql`char_bigrams(${folded}) @> ${sql.param(pairs)}::text[]` : undefined,
    ...tokens.map((token) => sql`${folded} like ${`%${escaped(token)}%`}`),
  )
}

/** The same over a few rows that need no index. No word at all keeps every row. */
export const wordsIn = (folded: AnyColumn, q: string | undefined): SQL | undefined =>
  and(...tokensOf(q ?? '').map((token) => sql`${folded} like ${`%${escaped(token)}%`}`))
