import Type from 'typebox'
import { fieldsOf, tableCalls } from '../../admin.ts'
import { Id, InputObject, Instant, Line } from '../../endpoint.ts'

const input = {
  /** One emoji. */
  emoji: Line(20),
  name_ja: Line(50),
  name_en: Line(50, 0),
  name_kr: Line(50, 0),
  /** Offered for new reactions; existing ones stay. */
  is_active: Type.Boolean(),
  sort_number: Type.Integer({ minimum: 0, maximum: 100_000 }),
}
const row = { id: Id, ...input, updated_at: Instant }

export const {
  list: listAllEmoticons,
  csv: exportEmoticons,
  read: getEmoticon,
  add: addEmoticon,
  change: changeEmoticon,
} = tableCalls({
  name: 'emoticons',
  words: ['an emoticon', 'all emoticons'],
  description: 'Existing reactions show the changed emoji.',
  input,
  row,
  sorts: ['sort_number', 'name_ja', 'updated_at'],
  filters: { is_active: Type.Optional(Type.Boolean()) },
  example: { emoji: '🌸', name_ja: '桜', name_en: 'Blossom', name_kr: '벚꽃', is_active: true, sort_number: 30 },
  tags: ['emoticons'],
})

export const emoticonFields = fieldsOf(InputObject(input))
export const emoticonColumns = fieldsOf(Type.Object(row))
export const emoticonQuery = fieldsOf(listAllEmoticons.query)
