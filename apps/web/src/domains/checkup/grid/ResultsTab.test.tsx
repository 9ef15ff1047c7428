import type { Role } from '@sukoyaka/wire/access'
import { listMessageRooms } from '@sukoyaka/wire/care/message-room'
import { listNumericTestResultCategories, listReferenceRanges, listTestPackages, listTestResults } from '@sukoyaka/wire/record/checkup'
import { getLipidTarget } from '@sukoyaka/wire/record/lipid-risk'
import { changeTestResult, removeTestResult } from '@sukoyaka/wire/record/result'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { category, checkup, range, result } from '../../../test/data/checkup.ts'
import { paged } from '../../../test/data/paged.ts'
import { failure, network, reply, sent, setUpNetwork } from '../../../test/network.ts'
import * as page from '../../../test/show.tsx'
import { sample } from '../test-data.ts'
import { ResultsTab } from './ResultsTab.tsx'

vi.mock('../../../ui/chart/echarts.ts', () => ({ init: () => ({ setOption: () => undefined, resize: () => undefined, dispose: () => undefined }) }))

setUpNetwork()
beforeEach(() => {
  network.use(
    reply(listTestPackages, { items: sample.packages }),
    reply(listNumericTestResultCategories, { items: sample.categories }),
    reply(listReferenceRanges, { items: sample.today }),
    reply(listTestResults, { items: sample.results, ranges: sample.ranges }),
    reply(getLipidTarget, { user_id: 1, risk: null, set_by: null, updated_at: null }),
  )
  // happy-dom has no layout; without sizes the virtualised grid renders no rows
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(700)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1100)
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** Shows the tab and waits for the grid or, with `compare`, for the comparison. */
const show = async (role: Role, { compare = '' } = {}) => {
  const shown = page.show(role, <ResultsTab user_id={1} patient_name="佐伯 恵子 様" />, { path: `/1/database${compare}` })
  if (compare) await screen.findByRole('heading', { name: '検査結果の比較' })
  // a value in the oldest column, which the virtualised grid renders last
  else await screen.findByLabelText(/^142、/)
  return shown
}
const cell = (name: string) => screen.getByLabelText(name)
const rowNames = () => screen.getAllByRole('rowheader').map((head) => head.textContent)

test('a doctor sees values out of range by mark, letter and text, missing values and unreleased checkups', async () => {
  await show('doctor')
  expect(cell('162、異常、基準より高い').textContent).toBe('162')
  expect(cell('162、異常、基準より高い').dataset.flag).toBe('H')
  expect(cell('142、注意、基準より高い').querySelector('svg')).toBeTruthy()
  expect(cell('60、基準内').querySelector('svg')).toBeNull()
  expect(screen.getAllByLabelText('未測定').length).toBeGreaterThan(0)
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
    '項目',
    '基準範囲',
    '推移',
    '前回比',
    '2026.11.20血糖計',
    '2026.10.14未公開精密',
    '2025.10.14簡易',
  ])
})

const dipstick = category(4, 'urine_occult_blood', '尿潜血(定性)', {
  group: 'urine',
  unit: '',
  unit_display: '',
  value_labels: ['(−)', '(±)', '(1+)', '(2+)', '(3+)'],
  possible: { min: 0, max: 4 },
  likely: { min: 0, max: 4 },
  serious: null,
  conversions: [],
})
const dipstickRange = range(4, 4, { healthy: { min: null, max: 1 }, warning: [{ min: 1, max: 2 }], unhealthy: { below: null, above: 2 } })
const withDipstick = () =>
  network.use(
    reply(listNumericTestResultCategories, { items: [...sample.categories, dipstick] }),
    reply(listReferenceRanges, { items: [...sample.today, dipstickRange] }),
    reply(listTestResults, {
      items: [
        ...sample.results,
        result(21, 4, 0, '2025-10-13T16:00:00Z', { test_package_id: 5, range_id: 4 }),
        result(22, 4, 2, '2026-10-13T16:00:00Z', { test_package_id: 7, range_id: 4, status: 1 }),
      ],
      ranges: [...sample.ranges, dipstickRange],
    }),
  )

