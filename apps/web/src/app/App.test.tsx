import { namespaces } from '@sukoyaka/phrases/all'
import { act, cleanup, configure, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { signedOut } from '../api/session.ts'
import { makeStore } from '../api/store.ts'
import { i18n, startI18n } from '../i18n/i18n.ts'
import { languageSwitch } from '../i18n/language-switch.ts'
import { storeOf } from '../test/store.ts'
import { App } from './App.tsx'

// long enough for a slow machine: only a test that waits for a state that never comes reaches it
configure({ asyncUtilTimeout: 120_000 })

/** The page of invitation requests loads once a test resolves this. */
const invitePage = vi.hoisted(() => Promise.withResolvers<void>())
vi.mock('../pages/invite-request/InviteRequestPage.tsx', async (load) => {
  await invitePage.promise
  return { loader: undefined, ...(await load<object>()) }
})

/** Callbacks that answer the held requests for English texts. After `answerTexts`, further requests are answered at once. */
let waiting: (() => void)[] = []
let isHeld = true
let testCount = 0
const answerTexts = () =>
  act(async () => {
    isHeld = false
    for (const answer of waiting.splice(0)) answer()
  })

const wordsOf = (url: string) => {
  const [, language, namespace] = /^\/locales\/(\w+)\/([\w-]+)\.json\?/.exec(url) ?? []
  return Object.entries(namespaces).find(([name]) => name === namespace)?.[1][language as 'ja'] ?? {}
}

beforeEach(async () => {
  vi.stubGlobal('fetch', async (request: string | Request) => {
    const url = typeof request === 'string' ? request : request.url
    if (isHeld && url.startsWith('/locales/en/')) await new Promise<void>((resolve) => waiting.push(resolve))
    return Response.json(wordsOf(url))
  })
  waiting = []
  isHeld = true
  localStorage.clear()
  history.replaceState(null, '', '/sign_in')
  await startI18n('ja')
  // a new namespace in each test, so that English texts must be loaded again
  testCount += 1
  await i18n.loadNamespaces(`test${testCount}`)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const showApp = async () => {
  const store = makeStore()
  store.dispatch(signedOut({ byUser: false }))
  render(<App store={store} />)
  await screen.findByRole('button', { name: 'ログイン' })
}
const expectJapanese = async () => {
  await screen.findByRole('button', { name: 'ログイン' })
  expect([location.pathname, document.documentElement.lang]).toEqual(['/sign_in', 'ja'])
}

const back = () =>
  act(async () => {
    history.replaceState(null, '', '/sign_in')
    dispatchEvent(new PopStateEvent('popstate'))
  })

const chooseEnglish = () => {
  act(() => languageSwitch.current('en'))
  expect(waiting.length).toBeGreaterThan(0)
}
const expectEnglish = async (path: string) => {
  await waitFor(() => expect(document.querySelector('h1')?.textContent).toMatch(/^[A-Za-z ]+$/))
  expect([location.pathname, document.documentElement.lang]).toEqual([path, 'en'])
}

test.each([
  ['Back', back],
  ['a second choice', () => act(async () => languageSwitch.current('ja'))],
])('%s while another language is loading returns to the language of the page', async (_, returnToJapanese) => {
  await showApp()
  chooseEnglish()
  await returnToJapanese()
  await expectJapanese()
  await answerTexts()
  await expectJapanese()
  act(() => languageSwitch.current('en'))
  await expectEnglish('/en/sign_in')
})

test('a link followed while another language is loading opens its page in that language', async () => {
  await showApp()
  chooseEnglish()
  await userEvent.click(screen.getByRole('link', { name: 'パスワードをお忘れの方' }))
  await waitFor(() => expect(location.pathname).toBe('/reset_password'))
  await answerTexts()
  await expectEnglish('/en/reset_password')
})

test('a link opens its page in the new language although the page takes longer to load than the texts', async () => {
  await showApp()
  chooseEnglish()
  await userEvent.click(screen.getByRole('link', { name: '招待をお持ちでない方' }))
  await answerTexts()
  await waitFor(() => expect(document.documentElement.lang).toBe('en'))
  invitePage.resolve()
  await expectEnglish('/en/invite_request')
  // the state of the link, as React Router stores it
  expect(history.state).toMatchObject({ usr: null })
})

test('a choice of the language keeps the page to open after the sign-in and the text of a form', async () => {
  history.replaceState({ usr: { from: '/12/summary' } }, '', '/sign_in')
  invitePage.resolve()
  await showApp()
  // the page is mounted again
  const choose = async (language: 'ja' | 'en') => {
    const page = document.querySelector('main')
    act(() => languageSwitch.current(language))
    if (language === 'en') await answerTexts()
    await waitFor(() => expect(page?.isConnected).toBe(false))
  }
  await choose('en')
  const link = await screen.findByRole('link', { name: 'I need an invitation' })
  expect(history.state).toMatchObject({ usr: { from: '/12/summary' } })
  await userEvent.click(link)
  await userEvent.type(await screen.findByRole('textbox', { name: /^Your name/ }), '佐伯 恵子')
  await choose('ja')
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: /^お名前/ })).value).toBe('佐伯 恵子')
})

test('a link for another person asks to sign out, then opens its page', async () => {
  history.replaceState(null, '', '/reset_password/secret')
  const store = storeOf('patient')
  render(<App store={store} />)
  expect(await screen.findByText(/a@example.com.*としてログインしています/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'ログアウト' }))
  await screen.findByLabelText(/新しいパスワード/)
  expect(location.pathname).toBe('/reset_password/secret')
})
