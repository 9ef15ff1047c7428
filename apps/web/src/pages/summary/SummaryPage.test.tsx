// @vitest-environment happy-dom
import { namespaces } from '@sukoyaka/phrases/all'
import type { Role } from '@sukoyaka/wire/access'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import i18next from 'i18next'
import { Component, type ReactNode } from 'react'
import { initReactI18next } from 'react-i18next'
import { Provider } from 'react-redux'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { PageError } from '../../kit/page-error.ts'
import { signedIn } from '../../kit/session.ts'
import { makeStore } from '../../kit/store.ts'
import { SummaryPage } from './SummaryPage.tsx'

const patient = {
  id: 1,
  role: 'patient',
  last_name: '佐伯',
  first_name: '恵子',
  last_name_kana: 'サエキ',
  first_name_kana: 'ケイコ',
  birthday: '1968-03-14',
  sex: 'female',
  icon: null,
  contracts: [
    {
      id: 1,
      user_id: 1,
      plan_id: 1,
      plan: { id: 1, display_name: 'プレミアム' },
      auto_update: true,
      started_at: '2026-03-31T15:00:00Z',
      ended_at: '2027-03-31T15:00:00Z',
    },
  ],
  care_people: [
    { id: 1, role: 'doctor', main: true, user: { id: 5, role: 'doctor', last_name: '中村', first_name: '健一', icon: null } },
    { id: 2, role: 'nurse', main: true, user: { id: 6, role: 'nurse', last_name: '小林', first_name: '舞', icon: null } },
  ],
  allergy_reactions: [{ id: 1, user_id: 1, kind: 'medicine', is_occured: true, description: 'セフェム系' }],
}
const category = (id: number) => ({
  id,
  name: `c${id}`,
  name_ja: `項目${id}`,
  display_name: `項目${id}`,
  unit: 'mg/dL',
  unit_display: 'mg/dL',
  decimals: 0,
  sort_number: id,
  group: '',
})
const result = (id: number, value: number, status: number) => ({
  id,
  user_id: 1,
  category_id: id,
  category: category(id),
  test_id: null,
  test_package_id: null,
  recorded_at: '2026-10-14T00:00:00Z',
  type: 0,
  origin: '',
  value,
  status,
})
const range = (category_id: number) => ({
  id: category_id,
  category_id,
  category_name: '',
  sex: 'any',
  age_min: 18,
  age_max: null,
  healthy: { min: 60, max: 120 },
  warning: [],
  unhealthy: { below: 60, above: 120 },
})

const disease = (id: number, name: string) => ({
  id,
  name: `d${id}`,
  name_local: name,
  display_name: name,
  kind: 'metabolic',
  icd10: null,
  danger_level: 3,
  description: '',
  text_language: 'ja',
})
const assessment = (id: number, kind: string, name: string) => ({
  id,
  user_id: 1,
  disease_id: id,
  disease: disease(id, name),
  kind,
  memo: '',
  conducted_on: '2026-10-28',
  solved_on: null,
  reasons: id === 1 ? [{ id: 1, type: 'numeric_test_result_category' }] : [],
  created_at: '2026-10-28T00:00:00Z',
  updated_at: '2026-10-28T00:00:00Z',
})
const goal = (id: number, content: string) => ({
  id,
  user_id: 1,
  content,
  kind: 'meal',
  template_id: null,
  achieved_on: null,
  progress: null,
  categories: [],
  created_at: '2026-10-28T00:00:00Z',
  updated_at: '2026-10-28T00:00:00Z',
})

