// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react'
import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { fakeNetwork, press, setUpCardTests, showCard, text, wait } from '../../../test/render.tsx'
import { ReleaseCard } from './ReleaseCard.tsx'

const checkup = (id: number, more = {}) => ({
  id,
  user_id: 1,
  kind: 'detail',
  name: `人間ドック${id}`,
  location: '',
  status: 0,
  tested_at: '2026-10-14T00:00:00Z',
  expected_data_reflection_date: null,
  included_in_plan: true,
  facility_id: null,
  detail: '',
  released_at: null,
  released_by: null,
  comment: null,
  called_on: null,
  serious_count: 0,
  result_count: 2,
  updated_at: '2026-10-20T00:00:00Z',
  tests: [],
  ...more,
})
const result = (id: number, name: string, value: number, status: number, is_serious = false) => ({
  id,
  user_id: 1,
  category_id: id,
  category: { id, name: `c${id}`, name_ja: name, display_name: name, group: '', unit: '', unit_display: 'mmol/L', decimals: 1, sort_number: id },
  test_id: null,
  test_package_id: 5,
  recorded_at: '2026-10-14T00:00:00Z',
  type: 0,
  origin: '',
  value,
  status,
  range_id: id,
  is_serious,
})
const range = (category_id: number) => ({ id: category_id, category_id, healthy: { min: 3.6, max: 4.9 }, warning: [], unhealthy: { below: 3, above: 5.5 } })

setUpCardTests(() => ({
  '/api/test_packages': { items: [checkup(4), checkup(5, { serious_count: 1 }), checkup(6, { status: 2 }), checkup(7, { result_count: 0 })] },
  '/api/test_packages/5/test_results': { items: [result(1, '尿酸', 6, 1), result(2, 'カリウム', 7.2, 1, true), result(3, 'ナトリウム', 4, 0)] },
  '/api/numeric_test_result_category_reference_ranges': { items: [range(1), range(2), range(3)] },
  'POST /api/test_packages/5/release': checkup(5, { released_at: '2026-11-21T00:00:00Z' }),
  'DELETE /api/test_packages/8/release': checkup(8),
}))
// Preload the lazy dialog: fake timers cannot wait for its import.
beforeAll(() => import('./ReleaseDialog.tsx'))

const openDialog = async () => {
  await showCard(<ReleaseCard user_id={1} />, 'nurse')
  await press('人間ドック5（2026.10.14）を確認して公開')
  return within(screen.getByRole('dialog'))
}

test('lists results awaiting release, those requiring a phone call first', async () => {
  await showCard(<ReleaseCard user_id={1} />, 'nurse')
  expect(screen.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    '人間ドック52026.10.14 2項目電話連絡が必要 1項目確認して公開',
    '人間ドック42026.10.14 2項目確認して公開',
  ])
  expect(text()).toContain('公開待ち 2')
})

test('hides the card without write permission and when nothing awaits release', async () => {
  await showCard(<ReleaseCard user_id={1} />, 'nutritionist')
  expect(text()).toBe('')
  fakeNetwork.responses['/api/test_packages'] = { items: [checkup(6, { status: 2 }), checkup(8, { released_at: '2026-10-21T00:00:00Z' })] }
  await showCard(<ReleaseCard user_id={1} />, 'nurse')
  expect(text()).toBe('')
})

test('shows serious values first, requires the phone call before release and previews the patient wording', async () => {
  const dialog = await openDialog()
  const sections = dialog.getAllByRole('heading', { level: 3 }).map((heading) => heading.parentElement!.textContent)
  expect(sections[0]).toContain('先に電話で伝える値カリウム7.2 mmol/L異常')
  expect(sections[1]).toContain('尿酸6.0 mmol/L異常')
  expect(sections[1]).not.toContain('ナトリウム')
  const preview = sections[2]!
  expect(preview).toContain('基準より高い')
  expect(preview).not.toContain('異常')
  fireEvent.change(dialog.getByLabelText('患者へのコメント'), { target: { value: '次の面談でお話ししましょう。' } })
  fireEvent.click(dialog.getByRole('button', { name: '公開' }))
  await wait(300)
  expect(fakeNetwork.requests).toEqual([])
  expect(dialog.getByText('電話で伝えた日を入力してください')).toBeTruthy()
  const day = dialog.getByLabelText(/^電話で伝えた日/)
  fireEvent.change(day, { target: { value: '2026.11.20' } })
  fireEvent.blur(day)
  fireEvent.click(dialog.getByRole('button', { name: '公開' }))
  await wait(800)
  expect(fakeNetwork.requests).toEqual([
    { method: 'POST', path: '/api/test_packages/5/release', body: { comment: '次の面談でお話ししましょう。', called_on: '2026-11-20' } },
  ])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('keeps the comment and shows the reason when a release fails', async () => {
  fakeNetwork.responses['/api/test_packages'] = { items: [checkup(5)] }
  const dialog = await openDialog()
  fireEvent.change(dialog.getByLabelText('患者へのコメント'), { target: { value: '良い結果でした。' } })
  fakeNetwork.rejectsWrites = true
  fireEvent.click(dialog.getByRole('button', { name: '公開' }))
  await wait(800)
  expect(dialog.getByRole('alert').textContent).toContain('保存できませんでした。 できません')
  expect((dialog.getByLabelText('患者へのコメント') as HTMLTextAreaElement).value).toBe('良い結果でした。')
})

test('revokes a recent release after confirmation', async () => {
  fakeNetwork.responses['/api/test_packages'] = { items: [checkup(8, { released_at: '2026-11-20T00:00:00Z', comment: '良い結果でした。' })] }
  fakeNetwork.responses['/api/test_packages/8/test_results'] = { items: [] }
  await showCard(<ReleaseCard user_id={1} />, 'doctor')
  await press('人間ドック8（2026.10.14）の公開内容')
  await press('公開を取り消す')
  expect(fakeNetwork.requests).toEqual([])
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: '公開を取り消す' }))
  await wait(800)
  expect(fakeNetwork.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['DELETE /api/test_packages/8/release'])
})

test('shows units in the language of the page', async () => {
  const pulse = result(1, '心拍数', 130, 1)
  fakeNetwork.responses['/api/test_packages/5/test_results'] = { items: [{ ...pulse, category: { ...pulse.category, unit_display: '回/分', decimals: 0 } }] }
  expect((await openDialog()).getAllByText('回/分').length).toBeGreaterThan(0)
  await act(() => i18next.changeLanguage('en'))
  try {
    expect(within(screen.getByRole('dialog')).getAllByText('/min').length).toBeGreaterThan(0)
  } finally {
    await act(() => i18next.changeLanguage('ja'))
  }
})
