// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { type ReactNode, useEffect } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { removeOtherUsersDrafts } from '../../../api/form-drafts.ts'
import { apiStateReset, useAppDispatch, useAppSelector } from '../../../api/store.ts'
import { fakeNetwork, press, setUpCardTests, showCard, text, wait } from '../../../test/render.tsx'
import { KarteComposer } from './KarteComposer.tsx'

// preload the module, because fake timers do not wait for a dynamic import
await import('./ConflictDialog.tsx')

const draft = (memo: string, version: number) => ({
  id: 5,
  user_id,
  interview_id: null,
  karte_id: null,
  memo,
  images: [],
  version,
  updated_at: '2026-11-21T00:00:00.000Z',
})
setUpCardTests(() => ({
  '/api/karte_drafts': { items: [] },
  '/api/karte_templates': { items: [{ id: 1, name: '電話対応', body: '■相談\n', created_at: '', updated_at: '' }] },
  'PUT /api/karte_drafts': draft('', 11),
}))
let rejectedBody: object | undefined
beforeEach(() => {
  rejectedBody = undefined
  user_id += 1
  const originalFetch = fetch
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const response = await originalFetch(url, init)
    return rejectedBody && init.method === 'PUT' ? new Response(JSON.stringify(rejectedBody), { status: 409 }) : response
  })
})
afterEach(() => vi.restoreAllMocks())

const field = () => screen.getByRole('textbox', { name: '本文' }) as HTMLTextAreaElement
const type = (value: string) => act(async () => void fireEvent.change(field(), { target: { value } }))
const saved = () => fakeNetwork.requests.filter(({ method, path }) => method === 'PUT' && path === '/api/karte_drafts').map(({ body }) => body)
// a new patient for each test, because drafts outlive the component
let user_id = 1
const show = () => showCard(<KarteComposer user_id={user_id} />)

test('saves the draft shortly after typing and shows that it is saved', async () => {
  await show()
  await type('経過')
  await type('経過良好')
  expect(saved()).toEqual([])
  await wait(1_000)
  expect(saved()).toEqual([{ user_id, memo: '経過良好' }])
  expect(text()).toContain('下書きを保存しました 09:00')
  await type('経過良好。')
  await wait(1_000)
  expect(saved().at(-1)).toEqual({ user_id, memo: '経過良好。', version: 11 })
})

test('does not save or submit during IME composition, and loses nothing', async () => {
  await show()
  fireEvent.compositionStart(field())
  await type('けつ')
  await type('けつあつ')
  fireEvent.keyDown(field(), { key: 'Enter', ctrlKey: true, isComposing: true, keyCode: 229 })
  await wait(3_000)
  expect([saved(), field().value]).toEqual([[], 'けつあつ'])
  await type('血圧')
  fireEvent.compositionEnd(field(), { data: '血圧' })
  await wait(1_000)
  expect(saved()).toEqual([{ user_id, memo: '血圧' }])
})

test('restores a draft that was begun on another device', async () => {
  fakeNetwork.responses['/api/karte_drafts'] = { items: [draft('昨日の続き', 7)] }
  await show()
  expect([field().value, text().includes('下書きを復元しました（2026.11.21 09:00）')]).toEqual(['昨日の続き', true])
  await type('昨日の続き。')
  fireEvent.blur(field())
  await wait(200)
  expect(saved()).toEqual([{ user_id, memo: '昨日の続き。', version: 7 }])
})

test('shows the draft of another window beside this one and overwrites neither', async () => {
  fakeNetwork.responses['/api/karte_drafts'] = { items: [draft('元', 7)] }
  await show()
  rejectedBody = { error: '変更されています', code: 'conflict', versions: { saved: draft('別の窓', 9), sent: { memo: 'この窓' } } }
  await type('この窓')
  await wait(1_000)
  const [mine, theirs] = ['この画面の文章', '別の画面の文章'].map((name) => screen.getByRole('region', { name }).textContent)
  expect([mine, theirs?.includes('別の窓'), saved().length]).toEqual(['この画面の文章この窓', true, 1])
  await wait(3_000)
  expect(saved()).toHaveLength(1)
  rejectedBody = undefined
  await press('両方をつなげる')
  expect(saved().at(-1)).toEqual({ user_id, memo: 'この窓\n\n別の窓', version: 9 })
})

