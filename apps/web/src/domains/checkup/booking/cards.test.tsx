import { listForbiddenRules, listOpenings } from '@sukoyaka/wire/people/facility'
import {
  acceptOffer,
  addTestPackage,
  addWaitlistEntry,
  getCheckupQuota,
  listWaitlist,
  removeWaitlistEntry,
  type WaitlistEntry,
} from '@sukoyaka/wire/record/booking'
import { changeTestPackage, listTestCategories, listTestPackages, type TestPackage } from '@sukoyaka/wire/record/checkup'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import * as data from '../../../test/data/checkup.ts'
import { course, facility } from '../../../test/data/facility.ts'
import { failure, network, reply, sent, setUpNetwork } from '../../../test/network.ts'
import { show } from '../../../test/show.tsx'
import type { Directory } from './directory.ts'
import { MyCheckupsCard } from './MyCheckupsCard.tsx'
import { TestPackagesCard } from './TestPackagesCard.tsx'

const body = '{"precautions":["朝食をとらずにお越しください。"],"reservation_precaution":"7日前まで"}'
const clinic = facility(3, 'みなとさくらクリニック', {
  courses: [course(1, '人間ドック', { precautions: body, test_category_names: ['lipid'] })],
  options: [],
  start_times: [1, 2, 3, 4, 5].flatMap((weekday) => ['08:30', '09:00'].map((time) => ({ weekday, time, capacity: 1 }))),
})

const Field: Directory['Field'] = ({ onChange, error }) => (
  <button type="button" aria-invalid={error ? true : undefined} onClick={() => onChange(3)}>
    施設を選ぶ{error}
  </button>
)
const WithDirectory: Parameters<typeof TestPackagesCard>[0]['WithDirectory'] = ({ children }) => children({ facilities: [clinic], Field })

/** A checkup at the clinic that is being arranged. */
const checkup = (more: Partial<TestPackage> = {}) =>
  data.checkup(9, '2026-12-09T00:00:00Z', {
    name: '人間ドック',
    location: '',
    status: 1,
    facility_id: 3,
    released_at: null,
    facility: { id: 3, name: clinic.name, name_ja: clinic.name_ja, display_name: clinic.display_name, access_text: '駅から4分', map_url: '', phone_number: '' },
    course: { id: 1, name_local: '人間ドック', body_local: body },
    menu_text: '人間ドック／胃内視鏡',
    updated_at: '2026-11-01T00:00:00Z',
    ...more,
  })
const suggestedDates = [
  { id: 71, datetime: '2026-12-08T23:30:00Z', priority: 2 },
  { id: 72, datetime: '2026-12-09T23:30:00Z', priority: 1 },
]
const rule = { facility_id: 3, weekdays: [], dates: [], from: null, to: null, days: null, is_business: false, time: null }
const lipid = {
  ...{ id: 40, name: 'lipid', name_ja: '脂質', display_name: '脂質', group: 'blood', applicable_sex: 'any' as const, requires_fasting: true },
  ...{ default_package_kinds: [], numeric_categories: [], image_categories: [], sort_number: 1, is_active: true },
}

const packages = (...items: TestPackage[]) => reply(listTestPackages, { items })
setUpNetwork()
beforeEach(() => {
  network.use(
    packages(checkup()),
    reply(listTestCategories, { items: [lipid] }),
    reply(listForbiddenRules, {
      items: [
        { id: 1, ...rule, type: 'weekday', weekdays: [0, 6] },
        { id: 2, ...rule, type: 'national_holiday' },
      ],
      holidays: [{ day: '2026-11-23', name: '勤労感謝の日' }],
    }),
    reply(listOpenings, {
      items: [
        { starts_at: '2026-11-24T23:30:00Z', left: 0 },
        { starts_at: '2026-11-25T00:00:00Z', left: 0 },
      ],
    }),
    reply(getCheckupQuota, { user_id: 1, contract_id: 1, items: [{ kind: 'detail', allowed: 1, used: 0, left: 1, from: '2026-04-01', until: '2027-03-31' }] }),
    reply(listWaitlist, { items: [] }),
    reply(addTestPackage, checkup()),
    reply(changeTestPackage, checkup()),
  )
})

const staff = <TestPackagesCard user_id={1} sex={null} WithDirectory={WithDirectory} allergy={<p>薬剤アレルギーあり</p>} />
const mine = <MyCheckupsCard user_id={1} WithDirectory={WithDirectory} />
const dayButton = (day: string) => document.querySelector<HTMLElement>(`[data-day="${day}"]`)!
/** Waits until the calendar shows the openings of the month. */
const calendarLoaded = () => waitFor(() => expect(dayButton('2026-11-25').textContent).toContain('空きがありません'))

