import { bigrams, queryTokens } from '@sukoyaka/rules/fold'
import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import { escapeLike } from './text-search.ts'

/** Bigrams and single characters of a name, because a name or a query may be one character long. */
export const nameGrams = (name_search: string) => [...new Set([...bigrams(name_search), ...name_search.replace(/\s/g, '')])]

type NameTerms = { grams: string[]; patterns: string[] }

/**
 * The terms of a search for part of a name in kanji, kana or romaji: every word of the query must match. Undefined for an empty query, which matches
 * everyone. If no word is left after folding, the terms match no one.
 */
export const nameTerms = (text: string | undefined): NameTerms | undefined => {
  if (!text?.trim()) return undefined
  const tokens = queryTokens(text)
  const grams = tokens.flatMap((token) => {
    const pairs = bigrams(token)
    return pairs.length ? pairs : [token]
  })
  // no name has an empty gram
  return { grams: tokens.length ? [...new Set(grams)] : [''], patterns: tokens.map((token) => `%${escapeLike(token)}%`) }
}

const namedAs = (name_search: AnyColumn, name_grams: AnyColumn, { grams, patterns }: Record<keyof NameTerms, unknown>) =>
  sql`(${name_grams} @> ${grams}::text[] and ${name_search} like all(${patterns}::text[]))`

/**
 * The condition that a name matches the placeholders `grams` and `patterns`, each with `prefix` before its name; `nameTerms` gives their values. The index on
 * the grams finds candidates, and `like` verifies them on the folded name. The SQL text is the same for every search, so that it is prepared once.
 */
export const isNamed = (name_search: AnyColumn, name_grams: AnyColumn, prefix = ''): SQL =>
  namedAs(name_search, name_grams, { grams: sql.placeholder(`${prefix}grams`), patterns: sql.placeholder(`${prefix}patterns`) })

/** The same condition with the values for `text` instead of placeholders, for a query that is built per call. */
export const nameMatches = (name_search: AnyColumn, name_grams: AnyColumn, text: string | undefined): SQL | undefined => {
  const terms = nameTerms(text)
  return terms && namedAs(name_search, name_grams, { grams: sql.param(terms.grams), patterns: sql.param(terms.patterns) })
}
