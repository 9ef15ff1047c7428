// @vitest-environment happy-dom

import type { Role } from '@sukoyaka/wire/access'
import type { ImageTestResult } from '@sukoyaka/wire/record/imaging'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { Provider } from 'react-redux'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { signedIn } from '../../api/session.ts'
import { makeStore } from '../../api/store.ts'
import { initJapanese } from '../../test/render.tsx'
import { Toasts } from '../../ui/overlay/Toasts.tsx'
import { dismissToast, toasts } from '../../ui/overlay/toast.ts'
import { ImagesTab } from './ImagesTab.tsx'
import { Sending } from './upload/fake-sending.ts'

const category = (id: number, display_name: string) => ({
  id,
  name: `c${id}`,
  name_ja: display_name,
  name_en: '',
  name_kr: '',
  display_name,
  body_area: '',
  modality: '',
  type: 1,
  applicable_sex: 'any',
  sort_number: id,
})
const categories = [category(1, '腹部超音波'), category(2, '胸部X線')]
const result = (id: number, category_id: number, recorded_at: string, finding: string, status: number | null): ImageTestResult => ({
  id,
  user_id: 1,
  category_id,
  category: categories[category_id - 1],
  test_id: null,
  test_package_id: null,
  recorded_at,
  type: 1,
  origin: '',
  finding,
  status,
  images: [
    {
      id: id * 10,
      content_type: 'image/jpeg',
      width: 1,
      height: 1,
      size: 1,
      original: `/files/o${id}`,
      variants: { large: `/files/l${id}`, medium: `/files/m${id}`, small: `/files/s${id}` },
    },
  ],
  updated_at: '2026-11-01T00:00:00.000Z',
})

type Sent = { method: string; path: string; body: unknown }
let stored: ImageTestResult[]
let sent: Sent[]
let errorResponse: { status: number; body: object } | undefined
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
const respond = async (url: string, init: RequestInit) => {
  const [path = ''] = url.split('?')
  const method = init.method ?? 'GET'
  if (path === '/api/client_errors') return json({})
  if (path === '/api/image_test_result_categories') return json({ items: categories })
  if (path === '/api/test_packages')
    return json({ items: [{ id: 7, name: '人間ドック', tested_at: '2026-11-21T00:00:00.000Z', released_at: null, tests: [] }] })
  if (method === 'GET') return errorResponse ? json(errorResponse.body, errorResponse.status) : json({ items: stored })
  sent.push({ method, path, body: init.body ? JSON.parse(String(init.body)) : undefined })
  if (errorResponse) return json(errorResponse.body, errorResponse.status)
  const id = Number(path.split('/')[3])
  if (method === 'DELETE') {
    stored = stored.filter((row) => row.id !== id)
    return new Response(null, { status: 204 })
  }
  stored = stored.map((row) => (row.id === id ? { ...row, ...JSON.parse(String(init.body)) } : row))
  return json(stored.find((row) => row.id === id))
}

