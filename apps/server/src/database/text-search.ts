import { bigrams, fold } from '@sukoyaka/rules/fold'
import { type AnyColumn, and, type SQL, sql } from 'drizzle-orm'

export const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')

const tokensOf = (text: string) => [...new Set(fold(text).split(/\s+/).filter(Boolean))]

/** Whether the index can find the query: at least one word has two or more characters. */
export const isFindable = (text: string): boolean => tokensOf(text).some((token) => bigrams(token).length > 0)

/** The bigrams and the `like` patterns of the words of a query; undefined without words. They are the values of the placeholders of `textMatchesPlaceholders`. */
export const textTerms = (text: string): { pairs: string[]; patterns: string[] } | undefined => {
  const tokens = tokensOf(text)
  if (!tokens.length) return undefined
  return { pairs: [...new Set(tokens.flatMap(bigrams))], patterns: tokens.map((token) => `%${escapeLike(token)}%`) }
}

/**
 * Matches long text that contains every word of the query. `folded` holds `fold(text)` and has a GIN index on
 * `char_bigrams(folded)`, which finds candidates; `like` verifies them. A word of one character has no bigrams and only filters.
 */
export const textMatches = (folded: AnyColumn, text = ''): SQL | undefined => {
  const { pairs = [], patterns = [] } = textTerms(text) ?? {}
  return and(
    pairs.length ? sql`char_bigrams(${folded}) @> ${sql.param(pairs)}::text[]` : undefined,
    ...patterns.map((pattern) => sql`${folded} like ${pattern}`),
  )
}

/** `textMatches` with the placeholders `pairs` and `patterns`, so that its text is the same for every search. */
export const textMatchesPlaceholders = (folded: AnyColumn): SQL =>
  sql`(char_bigrams(${folded}) @> ${sql.placeholder('pairs')}::text[] and ${folded} like all(${sql.placeholder('patterns')}::text[]))`

/** The value of the placeholder of `containsPatterns`: a pattern for each word of a query. Undefined without words: the caller then omits the condition. */
export const wordPatterns = (text = ''): string[] | undefined => textTerms(text)?.patterns

/** `textMatchesPlaceholders` without the index, for a few rows. The placeholder `words` is the value of `wordPatterns`. */
export const containsPatterns = (folded: AnyColumn): SQL => sql`${folded} like all(${sql.placeholder('words')}::text[])`

/** Whether every word in the placeholder `words` is part of a text, for catalogues of a few hundred rows. An empty list of words matches nothing. */
export const containsWords = (search: AnyColumn): SQL =>
  sql`(select coalesce(bool_and(position(word in ${search}) > 0), false) from unnest(${sql.placeholder('words')}::text[]) word)`

/** Sort key: texts with a word that starts with the placeholder `start` come first. */
export const startsFirst = (search: AnyColumn): SQL =>
  sql`case when position(' ' || ${sql.placeholder('start')}::text in ' ' || ${search}) > 0 then 0 else 1 end`

/** The values of the placeholders of `containsWords` and `startsFirst`; none for an empty query. */
export const searchValues = (query: string | undefined, tokensOf: (query: string) => string[]): { words?: string[]; start?: string | undefined } => {
  if (!query?.trim()) return {}
  const words = tokensOf(query)
  return { words, start: words[0] }
}