test('shows dipstick results by their labels in value, range, change, drawer and edit dialog, never as numbers', async () => {
  withDipstick()
  const { user, press } = await show('doctor')
  const row = screen.getByRole('rowheader', { name: /尿潜血/ }).closest('tr')!
  expect([...row.querySelectorAll('td')].map(({ textContent }) => textContent?.trim()).filter(Boolean)).toEqual(['(−)', '(−) → (1+)', '·', '(1+)', '(−)'])
  await user.click(cell('(1+)、異常、基準より高い'))
  const drawer = await screen.findByRole('region', { name: '尿潜血(定性)' })
  expect(drawer.textContent).toContain('(−) → (1+)')
  expect(drawer.textContent).not.toMatch(/平均/)
  await press('2026.10.14 の結果を編集')
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: '値' })).value).toBe('(1+)')
})

test('tells a patient that a dipstick result differs from the range, without H or L', async () => {
  withDipstick()
  await show('patient')
  expect(cell('(1+)、基準と異なる').dataset.flag).toBeFalsy()
})

test('shows a value beyond a limit of measurement with its comparator and without a numeric change', async () => {
  network.use(
    reply(listTestResults, {
      items: [...sample.results.filter(({ id }) => id !== 12), result(12, 1, 60, '2026-10-13T16:00:00Z', { test_package_id: 7, status: 1, comparator: '<' })],
      ranges: sample.ranges,
    }),
  )
  await show('doctor')
  expect(cell('<60、異常、基準より低い').dataset.flag).toBe('L')
  expect(screen.getByText('142 → <60')).toBeTruthy()
})

test('a patient sees plain wording without clinical terms, and neither the unreleased mark nor the entry button', async () => {
  await show('patient')
  expect(cell('162、基準より高い')).toBeTruthy()
  expect(document.body.textContent).not.toMatch(/異常|未公開|未判定|結果を入力/)
})

test('a phone shows the newest checkup first, then the newest value of each item measured elsewhere, in columns that fill the window', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
  vi.stubGlobal('innerWidth', 390)
  const measured = [
    result(31, 1, 150, '2026-11-21T22:00:00Z', { origin: '家庭用測定器', status: 1 }),
    result(32, 3, 91, '2026-11-18T22:00:00Z', { origin: '血糖計', status: null, range_id: null }),
  ]
  network.use(reply(listTestResults, { items: [...sample.results, ...measured], ranges: sample.ranges }), reply(listMessageRooms, paged([])))
  const { user } = await show('patient')
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(['項目', '2026.10.14精密', '測定した値各項目の最新', '2025.10.14簡易'])
  const valuesOf = (name: string) => [...screen.getByRole('rowheader', { name }).closest('tr')!.querySelectorAll('td')].map(({ textContent }) => textContent)
  expect(valuesOf('LDLコレステロール 60–119 mg/dL')).toEqual(['162', '2026.11.22 150', '142'])
  expect(valuesOf('空腹時血糖 mg/dL')).toEqual(['·', '2026.11.20 98', '·'])
  expect(cell('2026.11.22 150、基準より高い')).toBeTruthy()
  const [item, newest, next] = [...document.querySelectorAll('col')].map(({ style }) => Number.parseInt(style.width, 10))
  expect(item! + newest! * 2).toBeLessThanOrEqual(390)
  expect(item! + newest! * 2).toBeGreaterThan(350)
  expect(next).toBeUndefined()

  screen.getByRole('rowheader', { name: /LDL/ }).focus()
  await user.keyboard('{ArrowRight}{ArrowRight}')
  expect(document.activeElement).toBe(cell('2026.11.22 150、基準より高い'))
  await user.keyboard('{Enter}')
  expect((await screen.findByRole('region', { name: 'LDLコレステロール' })).textContent).toContain('162')
  vi.unstubAllGlobals()
})

