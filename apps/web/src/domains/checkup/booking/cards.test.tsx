// @vitest-environment happy-dom

import type { Facility } from '@sukoyaka/wire/people/facility'
import type { TestPackage } from '@sukoyaka/wire/record/checkup'
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { fakeNetwork, press, setUpCardTests, showCard, text, wait } from '../../../test/render.tsx'
import { Toasts } from '../../../ui/overlay/Toasts.tsx'
import type { Directory } from './directory.ts'
import { MyCheckupsCard } from './MyCheckupsCard.tsx'
import { TestPackagesCard } from './TestPackagesCard.tsx'

const words = (name: string) => ({ name, name_ja: name, display_name: name })
const body = '{"precautions":["朝食をとらずにお越しください。"],"reservation_precaution":"7日前まで"}'
const facility = {
  id: 3,
  ...words('みなとさくらクリニック'),
  text_language: 'ja',
  courses: [
    {
      id: 1,
      ...words('人間ドック'),
      kind: 'detail',
      price: 49500,
      precautions: body,
      lead_days: null,
      lead_is_business: false,
      test_category_names: ['lipid'],
      option_ids: [],
    },
  ],
  options: [],
  start_times: [1, 2, 3, 4, 5].flatMap((weekday) => ['08:30', '09:00'].map((time) => ({ weekday, time, capacity: 1 }))),
} as unknown as Facility

const Field: Directory['Field'] = ({ onChange, error }) => (
  <button type="button" aria-invalid={error ? true : undefined} onClick={() => onChange(3)}>
    施設を選ぶ{error}
  </button>
)
const WithDirectory: Parameters<typeof TestPackagesCard>[0]['WithDirectory'] = ({ children }) => children({ facilities: [facility], Field })

const checkup = (more: Partial<TestPackage> = {}): TestPackage => ({
  id: 9,
  user_id: 1,
  kind: 'detail',
  name: '人間ドック',
  location: '',
  status: 1,
  tested_at: '2026-12-09T00:00:00Z',
  expected_data_reflection_date: null,
  included_in_plan: true,
  facility_id: 3,
  detail: '',
  released_at: null,
  released_by: null,
  comment: null,
  called_on: null,
  serious_count: null,
  result_count: 0,
  facility: { id: 3, ...words('みなとさくらクリニック'), access_text: '駅から4分', map_url: '', phone_number: '' },
  course: { id: 1, name_local: '人間ドック', body_local: body },
  options: [],
  menu_text: '人間ドック／胃内視鏡',
  suggested_datetimes: [],
  change_until: null,
  cancelled_at: null,
  cancel_reason: null,
  updated_at: '2026-11-01T00:00:00Z',
  tests: [],
  ...more,
})
const wishes = [
  { id: 71, datetime: '2026-12-08T23:30:00Z', priority: 2 },
  { id: 72, datetime: '2026-12-09T23:30:00Z', priority: 1 },
]
const rule = { facility_id: 3, weekdays: [], dates: [], from: null, to: null, days: null, is_business: false, time: null }

beforeAll(async () => {
  // Preload the lazy dialogs: fake timers cannot wait for their import.
  await Promise.all([
    import('./dialogs/CreateDialog.tsx'),
    import('./dialogs/EditDialog.tsx'),
    import('./dialogs/WishesDialog.tsx'),
    import('./dialogs/WaitDialog.tsx'),
  ])
})
setUpCardTests(() => ({
  '/api/test_packages': { items: [checkup()] },
  '/api/test_categories': { items: [{ id: 40, name: 'lipid', display_name: '脂質' }] },
  '/api/facilities/3/facility_reservation_forbidden_rules': {
    items: [
      { id: 1, ...rule, type: 'weekday', weekdays: [0, 6] },
      { id: 2, ...rule, type: 'national_holiday' },
    ],
    holidays: [{ day: '2026-11-23', name: '勤労感謝の日' }],
  },
  '/api/facilities/3/openings': {
    items: [
      { starts_at: '2026-11-24T23:30:00Z', left: 0 },
      { starts_at: '2026-11-25T00:00:00Z', left: 0 },
    ],
  },
  '/api/checkup_quota': { contract_id: 1, items: [{ kind: 'detail', allowed: 1, used: 0, left: 1, from: '2026-04-01', until: '2027-03-31' }] },
  '/api/checkup_waitlist': { items: [] },
  'POST /api/test_packages': checkup(),
  'PUT /api/test_packages/9': checkup(),
  'POST /api/checkup_offers/5/accept': checkup(),
}))

