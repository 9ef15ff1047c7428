import {
  addEmoticon,
  changeEmoticon,
  emoticonColumns,
  emoticonFields,
  emoticonQuery,
  exportEmoticons,
  getEmoticon,
  listAllEmoticons,
} from '@sukoyaka/wire/boards/admin/emoticon'
import { adminTable } from '../records/table.ts'

export const emoticons = adminTable({
  name: 'emoticons',
  list: listAllEmoticons,
  csv: exportEmoticons,
  read: getEmoticon,
  add: addEmoticon,
  change: changeEmoticon,
  tag: 'emoticons',
  query: emoticonQuery,
  columns: emoticonColumns,
  fields: emoticonFields,
  shown: ['emoji', { name: 'name_ja', below: 'name_en' }, 'is_active', 'sort_number', 'updated_at'],
  sections: [{ title: 'basic', fields: ['emoji', 'name_ja', 'name_en', 'name_kr', 'is_active', 'sort_number'] }],
  initial: { is_active: true, sort_number: '100' },
  nameOf: ({ emoji, name_ja }) => `${String(emoji)} ${String(name_ja)}`,
})
