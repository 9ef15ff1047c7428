import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectEventually, readThrough, shownText, signInAgain, visit } from './app.ts'
import { addGoal, expectToast, goals, hostilePath, open } from './care.ts'

export const errorTests = () =>
  describe('failures in care', () => {
    test('a change that cannot be saved is rolled back with a message, and typed text is kept', async () => {
      await visit({ role: 'doctor' }, async (page) => {
        await open(page, hostilePath)
        const rejectedResponse = {
          status: 422,
          contentType: 'application/json',
          body: JSON.stringify({ error: '今は保存できません。', code: 'invalid', fields: {} }),
        }
        await page.route('**/api/habit_goals**', (route) => (route.request().method() === 'GET' ? route.continue() : route.fulfill(rejectedResponse)))
        const check = page.getByRole('button', { name: '達成：1日8,000歩歩く' })
        await check.click()
        await expectToast(page, '今は保存できません。')
        await expectEventually(() => check.getAttribute('aria-pressed')).toBe('false')
        const dialog = await addGoal(page, '長い説明のある目標')
        await dialog.getByText('習慣目標を追加できませんでした。今は保存できません。').waitFor()
        expect(await dialog.getByRole('textbox').inputValue()).toBe('長い説明のある目標')
        await page.unroute('**/api/habit_goals**')
        await dialog.getByRole('button', { name: '追加', exact: true }).click()
        await dialog.waitFor({ state: 'detached' })
      })
    })

    test("a toast's action works while a dialog is open", async () => {
      await visit({ role: 'doctor' }, async (page) => {
        await open(page, hostilePath)
        await page.getByRole('button', { name: '習慣目標を追加' }).click()
        const dialog = page.getByRole('dialog', { name: '習慣目標を追加' })
        const rejectedResponse = {
          status: 422,
          contentType: 'application/json',
          body: JSON.stringify({ error: '今は保存できません。', code: 'invalid', fields: {} }),
        }
        await page.route('**/api/habit_goals', (route) => (route.request().method() === 'POST' ? route.fulfill(rejectedResponse) : route.continue()))
        await dialog.getByRole('searchbox').fill('ヨガ')
        await dialog.getByRole('button', { name: /ヨガを週1回する/ }).click()
        await expectToast(page, '今は保存できません。')
        await page.unroute('**/api/habit_goals')
        await page.getByRole('button', { name: '再試行' }).click()
        await dialog.getByText('追加済み').waitFor()
      })
    })

    test('of two concurrent edits of a goal, the later one shows the text of the earlier and keeps its own', async () => {
      await visit({ role: 'doctor' }, async (page, context) => {
        await open(page, hostilePath)
        await (await addGoal(page, '二つの窓の目標')).waitFor({ state: 'detached' })
        const otherPage = await context.newPage()
        await open(otherPage, hostilePath)
        for (const window of [page, otherPage]) await window.getByRole('button', { name: '編集：二つの窓の目標' }).click()
        // both have text before either saves: an untouched form would take over the other text
        const textOf = (window: Page) => window.getByRole('dialog').getByRole('textbox')
        const save = (window: Page) => window.getByRole('dialog').getByRole('button', { name: '保存' }).click()
        await textOf(page).fill('あとから書いた版')
        await textOf(otherPage).fill('先に書いた版')
        await save(otherPage)
        await otherPage.getByRole('dialog').waitFor({ state: 'detached' })
        await save(page)
        await page.getByText('現在の内容：先に書いた版').waitFor()
        expect(await textOf(page).inputValue()).toBe('あとから書いた版')
        await save(page)
        await expectEventually(() => shownText(goals(page))).toContain('あとから書いた版')
      })
    })

    test('a goal whose response is lost and which is sent again is added once', async () => {
      await visit({ role: 'doctor' }, async (page) => {
        await open(page, hostilePath)
        const keys: (string | null)[] = []
        await page.route('**/api/habit_goals', async (route) => {
          if (route.request().method() !== 'POST') return route.continue()
          keys.push(await route.request().headerValue('idempotency-key'))
          // the server processes the request but the response is lost, three times, until the page gives up and the doctor retries
          if (keys.length > 3) return route.continue()
          await route.fetch()
          await route.abort('connectionreset')
        })
        const dialog = await addGoal(page, '一度だけの目標')
        await dialog.getByText('習慣目標を追加できませんでした。').waitFor()
        await dialog.getByRole('button', { name: '追加', exact: true }).click()
        await dialog.waitFor({ state: 'detached' })
        expect(keys).toHaveLength(4)
        expect(new Set(keys).size).toBe(1)
        await page.reload()
        await readThrough(page)
        expect((await shownText(goals(page))).split('一度だけの目標')).toHaveLength(2)
      })
    })

    test('if the session ends while a form is saved, the same user gets the text back after signing in', async () => {
      await visit({ role: 'nutritionist' }, async (page) => {
        await open(page, hostilePath)
        const endedSession = {
          status: 401,
          contentType: 'application/json',
          body: JSON.stringify({ error: 'もう一度ログインしてください。', code: 'unauthenticated' }),
        }
        await page.route('**/api/habit_goals', (route) => (route.request().method() === 'POST' ? route.fulfill(endedSession) : route.continue()))
        await addGoal(page, '書きかけの長い目標')
        await page.waitForURL(/\/sign_in$/)
        expect(await shownText(page.locator('body'))).not.toContain('書きかけ')
        await page.unroute('**/api/habit_goals')
        await signInAgain(page, 'nutritionist')
        await page.waitForURL(/144\/summary$/)
        await readThrough(page)
        await page.getByRole('button', { name: '習慣目標を追加' }).click()
        const dialog = page.getByRole('dialog', { name: '習慣目標を追加' })
        await dialog.getByText('自由に書く', { exact: true }).click()
        expect(await dialog.getByRole('textbox').inputValue()).toBe('書きかけの長い目標')
      })
    })
  })
