import { queryTokens, wordSearchText } from '@sukoyaka/rules/search'
import { and, type SQL, sql } from 'drizzle-orm'
import { diseases } from './tables.ts'

type Names = { name: string; name_local: string; name_kr: string; name_kana: string }

/** What is stored with a disease so that parts of its names find it. */
export const searched = ({ name, name_local, name_kr, name_kana }: Names) => ({
  name_kana,
  name_search: wordSearchText({ text: name_local, kana: name_kana }, { text: name }, { text: name_kr }),
})

/** Every word of the query is a part of a name; the few hundred diseases need no index for it. */
export const nameContains = (q: string | undefined): SQL | undefined => {
  if (!q?.trim()) return undefined
  const tokens = queryTokens(q)
  if (!tokens.length) return sql`false`
  return and(...tokens.map((token) => sql`position(${token} in ${diseases.name_search}) > 0`))
}
