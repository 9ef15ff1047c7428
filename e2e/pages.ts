import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Role } from '../packages/wire/src/access.ts'
import { codeField, enterPassword, expectEventually, serverUrl, shownText, sizes, violations, visit, waitForPage } from './app.ts'

const fill = (text: string) => text.repeat(50).slice(0, 50)
const longName = `${fill('寿限無五劫擦切海砂利水魚')} ${fill('長久命長助')}`
const patients = [
  { path: '/1/summary', ja: '佐伯 恵子 様', en: 'Ms. 佐伯 恵子' },
  { path: '/146/summary', ja: '早乙女 楓 様', en: 'Ms. 早乙女 楓' },
  { path: '/144/summary', ja: `${longName} 様`, en: longName },
]

/** Collects console errors and uncaught exceptions from now on. */
const collectPageErrors = (page: Page) => {
  const messages: string[] = []
  page.on('console', (message) => message.type() === 'error' && messages.push(message.text()))
  page.on('pageerror', (error) => messages.push(String(error)))
  return messages
}

const overflow = (page: Page) => page.evaluate('document.scrollingElement.scrollWidth - innerWidth')

export const pageJourneys = () =>
  describe('pages', () => {
    for (const language of ['ja', 'en'] as const)
      for (const size of ['wide', 'narrow'] as const)
        test(`a doctor reads patients with much data, none and very long names in ${language} in a ${size} window`, async () => {
          await visit({ role: 'doctor', viewport: sizes[size] }, async (page) => {
            const pageErrors = collectPageErrors(page)
            for (const patient of patients) {
              await page.goto(`${language === 'ja' ? '' : `/${language}`}${patient.path}`)
              await page.getByRole('heading', { level: 1, name: patient[language], exact: true }).waitFor()
              await waitForPage(page)
              expect(await overflow(page), patient.path).toBeLessThanOrEqual(0)
              if (patient.ja.startsWith('寿')) continue
              expect(await page.evaluate('document.title')).toContain(patient[language].replace(/^Ms\. | 様$/g, ''))
            }
            expect(pageErrors).toEqual([])
          })
        })

    test.each(['wide', 'narrow'] as const)('greets a patient by name in a %s window, without the patient list', async (size) => {
      await visit({ role: 'patient', viewport: sizes[size] }, async (page) => {
        const pageErrors = collectPageErrors(page)
        for (const [prefix, greeting] of [
          ['', /佐伯さん、(おはようございます|こんにちは|こんばんは)/],
          ['/en', /^(Good morning|Hello|Good evening), 佐伯 恵子$/],
        ] as const) {
          await page.goto(`${prefix}/1/summary`)
          await page.getByRole('heading', { level: 1, name: greeting }).waitFor()
          await waitForPage(page)
          expect(await overflow(page)).toBeLessThanOrEqual(0)
          expect(await page.getByRole('complementary').count()).toBe(0)
        }
        expect(pageErrors).toEqual([])
      })
    })

    test("shows the error page without a name when a patient opens another's summary", async () => {
      await visit({ role: 'patient' }, async (page) => {
        await page.goto('/20/summary')
        await page.getByRole('heading', { name: 'ページを表示できません' }).waitFor()
        expect(await shownText(page.locator('body'))).toContain('URLが正しくないか')
        expect(await shownText(page.locator('body'))).not.toContain('様')
      })
    })

    test('the user list is for admins: a doctor gets the error page', async () => {
      await visit({ role: 'doctor' }, async (page) => {
        await page.goto('/admin')
        await page.getByRole('heading', { name: 'ページを表示できません' }).waitFor()
      })
    })

    test('an observer sees a patient next to the list of all', async () => {
      await visit({ role: 'observer' }, async (page) => {
        await page.goto('/1/summary')
        await page.getByRole('heading', { name: '佐伯 恵子 様' }).waitFor()
        await expectEventually(() => page.getByRole('complementary', { name: '患者' }).getByRole('listitem').count()).toBe(25)
      })
    })

    test('changing the language keeps the page and sets its lang attribute', async () => {
      await visit({ role: 'doctor' }, async (page) => {
        await page.goto('/1/summary')
        for (const [language, path, lang, name] of [
          ['en', '/en/1/summary', 'en', 'Ms. 佐伯 恵子'],
          ['kr', '/kr/1/summary', 'ko', /^佐伯 恵子\s*님$/],
          ['ja', '/1/summary', 'ja', '佐伯 恵子 様'],
        ] as const) {
          await page.getByRole('navigation').getByRole('combobox').selectOption(language)
          await page.getByRole('heading', { level: 1, name }).waitFor()
          expect(new URL(page.url()).pathname).toBe(path)
          await expectEventually(() => page.evaluate('document.documentElement.lang')).toBe(lang)
        }
      })
    })

    test('a page answers HTML to clients that take anything, other URLs JSON', async () => {
      const type = async (path: string, accept: string, method = 'GET') => {
        const { status, headers } = await fetch(`${serverUrl()}${path}`, { method, headers: { accept } })
        return [status, headers.get('content-type')?.split(';')[0]]
      }
      for (const accept of ['*/*', 'text/*', 'text/html']) expect(await type('/', accept)).toEqual([200, 'text/html'])
      expect(await type('/en/sign_in', '*/*', 'HEAD')).toEqual([200, 'text/html'])
      expect(await type('/nowhere.js', '*/*')).toEqual([404, 'application/json'])
      expect(await type('/', 'application/json')).toEqual([404, 'application/json'])
    })

    test.each([
      ['', 'URLが正しくないか、ページが移動した可能性があります。'],
      ['/en', 'The address may be wrong, or the page may have moved.'],
      ['/kr', 'URL이 올바르지 않거나 페이지가 이동했을 수 있습니다.'],
    ])('an unknown address under %s/ gives status 404 and a link home', async (prefix, text) => {
      await visit({}, async (page) => {
        const response = await page.goto(`${prefix}/no/such/page`)
        expect(response?.status()).toBe(404)
        await page.getByText(text).waitFor()
        expect(await page.getByRole('main').getByRole('link').first().getAttribute('href')).toBe(prefix || '/')
      })
    })

    const checkedPages: { title: string; path: string; role?: Role }[] = [
      { title: 'a patient’s summary', path: '/1/summary', role: 'doctor' },
      { title: 'a patient’s own home', path: '/1/summary', role: 'patient' },
      { title: 'the board', path: '/today?scope=all', role: 'observer' },
      { title: 'the list of users', path: '/admin', role: 'admin' },
      { title: 'the error page', path: '/no/such/page' },
      { title: 'the component gallery', path: '/dev/ui', role: 'doctor' },
    ]
    test.each(checkedPages)('has no accessibility violations: $title', async ({ path, role }) => {
      await visit({ role, reducedMotion: 'reduce' }, async (page) => {
        await page.goto(path)
        if (path === '/dev/ui') await page.locator('h1').first().waitFor()
        else await waitForPage(page)
        if (role === 'doctor' && path !== '/dev/ui') await page.getByRole('complementary').getByRole('listitem').first().waitFor()
        expect(await violations(page)).toEqual([])
      })
    })

    test('both sign-in steps have no accessibility violations', async () => {
      await visit({ reducedMotion: 'reduce' }, async (page) => {
        await page.goto('/sign_in')
        await waitForPage(page)
        expect(await violations(page)).toEqual([])
        await enterPassword(page, 'concierge')
        await codeField(page).waitFor()
        await waitForPage(page)
        expect(await violations(page)).toEqual([])
      })
    })
  })
