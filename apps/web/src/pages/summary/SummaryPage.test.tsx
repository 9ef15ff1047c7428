// @vitest-environment happy-dom

import type { Role } from '@sukoyaka/wire/access'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { Component, type ReactNode } from 'react'
import { Provider } from 'react-redux'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { initJapanese } from '../../test/japanese.ts'
import { storeOf } from '../../test/store.ts'
import { PageError } from '../../ui/page/page-error.ts'
import { SummaryPage } from './SummaryPage.tsx'
import { assessment, disease, goal, patient, range, result } from './test-responses.ts'

/** Responses by path; undefined fails with 403. A list that is not stated is empty, so that a new card needs no response here. */
type Responses = Record<string, unknown>
let responses: Responses
const allResponses = (): Responses => ({
  '/api/users/patients': { items: [patient], page: 1, next_page: null, total_count: 1 },
  '/api/test_results': { items: [result(1, 162, 1), result(2, 100, 0), result(3, 130, 2)] },
  '/api/numeric_test_result_category_reference_ranges': { items: [range(1), range(2), range(3)] },
  '/api/assessments': { items: [assessment(1, 'problem', '脂質異常症'), assessment(2, 'high_risk', '骨粗鬆症')] },
  '/api/diseases/1': {
    ...disease(1, '脂質異常症'),
    indicators: [{ id: 1, type: 'numeric_test_result_category', priority: 1, name: 'c1', name_ja: '項目1', display_name: '項目1' }],
    prevent_plans: [
      { kind: 'meal', title: '脂の種類を変える', body: '魚を選びます。' },
      { kind: 'sport', title: '歩く習慣', body: '10分多く歩きます。' },
    ],
    disease_risks: [],
  },
  '/api/habit_goals': { items: [goal(1, '脂の種類を変える\n魚を選びます。')] },
  '/api/allergy_reactions': {
    items: [
      { id: 2, user_id: 1, kind: 'food', is_occured: false, description: '' },
      { id: 3, user_id: 1, kind: 'pollen', is_occured: true, description: 'スギ' },
      { id: 1, user_id: 1, kind: 'medicine', is_occured: true, description: 'セフェム系' },
    ],
  },
})

beforeAll(async () => {
  await import('./PatientHome.tsx')
  await initJapanese()
})
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T00:00:00Z') })
  responses = allResponses()
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
    const path = String(url).split('?')[0]!
    const body = path in responses || method !== 'GET' ? responses[path] : { items: [] }
    return body === undefined ? new Response('{"error":"x"}', { status: 403 }) : new Response(JSON.stringify(body))
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

class Boundary extends Component<{ children: ReactNode }, { status?: number }> {
  override state: { status?: number } = {}
  static getDerivedStateFromError(error: unknown) {
    return { status: error instanceof PageError ? error.status : 500 }
  }
  override render() {
    return this.state.status ? <p>error {this.state.status}</p> : this.props.children
  }
}
const wait = async (ms: number) => {
  for (let elapsed = 0; elapsed < ms; elapsed += 50) await act(() => vi.advanceTimersByTimeAsync(50))
}
const show = async (role: Role, path = '/1/summary') => {
  const store = storeOf(role)
  render(
    <Provider store={store}>
      <MemoryRouter initialEntries={[path]}>
        <Boundary>
          <Routes>
            <Route path=":userId/summary" element={<SummaryPage />} />
          </Routes>
        </Boundary>
      </MemoryRouter>
    </Provider>,
  )
  await wait(800)
}
const text = () => document.body.textContent ?? ''

test("a doctor sees the patient's identity, the end of the contract and drug allergies", async () => {
  await show('doctor')
  expect(screen.getByRole('heading', { level: 1 }).getAttribute('aria-label')).toBe('佐伯 恵子 様')
  for (const words of [
    '58歳',
    '女性',
    '1968.03.14（昭和43年）生',
    'プレミアム',
    '契約中 2026.04.01–2027.03.31・自動更新',
    '薬剤アレルギー：セフェム系',
    '主治医',
    '中村 健一',
    '＋1',
  ])
    expect(text()).toContain(words)
})

