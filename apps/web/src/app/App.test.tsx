import { namespaces } from '@sukoyaka/phrases/all'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { signedOut } from '../api/session.ts'
import { makeStore } from '../api/store.ts'
import { startI18n } from '../i18n/i18n.ts'
import { languageSwitch } from '../i18n/language-switch.ts'
import { App } from './App.tsx'

/** Requests for texts of other languages than Japanese that wait to be answered. */
let waiting: (() => void)[] = []
const answerTexts = () =>
  act(async () => {
    for (const answer of waiting.splice(0)) answer()
  })

const wordsOf = (url: string) => {
  const [, language, namespace] = /^\/locales\/(\w+)\/([\w-]+)\.json$/.exec(url) ?? []
  return Object.entries(namespaces).find(([name]) => name === namespace)?.[1][language as 'ja'] ?? {}
}

beforeEach(async () => {
  vi.stubGlobal('fetch', async (request: string | Request) => {
    const url = typeof request === 'string' ? request : request.url
    if (/^\/locales\/(en|kr)\//.test(url)) await new Promise<void>((resolve) => waiting.push(resolve))
    return Response.json(wordsOf(url))
  })
  waiting = []
  localStorage.clear()
  history.replaceState(null, '', '/sign_in')
  await startI18n('ja')
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

// a language each: once loaded, it is shown at once
test.each([
  { how: 'Back', returnToJapanese: back, other: { language: 'en', lang: 'en', button: 'Sign in' } },
  {
    how: 'a second choice',
    returnToJapanese: () => act(async () => languageSwitch.current('ja')),
    other: { language: 'kr', lang: 'ko', button: '로그인' },
  },
] as const)('$how while another language is loading returns to the language of the page', async ({ returnToJapanese, other }) => {
  await showApp()
  act(() => languageSwitch.current(other.language))
  expect(waiting.length).toBeGreaterThan(0)
  await returnToJapanese()
  await expectJapanese()
  await answerTexts()
  await expectJapanese()
  act(() => languageSwitch.current(other.language))
  await screen.findByRole('button', { name: other.button })
  expect([location.pathname, document.documentElement.lang]).toEqual([`/${other.language}/sign_in`, other.lang])
})
