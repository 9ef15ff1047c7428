import { bigrams, fold } from '@sukoyaka/rules/fold'
import { type AnyColumn, and, type SQL, sql } from 'drizzle-orm'

/** Escapes the wildcards of `like`. */
export const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')

const tokensOf = (text: string) => [...new Set(fold(text).split(/\s+/).filter(Boolean))]

/** Whether the index can find the query: at least one word has two characters. */
export const isFindable = (text: string): boolean => tokensOf(text).some((token) => bigrams(token).length > 0)

/**
 * Matches long text that contains every word of the query. `folded` holds `fold(text)` and has a GIN index on
 * `char_bigrams(folded)`, which finds candidates; `like` verifies them. A word of one character has no bigrams and only filters.
 */
export const textMatches = (folded: AnyColumn, text: string | undefined): SQL | undefined => {
  if (text === undefined) return undefined
  const tokens = tokensOf(text)
  const pairs = [...new Set(tokens.flatMap(bigrams))]
  return and(
    pairs.length ? sql`char_bigrams(${folded}) @> ${sql.param(pairs)}::text[]` : undefined,
    ...tokens.map((token) => sql`${folded} like ${`%${escapeLike(token)}%`}`),
  )
}

/** The values of `matchesText`; undefined for a query without words. */
export const textTerms = (text: string): { pairs: string[]; patterns: string[] } | undefined => {
  const tokens = tokensOf(text)
  if (!tokens.length) return undefined
  return { pairs: [...new Set(tokens.flatMap(bigrams))], patterns: tokens.map((token) => `%${escapeLike(token)}%`) }
}

/** `textMatches` with the placeholders `pairs` and `patterns`, so that its text is the same for every search. */
export const matchesText = (folded: AnyColumn): SQL =>
  sql`(char_bigrams(${folded}) @> ${sql.placeholder('pairs')}::text[] and ${folded} like all(${sql.placeholder('patterns')}::text[]))`

/** The value of `containsWords`: a pattern for each word of a query. Undefined if it has none, so that it matches every row. */
export const wordPatterns = (text = ''): string[] | undefined => {
  const patterns = tokensOf(text).map((token) => `%${escapeLike(token)}%`)
  return patterns.length ? patterns : undefined
}

/** The same match without an index, for a few rows. The placeholder `words` is the value of `wordPatterns`. */
export const containsWords = (folded: AnyColumn): SQL => sql`${folded} like all(${sql.placeholder('words')}::text[])`