test('navigates by arrow keys, opens an item with Enter and returns focus on Escape', async () => {
  const { user } = await show('doctor')
  document.querySelector<HTMLElement>('[data-line="1"] [data-column="0"]')!.focus()
  await user.keyboard('{ArrowRight}')
  expect((document.activeElement as HTMLElement).dataset.column).toBe('1')
  await user.keyboard('{Home}{Enter}')
  expect((await screen.findByRole('region', { name: 'LDLコレステロール' })).textContent).toContain('162')
  await user.keyboard('{ArrowDown}')
  expect(await screen.findByRole('region', { name: 'HDLコレステロール' })).toBeTruthy()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('region', { name: 'HDLコレステロール' })).toBeNull())
  expect((document.activeElement as HTMLElement).closest('[data-line]')).toBeTruthy()
})

test('filters values out of range and resets a search without matches', async () => {
  const { user, press } = await show('doctor')
  await user.click(screen.getByRole('switch', { name: /異常・注意のみ/ }))
  await waitFor(() => expect(rowNames()).toEqual(['脂質 1', 'LDLコレステロール']))
  await user.type(screen.getByRole('searchbox'), 'おんがく')
  expect(await screen.findByText('当てはまる項目はありません')).toBeTruthy()
  await press('絞り込みを解除')
  expect(await screen.findByLabelText('98、未判定')).toBeTruthy()
})

const openEdit = async () => {
  const shown = await show('doctor')
  await shown.user.click(cell('162、異常、基準より高い'))
  await shown.press('2026.10.14 の結果を編集')
  return shown
}

test('saves an unlikely value after confirmation with an optimistic update, and rolls back on failure without losing the input', async () => {
  const response = Promise.withResolvers<Response>()
  network.use(reply(changeTestResult, () => response.promise))
  const { user, press } = await openEdit()
  const value = await screen.findByRole<HTMLInputElement>('textbox', { name: '値' })
  await user.clear(value)
  await user.type(value, '310')
  await press('保存')
  expect(sent(changeTestResult)).toEqual([])
  await user.click(screen.getByRole('checkbox', { name: 'この値で間違いない' }))
  await press('保存')
  expect(await screen.findByLabelText('310、異常、基準より高い、至急連絡値')).toBeTruthy()
  expect(sent(changeTestResult)).toEqual([{ id: 12, updated_at: sample.results[1]!.updated_at, value: 310, confirmed: true }])
  response.resolve(failure(409, 'conflict', 'ほかの人が先に変更しました。'))
  expect(await screen.findByLabelText('162、異常、基準より高い')).toBeTruthy()
  expect(await within(screen.getByRole('dialog')).findByText(/ほかの人が先に変更しました/)).toBeTruthy()
  expect(value.value).toBe('310')
})

test('until the server has answered, an edited value is rounded and judged as rounded, as the server does', async () => {
  const response = Promise.withResolvers<Response>()
  network.use(reply(changeTestResult, () => response.promise))
  const { user, press } = await openEdit()
  const value = await screen.findByRole<HTMLInputElement>('textbox', { name: '値' })
  await user.clear(value)
  await user.type(value, '139.6')
  await press('保存')
  expect(await screen.findByLabelText('140、異常、基準より高い')).toBeTruthy()
  response.resolve(failure(409, 'conflict', 'ほかの人が先に変更しました。'))
  expect(await screen.findByLabelText('162、異常、基準より高い')).toBeTruthy()
})

test('if only the day changes, the value is not sent, because it may have more decimals than are shown, and needs no confirmation', async () => {
  const results = sample.results.map((item) => (item.id === 12 ? { ...item, value: 304.6 } : item))
  network.use(
    reply(listTestResults, { items: results, ranges: sample.ranges }),
    reply(changeTestResult, { ...results[1]!, recorded_at: '2026-10-12T16:00:00Z' }),
  )
  const { user, press } = await show('doctor')
  await user.click(cell('305、異常、基準より高い'))
  await press('2026.10.14 の結果を編集')
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: '値' }).value).toBe('305')
  await user.clear(dialog.getByRole('textbox', { name: '検査日' }))
  await user.type(dialog.getByRole('textbox', { name: '検査日' }), '2026.10.13{Tab}')
  await press('保存')
  await waitFor(() => expect(sent(changeTestResult)).toHaveLength(1))
  expect(sent(changeTestResult)).toEqual([{ id: 12, updated_at: sample.results[1]!.updated_at, recorded_at: '2026-10-12T16:00:00.000Z' }])
})

