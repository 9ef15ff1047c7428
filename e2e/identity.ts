import type { Page, Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectEventually, shownText, sizes, visit, waitForPage } from './app.ts'

const header = '**/api/users/patients?*'
const allergy = '薬剤アレルギー：セフェム系抗菌薬'
const pages = [
  '/1/summary',
  '/1/database',
  '/1/database?tab=images',
  '/1/database?tab=symptoms',
  '/1/database?tab=lifestyle',
  '/1/database?tab=activity',
  '/1/timeline',
  '/1/stress_check',
]
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
          const held: Route[] = []
          await page.route(header, (route) => void held.push(route))
          await page.goto(path)
          await expectEventually(() => held.length).toBeGreaterThan(0)
          await page.locator('main [aria-busy="true"] span').first().waitFor()
          expect(
            (await shownText(page.locator('main'))).split('\n').filter((line) => line && line !== '患者を読み込み中'),
            path,
          ).toEqual(tabs)
          expect(await record(page).count(), path).toBe(0)
          expect(await actions(page), path).toEqual([])
          await page.unroute(header)
          await Promise.all(held.map((route) => route.continue()))
          await page.getByText(allergy).first().waitFor()
          await waitForPage(page)
          expect(await layoutShift(page), path).toBeLessThan(0.03)
        }
      })
    })

    test.each(pages)('the drug allergy is in sight on a phone at %s', async (path) => {
      await visit({ role: 'doctor', viewport: sizes.narrow }, async (page) => {
        await page.goto(path)
        const badge = page.getByText(allergy).filter({ visible: true }).first()
        await badge.waitFor()
        const box = await badge.boundingBox()
        expect(box!.y + box!.height).toBeLessThan(160)
      })
    })
  })
