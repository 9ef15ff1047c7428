import type { Disease } from '@sukoyaka/wire/care/assessment'
import { fireEvent, screen, within } from '@testing-library/react'
import { json, setUpFormTests } from '../../test/render-ui.tsx'
import type { DiseaseField } from './dialogs/disease-field.ts'

export const disease = (id: number, name: string): Disease => ({
  id,
  name: `d${id}`,
  name_local: name,
  display_name: name,
  kind: 'other',
  icd10: null,
  danger_level: null,
  description: '',
  text_language: 'ja',
})
const known = [disease(1, '痛風'), disease(2, '脳梗塞')]

/** Minimal disease picker for tests: matches the typed name. */
export const TypedDisease: DiseaseField = ({ text, onChange, error }) => (
  <label>
    病名
    <input
      value={text}
      aria-invalid={error ? true : undefined}
      onChange={(event) =>
        onChange({ text: event.currentTarget.value, disease: known.find((item) => item.display_name === event.currentTarget.value) ?? null })
      }
    />
    {error}
  </label>
)

type Row = { id: number } & Record<string, unknown>
/** Fake server: stored lists, recorded requests, and the error to respond with. */
type FakeServer = {
  rowsByList: Record<string, Row[]>
  requests: { method: string; path: string; body: Record<string, unknown> }[]
  errorResponse?: { status: number; body: object }
  delay?: Promise<void>
}
export const fakeServer: FakeServer = { rowsByList: {}, requests: [] }

const withDisease = (row: Row) => ('disease_id' in row ? { ...row, disease: known.find(({ id }) => id === row.disease_id) } : row)
export const respond = async (url: string, init: RequestInit) => {
  const method = init.method ?? 'GET'
  const path = url.split('?')[0]!
  if (path === '/api/client_errors') return json({})
  const [, list = '', number] = /^\/api\/(\w+)(?:\/(\d+))?$/.exec(path) ?? []
  if (method === 'GET') return json({ items: (fakeServer.rowsByList[list] ?? []).map(withDisease) })
  const body = init.body ? (JSON.parse(String(init.body)) as Record<string, unknown>) : {}
  fakeServer.requests.push({ method, path, body })
  await fakeServer.delay
  if (fakeServer.errorResponse) return json(fakeServer.errorResponse.body, fakeServer.errorResponse.status)
  const rows = fakeServer.rowsByList[list] ?? []
  const stamps = { created_at: '2026-10-01T00:00:00Z', updated_at: '2026-10-02T00:00:00Z' }
  if (method === 'POST') {
    const added = { ...body, ...stamps, id: rows.length + 100 }
    fakeServer.rowsByList[list] = [...rows, added]
    return json(added, 201)
  }
  if (method === 'DELETE') {
    fakeServer.rowsByList[list] = rows.filter(({ id }) => id !== Number(number))
    return new Response(null, { status: 204 })
  }
  fakeServer.rowsByList[list] = rows.map((row) => (row.id === Number(number) ? { ...row, ...body, updated_at: stamps.updated_at } : row))
  return json(fakeServer.rowsByList[list].find(({ id }) => id === Number(number)))
}

export const setUpIllnessTests = (initialRows: () => FakeServer['rowsByList']) =>
  setUpFormTests({
    load: () => [
      import('./dialogs/PastIllnessDialog.tsx'),
      import('./dialogs/FamilyDialog.tsx'),
      import('./dialogs/OperationDialog.tsx'),
      import('./dialogs/AllergyDialog.tsx'),
    ],
    before: () => Object.assign(fakeServer, { rowsByList: initialRows(), requests: [], errorResponse: undefined, delay: undefined }),
    respond,
  })

export const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label, { exact: false }), { target: { value } })
export const rows = (region: string) =>
  within(screen.getByRole('region', { name: region }))
    .queryAllByRole('listitem')
    .map((row) => row.textContent)