test('deletes a result after confirmation and restores it on failure', async () => {
  const response = Promise.withResolvers<Response>()
  network.use(reply(removeTestResult, () => response.promise))
  const { press } = await openEdit()
  await press('削除')
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByText('2026.10.14 の LDLコレステロール 162 mg/dL を削除します。元に戻せません。')).toBeTruthy()
  expect(sent(removeTestResult)).toEqual([])
  await press('結果を削除')
  await waitFor(() => expect(screen.queryByLabelText('162、異常、基準より高い')).toBeNull())
  response.resolve(failure(404, 'not_found', '見つかりません。'))
  expect(await screen.findByText('結果を削除できませんでした')).toBeTruthy()
  expect(cell('162、異常、基準より高い')).toBeTruthy()
  expect(sent(removeTestResult)).toEqual([{ id: 12 }])
})

test.each<Role>(['observer', 'trainer'])('shows everything read-only to %s', async (role) => {
  const { user } = await show(role)
  expect(screen.queryByRole('link', { name: '結果を入力' })).toBeNull()
  await user.click(cell('162、異常、基準より高い'))
  expect(await screen.findByRole('region', { name: 'LDLコレステロール' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /編集/ })).toBeNull()
})

test('compares two checkups side by side with a sentence per change', async () => {
  const { user, press } = await show('doctor')
  await press('比較')
  for (const name of [/2026.10.14/, /2025.10.14/]) await user.click(screen.getByRole('checkbox', { name }))
  await press('比較表を表示')
  const heading = await screen.findByRole('heading', { name: '検査結果の比較' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(screen.getByRole('region', { name: '主な変化' }).textContent).toContain('LDLコレステロールは 142 → 162 mg/dL、注意から異常へ')
  expect(screen.getByText(/佐伯 恵子 様/)).toBeTruthy()
  await press('一覧に戻る')
  expect(await screen.findByLabelText('162、異常、基準より高い')).toBeTruthy()
})

test('one press compares the annual checkups of the last four years, one per year and without basic checkups', async () => {
  const packages = [
    ...[2026, 2025, 2024, 2023, 2022].map((year, at) => checkup(70 + at, `${year}-10-13T16:00:00Z`)),
    checkup(80, '2026-02-13T16:00:00Z'),
    checkup(81, '2026-11-13T16:00:00Z', { kind: 'simple' }),
  ]
  network.use(
    reply(listTestPackages, { items: packages }),
    reply(listTestResults, { items: packages.map(({ id, tested_at }) => result(id, 1, id, tested_at!, { test_package_id: id })), ranges: sample.ranges }),
  )
  const { press } = page.show('doctor', <ResultsTab user_id={1} />)
  await press('比較')
  await press('年1回の精密検査 直近4回')
  await screen.findByRole('heading', { name: '検査結果の比較' })
  const days = screen.getAllByRole('columnheader').flatMap(({ textContent }) => textContent?.match(/^\d{4}\.\d\d\.\d\d/)?.[0] ?? [])
  expect(days.toSorted()).toEqual(['2023.10.14', '2024.10.14', '2025.10.14', '2026.10.14'])
})

test('shows a patient the change in friendly wording', async () => {
  await show('patient', { compare: '?compare=p7,p5' })
  expect(screen.getByRole('region', { name: '主な変化' }).textContent).toContain(
    'LDLコレステロールは 142 → 162 mg/dL。「基準より少し高い」から「基準より高い」になりました。',
  )
})