beforeAll(async () => {
  await Promise.all([import('./Viewer.tsx'), import('./upload/UploadDialog.tsx'), import('./EditDialog.tsx')])
  await initJapanese()
})
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T03:00:00Z'), toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  stored = [
    result(3, 1, '2026-10-14T00:00:00.000Z', '肝：軽度の高輝度\n腎：異常所見なし', 2),
    result(2, 2, '2026-10-14T00:00:00.000Z', '', null),
    result(1, 1, '2025-10-14T00:00:00.000Z', '異常所見なし', 0),
  ]
  sent = []
  errorResponse = undefined
  Sending.last = undefined
  vi.stubGlobal('fetch', respond)
  vi.stubGlobal('XMLHttpRequest', Sending)
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
})
afterEach(() => {
  cleanup()
  for (const { id } of toasts.read()) dismissToast(id)
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const advanceTimers = async (ms = 300) => {
  for (let at = 0; at < ms; at += 50)
    await act(async () => {
      await vi.advanceTimersByTimeAsync(50)
      await new Promise(setImmediate)
    })
}
const show = async (role: Role) => {
  const store = makeStore()
  const me = { id: 1, role, first_name: '', last_name: '', email: 'a@example.com' }
  store.dispatch(signedIn({ me, credentials: { access_token: 't', email: me.email, id: 1 } }))
  render(
    <Provider store={store}>
      <ImagesTab user_id={1} />
      <Toasts />
    </Provider>,
  )
  await advanceTimers(700)
}
const press = async (name: string | RegExp, place: { getByRole: typeof screen.getByRole } = screen) => {
  fireEvent.click(place.getByRole('button', { name }))
  await advanceTimers()
}
const cards = () =>
  within(screen.getAllByRole('list')[0]!)
    .getAllByRole('listitem')
    .map((card) => card.textContent)
const box = (name: string) => screen.getByRole('checkbox', { name })

test('lists examinations newest first and filters those with findings', async () => {
  await show('doctor')
  expect(cards()).toEqual(['腹部超音波2026.10.14軽度所見肝：軽度の高輝度　腎：異常所見なし', '胸部X線2026.10.14読影中', '腹部超音波2025.10.14異常所見なし'])
  fireEvent.click(screen.getByRole('switch', { name: '所見ありのみ' }))
  expect(cards()).toHaveLength(1)
  fireEvent.change(screen.getByLabelText('種類'), { target: { value: '2' } })
  expect(screen.getByText('条件に合う画像・動画はありません')).toBeTruthy()
  await press('条件を解除')
  expect(cards()).toHaveLength(3)
})

test('a patient sees plain wording, the finding on opening, and no edit actions', async () => {
  await show('patient')
  expect(cards()[0]).toBe('腹部超音波2026.10.14経過をみていく所見があります')
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.queryByRole('button', { name: '追加' })).toBeNull()
  await press('腹部超音波　2026.10.14を開く')
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByText(/肝：軽度の高輝度/)).toBeTruthy()
  expect(dialog.queryByRole('button', { name: '所見を編集' })).toBeNull()
})

test('compares two examinations, the older one on the left', async () => {
  await show('nurse')
  fireEvent.click(box('比較に選ぶ：腹部超音波　2026.10.14'))
  expect(screen.getByText('もう1件を選ぶと並べて比較できます')).toBeTruthy()
  fireEvent.click(box('比較に選ぶ：腹部超音波　2025.10.14'))
  await press('並べて比較')
  const panes = within(screen.getByRole('dialog')).getAllByRole('region')
  expect(panes.map((pane) => pane.getAttribute('aria-label'))).toEqual(['腹部超音波　2025.10.14', '腹部超音波　2026.10.14'])
})

test('reloads an image with an expired URL and shows a placeholder meanwhile', async () => {
  await show('doctor')
  await press('腹部超音波　2026.10.14を開く')
  stored = stored.map((row) => ({
    ...row,
    images: row.images.map((image) => ({ ...image, variants: { large: '/files/new', medium: '/files/new', small: '/files/new' } })),
  }))
  fireEvent.error(screen.getByAltText(/1\/1$/))
  expect(screen.getByAltText(/表示できません/).getAttribute('src')).toBe('/images/noImage.svg')
  await advanceTimers()
  expect(screen.getByAltText(/1\/1$/).getAttribute('src')).toBe('/files/new')
})

test('saves a finding after a conflict was shown, and sends only the changed fields', async () => {
  await show('doctor')
  await press('胸部X線　2026.10.14を開く')
  await press('所見を編集')
  fireEvent.change(screen.getByLabelText('所見'), { target: { value: '異常所見なし' } })
  fireEvent.click(screen.getByRole('radio', { name: '異常所見なし' }))
  errorResponse = { status: 409, body: { error: 'ほかの人が先に変更しました。', code: 'conflict' } }
  await press('保存')
  expect(screen.getByRole('alert').textContent).toContain('ほかの人が先に変更しました。')
  errorResponse = undefined
  await press('保存')
  expect(sent.at(-1)).toMatchObject({ method: 'PUT', path: '/api/image_test_results/2', body: { finding: '異常所見なし', status: 0 } })
  expect(Object.keys(sent.at(-1)!.body as object).sort()).toEqual(['finding', 'status', 'updated_at'])
  expect(toasts.read().at(-1)?.title).toBe('画像・動画の情報を保存しました')
})

