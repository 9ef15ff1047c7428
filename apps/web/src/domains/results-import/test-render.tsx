import type { ImportRow } from '@sukoyaka/wire/boards/import-row'
import type { ImportMapping, ResultsImport } from '@sukoyaka/wire/boards/results-import'
import { json, setUpFormTests } from '../../test/render-ui.tsx'

const ldl = {
  id: 7,
  name: 'ldl_cholesterol',
  name_ja: 'LDLコレステロール',
  name_en: 'LDL cholesterol',
  display_name: 'LDLコレステロール',
  unit: 'mg/dL',
  unit_display: 'mg/dL',
}
const categories = [{ ...ldl, name_kr: '', group: 'lipid', decimals: 0, sort_number: 1, conversions: [{ unit: 'mmol/L', factor: 38.67, offset: 0 }] }]

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
  counts: { rows: 2, new: 1, changed: 0, same: 0, refused: 1, values_new: 1, values_changed: 0, people: 1, kept: 0 },
  applied_at: null,
  undone_at: null,
  created_at: '2026-11-20T00:00:00Z',
  updated_at: '2026-11-20T00:00:00Z',
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
export const rejectedRow = importRow(4, {
  cells: ['山田 花代', 'S43.3.14', 'R8.11.1', '12O'],
  outcome: 'refused',
  patient: null,
  reasons: [
    { at: null, reason: 'person_unknown' },
    { at: 3, reason: 'value_unreadable' },
  ],
  candidates: [hanako],
})

type Net = {
  resultsImport: ResultsImport
  rows: ImportRow[]
  requests: { method: string; path: string; body: Record<string, unknown> }[]
  errorResponse?: { status: number; body: object }
  delay?: Promise<void>
}
export const fakeServer: Net = { resultsImport: oneImport(), rows: [], requests: [] }

const paged = (items: unknown[]) => ({ items, page: 1, next_page: null, total_count: items.length })
const respond = async (url: string, init: RequestInit) => {
  const method = init.method ?? 'GET'
  const path = url.split('?')[0]!
  if (path === '/api/client_errors') return json({})
  if (path === '/api/numeric_test_result_categories') return json({ items: categories })
  if (method === 'GET' && path.endsWith('/rows'))
    return json(paged(fakeServer.rows.filter(({ outcome }) => !url.includes('outcome=') || url.includes(`outcome=${outcome}`))))
  if (method === 'GET' && path.endsWith('/errors.csv')) return new Response('a,b\r\n', { headers: { 'content-type': 'text/csv; charset=utf-8' } })
  if (method === 'GET' && path === '/api/results_imports') return json(paged([fakeServer.resultsImport]))
  if (method === 'GET') return json(fakeServer.resultsImport)
  const body = init.body ? (JSON.parse(String(init.body)) as Record<string, unknown>) : {}
  fakeServer.requests.push({ method, path, body })
  await fakeServer.delay
  if (fakeServer.errorResponse) return json(fakeServer.errorResponse.body, fakeServer.errorResponse.status)
  if (method === 'DELETE') return new Response(null, { status: 204 })
  if (path.includes('/rows/')) return json(importRow(4))
  return json(fakeServer.resultsImport, method === 'POST' && path === '/api/results_imports' ? 201 : 200)
}

export const openImports = () =>
  setUpFormTests({
    load: () => [import('./MeaningDialog.tsx'), import('./RemoveDialogs.tsx')],
    before: () =>
      Object.assign(fakeServer, { resultsImport: oneImport(), rows: [importRow(3), rejectedRow], requests: [], errorResponse: undefined, delay: undefined }),
    respond,
  })
