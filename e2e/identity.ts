import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectEventually, shownText, sizes, visit, waitForPage } from './app.ts'

const header = '**/api/users/patients?*'
const allergy = '薬剤アレルギー：セフェム系抗菌薬'
const pages = ['/1/summary', '/1/database', '/1/database?tab=lifestyle', '/1/timeline', '/1/stress_check']
const tabs = ['サマリー', 'データベース', 'タイムライン']
const record = (page: Page) => page.locator('main :is(section, table, ul, ol, form, input, textarea)')
const actions = (page: Page) => page.locator('main').getByRole('button').allTextContents()
const layoutShift = (page: Page): Promise<number> =>
  page.evaluate(
    `new Promise((resolve) => {
      let sum = 0
      new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value }).observe({ type: 'layout-shift', buffered: true })
      setTimeout(() => resolve(sum))
    })`,
  )

type Opened = { title: string; isNamed: boolean }

/** Closes all dialogs; the first Escape may close a popover or ask about the text. */
const close = (page: Page) =>
  expectEventually(async () => {
    const discard = page.getByRole('button', { name: '破棄して閉じる' })
    if (await discard.isVisible()) await discard.click()
    else await page.keyboard.press('Escape')
    return page.locator('dialog[open]').count()
  }).toBe(0)

/** Presses every button of the page, and of the dialogs that open, and notes what opened. */
const walkDialogs = async (page: Page): Promise<Opened[]> => {
  const found: Opened[] = []
  const top = page.locator('dialog[open]').last()
  const note = async () => {
    const title = (await top.getByRole('heading', { level: 2 }).first().textContent()) ?? ''
    const line = await top
      .locator('[data-patient]')
      .first()
      .textContent({ timeout: 1000 })
      .catch(() => '')
    found.push({ title, isNamed: line === '佐伯 恵子 様さえき けいこ1968.03.14生' })
  }
  // toggles and disclosures open no dialog
  const buttons = page.locator('main button:not([aria-pressed], [aria-expanded], [disabled])').filter({ visible: true })
  for (let n = 0; n < (await buttons.count()); n += 1) {
    await buttons
      .nth(n)
      .click({ timeout: 2000 })
      .catch(() => undefined)
    // a dialog may still be loading
    await waitForPage(page)
    if ((await page.locator('dialog[open]').count()) === 0) continue
    await note()
    await close(page)
  }
  return found
}

export const identityJourneys = () =>
  describe('identity on a failed header', () => {
    test('a page whose header fails shows the failure and nothing of the record, until it is loaded again', async () => {
      await visit({ role: 'doctor' }, async (page) => {
        for (const path of pages) {
          await page.route(header, (route) => route.fulfill({ status: 500, contentType: 'application/json', body: '{"error":"x","code":"internal"}' }))
          await page.goto(path)
          await page.getByText('患者の情報を読み込めませんでした').waitFor()
          expect(await record(page).count(), path).toBe(0)
          expect(await actions(page), path).toEqual(['もう一度読み込む'])
          await page.unroute(header)
          await page.getByRole('button', { name: 'もう一度読み込む' }).click()
          await page.getByText(allergy).first().waitFor()
          await expectEventually(() => record(page).count()).toBeGreaterThan(0)
        }
      })
    })

    test('a page whose header is slow shows nothing of the record before it, and does not move when it arrives', async () => {
      await visit({ role: 'doctor' }, async (page) => {
        for (const path of pages) {
          const { promise, resolve: release } = Promise.withResolvers<void>()
          await page.route(header, async (route) => {
            await promise
            await route.continue()
          })
          await page.goto(path)
          await page.getByRole('navigation', { name: '患者のページ' }).waitFor()
          await page.locator('main [aria-busy="true"] span').filter({ visible: true }).first().waitFor()
          expect(
            (await shownText(page.locator('main'))).split('\n').filter((line) => line && line !== '患者を読み込み中'),
            path,
          ).toEqual(tabs)
          expect(await record(page).count(), path).toBe(0)
          expect(await actions(page), path).toEqual([])
          release()
          await page.getByText(allergy).first().waitFor()
          await waitForPage(page)
          await page.unroute(header)
          expect(await layoutShift(page), path).toBeLessThan(0.06)
        }
      })
    })

    test('the drug allergy is in sight on a phone on every page of a patient', async () => {
      await visit({ role: 'doctor', viewport: sizes.narrow }, async (page) => {
        for (const path of pages) {
          await page.goto(path)
          const badge = page.getByText(allergy).filter({ visible: true }).first()
          await badge.waitFor()
          const box = await badge.boundingBox()
          expect(box!.y + box!.height, path).toBeLessThan(160)
        }
      })
    })

    test('every dialog of a patient’s pages names the patient', async () => {
      await visit({ role: 'doctor' }, async (page) => {
        // the walk presses whatever it finds: nothing may be changed
        await page.route('**/api/**', (route) => (route.request().method() === 'GET' ? route.continue() : route.abort()))
        const named = new Set<string>()
        for (const path of ['/1/summary', '/1/database?tab=images']) {
          await page.goto(path)
          await page.getByText(allergy).first().waitFor()
          await waitForPage(page)
          for (const { title, isNamed } of await walkDialogs(page)) {
            expect(isNamed, `${path}: ${title}`).toBe(true)
            named.add(title)
          }
        }
        // a walk that opens nothing proves nothing
        for (const title of ['健康スコアの内訳', '習慣目標を追加', 'タスクを追加', '検査を作成', '薬・サプリメントを編集'])
          expect([...named].join('\n'), title).toContain(title)
        expect(named.size).toBeGreaterThan(12)
      })
    })
  })
