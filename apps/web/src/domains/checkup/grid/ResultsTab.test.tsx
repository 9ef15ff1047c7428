// @vitest-environment happy-dom

import type { Role } from '@sukoyaka/wire/access'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { Provider } from 'react-redux'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { signedIn } from '../../../api/session.ts'
import { makeStore } from '../../../api/store.ts'
import { initJapanese } from '../../../test/render.tsx'
import { Toasts } from '../../../ui/overlay/Toasts.tsx'
import { dismissToast, toasts } from '../../../ui/overlay/toast.ts'
import { ResultsTab } from './ResultsTab.tsx'
import { sample } from './sample.ts'

vi.mock('../../../ui/chart/echarts.ts', () => ({ init: () => ({ setOption: () => undefined, resize: () => undefined, dispose: () => undefined }) }))

type Sent = { method: string; path: string; body: Record<string, unknown> | undefined }
const fakeServer = { results: sample.results, requests: [] as Sent[], answer: (_: Sent): Response | undefined => undefined, packages: sample.packages }
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })

const serve = async (url: string, init: RequestInit = {}) => {
  const path = String(url).split('?')[0]!
  const sent = { method: init.method ?? 'GET', path, body: init.body ? (JSON.parse(String(init.body)) as Record<string, unknown>) : undefined }
  if (path === '/api/test_packages') return json({ items: fakeServer.packages })
  if (path === '/api/numeric_test_result_categories') return json({ items: sample.categories })
  if (path === '/api/numeric_test_result_category_reference_ranges') return json({ items: sample.today })
  if (path === '/api/test_results' && sent.method === 'GET') return fakeServer.answer(sent) ?? json({ items: fakeServer.results, ranges: sample.ranges })
  fakeServer.requests.push(sent)
  return fakeServer.answer(sent) ?? json({})
}

beforeAll(async () => {
  await initJapanese()
  await Promise.all([
    import('../drawer/Drawer.tsx'),
    import('../drawer/EditDialog.tsx'),
    import('../entry/EntryDialog.tsx'),
    import('../compare/ComparisonSheet.tsx'),
  ])
})
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T00:00:00Z'), toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  Object.assign(fakeServer, { results: sample.results, requests: [], answer: () => undefined, packages: sample.packages })
  vi.stubGlobal('fetch', serve)
  // happy-dom has no layout; without sizes the virtualised grid renders no rows
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(700)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1100)
})
afterEach(() => {
  cleanup()
  for (const { id } of toasts.read()) dismissToast(id)
  vi.unstubAllGlobals()
  // test files share the prototypes of happy-dom
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const advanceTimers = async (ms = 300) => {
  for (let at = 0; at < ms; at += 50)
    await act(async () => {
      await vi.advanceTimersByTimeAsync(50)
      await new Promise(setImmediate)
    })
}
const show = async (role: Role = 'doctor', at = '/1/database') => {
  const store = makeStore()
  const me = { id: role === 'patient' ? 1 : 5, role, first_name: '', last_name: '', email: 'a@example.com' }
  store.dispatch(signedIn({ me, credentials: { access_token: 't', email: 'a@example.com', id: me.id } }))
  render(
    <Provider store={store}>
      <MemoryRouter initialEntries={[at]}>
        <ResultsTab user_id={1} patient_name="佐伯 恵子 様" />
        <Toasts />
      </MemoryRouter>
    </Provider>,
  )
  await advanceTimers(600)
}
const press = async (name: string | RegExp) => {
  fireEvent.click(screen.getByRole('button', { name }))
  await advanceTimers()
}
const cell = (name: string) => screen.getByLabelText(name)
const text = () => document.body.textContent ?? ''

test('a doctor sees values out of range by mark, letter and text, missing values and unreleased checkups', async () => {
  await show()
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

test('a patient sees plain wording without clinical terms, and neither the unreleased mark nor the entry button', async () => {
  await show('patient')
  expect(cell('162、基準より高い')).toBeTruthy()
  expect(text()).not.toMatch(/異常|未公開|未判定|結果を入力/)
})

test('navigates by arrow keys, opens an item with Enter and returns focus on Escape', async () => {
  await show()
  const first = document.querySelector<HTMLElement>('[data-line="1"] [data-column="0"]')!
  first.focus()
  fireEvent.keyDown(first, { key: 'ArrowRight' })
  expect((document.activeElement as HTMLElement).dataset.column).toBe('1')
  fireEvent.keyDown(document.activeElement!, { key: 'Home' })
  fireEvent.keyDown(document.activeElement!, { key: 'Enter' })
  await advanceTimers()
  expect(screen.getByRole('region', { name: 'LDLコレステロール' }).textContent).toContain('162')
  fireEvent.keyDown(document.activeElement!, { key: 'ArrowDown' })
  await advanceTimers()
  expect(screen.getByRole('region', { name: 'HDLコレステロール' })).toBeTruthy()
  fireEvent.keyDown(document.activeElement!, { key: 'Escape' })
  await advanceTimers()
  expect(screen.queryByRole('region', { name: 'HDLコレステロール' })).toBeNull()
  expect((document.activeElement as HTMLElement).closest('[data-line]')).toBeTruthy()
})

test('filters values out of range and resets a search without matches', async () => {
  await show()
  fireEvent.click(screen.getByRole('switch', { name: /異常・注意のみ/ }))
  await advanceTimers()
  expect(screen.getAllByRole('rowheader').map((head) => head.textContent)).toEqual(['脂質 1', 'LDLコレステロール'])
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'おんがく' } })
  await advanceTimers()
  expect(text()).toContain('当てはまる項目はありません')
  await press('絞り込みを解除')
  expect(cell('98、未判定')).toBeTruthy()
})

const openEdit = async () => {
  fireEvent.click(cell('162、異常、基準より高い'))
  await advanceTimers()
  await press('2026.10.14 の結果を編集')
}

test('saves an unlikely value after confirmation with an optimistic update, and rolls back on failure without losing the input', async () => {
  await show()
  await openEdit()
  fireEvent.change(screen.getByRole('textbox', { name: '値' }), { target: { value: '310' } })
  await press('保存')
  expect(fakeServer.requests).toEqual([])
  fireEvent.click(screen.getByRole('checkbox', { name: 'この値で間違いない' }))
  let respond = (_: Response) => {}
  fakeServer.answer = ({ method }) => (method === 'PUT' ? (new Promise<Response>((resolve) => (respond = resolve)) as never) : undefined)
  await press('保存')
  expect(fakeServer.requests).toEqual([{ method: 'PUT', path: '/api/test_results/12', body: { updated_at: expect.any(String), value: 310, confirmed: true } }])
  expect(cell('310、異常、基準より高い')).toBeTruthy()
  respond(json({ error: 'ほかの人が先に変更しました。', code: 'conflict' }, 409))
  await advanceTimers()
  expect(cell('162、異常、基準より高い')).toBeTruthy()
  expect(within(screen.getByRole('dialog')).getByText(/ほかの人が先に変更しました/)).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: '値' }).value).toBe('310')
})