test('staff put a patient on the waitlist for an earlier date and take them off it; a checkup without a fixed date offers no waitlist', async () => {
  const entry = { id: 4, user_id: 1, test_package_id: 9, earliest: '2026-11-25', latest: '2026-12-08', state: 'waiting' as const, offer: null }
  let items: WaitlistEntry[] = []
  network.use(
    packages(checkup({ status: 2 }), checkup({ id: 10 })),
    reply(listWaitlist, () => ({ items })),
    reply(addWaitlistEntry, (range) => {
      items = [{ ...entry, ...range, created_at: '2026-11-21T00:00:00Z' }]
      return items[0]!
    }),
    reply(removeWaitlistEntry, () => {
      items = []
      return null
    }),
  )
  const { press } = show('concierge', staff)
  await press('早い日程の空き待ちに入れる')
  await press('空き待ちに入れる')
  await screen.findByText('空き待ち：2026.11.22–2026.12.08')
  expect(sent(addWaitlistEntry)).toEqual([{ test_package_id: 9, earliest: '2026-11-22', latest: '2026-12-08' }])
  await press('空き待ちをやめる')
  await screen.findByRole('button', { name: '早い日程の空き待ちに入れる' })
})

test('if the booking rules fail to load, a message says so and a retry loads them', async () => {
  let isDown = true
  const rules = { items: [{ id: 1, ...rule, type: 'weekday' as const, weekdays: [0, 6] }], holidays: [] }
  network.use(reply(listForbiddenRules, () => (isDown ? failure(503, 'unavailable', '混み合っています。') : rules)))
  const { press } = show('patient', mine)
  await press('希望日を選ぶ')
  await screen.findByText('予約できる日を読み込めませんでした')
  isDown = false
  await press('もう一度読み込む')
  await calendarLoaded()
})

test('creates a checkup and shows why a closed day cannot be chosen', async () => {
  network.use(reply(addTestPackage, () => failure(403, 'forbidden', 'できません')))
  const { user, press } = show('doctor', staff)
  await press('検査を作成')
  const dialog = within(await screen.findByRole('dialog'))
  const create = () => user.click(dialog.getByRole('button', { name: '検査を作成' }))
  expect(await dialog.findByText('プランに含まれる人間ドック：この契約年度の残り1回')).toBeTruthy()
  expect(dialog.getByText('薬剤アレルギーあり')).toBeTruthy()
  await create()
  await user.click(dialog.getByRole('button', { name: '施設を選ぶ施設を選んでください' }))
  await user.click(await dialog.findByRole('radio', { name: '人間ドック' }))
  await calendarLoaded()
  expect(dayButton('2026-11-23').textContent).toContain('2026年11月23日月曜日、祝日（勤労感謝の日）のため予約できません')
  for (const day of ['2026-11-23', '2026-11-25', '2026-11-28', '2026-11-27', '2026-11-24']) await user.click(dayButton(day))
  expect(within(dialog.getByRole('list', { name: '希望順' })).getAllByRole('listitem')).toHaveLength(2)
  expect(dialog.getByText('朝食をとらずにお越しください。')).toBeTruthy()
  await create()
  expect(await dialog.findByText('できません')).toBeTruthy()
  network.use(reply(addTestPackage, checkup()))
  await create()
  expect(await screen.findByText('検査を作成しました')).toBeTruthy()
  const expected = {
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
  }
  expect(sent(addTestPackage)).toEqual([expected, expected])
})

test('staff fix a suggested date with one press, without notifying the patient if they choose so', async () => {
  network.use(packages(checkup({ suggested_datetimes: suggestedDates })))
  const { user, press } = show('doctor', staff)
  expect(await screen.findByText(/日程調整中・候補 2件/)).toBeTruthy()
  await press(/を編集$/)
  await user.click(await screen.findByRole('radio', { name: '知らせない' }))
  await press(/^この日時で確定：第2希望/)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent(changeTestPackage)).toEqual([{ id: 9, updated_at: '2026-11-01T00:00:00Z', fix_suggested_datetime_id: 72, notify: false }])
})

test('the dialog of a checkup that is being arranged offers no status to choose', async () => {
  network.use(packages(checkup({ suggested_datetimes: suggestedDates })))
  const { press } = show('doctor', staff)
  await press(/を編集$/)
  await screen.findByRole('button', { name: /^この日時で確定：第1希望/ })
  expect(screen.queryByRole('radiogroup', { name: '状態' })).toBeNull()
})

test('preselects another kind if the plan has no checkup of the first kind left; for the used-up kind the button is disabled', async () => {
  const used = { allowed: 1, used: 1, left: 0, from: '2026-04-01', until: '2027-03-31' }
  network.use(reply(getCheckupQuota, { user_id: 1, contract_id: 1, items: [{ kind: 'detail', ...used }] }))
  const { user, press } = show('doctor', staff)
  await press('検査を作成')
  const dialog = within(await screen.findByRole('dialog'))
  const create = dialog.getByRole<HTMLButtonElement>('button', { name: '検査を作成' })
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: /簡易/ }).checked).toBe(true)
  expect(create.disabled).toBe(false)
  expect(dialog.getByText('プランの残り0回')).toBeTruthy()
  await user.click(dialog.getByRole('radio', { name: /精密/ }))
  await waitFor(() => expect(create.disabled).toBe(true))
})

