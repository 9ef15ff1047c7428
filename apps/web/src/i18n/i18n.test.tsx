import { act, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addWords, changeLanguage, i18n, startI18n } from './i18n.ts'

const files: Record<string, Record<string, string>> = {
  '/locales/ja/shell.json': { 'nav.unchecked': '新しいお知らせ {{count}}件' },
  '/locales/en/shell.json': { 'nav.unchecked': '{{count}} new alerts', 'nav.unchecked_one': '{{count}} new alert' },
}
const wordsAt = (url: string) => Response.json(files[url.split('?')[0]!] ?? {})
const fetched = vi.fn(async (url: string) => wordsAt(url))

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  localStorage.clear()
})
afterEach(async () => {
  await changeLanguage('ja')
  vi.unstubAllGlobals()
})

function Alerts({ count }: { count: number }) {
  const { t } = useTranslation('shell')
  return <p>{t('nav.unchecked', { count })}</p>
}

test('a component waits for its words; after a change of the language it shows the new words once they are loaded', async () => {
  await startI18n('ja')
  const { rerender } = render(<Alerts count={1} />, { wrapper: ({ children }) => <Suspense fallback="…">{children}</Suspense> })
  expect(await screen.findByText('新しいお知らせ 1件')).toBeTruthy()
  await act(() => changeLanguage('en'))
  expect(document.documentElement.lang).toBe('en')
  expect(screen.getByText('1 new alert')).toBeTruthy()
  rerender(<Alerts count={2} />)
  expect(screen.getByText('2 new alerts')).toBeTruthy()
  expect(fetched.mock.calls.filter(([url]) => url.startsWith('/locales/en/shell.json?v='))).toHaveLength(1)
})

test('values are inserted unchanged, a key can name another namespace, and a key without words is shown itself', () => {
  addWords('ja', 'common', { born: '{{day}}生 {{name}}{{missing}}' })
  addWords('ja', 'card', { title: '見出し' })
  expect(i18n.t('born', { day: 0, name: '<b>{{day}} $&</b>' })).toBe('0生 <b>{{day}} $&</b>')
  expect(i18n.t('card:title')).toBe('見出し')
  expect(i18n.t('card:none')).toBe('none')
  expect([i18n.exists('card:title'), i18n.exists('card:none')]).toEqual([true, false])
})

test('words that cannot be loaded in the chosen language are shown in Japanese', async () => {
  vi.useFakeTimers()
  files['/locales/ja/safety.json'] = { alert: '薬剤アレルギー' }
  fetched.mockImplementation(async (url) => (url.includes('/en/') ? new Response('busy', { status: 503 }) : wordsAt(url)))
  const changing = changeLanguage('en').then(() => i18n.loadNamespaces('safety'))
  await vi.runAllTimersAsync()
  await changing
  vi.useRealTimers()
  expect(i18n.t('safety:alert')).toBe('薬剤アレルギー')
  expect(i18n.exists('safety:constructor')).toBe(false)
})

test('a failed request for words is repeated', async () => {
  vi.useFakeTimers()
  fetched.mockRejectedValueOnce(new TypeError('offline')).mockResolvedValueOnce(new Response('busy', { status: 503 }))
  files['/locales/ja/late.json'] = { word: '言葉' }
  const loading = i18n.loadNamespaces('late')
  await vi.runAllTimersAsync()
  await loading
  vi.useRealTimers()
  expect(i18n.t('late:word')).toBe('言葉')
})

test('after an outage a component still waits for its words and shows them once the browser is online', async () => {
  vi.useFakeTimers()
  let isDown = true
  fetched.mockImplementation(async (url) => (isDown ? Promise.reject(new TypeError('offline')) : wordsAt(url)))
  files['/locales/ja/outage.json'] = { word: '言葉' }
  let isLoaded = false
  const loading = i18n.loadNamespaces('outage').then(() => (isLoaded = true))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(isLoaded).toBe(false)
  isDown = false
  dispatchEvent(new Event('online'))
  await loading
  vi.useRealTimers()
  expect(i18n.t('outage:word')).toBe('言葉')
})

test('a namespace that the server does not have is empty and is not requested again', async () => {
  fetched.mockClear()
  fetched.mockImplementation(async () => new Response('', { status: 404 }))
  await i18n.loadNamespaces('gone')
  await i18n.loadNamespaces('gone')
  expect(fetched).toHaveBeenCalledTimes(1)
  expect(i18n.t('gone:word')).toBe('word')
})

test('a language that cannot be loaded gets the Japanese words that are loaded, without a request', async () => {
  addWords('ja', 'present', { word: '言葉' })
  fetched.mockClear()
  fetched.mockImplementation(async () => new Response('', { status: 404 }))
  await changeLanguage('en')
  expect(i18n.t('present:word')).toBe('言葉')
  expect(fetched.mock.calls.filter(([url]) => url.includes('/ja/present'))).toEqual([])
})
