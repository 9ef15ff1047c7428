import { bigrams, queryTokens } from '@sukoyaka/rules/search'
import { type AnyColumn, and, type SQL, sql } from 'drizzle-orm'
import { escapeLike } from './text-search.ts'

/** Bigrams and single characters of a name, because a name or a query may be one character long. */
export const nameGrams = (name_search: string) => [...new Set([...bigrams(name_search), ...name_search.replace(/\s/g, '')])]

/**
 * Matches part of a name in kanji, kana or romaji; every word of the query must match. The index on bigrams finds candidates and `like`
 * verifies them on the folded name. An empty query matches everyone; a query that folds to nothing matches no one.
 */
export const nameMatches = (name_search: AnyColumn, name_grams: AnyColumn, text: string | undefined): SQL | undefined => {
  if (!text?.trim()) return undefined
  const tokens = queryTokens(text)
  if (!tokens.length) return sql`false`
  return and(
    ...tokens.map((token) => {
      const pairs = bigrams(token)
      const keys = pairs.length ? pairs : [token]
      return and(
        sql`${name_grams} @> array[${sql.join(
          keys.map((key) => sql`${key}`),
          sql`, `,
        )}]::text[]`,
        sql`${name_search} like ${`%${escapeLike(token)}%`}`,
      )
    }),
  )
}
