import { describe, expect, test } from 'vitest'
import { expectEventually } from '../app.ts'
import { button, onGallery } from './pattern.ts'
import { layers, pieces } from './state-tables.ts'
import { controlsIn } from './tree.ts'

const cardOf = (title: string) => `[...document.querySelectorAll('[data-card]')].find((card) => card.querySelector('h2').textContent === '${title}')`
const at = (selector: string) => `document.querySelector('${selector}')`
const currentLinks = `[...document.querySelectorAll('main nav a[aria-current="page"]')].map((link) => link.textContent)`
const controlled = `document.getElementById(document.activeElement.getAttribute('aria-controls')).role`

const pieceTest = () =>
  test('each listed card has the listed nodes', async () => {
    await onGallery(async (page) => {
      for (const { title, nodes } of pieces) await expectEventually(async () => (await controlsIn(page, cardOf(title))).slice(1)).toEqual(nodes)
      expect(await page.evaluate(currentLinks)).toEqual(['数値128', '数値'])
    })
  })

const layerTest = () =>
  test('each listed layer has the listed nodes', async () => {
    await onGallery(async (page) => {
      for (const { title, open, selector, only = /./, nodes } of layers) {
        await open(page)
        await page.locator(selector).waitFor()
        await expectEventually(async () => (await controlsIn(page, at(selector))).filter((node) => only.test(node))).toEqual(nodes)
        if (title === 'combobox') expect(await page.evaluate(controlled)).toBe('listbox')
        await page.keyboard.press('Escape')
        await page.locator(selector).waitFor({ state: 'detached' })
      }
    })
  })

const toastTest = () =>
  test('a success toast is a status, an error toast an alert; a success toast above a dialog can be undone', async () => {
    await onGallery(async (page) => {
      // pressed again for each check, because a toast closes after five seconds
      const bothToasts = async () => {
        for (const name of ['success', 'error']) await button(page, name).click()
        return controlsIn(page, at('section[popover]'))
      }
      await expectEventually(bothToasts).toEqual(['region "お知らせ"', 'status ""', 'button "閉じる"', 'alert ""', 'button "再試行"', 'button "閉じる"'])
      await button(page, '480').click()
      await button(page, '通知').click()
      // a toast with the focus stays
      await page.getByRole('dialog').getByRole('button', { name: '元に戻す' }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('status').filter({ hasText: '元に戻しました' }).waitFor()
    })
  })

/** Tests of the accessibility tree: roles, names, states, values and descriptions. */
export const states = () =>
  describe('roles, names and states', () => {
    pieceTest()
    layerTest()
    toastTest()
  })
