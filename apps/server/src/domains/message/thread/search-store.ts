// built per call: the search words vary
import { bigrams, fold, isMessageWord, queryTokens } from '@sukoyaka/rules/search'
import type { FoundMessage } from '@sukoyaka/wire/care/message'
import { and, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { nameMatches } from '../../../database/name-search.ts'
import { pageSize } from '../../../database/page.ts'
import { personColumns } from '../../account/store.ts'
import { users } from '../../account/tables.ts'
import { messages } from '../tables.ts'
import { messagesByIds, type Reader } from './store.ts'

type SearchQuery = { q: string; page: number; patient_id?: number | undefined }

/** Frequent words and single characters are found among this many newest messages: the index would list every message that has the word, or has no bigram. */
const maxRecent = 3_000
/** Maximum number of people matched by one word. */
const maxPeople = 500

const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&')

const peopleNamed = async (viewer: Reader, token: string): Promise<number[]> => {
  if (!queryTokens(token).length) return []
  const found = await viewer.scope.db
    .select({ id: users.id })
    .from(users)
    .where(nameMatches(users.name_search, users.name_grams, token))
    .limit(maxPeople)
  return found.map(({ id }) => id)
}

type Word = { token: string; pairs: string[]; people: number[] }

const wordsOf = async (viewer: Reader, query: string): Promise<Word[]> => {
  const words: Word[] = []
  for (const token of new Set(fold(query).split(/\s+/).filter(Boolean))) {
    const pairs = bigrams(token)
    words.push({ token, pairs, people: isMessageWord(token) ? await peopleNamed(viewer, token) : [] })
  }
  return words
}

/**
 * Every word must be part of the text or a file name, or of the sender's or patient's name. The bigram condition is added for the index search only:
 * computing bigrams for each message costs more than `like`. Cheap conditions come first.
 */
const conditionOf = (words: Word[], { useIndex }: { useIndex: boolean }): SQL =>
  and(
    ...words.map(({ token, pairs, people }) => {
      const tokenCondition = and(
        sql`${messages.body_search} like ${`%${escaped(token)}%`}`,
        useIndex && pairs.length ? sql`char_bigrams(${messages.body_search}) @> ${sql.param(pairs)}::text[]` : undefined,
      )!
      return people.length ? sql`(${inArray(messages.sender_id, people)} or ${inArray(messages.patient_id, people)} or ${tokenCondition})` : tokenCondition
    }),
  )!

/**
 * Hits in all rooms in scope, newest first. A frequent word and a single kanji or kana are found among the newest messages; others are found by the index
 * alone (materialized, so that the planner does not walk all messages by id).
 */
export const foundMessages = async (viewer: Reader, { q: query, page, patient_id }: SearchQuery) => {
  const emptyPage = { items: [] as FoundMessage[], page, next_page: null }
  const words = await wordsOf(viewer, query)
  if (!words.some(({ token }) => isMessageWord(token))) return emptyPage
  const hasBigrams = words.some(({ pairs }) => pairs.length > 0)
  const offset = (page - 1) * pageSize
  // a deleted message still has a sender, so a name could find it
  const scopeCondition = and(patient_id === undefined ? undefined : sql`${messages.patient_id} = ${patient_id}`, isNull(messages.deleted_at))!
  const rowLimit = offset + pageSize + 1
  const recent = sql`
    select id from (select * from ${viewer.scope.rows(messages)} where ${scopeCondition} order by id desc limit ${maxRecent}) messages where ${conditionOf(words, { useIndex: false })} order by id desc limit ${rowLimit}`
  const { rows: recentRows } = await viewer.scope.db.execute<{ id: number }>(recent)
  const { rows } =
    recentRows.length === rowLimit || !hasBigrams
      ? { rows: recentRows }
      : await viewer.scope.db.execute<{ id: number }>(sql`
          with hits as materialized (select ${messages.id} as id from ${viewer.scope.rows(messages)} where ${conditionOf(words, { useIndex: true })} and ${scopeCondition})
          select id from hits order by id desc limit ${rowLimit}`)
  const ids = rows.map(({ id }) => Number(id)).slice(offset)
  const messageById = await messagesByIds(viewer, ids.slice(0, pageSize))
  const patients = await viewer.scope.db
    .select(personColumns)
    .from(users)
    .where(inArray(users.id, [0, ...new Set([...messageById.values()].map((message) => message.patient_id))]))
  const byId = new Map(patients.map((person) => [person.id, person]))
  for (const id of byId.keys()) viewer.scope.record(id)
  const items = ids.flatMap((id) => {
    const message = messageById.get(id)
    return message ? [{ ...message, patient: byId.get(message.patient_id)! }] : []
  })
  return { items, page, next_page: ids.length > pageSize ? page + 1 : null }
}
