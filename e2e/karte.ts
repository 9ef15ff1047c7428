import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { open, toasted } from './care.ts'
import { eventually, violations, visit } from './house.ts'

// a patient whose notes no other journey uses
const patient = '/40/summary'
const picture = fileURLToPath(new URL('../docs/summary.png', import.meta.url))
const begun = '【経過】家庭血圧は130台。'

const openComposer = async (page: Page) => {
  await open(page, patient)
  await page.getByRole('button', { name: 'カルテを書く' }).click()
  const dialog = page.getByRole('dialog', { name: 'カルテを書く' })
  await dialog.getByRole('textbox', { name: '本文' }).waitFor()
  return dialog
}

export const karteJourneys = () =>
  describe('notes', () => {
    test('a note draft with two images survives a closed window, is saved from another, and a conflict loses no text', async () => {
      await visit({ role: 'nurse' }, async (page) => {
        const dialog = await openComposer(page)
        await dialog.getByRole('textbox', { name: '本文' }).pressSequentially(begun)
        await dialog.locator('input[type=file]').setInputFiles([picture, picture])
        await eventually(() => dialog.getByRole('button', { name: /を外す$/ }).count()).toBe(2)
        await eventually(() => dialog.getByRole('progressbar').count()).toBe(0)
        await dialog.getByText('下書きを保存しました', { exact: false }).waitFor()
        // close the window before the last words are autosaved
        await dialog.getByRole('textbox', { name: '本文' }).pressSequentially('頭痛なし。')
        await page.close({ runBeforeUnload: true })
      })
      await visit({ role: 'nurse' }, async (page, context) => {
        const dialog = await openComposer(page)
        await eventually(() => dialog.getByRole('textbox', { name: '本文' }).inputValue()).toBe(`${begun}頭痛なし。`)
        expect(await dialog.getByRole('button', { name: /を外す$/ }).count()).toBe(2)
        await page.keyboard.press('Control+Enter')
        await toasted(page, 'カルテを保存しました')
        const edit = async (window: Page) => {
          await window
            .getByRole('button', { name: /カルテを開く/ })
            .first()
            .click()
          await window.getByRole('button', { name: 'カルテの操作' }).click()
          await window.getByRole('menuitem', { name: '編集' }).click()
          return window.getByRole('dialog', { name: 'カルテを編集' }).getByRole('textbox', { name: '本文' })
        }
        const other = await context.newPage()
        await open(other, patient)
        const [mine, theirs] = [await edit(page), await edit(other)]
        await theirs.fill(`${begun}めまいあり。`)
        await eventually(() => other.getByText('下書きを保存しました', { exact: false }).count()).toBeGreaterThan(0)
        await mine.fill(`${begun}服薬よし。`)
        const clash = page.getByRole('dialog', { name: '2つの文章があります' })
        await clash.getByRole('region', { name: '別の画面の文章' }).getByText('めまいあり。', { exact: false }).waitFor()
        await clash.getByRole('region', { name: 'この画面の文章' }).getByText('服薬よし。', { exact: false }).waitFor()
        expect(await violations(page)).toEqual([])
        await clash.getByRole('button', { name: '両方をつなげる' }).click()
        await eventually(() => mine.inputValue()).toBe(`${begun}服薬よし。\n\n${begun}めまいあり。`)
        await page.keyboard.press('Control+Enter')
        const note = page.getByRole('dialog', { name: /^カルテ 2/ }).getByRole('article')
        await note.getByText('服薬よし。', { exact: false }).waitFor()
        await note.getByText('めまいあり。', { exact: false }).waitFor()
        expect(await note.getByRole('button', { name: /^画像\dを開く$/ }).count()).toBe(2)
      })
    })
  })
