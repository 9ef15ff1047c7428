import type { Role } from '@sukoyaka/wire/access'
import { type Assessment, getDisease, listAssessments } from '@sukoyaka/wire/care/assessment'
import { addHabitGoal, type HabitGoal, listHabitGoals } from '@sukoyaka/wire/care/habit'
import { listMessageRooms } from '@sukoyaka/wire/care/message-room'
import type { Contract } from '@sukoyaka/wire/people/contract'
import { listPatients, type Patient } from '@sukoyaka/wire/people/patient'
import { listTestResults, type TestResult } from '@sukoyaka/wire/record/checkup'
import { listHealthRecordCategories } from '@sukoyaka/wire/record/health-record'
import { type AllergyReaction, listAllergyReactions } from '@sukoyaka/wire/record/illness'
import { screen, waitFor, within } from '@testing-library/react'
import { Component, type ReactNode } from 'react'
import { Route, Routes, useLocation } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { catalogue } from '../../domains/health-record/test-data.ts'
import { category, range, result } from '../../test/data/checkup.ts'
import { disease } from '../../test/data/disease.ts'
import { goal } from '../../test/data/goal.ts'
import { paged } from '../../test/data/paged.ts'
import { patient } from '../../test/data/patient.ts'
import { person } from '../../test/data/person.ts'
import { narrowWindow } from '../../test/narrow-window.ts'
import { emptyLists, failure, network, reply, sent, settled, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { PageError } from '../../ui/page/page-error.ts'
import { summaryLoader } from './opening.ts'
import { SummaryPage } from './SummaryPage.tsx'

setUpNetwork()

const at = '2026-10-28T00:00:00Z'
const contract: Contract = {
  id: 1,
  user_id: 1,
  plan_id: 1,
  plan: {
    id: 1,
    name: 'premium',
    name_ja: 'プレミアム',
    display_name: 'プレミアム',
    price: 0,
    billing_cycle: 'yearly',
    contract_period: 12,
    duration: 12,
    auto_update: true,
    service: {
      id: 1,
      name: 'member',
      name_ja: '会員',
      display_name: '会員',
      chat: true,
      followup_checkup_count: 0,
      full_checkup_count: 1,
      interview_count: 4,
    },
  },
  coupon_id: null,
  auto_update: true,
  started_at: '2026-03-31T15:00:00Z',
  ended_at: '2027-03-31T15:00:00Z',
  next_payment_date: null,
  created_at: at,
  updated_at: at,
}
const allergy = (id: number, kind: AllergyReaction['kind'], is_occured: boolean, description: string): AllergyReaction => ({
  id,
  user_id: 1,
  kind,
  is_occured,
  description,
  confirmed_at: at,
  confirmed_by: null,
  is_self_reported: true,
  updated_at: at,
})
const keiko = patient(1, {
  contracts: [contract],
  care_people: [
    { id: 1, user_id: 1, staff_id: 5, role: 'doctor', main: true, user: { ...person(5, '中村', 'doctor'), first_name: '健一' } },
    { id: 2, user_id: 1, staff_id: 6, role: 'nurse', main: true, user: person(6, '小林', 'nurse') },
  ],
  allergy_reactions: [allergy(2, 'food', false, ''), allergy(3, 'pollen', true, 'スギ'), allergy(1, 'medicine', true, 'セフェム系')],
})
const resultOf = (id: number, value: number, status: number): TestResult =>
  result(id, id, value, '2026-10-14T00:00:00Z', { status, range_id: id, category: category(id, `c${id}`, `項目${id}`, { group: '' }) })
const rangeOf = (id: number) => range(id, id, { warning: [], unhealthy: { below: 60, above: 120 } })
const ranges = [rangeOf(1), rangeOf(2), rangeOf(3)]
const assessment = (id: number, kind: Assessment['kind'], name: string, reasons: Assessment['reasons'] = []): Assessment => ({
  id,
  user_id: 1,
  disease_id: id,
  disease: disease(id, name, { kind: 'metabolic', danger_level: 3 }),
  kind,
  memo: '',
  conducted_on: '2026-10-28',
  solved_on: null,
  reasons,
  created_at: at,
  updated_at: at,
})

let patients: Patient[]
let results: TestResult[]
let allergies: AllergyReaction[]
let goals: HabitGoal[]
beforeEach(() => {
  patients = [keiko]
  results = [resultOf(1, 162, 1), resultOf(2, 100, 0), resultOf(3, 130, 2)]
  allergies = keiko.allergy_reactions ?? []
  goals = [goal(1, '脂の種類を変える\n魚を選びます。')]
  const dyslipidemia = disease(1, '脂質異常症', {
    kind: 'metabolic',
    danger_level: 3,
    indicators: [{ id: 1, type: 'numeric_test_result_category', priority: 1, name: 'c1', name_ja: '項目1', display_name: '項目1' }],
    prevent_plans: [
      { kind: 'meal', title: '脂の種類を変える', body: '魚を選びます。' },
      { kind: 'sport', title: '歩く習慣', body: '10分多く歩きます。' },
    ],
    disease_risks: [],
  })
  network.use(
    reply(listPatients, () => paged(patients)),
    reply(listTestResults, () => ({ items: results, ranges })),
    reply(listAssessments, {
      items: [assessment(1, 'problem', '脂質異常症', [{ id: 1, type: 'numeric_test_result_category' }]), assessment(2, 'high_risk', '骨粗鬆症')],
    }),
    reply(getDisease, dyslipidemia),
    reply(listHabitGoals, () => ({ items: goals })),
    reply(addHabitGoal, ({ content = '' }) => {
      const added = goal(2, content)
      goals = [...goals, added]
      return added
    }),
    reply(listAllergyReactions, () => ({ items: allergies })),
    reply(listMessageRooms, paged([])),
    emptyLists,
  )
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
function Place() {
  const { pathname, state } = useLocation()
  return <p>{`${pathname} ${JSON.stringify(state)}`}</p>
}
const showPage = (role: Role, path = '/1/summary') =>
  show(
    role,
    <Boundary>
      <Routes>
        <Route path=":userId/summary" element={<SummaryPage />} />
        <Route path=":userId/database" element={<Place />} />
      </Routes>
    </Boundary>,
    { path },
  )
const text = () => document.body.textContent ?? ''
const findWords = (...words: string[]) =>
  waitFor(() => {
    for (const word of words) expect(text()).toContain(word)
  })

test("a doctor sees the patient's identity, contract, drug allergies and main doctor", async () => {
  showPage('doctor')
  await screen.findByText('1968.03.14（昭和43年）生')
  expect(screen.getByRole('heading', { level: 1 }).getAttribute('aria-label')).toBe('佐伯 恵子 様')
  await findWords('58歳', '女性', 'プレミアム', '契約中 2026.04.01–2027.03.31・自動更新・人間ドックあり', '薬剤アレルギー：セフェム系')
  await findWords('主治医', '中村 健一', '＋1')
})

test('requests the data of the first view once, in parallel with the patient, and the data of the next patient when a link is followed', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  network.use(reply(listPatients, () => promise.then(() => paged(patients))))
  showPage('doctor')
  await waitFor(() => expect(sent(listTestResults).map(({ user_id }) => user_id)).toEqual([1]))
  resolve()
  await screen.findByRole('img', { name: '項目1 162 mg/dL、基準範囲60–119、異常' })
  summaryLoader({ params: { userId: '2' } })
  await waitFor(() => expect(sent(listTestResults).map(({ user_id }) => user_id)).toEqual([1, 2]))
  expect(sent(listPatients).map(({ q }) => q)).toEqual([{ id_eq: 1 }, { id_eq: 2 }])
})

test('a doctor sees abnormal results, the worst first, with their number and the total', async () => {
  showPage('doctor')
  await screen.findByRole('img', { name: '項目1 162 mg/dL、基準範囲60–119、異常' })
  await findWords('異常 1', '注意 1', '3項目中')
  const rows = screen.getAllByRole('rowheader').map((head) => head.textContent?.slice(0, 3))
  expect(rows).toEqual(['項目1', '項目3'])
  expect(screen.getByRole('link', { name: 'すべて見る' }).getAttribute('href')).toBe('/1/database')
})

test('the number of abnormal results includes a critical value that is not judged', async () => {
  results.push({ ...resultOf(4, 115, 0), status: null, range_id: null, is_serious: true })
  showPage('doctor')
  await findWords('異常 2', '注意 1', '4項目中')
  expect(screen.getAllByRole('rowheader')).toHaveLength(3)
})

test('values that are not judged are not called normal', async () => {
  results.splice(0, results.length, resultOf(1, 100, 0), { ...resultOf(2, 151, 0), status: null, range_id: null })
  showPage('doctor')
  await screen.findByText('判定した1項目に異常値はありません')
  screen.getByText(/^未判定の1項目は/)
})

test('each abnormal result leads to its item in the database', async () => {
  const { user } = showPage('nurse')
  await user.click(await screen.findByRole('link', { name: '項目3' }))
  await screen.findByText('/1/database {"category_id":3}')
})

test('a doctor opens an assessment with the patient’s values, sees which plans are goals already, and adds another plan as a goal', async () => {
  const { user, press } = showPage('doctor')
  const problems = await screen.findByRole('heading', { name: '問題 1' })
  await waitFor(() => expect(problems.parentElement?.textContent).toContain('項目1 162'))
  await press('脂質異常症')
  const panel = within(await screen.findByRole('dialog', { name: '脂質異常症' }))
  await panel.findByText('162')
  await waitFor(() => expect(panel.getAllByRole('button', { name: '目標に追加済み' })).toHaveLength(1))
  await user.click(panel.getByRole('button', { name: '歩く習慣を習慣目標に追加' }))
  await waitFor(() => expect(panel.getAllByRole('button', { name: '目標に追加済み' })).toHaveLength(2))
  expect(sent(addHabitGoal)).toEqual([{ user_id: 1, content: '歩く習慣\n10分多く歩きます。', kind: 'sport' }])
})

test('shows plans without actions to staff who may not add goals', async () => {
  const { press } = showPage('observer')
  await press('脂質異常症')
  await findWords('歩く習慣')
  await settled()
  expect(screen.queryByRole('button', { name: /目標/ })).toBeNull()
})

test('shows eight of sixty abnormal results, and all on request', async () => {
  results = Array.from({ length: 60 }, (_, index) => resultOf(index + 1, 200, 1))
  const { press } = showPage('doctor')
  expect(await screen.findAllByRole('rowheader')).toHaveLength(8)
  await press('すべて表示（60項目）')
  expect(screen.getAllByRole('rowheader')).toHaveLength(60)
})

test('lists drug allergies first and groups the kinds of allergy that never occurred', async () => {
  showPage('doctor')
  await waitFor(() => expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual(['薬剤', '花粉', 'なし']))
})

test('shows empty states for a patient without data', async () => {
  patients = [{ ...keiko, sex: null, birthday: null, contracts: [], care_people: [], allergy_reactions: [] }]
  results = []
  allergies = []
  showPage('doctor')
  await findWords('年齢不明', '性別不明', '契約なし', '担当チーム未設定', '検査結果はまだありません', '薬剤アレルギー 未確認', '薬剤未確認')
})

test('a card that fails to load shows an error and can be loaded again; the other cards stay', async () => {
  let isDown = true
  network.use(reply(listTestResults, () => (isDown ? failure(403, 'forbidden', 'できません') : { items: results, ranges })))
  const { press } = showPage('doctor')
  await findWords('検査結果を読み込めませんでした', 'スギ')
  isDown = false
  await press('もう一度読み込む')
  await findWords('異常 1')
  expect(text()).not.toContain('検査結果を読み込めませんでした')
})

test('an unknown patient and an invalid id are 404', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  patients = []
  const { unmount } = showPage('doctor', '/999/summary')
  await waitFor(() => expect(text()).toBe('error 404'))
  unmount()
  showPage('doctor', '/abc/summary')
  expect(text()).toBe('error 404')
})

test('greets a patient by name without staff terms', async () => {
  showPage('patient')
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('佐伯さん、おはようございます')
  await findWords('中村 健一 医師 ほか1人', '基準より高い', '基準より少し高い')
  await settled()
  const spoken = [...document.querySelectorAll('[aria-label]')].map((element) => element.getAttribute('aria-label')).join()
  expect(text() + spoken).not.toMatch(/異常|注意|主治医/)
})

test('a patient records a value on the home page, and the form stays open when the tablet is turned', async () => {
  network.use(reply(listHealthRecordCategories, { items: catalogue }), emptyLists)
  const widen = narrowWindow()
  const { user } = showPage('patient')
  const card = await screen.findByRole('region', { name: '自己記録' })
  await user.click(within(card).getByRole('button', { name: '記録する' }))
  const weight = await screen.findByRole('textbox', { name: /体重/ })
  widen()
  expect(screen.getByRole('textbox', { name: /体重/ })).toBe(weight)
})
