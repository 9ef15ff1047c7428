import type { addEmoticon, changeEmoticon } from '@sukoyaka/wire/boards/admin/emoticon'
import type { Input, Reply } from '@sukoyaka/wire/endpoint'
import { sql } from 'drizzle-orm'
import { assertValid } from '../../access/rows.ts'
import type { Db } from '../../database/db.ts'
import { emoticons } from '../message/tables.ts'
import { catalogueStore } from './catalogue-store.ts'
import { namesToEdit, namesToStore } from './translations.ts'

type EmoticonRow = Reply<typeof addEmoticon>
type EmoticonInput = Input<typeof addEmoticon>

const store = catalogueStore({
  table: emoticons,
  extra: {},
  search: sql`lower(${emoticons.name_ja} || ' ' || ${emoticons.name_en} || ' ' || ${emoticons.name_kr} || ' ' || ${emoticons.emoji})`,
  filters: { is_active: emoticons.is_active },
  sorts: { sort_number: emoticons.sort_number, name_ja: emoticons.name_ja, updated_at: emoticons.updated_at },
  sort: 'sort_number',
  rowOf: (row): EmoticonRow => ({ ...row, ...namesToEdit(row) }),
})

export const allEmoticons = store.list
export const emoticonOf = store.read

/** Whether the text is one grapheme that contains an emoji. */
const isEmoji = (text: string) =>
  [...new Intl.Segmenter('ja').segment(text)].length === 1 && /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u.test(text)

const columnsOf = ({ emoji, ...input }: EmoticonInput) => {
  const trimmed = emoji.trim()
  assertValid({ emoji: !trimmed ? 'required' : !isEmoji(trimmed) && 'format' })
  return { ...input, emoji: trimmed, ...namesToStore(input) }
}

/** `code` identifies the emoticon in reactions. */
export const insertEmoticon = async (db: Db, input: EmoticonInput, code: string): Promise<EmoticonRow> => store.insert(db, { ...columnsOf(input), code })

/** Throws 404, 409 if it was saved since `updated_at`, and 422 if the emoji or the Japanese name is missing or invalid. */
export const updateEmoticon = async (db: Db, { id, updated_at, ...input }: Input<typeof changeEmoticon>): Promise<EmoticonRow> => {
  await store.lock(db, id, { updated_at })
  return store.update(db, id, columnsOf(input))
}
