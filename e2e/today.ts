import { describe, expect, test } from 'vitest'
import { expectEventually, request, shownText, sizes, violations, visit } from './app.ts'
import { expectToast, open } from './care.ts'

export const todayTests = () =>
  describe('board', () => {
    test('a doctor sees who needs attention and why, marks an item as reviewed by key, undoes it, switches to all patients and completes a task', async () => {
      const values = [
        { category_name: 'hba1c', value: 5.4, recorded_at: new Date(Date.now() - 2 * 86_400_000).toISOString() },
        { category_name: 'hba1c', value: 7.4, recorded_at: new Date(Date.now() - 86_400_000).toISOString() },
      ]
      await visit({ role: 'doctor' }, async (page) => {
        await open(page, '/')
        await page.waitForURL(/\/today$/)
        const section = page.getByRole('region', { name: /^新たに異常/ })
        await request('nurse', 'POST', '/api/test_results/bulk', { user_id: 1, results: values })
        // updates at once while the page is open
        const row = section.getByRole('listitem').filter({ hasText: '佐伯 恵子' })
        await row.filter({ hasText: '7.4' }).waitFor()
        expect(await section.getByRole('button', { name: /最新の値が異常または至急連絡の対象で/ }).count()).toBe(1)
        expect(await shownText(row)).toMatch(/HbA1c[\s\S]*7\.4[\s\S]*前回 5\.4[\s\S]*基準/)
        expect(await violations(page)).toEqual([])
        await row.getByRole('link', { name: '佐伯 恵子' }).focus()
        await page.keyboard.press('r')
        await row.waitFor({ state: 'detached' })
        await expectToast(page, '確認済みにしました')
        await section.getByRole('button', { name: /^確認済み/ }).click()
        await expectEventually(() => shownText(section)).toMatch(/佐伯 恵子[\s\S]*中村 健一が.*に確認/)
        await section.getByRole('button', { name: '元に戻す：佐伯 恵子の確認' }).click()
        await row.getByRole('button', { name: '佐伯 恵子を確認済みにする' }).waitFor()

        const people = page.getByText(/^担当の患者 \d+人$/)
        await people.waitFor()
        await page.getByText('全員', { exact: true }).click()
        await page.getByText(/^全員 \d+人$/).waitFor()
        expect(page.url()).toContain('scope=all')

        const tasks = page.getByRole('region', { name: /^マイタスク/ })
        const task = tasks.getByRole('listitem').filter({ hasText: 'LDLコレステロール再検査の時期を相談する' })
        await task.getByRole('button', { name: /を完了にする$/ }).click()
        await expectToast(page, '完了しました')
        await task.waitFor({ state: 'detached' })
      })
    })

    test('a nurse cannot clear an urgent row by key: it stays after an unsuccessful call and disappears once the patient was reached, with the focus on the next row', async () => {
      const results = [{ category_name: 'potassium', value: 6.8, recorded_at: new Date(Date.now() - 3_600_000).toISOString(), confirmed: true }]
      await visit({ role: 'nurse' }, async (page) => {
        await open(page, '/today?scope=all')
        await request('nurse', 'POST', '/api/test_results/bulk', { user_id: 146, results })
        const row = page.getByRole('listitem').filter({ hasText: '早乙女 楓' }).filter({ hasText: '至急連絡' })
        const dialog = page.getByRole('dialog', { name: '至急連絡の記録' })
        const recordContact = async (outcome: string) => {
          await row.getByRole('link', { name: '早乙女 楓' }).focus()
          await page.keyboard.press('r')
          await dialog.getByText(outcome, { exact: true }).click()
          expect(await violations(page)).toEqual([])
          await dialog.getByRole('button', { name: '記録する' }).click()
          await dialog.waitFor({ state: 'detached' })
        }
        await row.waitFor()
        await recordContact('電話した・つながらなかった')
        await row.getByText(/1回目 \d\d:\d\d つながらず/).waitFor()
        await recordContact('電話した・つながった')
        await row.waitFor({ state: 'detached' })
        await expectEventually(() => page.evaluate('document.activeElement.closest("[data-today-row]") !== null')).toBe(true)
        await open(page, '/146/timeline')
        await page.getByRole('article').filter({ hasText: '至急連絡' }).filter({ hasText: '電話した・つながった' }).waitFor()
      })
    })

    test('on a phone the board shows the counts of its sections, which expand into rows', async () => {
      await visit({ role: 'observer', viewport: sizes.narrow }, async (page) => {
        await open(page, '/today?scope=all')
        const section = page.getByRole('region', { name: /^返信待ち/ })
        expect(await section.getByRole('listitem').count()).toBe(0)
        await section.getByRole('button', { name: '「返信待ち」を開く' }).click()
        await section.getByRole('listitem').first().waitFor()
        expect(await section.getByRole('button', { name: /を確認済みにする$/ }).count()).toBe(0)
        expect(await page.evaluate('document.scrollingElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
      })
    })
  })
