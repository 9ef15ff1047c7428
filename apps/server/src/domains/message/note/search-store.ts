// built per call: the search words vary
import type { FoundNote, searchMessageNotes } from '@sukoyaka/wire/care/message-note'
import type { Input } from '@sukoyaka/wire/endpoint'
import { desc, inArray, sql } from 'drizzle-orm'
import type { PatientScope } from '../../../access/patient-scope.ts'
import { pageSize } from '../../../database/page.ts'
import { peopleByIds } from '../../account/store.ts'
import { message_notes, messages } from '../tables.ts'
import { foundIds, wordsOf } from '../thread/word-search-store.ts'
import { withPeople } from './store.ts'

/** Hits in the notes of one or all conversations in scope, newest first. `message_id`: the last message before the note, otherwise the first, or null. */
export const foundNotes = async (scope: PatientScope, { q, page = 1, patient_id }: Input<typeof searchMessageNotes>) => {
  const words = await wordsOf(scope, q)
  if (!words.length) return { items: [] as FoundNote[], page, next_page: null }
  const { id, body_search, author_id, patient_id: owner } = message_notes
  const where = patient_id === undefined ? sql`true` : sql`${owner} = ${patient_id}`
  const searched = { rows: scope.rows(message_notes), name: 'message_notes', id, body_search, author_id, patient_id: owner }
  const offset = (page - 1) * pageSize
  const ids = (await foundIds(scope, searched, words, where, offset + pageSize + 1)).slice(offset)
  const own = scope.from(messages, 'm')
  const notes = scope.rows(message_notes)
  const rows = await scope.db
    .select({
      note: notes,
      message_id: sql<string | null>`coalesce(
        (select max(m.id) from ${own} where m.patient_id = ${notes.patient_id} and m.published_at <= ${notes.created_at}),
        (select min(m.id) from ${own} where m.patient_id = ${notes.patient_id}))`,
    })
    .from(notes)
    .where(inArray(notes.id, [0, ...ids.slice(0, pageSize)]))
    .orderBy(desc(notes.id))
  const people = await peopleByIds(scope.db, [...new Set(rows.map(({ note }) => note.patient_id))])
  const found = await withPeople(
    scope,
    rows.map(({ note }) => note),
  )
  const items = found.map((note, at) => ({
    ...note,
    patient: people.get(note.patient_id)!,
    message_id: rows[at]!.message_id === null ? null : Number(rows[at]!.message_id),
  }))
  return { items, page, next_page: ids.length > pageSize ? page + 1 : null }
}
