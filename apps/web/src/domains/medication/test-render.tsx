import { screen, within } from '@testing-library/react'
import { json, setUpFormTests } from '../../test/render-ui.tsx'

const medicine = (id: number, name_ja: string, name_en: string, class_name: string) => ({
  id,
  name: name_en.toLowerCase(),
  name_ja,
  name_en,
  display_name: name_ja,
  class_name,
  dose_text: '1回2.5〜5mg',
  sort_number: id,
})
const medicines = [
  medicine(1, 'ロスバスタチン', 'Rosuvastatin', 'スタチン'),
  medicine(2, 'アトルバスタチン', 'Atorvastatin', 'スタチン'),
  medicine(3, 'アモキシシリン', 'Amoxicillin', 'ペニシリン系抗菌薬'),
]
const supplements = [{ id: 1, name: 'vitamin_d3_25', name_ja: 'ビタミンD3 25μg', display_name: 'ビタミンD3 25μg', sort_number: 1 }]

const stamps = { user_id: 1, memo: '', created_at: '2026-10-01T00:00:00Z', updated_at: '2026-10-01T00:00:00Z' }
type Row = { id: number } & Record<string, unknown>
export const medicineIntake = (id: number, more: object): Row => ({
  id,
  ...stamps,
  medicine_id: null,
  name: null,
  strength: '',
  daily_volume: '',
  divided_times: null,
  timing: [],
  started_on: null,
  ended_on: null,
  ...more,
})
const supplementIntake = (id: number, more: object): Row => ({ id, ...stamps, supplement_id: null, name: null, started_on: null, ended_on: null, ...more })

/** Fake network: stored intakes, sent requests and an optional error response. */
type FakeServer = {
  rowsByList: Record<string, Row[]>
  requests: { method: string; path: string; body: Record<string, unknown> }[]
  errorResponse?: { status: number; body: object }
}
export const fakeServer: FakeServer = { rowsByList: {}, requests: [] }

const withDetails = (row: Row) => ({
  ...row,
  ...('medicine_id' in row && { medicine: medicines.find(({ id }) => id === row.medicine_id) ?? null }),
  ...('supplement_id' in row && { supplement: supplements.find(({ id }) => id === row.supplement_id) ?? null }),
})
export const respond = async (url: string, init: RequestInit) => {
  const method = init.method ?? 'GET'
  const { pathname: path, searchParams } = new URL(url, 'http://x')
  if (path === '/api/client_errors') return json({})
  const q = searchParams.get('q') ?? ''
  if (path === '/api/medicines') return json({ items: medicines.filter(({ name_ja }) => name_ja.includes(q)) })
  if (path === '/api/supplements') return json({ items: supplements.filter(({ name_ja }) => name_ja.includes(q)) })
  const [, list = '', number] = /^\/api\/(\w+)(?:\/(\d+))?$/.exec(path) ?? []
  const rows = fakeServer.rowsByList[list] ?? []
  if (method === 'GET') return json({ items: rows.map(withDetails) })
  const body = init.body ? (JSON.parse(String(init.body)) as Record<string, unknown>) : {}
  fakeServer.requests.push({ method, path, body })
  if (fakeServer.errorResponse) return json(fakeServer.errorResponse.body, fakeServer.errorResponse.status)
  if (method === 'POST') {
    const added = { ...stamps, ...body, id: rows.length + 100 }
    fakeServer.rowsByList[list] = [...rows, added]
    return json(added, 201)
  }
  fakeServer.rowsByList[list] = rows.map((row) => (row.id === Number(number) ? { ...row, ...body } : row))
  return json(fakeServer.rowsByList[list].find(({ id }) => id === Number(number)))
}

export const setUpMedicationTests = () =>
  setUpFormTests({
    now: '2026-11-20T16:00:00Z',
    load: () => [import('./MedicationDialog.tsx')],
    before: () => {
      fakeServer.rowsByList = {
        medicine_intakes: [
          medicineIntake(1, { medicine_id: 1, strength: '2.5 mg', daily_volume: '1錠', divided_times: 1, timing: ['after_dinner'], started_on: '2025-06' }),
          medicineIntake(2, { name: '葛根湯', daily_volume: '3包', divided_times: 3, timing: ['before_breakfast', 'before_lunch', 'before_dinner'] }),
          medicineIntake(3, { name: '鉄剤', started_on: '2021', ended_on: '2021-09' }),
          medicineIntake(4, { name: '抗菌薬', ended_on: '2026-11-22' }),
        ],
        supplement_intakes: [supplementIntake(1, { supplement_id: 1, started_on: '2026-04-03' })],
      }
      Object.assign(fakeServer, { requests: [], errorResponse: undefined })
    },
    respond,
  })

/** Rows of the card, not of the dialog above it. */
export const rows = (region: string) =>
  within(screen.getAllByRole('region', { name: region })[0]!)
    .queryAllByRole('listitem')
    .map((row) => row.textContent)