const staff = (
  <>
    <TestPackagesCard user_id={1} patient="佐伯 恵子 様" WithDirectory={WithDirectory} allergy={<p>薬剤アレルギーあり</p>} />
    <Toasts />
  </>
)
const mine = (
  <>
    <MyCheckupsCard user_id={1} WithDirectory={WithDirectory} />
    <Toasts />
  </>
)
const dayButton = (day: string) => document.querySelector<HTMLElement>(`[data-day="${day}"]`)!
const pick = async (day: string) => {
  fireEvent.click(dayButton(day))
  await wait(200)
}

test('creates a checkup and shows why a closed day cannot be chosen', async () => {
  await showCard(staff)
  await press('検査を作成')
  const dialog = screen.getByRole('dialog')
  expect(text()).toContain('プランに含まれる精密検査：この契約年度の残り1回')
  expect(text()).toContain('薬剤アレルギーあり')
  fireEvent.click(within(dialog).getByRole('button', { name: '検査を作成' }))
  await wait(300)
  expect(text()).toContain('施設を選んでください')
  await press(/施設を選ぶ/)
  fireEvent.click(within(dialog).getByRole('radio', { name: '人間ドック' }))
  await wait(300)
  expect(dayButton('2026-11-23').textContent).toContain('2026年11月23日月曜日、祝日（勤労感謝の日）のため予約できません')
  expect(dayButton('2026-11-25').textContent).toContain('満席')
  for (const day of ['2026-11-23', '2026-11-25', '2026-11-28', '2026-11-27', '2026-11-24']) await pick(day)
  expect(within(screen.getByRole('list', { name: '希望順' })).getAllByRole('listitem')).toHaveLength(2)
  expect(text()).toContain('朝食をとらずにお越しください。')
  fakeNetwork.rejectsWrites = true
  fireEvent.click(within(dialog).getByRole('button', { name: '検査を作成' }))
  await wait(600)
  expect(screen.getByText('できません')).toBeTruthy()
  fakeNetwork.rejectsWrites = false
  fireEvent.click(within(dialog).getByRole('button', { name: '検査を作成' }))
  await wait(600)
  expect(fakeNetwork.requests.at(-1)?.body).toEqual({
    user_id: 1,
    kind: 'detail',
    included_in_plan: true,
    facility_id: 3,
    course_id: 1,
    option_ids: [],
    suggested_datetimes_attributes: [
      { datetime: '2026-11-26T23:30:00.000Z', priority: 2 },
      { datetime: '2026-11-23T23:30:00.000Z', priority: 1 },
    ],
    tests_attributes: [{ category_id: 40, user_id: 1 }],
    notify: true,
  })
  expect(text()).toContain('検査を作成しました')
})

test('fixes a preferred date in one step without notifying the patient if staff choose so', async () => {
  fakeNetwork.responses['/api/test_packages'] = { items: [checkup({ suggested_datetimes: wishes })] }
  await showCard(staff)
  expect(text()).toContain('日程調整中・候補 2件')
  await press(/を編集$/)
  fireEvent.click(screen.getByRole('radio', { name: '知らせない' }))
  await press(/^この日時で確定：第2希望/)
  expect(fakeNetwork.requests).toEqual([
    {
      method: 'PUT',
      path: '/api/test_packages/9',
      body: { updated_at: '2026-11-01T00:00:00Z', fix_suggested_datetime_id: 72, notify: false },
    },
  ])
})