test('shows that it is offline and saves once the network is back', async () => {
  await show()
  const response = fetch
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) =>
    init.method === 'PUT' ? Promise.reject(new TypeError('offline')) : response(url, init),
  )
  await type('圏外で書く')
  await wait(3_500)
  expect(text()).toContain('まだ保存されていません')
  vi.stubGlobal('fetch', response)
  act(() => void window.dispatchEvent(new Event('online')))
  await wait(500)
  expect([saved().at(-1), field().value]).toEqual([{ user_id, memo: '圏外で書く' }, '圏外で書く'])
})

/** Emulates the app's session gate: sign-out unmounts the page, which aborts its requests. */
function Gate({ children }: { children: ReactNode }) {
  const isOut = useAppSelector(({ session }) => session.status === 'signed_out')
  const dispatch = useAppDispatch()
  useEffect(() => {
    if (isOut) dispatch(apiStateReset())
  }, [isOut, dispatch])
  return isOut ? null : children
}

test('a save rejected with 401 is repeated only after the next sign-in', async () => {
  await showCard(
    <Gate>
      <KarteComposer user_id={user_id} />
    </Gate>,
  )
  const response = fetch
  let tries = 0
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (init.method !== 'PUT') return response(url, init)
    tries++
    return new Response(JSON.stringify({ error: 'x', code: 'unauthenticated' }), { status: 401 })
  })
  await type('終わる前')
  await wait(1_000)
  expect([tries, screen.queryByRole('textbox')]).toEqual([1, null])
  await wait(6_000)
  expect(tries).toBe(1)
  cleanup()
  vi.stubGlobal('fetch', response)
  // signing in again restores the text and saves it
  await show()
  expect([field().value, saved()]).toEqual(['終わる前', [{ user_id, memo: '終わる前' }]])
})

test('saves the last change when the page unloads', async () => {
  await show()
  await type('途中')
  act(() => void window.dispatchEvent(new Event('pagehide')))
  await wait(50)
  expect(saved()).toEqual([{ user_id, memo: '途中' }])
  await wait(1_000)
})

test('text typed during a save survives a reload', async () => {
  const [response, version] = [fetch, 11]
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => (init.method === 'PUT' ? new Promise<Response>(() => {}) : response(url, init)))
  await show()
  await type('先に')
  await wait(1_000)
  await type('先に、あとから')
  act(() => void window.dispatchEvent(new Event('pagehide')))
  cleanup()
  removeOtherUsersDrafts(undefined)
  // the first text was saved; the second was sent with an outdated version
  fakeNetwork.responses['/api/karte_drafts'] = { items: [draft('先に', version)] }
  const puts: unknown[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (init.method !== 'PUT') return response(url, init)
    const body = JSON.parse(String(init.body))
    puts.push(body)
    const versions = { saved: draft('先に', version), sent: { memo: body.memo } }
    return body.version === version
      ? new Response(JSON.stringify(draft(body.memo, 12)))
      : new Response(JSON.stringify({ error: '変更されています', code: 'conflict', versions }), { status: 409 })
  })
  await show()
  await wait(1_500)
  expect([field().value, puts.at(-1)]).toEqual(['先に、あとから', { user_id, memo: '先に、あとから', version }])
  expect([screen.queryByRole('dialog'), sessionStorage.length]).toEqual([null, 0])
})

test('inserts a template, does not submit an empty note, and has no composer for read-only roles', async () => {
  await show()
  await press('保存', 100)
  expect(text()).toContain('本文を入力するか、画像を追加してください')
  await press('テンプレート', 100)
  await act(async () => void fireEvent.click(screen.getByRole('menuitem', { name: '電話対応' })))
  expect(field().value).toBe('■相談\n')
  await wait(1_000)
  cleanup()
  expect((await showCard(<KarteComposer user_id={user_id} />, 'observer')).textContent).toBe('')
})
