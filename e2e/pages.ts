import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Role } from '../packages/wire/src/access.ts'
import { boxOf, codeField, enterPassword, expectEventually, serverUrl, shownText, sizes, violations, visit, waitForPage } from './app.ts'

const fill = (text: string) => text.repeat(50).slice(0, 50)
const longName = `${fill('寿限無五劫擦切海砂利水魚')} ${fill('長久命長助')}`
const patients = [
  { path: '/1/summary', ja: '佐伯 恵子 様', en: 'Ms. 佐伯 恵子' },
  { path: '/146/summary', ja: '早乙女 楓 様', en: 'Ms. 早乙女 楓' },
  { path: '/144/summary', ja: `${longName} 様`, en: longName },
]
/** Each language with texts that a summary with data contains. */
const languages = [
  { language: 'ja', texts: ['評価', '習慣目標'] },
  { language: 'en', texts: ['Assessments', 'Habit goals'] },
] as const

/** Collects console errors and uncaught exceptions from now on. */
const collectPageErrors = (page: Page) => {
  const messages: string[] = []
  page.on('console', (message) => message.type() === 'error' && messages.push(message.text()))
  page.on('pageerror', (error) => messages.push(String(error)))
  return messages
}

/** Expects the loaded page to be no wider than a wide and than a narrow window. */
const expectNoOverflow = async (page: Page, path: string) => {
  for (const size of ['wide', 'narrow'] as const) {
    await page.setViewportSize(sizes[size])
    await waitForPage(page)
    expect(await page.evaluate('document.scrollingElement.scrollWidth - innerWidth'), `${path}, ${size}`).toBeLessThanOrEqual(0)
  }
}

