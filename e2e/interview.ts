import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { addDays, formatDay, tokyoDay } from '../packages/rules/src/time.ts'
import { expectEventually, shownText, violations, visit, waitForPage } from './app.ts'
import { expectToast, open } from './care.ts'

/** Far enough ahead that the demo has no interview on it. */
const day = addDays(tokyoDay(new Date()), 60)
const shownDay = formatDay(day, 'ja', 'weekday')

const fillTime = async (page: Page, start: string, end: string) => {
  await page.getByLabel(/^開始/).fill(start)
  await page.getByLabel(/^終了/).fill(end)
}

export const interviewTests = () =>
  describe('interviews', () => {
    test('a nurse schedules an overlapping interview, reschedules it with a reason and cancels it; the patient sees the new time and the old one struck through', async () => {
      let url = ''
      await visit({ role: 'nurse' }, async (page) => {
        await open(page, '/interviews')
        expect(await violations(page)).toEqual([])
        const addInterview = async (hours: [string, string], acceptsOverlap: boolean) => {
          await open(page, '/interviews')
          await page.getByRole('button', { name: '面談を登録', exact: true }).click()
          const dialog = page.getByRole('dialog', { name: '面談を登録' })
          await dialog.getByRole('combobox', { name: /患者/ }).fill('佐伯')
          await dialog.getByRole('option', { name: /佐伯 恵子/ }).click()
          await dialog.getByLabel(/^日付/).fill(day)
          await fillTime(page, ...hours)
          await dialog.getByText('知らせない', { exact: true }).click()
          if (acceptsOverlap) {
            await dialog.getByText('同じ時間にほかの面談があります').waitFor()
            await dialog.getByText('重なりを確認したうえで保存する').click()
          }
          await dialog.getByRole('button', { name: '登録', exact: true }).click()
          await page.waitForURL(/\/interviews\/\d+$/)
        }
        await addInterview(['10:00', '10:30'], false)
        await addInterview(['10:15', '10:45'], true)
        url = new URL(page.url()).pathname
        await waitForPage(page)
        await fillTime(page, '15:00', '15:30')
        await page.getByRole('button', { name: '保存', exact: true }).click()
        const moveDialog = page.getByRole('dialog', { name: '面談の日時を変更' })
        await moveDialog.getByLabel(/^理由/).fill('ご本人の都合')
        await moveDialog.getByText('知らせる', { exact: true }).click()
        await moveDialog.getByText(`${shownDay}15:00`).last().waitFor()
        await moveDialog.getByRole('button', { name: '日時を変更' }).click()
        await expectToast(page, '面談を保存しました')
        await expectEventually(() => shownText(page.getByRole('main').or(page.locator('body')).first())).toContain('変更前')
        expect(await violations(page)).toEqual([])
      })
      await visit({ role: 'patient' }, async (page) => {
        await open(page, url)
        await expectEventually(() => shownText(page.locator('body'))).toContain(`${shownDay}15:00`)
        expect(await page.locator('s').first().textContent()).toBe(`${shownDay}10:15`)
        expect(await shownText(page.locator('body'))).not.toContain('ご本人の都合')
        expect(await violations(page)).toEqual([])
      })
      await visit({ role: 'nurse' }, async (page) => {
        await open(page, url)
        await page.getByRole('button', { name: '面談を取り消す' }).click()
        const dialog = page.getByRole('dialog', { name: '面談を取り消す' })
        await dialog.getByLabel(/^理由/).fill('体調不良')
        await dialog.getByText('知らせない', { exact: true }).click()
        await dialog.getByRole('button', { name: '取り消す', exact: true }).click()
        await expectEventually(() => shownText(page.locator('body'))).toContain('取り消しの理由：体調不良')
      })
    })
  })