test('deletes an examination after confirmation and repeats the request after a 503', async () => {
  await show('doctor')
  await press('胸部X線　2026.10.14を開く')
  await press('所見を編集')
  await press('削除')
  errorResponse = { status: 503, body: { error: 'つながりません。', code: 'unavailable' } }
  fireEvent.click(screen.getByRole('button', { name: '画像・動画を削除' }))
  await advanceTimers(100)
  expect(sent[0]).toMatchObject({ method: 'DELETE', path: '/api/image_test_results/2' })
  errorResponse = undefined
  await advanceTimers(4_000)
  expect(sent.filter(({ method }) => method === 'DELETE').length).toBeGreaterThan(1)
  expect(cards()).toHaveLength(2)
})

const choose = async (...files: File[]) => {
  fireEvent.change(document.querySelector('input[type=file]')!, { target: { files } })
  await advanceTimers(100)
}
const photo = new File(['x'], '胸部.jpg', { type: 'image/jpeg' })

test('uploads files with form values and the checkup of that day, showing progress', async () => {
  await show('doctor')
  await press('追加')
  await choose(photo, new File(['y'], 'b.png', { type: 'image/png' }))
  fireEvent.change(screen.getByLabelText(/検査の種類/), { target: { value: '2' } })
  const dialog = within(screen.getByRole('dialog'))
  expect((dialog.getByLabelText('検査パッケージ') as HTMLSelectElement).selectedOptions[0]?.textContent).toBe('2026.11.21　人間ドック（未公開）')
  await press('追加', dialog)
  const sending = Sending.last!
  const fields = Object.fromEntries([...sending.form!.entries()].filter(([, value]) => typeof value === 'string'))
  expect(fields).toEqual({ user_id: '1', category_id: '2', recorded_at: '2026-11-20T15:00:00.000Z', finding: '', test_package_id: '7' })
  expect(sending.form!.getAll('images[]').map((file) => (file as File).name)).toEqual(['胸部.jpg', 'b.png'])
  expect(sending.headers['idempotency-key']).toBeTruthy()
  act(() => sending.upload.onprogress?.({ loaded: 1, total: 4, lengthComputable: true }))
  expect(screen.getByText('送信中 25%')).toBeTruthy()
  await sending.respond(422, { error: '読み取れませんでした。', code: 'file_unreadable' })
  await advanceTimers()
  expect(screen.getByRole('alert').textContent).toBe('画像・動画を追加できませんでした。 読み取れませんでした。')
  await press('追加', dialog)
  await Sending.last!.respond(201, stored[0]!)
  await advanceTimers()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(toasts.read().at(-1)?.title).toBe('画像・動画を追加しました')
})

test('reports invalid files before the upload, and repeats an aborted upload with the same idempotency key', async () => {
  await show('doctor')
  await press('追加')
  const dialog = within(screen.getByRole('dialog'))
  await press('追加', dialog)
  expect(dialog.getByText('ファイルを選んでください')).toBeTruthy()
  await choose(photo, new File(['x'], 'a.dcm', { type: 'application/dicom' }), new File(['x'], 'a.pdf', { type: 'application/pdf' }))
  fireEvent.change(dialog.getByLabelText(/検査の種類/), { target: { value: '2' } })
  expect(dialog.getByText('DICOMは未対応です。JPEGかPNGに書き出してください')).toBeTruthy()
  expect(dialog.getByText('対応していない形式です')).toBeTruthy()
  await press('追加', dialog)
  expect(Sending.last).toBeUndefined()
  await press('取り消し：a.dcm', dialog)
  await press('取り消し：a.pdf', dialog)
  await press('追加', dialog)
  const first = Sending.last!
  await press('送信を中止', dialog)
  expect(dialog.getByRole('alert').textContent).toContain('送信を中止しました')
  await press('追加', dialog)
  expect(Sending.last).not.toBe(first)
  expect(Sending.last!.headers['idempotency-key']).toBe(first.headers['idempotency-key'])
})

test('shows a load error and retries', async () => {
  errorResponse = { status: 404, body: { error: '見つかりませんでした。', code: 'not_found' } }
  await show('doctor')
  await advanceTimers(500)
  expect(screen.getByText('画像・動画を読み込めませんでした')).toBeTruthy()
  errorResponse = undefined
  await press('もう一度読み込む')
  await advanceTimers(500)
  expect(cards()).toHaveLength(3)
})
