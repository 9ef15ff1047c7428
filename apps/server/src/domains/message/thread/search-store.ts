import type { FoundMessage } from '@sukoyaka/wire/care/message'
import { and, isNull, sql } from 'drizzle-orm'
import { pageSize } from '../../../database/page.ts'
import { peopleByIds } from '../../account/store.ts'
import { messages } from '../tables.ts'
import { messagesByIds, type Reader } from './store.ts'
import { foundIds, wordsOf } from './word-search-store.ts'

type SearchQuery = { q: string; page: number; patient_id?: number | undefined }

/** Hits in one room or in all rooms in scope, newest first. */
export const foundMessages = async (viewer: Reader, { q: query, page, patient_id }: SearchQuery) => {
  const { scope } = viewer
  const words = await wordsOf(scope, query)
  if (!words.length) return { items: [] as FoundMessage[], page, next_page: null }
  const { id, body_search, sender_id, patient_id: owner } = messages
  // a deleted message still has a sender, so a name could find it
  const where = and(patient_id === undefined ? undefined : sql`${owner} = ${patient_id}`, isNull(messages.deleted_at))!
  const searched = { rows: scope.rows(messages), name: 'messages', id, body_search, author_id: sender_id, patient_id: owner }
  const offset = (page - 1) * pageSize
  const ids = (await foundIds(scope, searched, words, where, offset + pageSize + 1)).slice(offset)
  const messageById = await messagesByIds(viewer, ids.slice(0, pageSize))
  const patients = await peopleByIds(scope.db, [...new Set([...messageById.values()].map((message) => message.patient_id))])
  for (const patient of patients.keys()) scope.record(patient)
  const items = ids.flatMap((found) => {
    const message = messageById.get(found)
    return message ? [{ ...message, patient: patients.get(message.patient_id)! }] : []
  })
  return { items, page, next_page: ids.length > pageSize ? page + 1 : null }
}
