import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectEventually, violations, visit } from './app.ts'
import { expectToast, open } from './care.ts'

// a patient whose kartes no other journey uses
const patient = '/40/summary'
const picture = fileURLToPath(new URL('../docs/summary.png', import.meta.url))
const draftText = '【経過】家庭血圧は130台。'

const openComposer = async (page: Page) => {
  await open(page, patient)
  await page.getByRole('button', { name: 'カルテを書く' }).click()
  const dialog = page.getByRole('dialog', { name: 'カルテを書く' })
  await dialog.getByRole('textbox', { name: '本文' }).waitFor()
  return dialog
}

export const karteTests = () =>
  describe('kartes', () => {
    test('a draft of a karte with two images survives a closed window and is saved from another window; a conflict between two windows loses no text', async () => {
      await visit({ role: 'nurse' }, async (page) => {
        const dialog = await openComposer(page)
        await dialog.getByRole('textbox', { name: '本文' }).pressSequentially(draftText)
        await dialog.locator('input[type=file]').setInputFiles([picture, picture])
        await expectEventually(() => dialog.getByRole('button', { name: /を外す$/ }).count()).toBe(2)
        await expectEventually(() => dialog.getByRole('progressbar').count()).toBe(0)
        await dialog.getByText('下書きを保存しました', { exact: false }).waitFor()
        // close the window before the last words are autosaved
        await dialog.getByRole('textbox', { name: '本文' }).pressSequentially('頭痛なし。')
        await page.close({ runBeforeUnload: true })
      })
      await visit({ role: 'nurse' }, async (page, context) => {
        const dialog = await openComposer(page)
        await expectEventually(() => dialog.getByRole('textbox', { name: '本文' }).inputValue()).toBe(`${draftText}頭痛なし。`)
        expect(await dialog.getByRole('button', { name: /を外す$/ }).count()).toBe(2)
        await page.keyboard.press('Control+Enter')
        await expectToast(page, 'カルテを保存しました')
        const edit = async (window: Page) => {
          await window
            .getByRole('button', { name: /カルテを開く/ })
            .first()
            .click()
          await window.getByRole('button', { name: 'カルテの操作' }).click()
          await window.getByRole('menuitem', { name: '編集' }).click()
          return window.getByRole('dialog', { name: 'カルテを編集' }).getByRole('textbox', { name: '本文' })
        }
        const otherPage = await context.newPage()
        await open(otherPage, patient)
        const [ownField, otherField] = [await edit(page), await edit(otherPage)]
        await otherField.fill(`${draftText}めまいあり。`)
        await expectEventually(() => otherPage.getByText('下書きを保存しました', { exact: false }).count()).toBeGreaterThan(0)
        await ownField.fill(`${draftText}服薬よし。`)
        const conflictDialog = page.getByRole('dialog', { name: '2つの文章があります' })
        await conflictDialog.getByRole('region', { name: '別の画面の文章' }).getByText('めまいあり。', { exact: false }).waitFor()
        await conflictDialog.getByRole('region', { name: 'この画面の文章' }).getByText('服薬よし。', { exact: false }).waitFor()
        expect(await violations(page)).toEqual([])
        await conflictDialog.getByRole('button', { name: '両方をつなげる' }).click()
        await expectEventually(() => ownField.inputValue()).toBe(`${draftText}服薬よし。\n\n${draftText}めまいあり。`)
        await page.keyboard.press('Control+Enter')
        const karte = page.getByRole('dialog', { name: /^カルテ 2/ }).getByRole('article')
        await karte.getByText('服薬よし。', { exact: false }).waitFor()
        await karte.getByText('めまいあり。', { exact: false }).waitFor()
        expect(await karte.getByRole('button', { name: /^画像\dを開く$/ }).count()).toBe(2)
      })
    })
  })