export const pageTests = () =>
  describe('pages', () => {
    test.each(languages)(
      'summaries of patients with much data, with none and with a very long name fit into wide and narrow windows, in $language',
      async ({ language, texts }) => {
        await visit({ role: 'doctor' }, async (page) => {
          const pageErrors = collectPageErrors(page)
          for (const patient of patients) {
            await page.goto(`${language === 'ja' ? '' : `/${language}`}${patient.path}`)
            await page.getByRole('heading', { level: 1, name: patient[language], exact: true }).waitFor()
            await expectNoOverflow(page, patient.path)
            if (patient === patients[0]) for (const text of texts) await expectEventually(() => shownText(page.locator('main'))).toContain(text)
            if (patient.ja.startsWith('寿')) continue
            expect(await page.evaluate('document.title')).toContain(patient[language].replace(/^Ms\. | 様$/g, ''))
          }
          expect(pageErrors).toEqual([])
        })
      },
    )

    test('assessments and goals are in Korean, too, and fit into wide and narrow windows', async () => {
      await visit({ role: 'doctor' }, async (page) => {
        await page.goto('/kr/1/summary')
        await page.getByRole('heading', { level: 1 }).first().waitFor()
        await expectNoOverflow(page, 'kr')
        for (const text of ['평가', '습관']) await expectEventually(() => shownText(page.locator('main'))).toContain(text)
      })
    })

    test('the summary of patients greets them by name and shows no patient list', async () => {
      await visit({ role: 'patient' }, async (page) => {
        const pageErrors = collectPageErrors(page)
        for (const [prefix, greeting] of [
          ['', /佐伯さん、(おはようございます|こんにちは|こんばんは)/],
          ['/en', /^(Good morning|Hello|Good evening), 佐伯 恵子$/],
        ] as const) {
          await page.goto(`${prefix}/1/summary`)
          await page.getByRole('heading', { level: 1, name: greeting }).waitFor()
          await expectNoOverflow(page, prefix)
          expect(await page.getByRole('complementary').count()).toBe(0)
        }
        expect(pageErrors).toEqual([])
      })
    })

    test('a patient who opens the summary of another patient gets the error page, without a name', async () => {
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

    test('an unknown address, patient or tab keeps the navigation for people who are signed in', async () => {
      await visit({ role: 'doctor' }, async (page) => {
        for (const path of ['/no/such/page', '/999999/summary', '/1/database?tab=nothing']) {
          await page.goto(path)
          await page.getByRole('heading', { name: 'ページを表示できません' }).waitFor()
          await page.getByRole('navigation', { name: 'メインナビゲーション' }).getByRole('link', { name: '今日' }).waitFor()
        }
        await page.getByRole('link', { name: '今日' }).click()
        await page.getByRole('heading', { level: 1, name: '今日' }).waitFor()
      })
    })

    test('offline, a page says so and no longer claims live updates; back online, it loads what failed', async () => {
      await visit({ role: 'doctor' }, async (page, context) => {
        await page.goto('/today')
        await page.getByText('記録が変わると、すぐに反映されます').waitFor()
        await waitForPage(page)
        await context.setOffline(true)
        await page.getByRole('status').filter({ hasText: 'オフラインです' }).waitFor()
        expect(await page.getByText('記録が変わると、すぐに反映されます').count()).toBe(0)
        await page.getByText('全員', { exact: true }).click()
        await page.getByRole('alert').first().waitFor()
        await context.setOffline(false)
        await page.getByText('オフラインです').waitFor({ state: 'detached' })
        await page.getByRole('region', { name: /^新たに異常/ }).waitFor()
        await page.getByText('記録が変わると、すぐに反映されます').waitFor()
      })
    })

    test('a slow page shows a skeleton while its code loads', async () => {
      await visit({ role: 'doctor' }, async (page) => {
        const { promise, resolve: release } = Promise.withResolvers<void>()
        const html = await (await fetch(serverUrl())).text()
        await page.route('**/assets/*.js', async (route) => {
          // the document names the first scripts; those of the shell and the page load later
          if (!html.includes(new URL(route.request().url()).pathname)) await promise
          await route.continue()
        })
        await page.goto('/today')
        await page.locator('[aria-busy="true"] > span').first().waitFor()
        release()
        await page.getByRole('heading', { level: 1, name: '今日' }).waitFor()
      })
    })

    test('on a phone, the navigation bar has five items and the others in a menu; a patient’s tabs are near the top and the chat button at the right', async () => {
      await visit({ role: 'doctor', viewport: sizes.narrow }, async (page) => {
        await page.goto('/1/summary')
        const bar = page.getByRole('navigation', { name: 'メインナビゲーション' })
        await bar.getByRole('link', { name: '面談' }).waitFor()
        expect(await bar.locator(':scope > :is(a, button):visible').count()).toBe(5)
        await bar.getByRole('button', { name: 'その他' }).click()
        await bar.getByRole('link', { name: '施設' }).click()
        await page.getByRole('heading', { level: 1, name: '施設' }).waitFor()
        await page.goto('/1/summary')
        await page.getByText('薬剤アレルギー：').first().waitFor()
        const tabBar = page.getByRole('navigation', { name: '患者のページ' })
        await tabBar.waitFor()
        const tabs = await boxOf(tabBar)
        expect(tabs.y + tabs.height).toBeLessThanOrEqual(100)
        const chat = await boxOf(page.getByRole('link', { name: 'チャットを開く' }))
        expect(chat.x).toBeGreaterThan(260)
      })
    })

    test('nine pages have the same left edge', async () => {
      await visit({ role: 'doctor' }, async (page) => {
        const edges = new Set<number>()
        for (const path of [
          '/today',
          '/facilities',
          '/imports',
          '/interviews',
          '/notifications',
          '/settings/notifications',
          '/settings/profile',
          '/settings/replies',
          '/messages/bulk',
        ]) {
          await page.goto(path)
          const heading = page.getByRole('heading', { level: 1 })
          await heading.waitFor()
          edges.add((await boxOf(heading)).x)
        }
        expect([...edges]).toEqual([100])
      })
    })

    test('an observer sees a patient next to the list of all patients', async () => {
      await visit({ role: 'observer' }, async (page) => {
        await page.goto('/1/summary')
        await page.getByRole('heading', { name: '佐伯 恵子 様' }).waitFor()
        await expectEventually(() =>
          page.getByRole('complementary', { name: '患者' }).getByRole('list', { name: '患者', exact: true }).getByRole('listitem').count(),
        ).toBe(25)
      })
    })

    test('changing the language keeps the page, sets its lang attribute and asks for names in the language', async () => {
      await visit({ role: 'doctor' }, async (page) => {
        await page.goto('/1/summary')
        await page.getByText('LDLコレステロール').first().waitFor()
        for (const [language, path, lang, name, item] of [
          ['en', '/en/1/summary', 'en', 'Ms. 佐伯 恵子', 'LDL cholesterol'],
          ['kr', '/kr/1/summary', 'ko', /^佐伯 恵子\s*님$/, 'LDL 콜레스테롤'],
          ['ja', '/1/summary', 'ja', '佐伯 恵子 様', 'LDLコレステロール'],
        ] as const) {
          await page.getByRole('navigation').getByRole('combobox').selectOption(language)
          await page.getByRole('heading', { level: 1, name }).waitFor()
          // the server names the item in this language
          await page.getByText(item).first().waitFor()
          expect(new URL(page.url()).pathname).toBe(path)
          await expectEventually(() => page.evaluate('document.documentElement.lang')).toBe(lang)
        }
      })
    })

    test('a page is HTML for clients that accept HTML; an unknown file and a page asked for as JSON are a 404 in JSON', async () => {
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
      await visit({ role }, async (page) => {
        await page.goto(path)
        if (path === '/dev/ui') await page.locator('h1').first().waitFor()
        else await waitForPage(page)
        if (role === 'doctor' && path !== '/dev/ui') await page.getByRole('complementary').getByRole('listitem').first().waitFor()
        expect(await violations(page)).toEqual([])
      })
    })

    test('both sign-in steps have no accessibility violations', async () => {
      await visit({}, async (page) => {
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
