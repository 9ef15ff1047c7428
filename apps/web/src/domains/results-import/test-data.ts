import type { ImportRow } from '@sukoyaka/wire/boards/import-row'
import type { ImportMapping, ResultsImport } from '@sukoyaka/wire/boards/results-import'

const column = (header: string, ...samples: string[]) => ({ header, unit: '', code: '', samples })
const meaning = (at: number, more: Partial<ImportMapping>): ImportMapping => ({
  at,
  field: null,
  category_id: null,
  unit: null,
  source: 'name',
  is_unit_guessed: false,
  ...more,
})

/** A checked import of two rows with an unmapped column of LDL cholesterol. */
export const oneImport = (more: Partial<ResultsImport> = {}): ResultsImport => ({
  id: 3,
  user_id: 1,
  user_name: '試験 一郎',
  name: '2026年度健診',
  file_name: 'kenshin.csv',
  facility: '北町ヘルスケアセンター',
  tested_on: null,
  state: 'checked',
  error: null,
  size: 10,
  received: 10,
  done: 2,
  total: 2,
  counts: { rows: 2, new: 1, changed: 0, same: 0, refused: 1, partial: 0, cells_open: 0, values_new: 1, values_changed: 0, people: 1, kept: 0 },
  applied_at: null,
  undone_at: null,
  created_at: '2026-11-20T00:00:00Z',
  updated_at: '2026-11-21T00:00:00Z',
  encoding: 'Shift_JIS',
  columns: [column('氏名', '山田 花子'), column('生年月日', 'S43.3.14'), column('受診日', 'R8.11.1'), column('脂質エル', '120', '118')],
  mapping: [meaning(0, { field: 'name' }), meaning(1, { field: 'birthday' }), meaning(2, { field: 'tested_on' }), meaning(3, { source: 'none' })],
  ...more,
})

const hanako = {
  id: 12,
  last_name: '山田',
  first_name: '花子',
  last_name_kana: 'ヤマダ',
  first_name_kana: 'ハナコ',
  birthday: '1968-03-14',
  sex: 'female' as const,
}
/** A row of the file that is new for its patient. */
export const importRow = (line: number, more: Partial<ImportRow> = {}): ImportRow => ({
  line,
  cells: ['山田 花子', 'S43.3.14', 'R8.11.1', '120'],
  fixed: [],
  is_confirmed: false,
  outcome: 'new',
  reasons: [],
  changes: [],
  new_count: 1,
  changed_count: 0,
  same_count: 0,
  tested_on: '2026-11-01',
  patient: hanako,
  candidates: [],
  ...more,
})
/** A row without a known patient and with an unreadable value. */
export const rejectedRow = importRow(4, {
  cells: ['山田 花代', 'S43.3.14', 'R8.11.1', '12O'],
  outcome: 'refused',
  patient: null,
  reasons: [
    { at: null, reason: 'person_unknown' },
    { at: 3, reason: 'value_unreadable' },
  ],
  candidates: [
    { ...hanako, last_checkup: { tested_on: '2025-11-12', location: oneImport().facility } },
    { ...hanako, id: 13, last_name: '山田', first_name: '華子', birthday: '1974-09-14', last_checkup: null },
  ],
})