test('a doctor sees abnormal results, the worst first, with their number and the total', async () => {
  await show('doctor')
  expect(text()).toContain('異常 1')
  expect(text()).toContain('注意 1')
  expect(text()).toContain('3項目中')
  const rows = screen.getAllByRole('rowheader').map((head) => head.textContent?.slice(0, 3))
  expect(rows).toEqual(['項目1', '項目3'])
  expect(screen.getByRole('img', { name: '項目1 162 mg/dL、基準範囲60–119、異常' })).toBeTruthy()
})

test('a doctor opens an assessment with the patient’s values and the plans that are already goals', async () => {
  await import('../../domains/assessment/disease/DiseaseDialog.tsx')
  await show('doctor')
  expect(screen.getByRole('heading', { name: '問題 1' }).parentElement?.textContent).toContain('項目1 162')
  fireEvent.click(screen.getByRole('button', { name: '脂質異常症' }))
  await wait(800)
  const panel = within(screen.getByRole('dialog', { name: '脂質異常症' }))
  expect(panel.getByText('162')).toBeTruthy()
  expect(panel.getByRole('button', { name: '目標に追加済み' })).toBeTruthy()
  responses['/api/habit_goals'] = { items: [goal(1, '脂の種類を変える\n魚を選びます。'), goal(2, '歩く習慣\n10分多く歩きます。')] }
  fireEvent.click(panel.getByRole('button', { name: '歩く習慣を習慣目標に追加' }))
  await wait(800)
  expect(panel.getAllByRole('button', { name: '目標に追加済み' })).toHaveLength(2)
})

test('shows plans without actions to staff who may not add goals', async () => {
  await show('observer')
  fireEvent.click(screen.getByRole('button', { name: '脂質異常症' }))
  await wait(800)
  expect(text()).toContain('歩く習慣')
  expect(screen.queryByRole('button', { name: /目標/ })).toBeNull()
})

test('shows eight of sixty abnormal results, and all on request', async () => {
  responses['/api/test_results'] = { items: Array.from({ length: 60 }, (_, index) => result(index + 1, 200, 1)) }
  await show('doctor')
  expect(screen.getAllByRole('rowheader')).toHaveLength(8)
  fireEvent.click(screen.getByRole('button', { name: 'すべて表示（60項目）' }))
  expect(screen.getAllByRole('rowheader')).toHaveLength(60)
})

test('lists drug allergies first and groups those that never occurred', async () => {
  await show('doctor')
  expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual(['薬剤', '花粉', 'なし'])
})

test('shows empty states for a patient without data', async () => {
  responses['/api/users/patients'] = {
    items: [{ ...patient, sex: null, birthday: null, contracts: [], care_people: [], allergy_reactions: [] }],
    page: 1,
    next_page: null,
    total_count: 1,
  }
  responses['/api/test_results'] = { items: [] }
  responses['/api/allergy_reactions'] = { items: [] }
  await show('doctor')
  for (const words of ['年齢不明', '性別不明', '契約なし', '担当チーム未設定', '検査結果はまだありません', 'アレルギーの記録はまだありません'])
    expect(text()).toContain(words)
})

test('a card that fails to load shows an error and reloads; the others stay', async () => {
  responses['/api/test_results'] = undefined
  await show('doctor')
  expect(text()).toContain('検査結果を読み込めませんでした')
  expect(text()).toContain('スギ')
  responses = allResponses()
  fireEvent.click(screen.getByRole('button', { name: 'もう一度読み込む' }))
  await wait(800)
  expect(text()).toContain('異常 1')
})

test('shows the error page for an unknown patient', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  responses['/api/users/patients'] = { items: [], page: 1, next_page: null, total_count: 0 }
  await show('doctor', '/999/summary')
  expect(text()).toBe('error 404')
  cleanup()
  await show('doctor', '/abc/summary')
  expect(text()).toBe('error 404')
})

test('greets a patient by name without staff terms', async () => {
  await show('patient')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('佐伯さん、おはようございます')
  expect(text()).toContain('中村 健一 医師 ほか1人')
  expect(text()).toContain('基準より高い')
  expect(text()).toContain('基準より少し高い')
  const spoken = [...document.querySelectorAll('[aria-label]')].map((element) => element.getAttribute('aria-label')).join()
  expect(text() + spoken).not.toMatch(/異常|注意|主治医/)
})