test('keeps unsaved input when a date is fixed, and does not undo the fixed date on save', async () => {
  fakeNetwork.responses['/api/test_packages'] = { items: [checkup({ suggested_datetimes: wishes, updated_at: '2026-11-01T00:00:00.000Z' })] }
  await showCard(staff)
  await press(/を編集$/)
  const detail = () => screen.getByLabelText<HTMLTextAreaElement>('メモ')
  fireEvent.change(detail(), { target: { value: '車椅子の方' } })
  const fixed = checkup({ status: 2, tested_at: wishes[0]!.datetime, updated_at: '2026-11-01T00:00:01.000Z' })
  fakeNetwork.responses['PUT /api/test_packages/9'] = fixed
  fakeNetwork.responses['/api/test_packages'] = { items: [fixed] }
  await press(/^この日時で確定：第1希望/)
  expect(detail().value).toBe('車椅子の方')
  await press('保存')
  const [, saved] = fakeNetwork.requests.filter(({ method }) => method === 'PUT')
  expect(saved?.body).toEqual({ updated_at: '2026-11-01T00:00:01.000Z', detail: '車椅子の方' })
})

test('shows menu and steps separately, and the expected result date only while pending', async () => {
  fakeNetwork.responses['/api/test_packages'] = {
    items: [
      checkup({ id: 1, status: 2, tested_at: '2026-11-20T00:00:00Z', expected_data_reflection_date: '2026-12-04' }),
      checkup({ id: 2, status: 0, tested_at: '2026-10-01T00:00:00Z', expected_data_reflection_date: '2026-10-14' }),
    ],
  }
  await showCard(staff)
  const [pendingItem, registeredItem] = screen.getByRole('region', { name: /検査/ }).querySelectorAll(':scope > div > ul > li')
  expect(pendingItem!.textContent).toBe('人間ドック人間ドック／胃内視鏡2026.11.20（金）みなとさくらクリニック結果反映の目安 2026.12.04受診済結果未登録未公開')
  expect(registeredItem!.textContent).toContain('受診済結果登録済未公開')
  expect(registeredItem!.textContent).not.toContain('目安')
})

test('shows an observer the list read-only', async () => {
  await showCard(staff, 'observer')
  expect(text()).toContain('人間ドック／胃内視鏡')
  expect(within(screen.getByRole('region', { name: /検査/ })).queryAllByRole('button')).toEqual([])
})

test('a patient sends preferred dates, reordered by keyboard, and nothing else', async () => {
  await showCard(mine, 'patient')
  expect(text()).toContain('ご希望の日を3つまでお選びください')
  await press('希望日を選ぶ')
  for (const day of ['2026-11-24', '2026-11-26', '2026-11-27', '2026-11-30']) await pick(day)
  expect(text()).toContain('候補は3つまでです')
  fireEvent.keyDown(screen.getByRole('button', { name: /^順番を変える：第3希望/ }), { key: 'ArrowUp' })
  await wait(200)
  await press('希望日を送る')
  expect(fakeNetwork.requests.map(({ body }) => body)).toEqual([
    {
      suggested_datetimes_attributes: [
        { datetime: '2026-11-23T23:30:00.000Z', priority: 3 },
        { datetime: '2026-11-26T23:30:00.000Z', priority: 2 },
        { datetime: '2026-11-25T23:30:00.000Z', priority: 1 },
      ],
    },
  ])
})

test('shows a fixed date with precautions and accepts an offer of an earlier date', async () => {
  fakeNetwork.responses['/api/test_packages'] = { items: [checkup({ status: 2, change_until: '2026-12-02T08:00:00Z' })] }
  const offer = { id: 5, starts_at: '2026-12-01T00:00:00Z', expires_at: '2026-11-21T03:20:00Z' }
  const entry = {
    id: 4,
    user_id: 1,
    test_package_id: 9,
    earliest: '2026-11-25',
    latest: '2026-12-08',
    state: 'offered',
    offer,
    created_at: '2026-11-01T00:00:00Z',
  }
  fakeNetwork.responses['/api/checkup_waitlist'] = { items: [entry] }
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }))
  await showCard(mine, 'patient')
  expect(text()).toContain('12月9日（水）09:00')
  expect(text()).toContain('朝食をとらずにお越しください。')
  expect(text()).not.toContain('7日前まで')
  expect(text()).toMatch(/あと3時間(19|20)分/)
  await press('この日時に変更する')
  expect(fakeNetwork.requests.map(({ path }) => path)).toEqual(['/api/checkup_offers/5/accept'])
  expect(text()).toContain('早い日時に変更しました')
})
