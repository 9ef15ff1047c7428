// built per call: the search words vary
import { bigrams, fold, isMessageWord, queryTokens } from '@sukoyaka/rules/fold'
import { type AnyColumn, and, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PatientScope } from '../../../access/patient-scope.ts'
import { nameMatches } from '../../../database/name-search.ts'
import { escapeLike } from '../../../database/text-search.ts'
import { users } from '../../account/tables.ts'

/** Number of newest rows that are searched first: the index lists every row with a frequent word, and cannot find a single character. */
const maxRecent = 3_000
/** Maximum number of people matched by one word. */
const maxPeople = 500

const peopleNamed = async (scope: PatientScope, token: string): Promise<number[]> => {
  if (!queryTokens(token).length) return []
  const found = await scope.db
    .select({ id: users.id })
    .from(users)
    .where(nameMatches(users.name_search, users.name_grams, token))
    .limit(maxPeople)
  return found.map(({ id }) => id)
}

export type Word = { token: string; pairs: string[]; people: number[] }

/** The words of a query with the people they name; none if no word is long enough. */
export const wordsOf = async (scope: PatientScope, query: string): Promise<Word[]> => {
  const words: Word[] = []
  for (const token of new Set(fold(query).split(/\s+/).filter(Boolean)))
    words.push({ token, pairs: bigrams(token), people: isMessageWord(token) ? await peopleNamed(scope, token) : [] })
  return words.some(({ token }) => isMessageWord(token)) ? words : []
}

/** What is searched: rows in scope, their name in SQL, and the columns that are compared. */
type Searched = { rows: SQLWrapper; name: string; id: AnyColumn; body_search: AnyColumn; author_id: AnyColumn; patient_id: AnyColumn }

/**
 * Every word must be part of the text (for a message, also of its file names) or of the author's or patient's name. The bigram condition is added for the index
 * search only: computing bigrams for each row costs more than `like`. Cheap conditions come first.
 */
const conditionOf = ({ body_search, author_id, patient_id }: Searched, words: Word[], { useIndex }: { useIndex: boolean }): SQL =>
  and(
    ...words.map(({ token, pairs, people }) => {
      const tokenCondition = and(
        sql`${body_search} like ${`%${escapeLike(token)}%`}`,
        useIndex && pairs.length ? sql`char_bigrams(${body_search}) @> ${sql.param(pairs)}::text[]` : undefined,
      )!
      return people.length ? sql`(${inArray(author_id, people)} or ${inArray(patient_id, people)} or ${tokenCondition})` : tokenCondition
    }),
  )!

/**
 * Ids of the hits, newest first. They come from the newest rows alone if those have enough hits or no word has a bigram; else from all rows, by the index
 * (materialized, so that the planner does not walk all rows by id).
 */
export const foundIds = async (scope: PatientScope, searched: Searched, words: Word[], where: SQL, limit: number): Promise<number[]> => {
  const { rows: source, id } = searched
  const recent = sql`
    select id from (select * from ${source} where ${where} order by id desc limit ${maxRecent}) ${sql.identifier(searched.name)}
    where ${conditionOf(searched, words, { useIndex: false })} order by id desc limit ${limit}`
  const { rows: recentRows } = await scope.db.execute<{ id: number }>(recent)
  const hasBigrams = words.some(({ pairs }) => pairs.length > 0)
  const { rows } =
    recentRows.length === limit || !hasBigrams
      ? { rows: recentRows }
      : await scope.db.execute<{ id: number }>(sql`
          with hits as materialized (select ${id} as id from ${source} where ${conditionOf(searched, words, { useIndex: true })} and ${where})
          select id from hits order by id desc limit ${limit}`)
  return rows.map((row) => Number(row.id))
}
