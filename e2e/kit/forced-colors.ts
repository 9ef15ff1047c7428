import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { boxOf } from '../app.ts'
import { button, onGallery, press } from './pattern.ts'

const margin = 8

/** Screenshot of the element with a margin for its outline. */
const pictureOf = async (page: Page, locator: Locator) => {
  await locator.scrollIntoViewIfNeeded()
  const { x, y, width, height } = await boxOf(locator)
  const clip = { x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin }
  return (await page.screenshot({ clip, animations: 'disabled' })).toString('base64')
}

declare const getComputedStyle: (element: unknown) => Record<string, string>
const styleOf = (locator: Locator, property: string) => locator.evaluate((element, name) => getComputedStyle(element)[name], property)
const leave = (page: Page) => page.evaluate('document.activeElement.blur()')
const radioOf = (page: Page, group: string, name: string) =>
  page.getByRole('radiogroup', { name: group, exact: true }).first().getByRole('radio', { name, exact: true })
const label = (control: Locator) => control.locator('xpath=ancestor::label')

/** Controls that can be checked. */
const checkableControls: { name: string; of: (page: Page) => Locator }[] = [
  { name: 'checkbox', of: (page) => page.getByRole('checkbox', { name: '利用規約に同意する' }) },
  { name: 'switch', of: (page) => page.getByRole('switch', { name: '所見ありのみ' }) },
  { name: 'segmented control', of: (page) => radioOf(page, '種別', 'メンバー') },
  { name: 'radio card', of: (page) => radioOf(page, 'コース', '人間ドック') },
  { name: 'chip of a single choice', of: (page) => radioOf(page, '区分', 'メンバー') },
  { name: 'chip of a multiple choice', of: (page) => page.getByRole('group', { name: '対象' }).getByRole('checkbox', { name: 'すべて' }) },
]

const otherControls: typeof checkableControls = [
  { name: 'text field', of: (page) => page.getByRole('textbox', { name: '身長' }) },
  { name: 'text area', of: (page) => page.getByRole('textbox', { name: 'メモ' }).nth(1) },
  { name: 'search field', of: (page) => page.getByRole('searchbox') },
  { name: 'date field', of: (page) => page.getByRole('textbox', { name: '誕生日' }) },
  { name: 'select', of: (page) => page.getByRole('combobox', { name: '施設' }) },
  { name: 'select of a filter', of: (page) => page.getByRole('combobox', { name: '並び' }) },
  { name: 'button', of: (page) => button(page, '480') },
  { name: 'icon button', of: (page) => button(page, '操作') },
  { name: 'tab', of: (page) => page.getByRole('link', { name: '症状' }) },
  { name: 'splitter', of: (page) => page.getByRole('separator', { name: '患者一覧の幅' }) },
  { name: 'day', of: (page) => page.getByRole('grid', { name: '希望日' }).getByRole('button', { name: /11月16日/ }) },
]

const stateTest = () =>
  test('the checked state of each listed control is visible', async () => {
    await onGallery(
      async (page) => {
        for (const { name, of } of checkableControls) {
          const box = label(of(page))
          const before = await pictureOf(page, box)
          await of(page).press('Space')
          await leave(page)
          expect(await of(page).isChecked(), name).toBe(true)
          expect(await pictureOf(page, box), name).not.toBe(before)
        }
      },
      { forcedColors: 'active', reducedMotion: 'reduce' },
    )
  })

const focusTest = () =>
  test('the focus of each listed control is visible', async () => {
    await onGallery(
      async (page) => {
        await page.keyboard.press('Tab')
        for (const { name, of } of [...checkableControls, ...otherControls]) {
          const box = otherControls.some((other) => other.name === name) ? of(page) : label(of(page))
          await leave(page)
          const before = await pictureOf(page, box)
          await of(page).focus()
          expect(await pictureOf(page, box), name).not.toBe(before)
        }
      },
      { forcedColors: 'active', reducedMotion: 'reduce' },
    )
  })

const choiceTest = () =>
  test('the chosen option, day, tab and a rejected field differ from the others', async () => {
    await onGallery(
      async (page) => {
        const option = page.getByRole('option', { name: '高血圧症' })
        await page.getByRole('combobox', { name: '病名' }).fill('症')
        await page.keyboard.press('ArrowDown')
        const chosen = await pictureOf(page, option)
        await page.keyboard.press('ArrowDown')
        expect(await pictureOf(page, option), 'option').not.toBe(chosen)
        await page.keyboard.press('Escape')

        const day = page.getByRole('button', { name: '1968年3月14日木曜日' })
        const openCalendar = async () => {
          await page.getByRole('textbox', { name: '誕生日' }).focus()
          await press(page, 'Tab Enter')
          await page.locator('[data-day]:focus').waitFor()
        }
        await openCalendar()
        await press(page, 'ArrowLeft ArrowLeft')
        await page.locator('[data-day="1968-03-12"]:focus').waitFor()
        const picked = await pictureOf(page, day)
        await press(page, 'Enter')
        await openCalendar()
        expect(await pictureOf(page, day), 'day').not.toBe(picked)
        await page.keyboard.press('Escape')

        const tabs = page.getByRole('navigation', { name: '記録', exact: true }).getByRole('link')
        expect(await styleOf(tabs.first(), 'textDecorationLine'), 'tab').not.toBe(await styleOf(tabs.last(), 'textDecorationLine'))
        const width = (name: string) => styleOf(page.getByRole('textbox', { name, exact: true }).locator('xpath=..'), 'borderTopWidth')
        expect(await width('電話番号'), 'field').not.toBe(await width('身長'))
      },
      { forcedColors: 'active', reducedMotion: 'reduce' },
    )
  })

const layers: { name: string; open: (page: Page) => Promise<unknown>; of: (page: Page) => Locator }[] = [
  { name: 'menu', open: (page) => button(page, '操作').click(), of: (page) => page.locator('[data-floating]') },
  { name: 'popover', open: (page) => button(page, '既読 3').click(), of: (page) => page.getByRole('dialog', { name: '読んだ人' }) },
  { name: 'tooltip', open: (page) => button(page, '食事の記録').focus(), of: (page) => page.getByRole('tooltip') },
  { name: 'dialog', open: (page) => button(page, '480').click(), of: (page) => page.getByRole('dialog', { name: '評価を追加' }) },
]

const layerTest = () =>
  test('a menu, a popover, a tooltip and a dialog have a border', async () => {
    await onGallery(
      async (page) => {
        for (const { name, open, of } of layers) {
          await page.keyboard.press('Tab')
          await open(page)
          await of(page).waitFor()
          expect(await styleOf(of(page), 'borderTopStyle'), name).not.toBe('none')
          await page.keyboard.press('Escape')
          await of(page).waitFor({ state: 'detached' })
        }
      },
      { forcedColors: 'active', reducedMotion: 'reduce' },
    )
  })

export const forcedColors = () =>
  describe('in forced colours', () => {
    stateTest()
    focusTest()
    choiceTest()
    layerTest()
  })
