import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { boxOf, expectEventually, moving, readThrough, shownText, violations, visit, waitForPage } from './app.ts'

// in the demo, 早乙女 楓 (146) has no assessments and no goals, and the patient with the very long name (144) has no goals: tests added what they find there
const emptyPath = '/146/summary'
export const hostilePath = '/144/summary'

const card = (page: Page, name: string | RegExp) => page.getByRole('region', { name })
const assessments = (page: Page) => card(page, '評価')
export const goals = (page: Page) => card(page, /^習慣目標/)
export const expectToast = (page: Page, text: string) => page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: text }).first().waitFor()

/** Opens a page and waits until all of its cards have loaded. */
export const open = async (page: Page, path: string) => {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await readThrough(page)
}

export const addGoal = async (page: Page, content: string) => {
  await page.getByRole('button', { name: '習慣目標を追加' }).click()
  const dialog = page.getByRole('dialog', { name: '習慣目標を追加' })
  await dialog.getByText('自由に書く', { exact: true }).click()
  await dialog.getByLabel('目標', { exact: false }).first().fill(content)
  await dialog.getByText('運動', { exact: true }).click()
  await dialog.getByRole('button', { name: '追加', exact: true }).click()
  return dialog
}

export const careTests = () =>
  describe('care', () => {
    test('a doctor finds a disease by its reading, reads its danger level, adds, resolves and reopens an assessment', async () => {
      await visit({ role: 'doctor' }, async (page) => {
        await open(page, emptyPath)
        await assessments(page).getByRole('button', { name: '追加' }).click()
        const dialog = page.getByRole('dialog', { name: '評価を追加' })
        await dialog.getByRole('combobox').fill('とうにょう')
        await dialog.getByRole('option', { name: /2型糖尿病/ }).waitFor()
        expect(await violations(page)).toEqual([])
        await dialog.getByRole('option', { name: /2型糖尿病/ }).click()
        await dialog.getByText('危険度 4／5（高）').first().waitFor()
        await dialog.getByText('予防プラン').waitFor()
        expect(await violations(page)).toEqual([])
        await dialog.getByLabel('メモ').fill('HbA1c 6.8。食事から')
        await dialog.getByRole('button', { name: '追加', exact: true }).click()
        await expectToast(page, '「2型糖尿病」を評価に追加しました')
        await dialog.waitFor({ state: 'detached' })
        const problems = page.getByRole('region', { name: '問題' })
        await expectEventually(() => shownText(problems)).toContain('HbA1c 6.8。食事から')

        await page.getByRole('button', { name: '2型糖尿病を解決' }).click()
        await expectToast(page, '「2型糖尿病」を解決済みにしました')
        await expectEventually(() => shownText(problems)).toContain('対応中の問題はありません')
        await page.reload()
        await readThrough(page)
        await page.getByRole('button', { name: '解決済み 1件' }).click()
        await page.getByRole('button', { name: '2型糖尿病を再開' }).click()
        await expectToast(page, '「2型糖尿病」を再開しました')
        await page.reload()
        await readThrough(page)
        expect(await shownText(problems)).toContain('2型糖尿病')
      })
    })

    test('a high risk is listed only while the same disease is no open problem; a rejected duplicate keeps its input in the dialog', async () => {
      await visit({ role: 'nurse' }, async (page) => {
        await open(page, emptyPath)
        const add = async (kind: string) => {
          await assessments(page).getByRole('button', { name: '追加' }).click()
          const dialog = page.getByRole('dialog', { name: '評価を追加' })
          await dialog.getByRole('combobox').fill('糖尿')
          await dialog.getByRole('option', { name: /2型糖尿病/ }).click()
          await dialog.getByText(kind, { exact: true }).first().click()
          await dialog.getByRole('button', { name: '追加', exact: true }).click()
          return dialog
        }
        await (await add('高リスク')).waitFor({ state: 'detached' })
        const risks = page.getByRole('region', { name: '高リスク' })
        await waitForPage(page)
        expect(await shownText(risks)).toContain('対応中の高リスクはありません')
        const secondDialog = await add('高リスク')
        await secondDialog.getByText(/すでに/).waitFor()
        expect(await secondDialog.getByRole('combobox').inputValue()).toBe('2型糖尿病')
        await secondDialog.getByRole('button', { name: 'キャンセル' }).click()
        await secondDialog.getByRole('button', { name: '破棄して閉じる' }).click()
        await page.getByRole('button', { name: '2型糖尿病を解決' }).click()
        await expectEventually(() => shownText(risks)).toContain('2型糖尿病')
      })
    })

    test('a prevention plan becomes a goal with one click', async () => {
      await visit({ role: 'doctor' }, async (page) => {
        await open(page, emptyPath)
        await page
          .getByRole('button', { name: /^2型糖尿病/ })
          .first()
          .click()
        const dialog = page.getByRole('dialog')
        const addButton = dialog.getByRole('button', { name: /を習慣目標に追加$/ }).first()
        const title = (await addButton.getAttribute('aria-label'))!.replace('を習慣目標に追加', '')
        await addButton.click()
        await dialog.getByText('目標に追加済み').first().waitFor()
        await page.keyboard.press('Escape')
        await expectEventually(() => shownText(goals(page))).toContain(title)
      })
    })

    test('a trainer adds goals from a template and as free text, achieves, undoes, edits and removes them', async () => {
      await visit({ role: 'trainer', ...moving }, async (page) => {
        await open(page, hostilePath)
        await page.getByRole('button', { name: '習慣目標を追加' }).click()
        const dialog = page.getByRole('dialog', { name: '習慣目標を追加' })
        await dialog.getByRole('searchbox').fill('8,000')
        await dialog.getByRole('button', { name: /1日8,000歩歩く/ }).click()
        await dialog.getByText('追加済み').waitFor()
        expect(await violations(page)).toEqual([])
        await dialog.getByRole('button', { name: '閉じる' }).last().click()
        await expectEventually(() => shownText(goals(page))).toContain('1日8,000歩歩く')
        await (await addGoal(page, '朝の散歩\n雨の日は階段')).waitFor({ state: 'detached' })
        await expectEventually(() => shownText(goals(page))).toContain('雨の日は階段')

        const check = page.getByRole('button', { name: '達成：朝の散歩' })
        await check.click()
        await expectToast(page, '達成にしました')
        await expectEventually(() => check.getAttribute('aria-pressed')).toBe('true')
        await page.reload()
        await readThrough(page)
        expect(await check.getAttribute('aria-pressed')).toBe('true')
        await check.click()
        await expectToast(page, '達成を取り消しました')

        await page.getByRole('button', { name: '編集：朝の散歩' }).click()
        await page.getByRole('dialog').getByRole('textbox').fill('夕方の散歩')
        await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
        await expectEventually(() => shownText(goals(page))).toContain('夕方の散歩')
        await page.getByRole('button', { name: '編集：夕方の散歩' }).click()
        await page.getByRole('dialog').getByRole('button', { name: '削除' }).click()
        await page.getByRole('button', { name: '目標を削除' }).click()
        await expectEventually(() => shownText(goals(page))).not.toContain('夕方の散歩')
        await waitForPage(page)
        await page.reload()
        await readThrough(page)
        expect(await shownText(goals(page))).not.toContain('夕方の散歩')
      })
    })

    test('an observer sees assessments and goals without buttons to add or change them', async () => {
      await visit({ role: 'observer' }, async (page) => {
        await open(page, '/1/summary')
        expect(await shownText(assessments(page))).toContain('脂質異常症')
        expect(await shownText(goals(page))).toContain('1日8,000歩歩く')
        expect(await page.getByRole('button', { name: /追加|を解決|^達成：|^編集：/ }).count()).toBe(0)
      })
    })

    test('a patient marks a goal as done today and another as achieved, which both persist, and takes the achievement back', async () => {
      await visit({ role: 'patient' }, async (page) => {
        await open(page, '/')
        const today = page.getByRole('button', { name: '今日できた：麺類の汁は半分以上残す' })
        await today.click()
        await expectEventually(() => today.getAttribute('aria-pressed')).toBe('true')
        // the tick is shown before it is saved
        await waitForPage(page)
        await page.reload()
        await readThrough(page)
        expect(await today.getAttribute('aria-pressed')).toBe('true')
        const review = page.getByRole('button', { name: '目標を見直す' })
        await review.click()
        const check = page.getByRole('button', { name: '達成した：1日8,000歩歩く' })
        expect(await check.getAttribute('aria-pressed')).toBe('false')
        await check.click()
        await expectToast(page, '達成を記録しました')
        await page.reload()
        await readThrough(page)
        expect(await check.getAttribute('aria-pressed')).toBe('true')
        await check.click()
        await expectToast(page, '達成の記録を取り消しました')
        expect(await page.getByRole('button', { name: /^編集：/ }).count()).toBe(0)
      })
    })

    test('a double click resolves only one assessment', async () => {
      await visit({ role: 'doctor' }, async (page) => {
        await open(page, '/1/summary')
        const risks = page.getByRole('region', { name: '高リスク' })
        const solveButtons = risks.getByRole('button', { name: /を解決$/ })
        await solveButtons.first().scrollIntoViewIfNeeded()
        const before = await solveButtons.count()
        const box = await boxOf(solveButtons.first())
        await page.mouse.dblclick(box.x + 10, box.y + 10, { delay: 100 })
        await expectToast(page, '解決済みにしました')
        await expectEventually(() => solveButtons.count()).toBe(before - 1)
        await page.getByRole('button', { name: '元に戻す' }).click()
        await expectToast(page, '再開しました')
        await expectEventually(() => solveButtons.count()).toBe(before)
      })
    })
  })