type Answers = Record<string, unknown>
let answers: Answers
const full = (): Answers => ({
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
  const ja = Object.fromEntries(Object.entries(namespaces).map(([name, words]) => [name, words.ja]))
  await i18next.use(initReactI18next).init({ lng: 'ja', resources: { ja }, defaultNS: 'common', keySeparator: false, interpolation: { escapeValue: false } })
})
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T00:00:00Z') })
  answers = full()
  vi.stubGlobal('fetch', async (url: string) => {
    const body = answers[String(url).split('?')[0]!]
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
  for (let at = 0; at < ms; at += 50) await act(() => vi.advanceTimersByTimeAsync(50))
}
const show = async (role: Role, path = '/1/summary') => {
  const store = makeStore()
  store.dispatch(
    signedIn({ me: { id: 1, role, first_name: '', last_name: '', email: 'a@example.com' }, credentials: { access_token: 't', email: 'a@example.com', id: 1 } }),
  )
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

test('a doctor reads who it is, until when the contract runs and what must not be given', async () => {
  await show('doctor')
  expect(screen.getByRole('heading', { level: 1 }).getAttribute('aria-label')).toBe('佐伯 恵子 様')
  for (const words of [
    '58歳',
    '女性',
    '1968.03.14 生',
    'プレミアム',
    '契約中 2026.04.01–2027.03.31・自動更新',
    '薬剤アレルギー：セフェム系',
    '主治医',
    '中村 健一',
    '＋1',
  ])
    expect(text()).toContain(words)
})

test('a doctor sees what is out of range, the worst first, and how much of how many', async () => {
  await show('doctor')
  expect(text()).toContain('異常 1')
  expect(text()).toContain('注意 1')
  expect(text()).toContain('3項目中')
  const rows = screen.getAllByRole('rowheader').map((head) => head.textContent?.slice(0, 3))
  expect(rows).toEqual(['項目1', '項目3'])
  expect(screen.getByRole('img', { name: '項目1 162 mg/dL、基準範囲60–119、異常' })).toBeTruthy()
})

test('behind a judgement a doctor reads the patient’s own values, and which plans are goals already', async () => {
  await import('../../assessment/DiseaseDialog.tsx')
  await show('doctor')
  expect(screen.getByRole('heading', { name: '問題 1' }).parentElement?.textContent).toContain('項目1 162')
  fireEvent.click(screen.getByRole('button', { name: '脂質異常症' }))
  await wait(800)
  const panel = within(screen.getByRole('dialog', { name: '脂質異常症' }))
  expect(panel.getByText('162')).toBeTruthy()
  expect(panel.getByRole('button', { name: '目標に追加済み' })).toBeTruthy()
  answers['/api/habit_goals'] = { items: [goal(1, '脂の種類を変える\n魚を選びます。'), goal(2, '歩く習慣\n10分多く歩きます。')] }
  fireEvent.click(panel.getByRole('button', { name: '歩く習慣を習慣目標に追加' }))
  await wait(800)
  expect(panel.getAllByRole('button', { name: '目標に追加済み' })).toHaveLength(2)
})

test('who may give nobody a goal reads the plans only', async () => {
  await show('observer')
  fireEvent.click(screen.getByRole('button', { name: '脂質異常症' }))
  await wait(800)
  expect(text()).toContain('歩く習慣')
  expect(screen.queryByRole('button', { name: /目標/ })).toBeNull()
})

test('of sixty abnormal results a doctor sees eight, and all when asked for', async () => {
  answers['/api/test_results'] = { items: Array.from({ length: 60 }, (_, at) => result(at + 1, 200, 1)) }
  await show('doctor')
  expect(screen.getAllByRole('rowheader')).toHaveLength(8)
  fireEvent.click(screen.getByRole('button', { name: 'すべて表示（60項目）' }))
  expect(screen.getAllByRole('rowheader')).toHaveLength(60)
})

test('drugs stand first among the allergies and what never occurred stands together', async () => {
  await show('doctor')
  expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual(['薬剤', '花粉', 'なし'])
})

test('a patient of whom nothing is known is shown without gaps', async () => {
  answers['/api/users/patients'] = {
    items: [{ ...patient, sex: null, birthday: null, contracts: [], care_people: [], allergy_reactions: [] }],
    page: 1,
    next_page: null,
    total_count: 1,
  }
  answers['/api/test_results'] = { items: [] }
  answers['/api/allergy_reactions'] = { items: [] }
  await show('doctor')
  for (const words of ['年齢不明', '性別不明', '契約なし', '担当チーム未設定', '検査結果はまだありません', 'アレルギーの記録はまだありません'])
    expect(text()).toContain(words)
})

test('one card that could not be read says so and is read again; the others stay', async () => {
  answers['/api/test_results'] = undefined
  await show('doctor')
  expect(text()).toContain('検査結果を読み込めませんでした')
  expect(text()).toContain('スギ')
  answers = full()
  fireEvent.click(screen.getByRole('button', { name: 'もう一度読み込む' }))
  await wait(800)
  expect(text()).toContain('異常 1')
})

test('an address that leads to no patient is the error page', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  answers['/api/users/patients'] = { items: [], page: 1, next_page: null, total_count: 0 }
  await show('doctor', '/999/summary')
  expect(text()).toBe('error 404')
  cleanup()
  await show('doctor', '/abc/summary')
  expect(text()).toBe('error 404')
})

test('a patient is greeted by name and never reads a staff word', async () => {
  await show('patient')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('佐伯さん、おはようございます')
  expect(text()).toContain('中村 健一 医師 ほか1名')
  expect(text()).toContain('基準より高い')
  expect(text()).toContain('基準より少し高い')
  const spoken = [...document.querySelectorAll('[aria-label]')].map((element) => element.getAttribute('aria-label')).join()
  expect(text() + spoken).not.toMatch(/異常|注意|主治医/)
})