test('deletes a result after confirmation and restores it on failure', async () => {
  await show()
  await openEdit()
  await press('削除')
  expect(screen.getByRole('dialog').textContent).toContain('2026.10.14 の LDLコレステロール 162 mg/dL を削除します。元に戻せません。')
  fakeServer.answer = ({ method }) => (method === 'DELETE' ? json({ error: '見つかりません。' }, 404) : undefined)
  await press('結果を削除')
  expect(fakeServer.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['DELETE /api/test_results/12'])
  expect(cell('162、異常、基準より高い')).toBeTruthy()
  expect(text()).toContain('結果を削除できませんでした')
})

test('enters many values by keyboard; rejected ones stay with the reason, the saved ones are cleared', async () => {
  await show('nurse')
  await press('結果を入力')
  const dialog = within(screen.getByRole('dialog'))
  const ldl = dialog.getByRole('textbox', { name: 'LDLコレステロールの値' })
  ldl.focus()
  fireEvent.change(ldl, { target: { value: '１２８' } })
  expect(dialog.getByText('注意')).toBeTruthy()
  fireEvent.keyDown(ldl, { key: 'Enter' })
  const hdl = dialog.getByRole('textbox', { name: 'HDLコレステロールの値' })
  expect(document.activeElement).toBe(hdl)
  fireEvent.change(hdl, { target: { value: '9999' } })
  await press('登録')
  expect(fakeServer.requests).toEqual([])
  expect(document.activeElement).toBe(hdl)
  fireEvent.change(hdl, { target: { value: '61' } })
  fakeServer.answer = ({ path }) =>
    path === '/api/test_results/bulk'
      ? json({
          items: [
            { index: 0, outcome: 'changed' },
            { index: 1, outcome: 'refused', reason: 'released', message: '公開済みの検査です。' },
          ],
        })
      : undefined
  await press('登録')
  expect(fakeServer.requests[0]?.body).toEqual({
    user_id: 1,
    test_package_id: 7,
    results: [
      { category_id: 1, value: 128, recorded_at: '2026-10-13T16:00:00Z' },
      { category_id: 2, value: 61, recorded_at: '2026-10-13T16:00:00Z' },
    ],
  })
  expect(dialog.getByText('1件を登録しました。1件は登録できませんでした。')).toBeTruthy()
  expect(dialog.getByText('公開済みの検査です。')).toBeTruthy()
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'HDLコレステロールの値' }).value).toBe('61')
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'LDLコレステロールの値' }).value).toBe('')
})

test.each<Role>(['observer', 'trainer'])('shows everything read-only to %s', async (role) => {
  await show(role)
  expect(screen.queryByRole('button', { name: '結果を入力' })).toBeNull()
  fireEvent.click(cell('162、異常、基準より高い'))
  await advanceTimers()
  expect(screen.queryByRole('button', { name: /編集/ })).toBeNull()
})

test('compares two checkups side by side with a sentence per change', async () => {
  await show()
  await press('比較')
  for (const name of [/2026.10.14/, /2025.10.14/]) fireEvent.click(screen.getByRole('checkbox', { name }))
  await press('比較表を表示')
  expect(screen.getByRole('heading', { name: '検査結果の比較' })).toBe(document.activeElement)
  expect(screen.getByRole('region', { name: '主な変化' }).textContent).toContain('LDLコレステロールは 142 → 162 mg/dL、注意から異常へ')
  expect(text()).toContain('佐伯 恵子 様')
  await press('一覧に戻る')
  expect(cell('162、異常、基準より高い')).toBeTruthy()
})

test('shows a patient the change in friendly wording', async () => {
  await show('patient', '/1/database?compare=p7,p5')
  expect(screen.getByRole('region', { name: '主な変化' }).textContent).toContain(
    'LDLコレステロールは 142 → 162 mg/dL。「基準より少し高い」から「基準より高い」になりました。',
  )
})

test('shows a load error and retries', async () => {
  fakeServer.answer = () => json({ error: 'x' }, 403)
  await show()
  expect(text()).toContain('検査結果を読み込めませんでした')
  fakeServer.answer = () => undefined
  await press('もう一度読み込む')
  await advanceTimers(600)
  expect(cell('162、異常、基準より高い')).toBeTruthy()
})
