import { grams, queryTokens } from '@sukoyaka/rules/search'
import { type AnyColumn, and, type SQL, sql } from 'drizzle-orm'

const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** The bigrams of a name, and its single characters: a name may be one, and so may what somebody types. */
export const nameGrams = (name_search: string) => [...new Set([...grams(name_search), ...name_search.replace(/\s/g, '')])]

/**
 * A part of a name, in kanji, kana or romaji; every word of the query must hit. Hits are found by their bigrams (an index) and
 * verified on the folded name. A query that folds to nothing finds nobody; none at all finds everybody.
 */
export const nameMatches = (name_search: AnyColumn, name_grams: AnyColumn, q: string | undefined): SQL | undefined => {
  if (!q?.trim()) return undefined
  const tokens = queryTokens(q)
  if (!tokens.length) return sql`false`
  return and(
    ...tokens.map((token) => {
      const pairs = grams(token)
      const keys = pairs.length ? pairs : [token]
      return and(
        sql`${name_grams} @> array[${sql.join(
          keys.map((key) => sql`${key}`),
          sql`, `,
        )}]::text[]`,
        sql`${name_search} like ${`%${escaped(token)}%`}`,
      )
    }),
  )
}