test('keeps unsaved input when a date is fixed, and does not undo the fixed date on save', async () => {
  const fixed = checkup({ status: 2, tested_at: suggestedDates[0]!.datetime, updated_at: '2026-11-01T00:00:01.000Z' })
  let stored = checkup({ suggested_datetimes: suggestedDates, updated_at: '2026-11-01T00:00:00.000Z' })
  network.use(
    reply(listTestPackages, () => ({ items: [stored] })),
    reply(changeTestPackage, () => {
      stored = fixed
      return fixed
    }),
  )
  const { user, press } = show('doctor', staff)
  await press(/を編集$/)
  const detail = await screen.findByLabelText<HTMLTextAreaElement>('メモ')
  await user.type(detail, '車椅子の方')
  await press(/^この日時で確定：第1希望/)
  await waitFor(() => expect(screen.queryByRole('button', { name: /^この日時で確定/ })).toBeNull())
  expect(detail.value).toBe('車椅子の方')
  await press('保存')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent(changeTestPackage)[1]).toEqual({ id: 9, updated_at: '2026-11-01T00:00:01.000Z', detail: '車椅子の方' })
})

test('shows the menu apart from the steps, and the expected date of the results only while they are pending', async () => {
  network.use(
    packages(
      checkup({ id: 1, status: 2, tested_at: '2026-11-20T00:00:00Z', expected_data_reflection_date: '2026-12-04' }),
      checkup({ id: 2, status: 0, tested_at: '2026-10-01T00:00:00Z', expected_data_reflection_date: '2026-10-14' }),
    ),
  )
  show('doctor', staff)
  await screen.findAllByRole('list', { name: '受診・登録・公開' })
  const [pendingItem, registeredItem] = screen.getByRole('region', { name: /検査/ }).querySelectorAll(':scope > div > ul > li')
  expect(pendingItem!.textContent).toBe('人間ドック人間ドック／胃内視鏡2026.11.20（金）みなとさくらクリニック結果反映の目安 2026.12.04受診済結果未登録未公開')
  expect(registeredItem!.textContent).toContain('受診済結果登録済未公開')
  expect(registeredItem!.textContent).not.toContain('目安')
})

test('shows an observer the list read-only', async () => {
  show('observer', staff)
  expect(await screen.findByText('人間ドック／胃内視鏡')).toBeTruthy()
  expect(within(screen.getByRole('region', { name: /検査/ })).queryAllByRole('button')).toEqual([])
})

test('a patient sends at most three suggested dates, reordered by keyboard, and nothing else', async () => {
  const { user, press } = show('patient', mine)
  expect(await screen.findByText(/ご希望の日を3つまでお選びください/)).toBeTruthy()
  await press('希望日を選ぶ')
  await screen.findByRole('dialog')
  await calendarLoaded()
  for (const day of ['2026-11-24', '2026-11-26', '2026-11-27', '2026-11-30']) await user.click(dayButton(day))
  expect(screen.getByRole('alert').textContent).toContain('候補は3つまでです')
  screen.getByRole('button', { name: /^順番を変える：第3希望/ }).focus()
  await user.keyboard('{ArrowUp}')
  await press('希望日を送る')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent(changeTestPackage)).toEqual([
    {
      id: 9,
      suggested_datetimes_attributes: [
        { datetime: '2026-11-23T23:30:00.000Z', priority: 3 },
        { datetime: '2026-11-26T23:30:00.000Z', priority: 2 },
        { datetime: '2026-11-25T23:30:00.000Z', priority: 1 },
      ],
    },
  ])
})

test('shows a fixed date with precautions and accepts an offer of an earlier date', async () => {
  network.use(
    packages(checkup({ status: 2, change_until: '2026-12-02T08:00:00Z' })),
    reply(listWaitlist, {
      items: [
        {
          id: 4,
          user_id: 1,
          test_package_id: 9,
          earliest: '2026-11-25',
          latest: '2026-12-08',
          state: 'offered',
          offer: { id: 5, starts_at: '2026-12-01T00:00:00Z', expires_at: '2026-11-21T03:20:00Z' },
          created_at: '2026-11-01T00:00:00Z',
        },
      ],
    }),
    reply(acceptOffer, checkup()),
  )
  const { press } = show('patient', mine)
  expect(await screen.findByText('12月9日（水）09:00')).toBeTruthy()
  expect(screen.getByText('朝食をとらずにお越しください。')).toBeTruthy()
  expect(screen.queryByText(/7日前まで/)).toBeNull()
  expect(await screen.findByText(/あと3時間20分/)).toBeTruthy()
  await press('この日時に変更する')
  expect(await screen.findByText('早い日時に変更しました')).toBeTruthy()
  expect(sent(acceptOffer)).toEqual([{ id: 5 }])
})
