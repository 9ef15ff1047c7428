import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectEventually, readThrough, shownText, sizes, visit, waitForPage } from './app.ts'

const headerUrl = '**/api/users/patients?*'
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

const bottomOf = (box: { y: number; height: number } | null) => (box ? box.y + box.height : Number.POSITIVE_INFINITY)

/** Buttons that open a dialog, by page and by the start of their name. */
const openers = {
  '/1/summary': [
    '評価を追加',
    '習慣目標を追加',
    '既往歴を編集',
    '薬・サプリメントを編集',
    '家族歴を編集',
    'タスクを追加',
    '検査を作成',
    '面談を登録',
    'カルテを検索',
  ],
  '/1/database?tab=images': ['追加', '胸部X線'],
}

/** Closes all dialogs; the first Escape may close a popover or ask about the text. */
const close = (page: Page) =>
  expectEventually(async () => {
    const discard = page.getByRole('button', { name: '破棄して閉じる' })
    if (await discard.isVisible()) await discard.click()
    else await page.keyboard.press('Escape')
    return page.locator('dialog[open]').count()
  }).toBe(0)

export const identityTests = () =>
  describe('identity of the patient', () => {
    test('a page whose header fails shows the failure and nothing of the record, until it is loaded again', async () => {
      await visit({ role: 'doctor' }, async (page) => {
        for (const path of pages) {
          await page.route(headerUrl, (route) => route.fulfill({ status: 500, contentType: 'application/json', body: '{"error":"x","code":"internal"}' }))
          await page.goto(path)
          await page.getByText('患者の情報を読み込めませんでした').waitFor()
          expect(await record(page).count(), path).toBe(0)
          expect(await actions(page), path).toEqual(['もう一度読み込む'])
          await page.unroute(headerUrl)
          await page.getByRole('button', { name: 'もう一度読み込む' }).click()
          await page.getByText(allergy).first().waitFor()
          await expectEventually(() => record(page).count()).toBeGreaterThan(0)
        }
      })
    })

    test('a page shows nothing of the record before its slow header; its layout shifts by less than 0.06; on a phone, the drug allergy is near the top', async () => {
      await visit({ role: 'doctor' }, async (page) => {
        for (const path of pages) {
          const { promise, resolve: release } = Promise.withResolvers<void>()
          await page.route(headerUrl, async (route) => {
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
          await page.unroute(headerUrl)
          expect(await layoutShift(page), path).toBeLessThan(0.06)
          await page.setViewportSize(sizes.narrow)
          const badge = page.getByText(allergy).filter({ visible: true }).first()
          await expectEventually(async () => bottomOf(await badge.boundingBox())).toBeLessThan(160)
          await page.setViewportSize(sizes.wide)
        }
      })
    })

    test('the dialogs of a patient’s pages name the patient', async () => {
      await visit({ role: 'doctor' }, async (page) => {
        for (const [path, names] of Object.entries(openers)) {
          await page.goto(path)
          await page.getByText(allergy).first().waitFor()
          await readThrough(page)
          for (const name of names) {
            await page
              .locator('main')
              .getByRole('button', { name: new RegExp(`^${name}`) })
              .first()
              .click()
            const line = page.locator('dialog[open]').last().locator('[data-patient]').first()
            await line.waitFor()
            expect(await line.textContent(), `${path}: ${name}`).toMatch(/^佐伯 恵子 様さえき けいこ1968\.03\.14生\d{2}歳$/)
            await close(page)
          }
        }
      })
    })
  })
