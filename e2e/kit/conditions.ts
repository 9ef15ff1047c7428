import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { boxOf, expectEventually, sizes } from '../app.ts'
import { button, expectFocus, onGallery } from './pattern.ts'
import { devtools, focusedDescription, nodeAt } from './tree.ts'

const compositions = [
  { language: 'Japanese', steps: ['し', 'しょ', 'しょう'] },
  { language: 'Korean', steps: ['ㅈ', '즈', '증'] },
]
const combobox = (page: Page) => page.getByRole('combobox', { name: '病名' })

const compose = async (page: Page, text: string) =>
  (await devtools(page)).send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })

const imeTests = () =>
  test('an option clicked during a Japanese or Korean composition is picked, and the late text of the composition does not replace it', async () => {
    await onGallery(async (page) => {
      for (const { language, steps } of compositions) {
        await combobox(page).fill('症')
        for (const step of steps) await compose(page, step)
        await page.getByRole('option', { name: '高血圧症' }).click()
        await expectEventually(() => combobox(page).inputValue()).toBe('高血圧症')
        await (await devtools(page)).send('Input.insertText', { text: '' })
        expect(await combobox(page).inputValue(), language).toBe('高血圧症')
        await expectFocus(page, 'combobox "病名" expanded=false value=高血圧症', language)
      }
    })
  })

const pointerTests = () => {
  test('an invalid field is marked as such; a tooltip appears on keyboard focus, describes or names its control, and Escape hides it', async () => {
    await onGallery(async (page) => {
      expect(await nodeAt(page, 'input[aria-invalid=true]')).toMatch(/invalid=true/)
      const tip = page.getByRole('tooltip')
      const hint = '次の検査の前に、食事の記録をもう一度確かめてください。'
      await page.keyboard.press('Tab')
      await button(page, 'パスワードを表示').focus()
      await expectEventually(() => tip.textContent()).toBe('パスワードを表示')
      await page.keyboard.press('Escape')
      await tip.waitFor({ state: 'detached' })
      // a tooltip that says more than the name is a description
      await button(page, '食事の記録').focus()
      await expectEventually(() => focusedDescription(page)).toBe(hint)
    })
  })

  test('a tooltip stays while the pointer is on its control or on the tooltip, on the page and in a dialog', async () => {
    await onGallery(async (page) => {
      const tip = page.getByRole('tooltip')
      const expectToStay = async (control: Locator) => {
        // hovering may scroll, which closes a tooltip that is open already
        await control.scrollIntoViewIfNeeded()
        let box: Awaited<ReturnType<Locator['boundingBox']>> = null
        await expectEventually(async () => {
          await page.mouse.move(3, 3)
          await control.hover()
          await tip.waitFor()
          box = await tip.boundingBox({ timeout: 100 }).catch(() => null)
          return box
        }).not.toBeNull()
        const { x, y, width, height } = box!
        await page.mouse.move(x + width / 2, y + height / 2, { steps: 20 })
        expect(await tip.isVisible()).toBe(true)
        await page.mouse.move(3, 3)
        await tip.waitFor({ state: 'detached' })
      }
      await expectToStay(button(page, '食事の記録'))
      await button(page, '480').click()
      await expectToStay(page.getByRole('dialog').getByRole('button', { name: '閉じる' }))
    })
  })

  test('a press outside closes a menu, a popover and a dialog, and a press inside a popover or dialog does not close it', async () => {
    await onGallery(async (page) => {
      const inside = async (layer: Locator) => {
        const { x, y, width } = await boxOf(layer)
        await page.mouse.click(x + width / 2, y + 3)
        expect(await layer.isVisible()).toBe(true)
      }
      const layers = [
        { name: '操作', layer: page.getByRole('menu', { name: '操作' }) },
        { name: '既読 3', layer: page.getByRole('dialog', { name: '読んだ人' }), inside },
        { name: '480', layer: page.getByRole('dialog', { name: '評価を追加' }), inside },
      ]
      for (const { name, layer, inside: pressInside } of layers) {
        await button(page, name).click()
        await layer.waitFor()
        await pressInside?.(layer)
        await page.mouse.click(3, 3)
        await layer.waitFor({ state: 'detached' })
      }
    })
  })

  test('a tap opens a menu and takes an item, and a tap outside closes it', async () => {
    await onGallery(
      async (page) => {
        await button(page, '操作').tap()
        await page.getByRole('menuitem', { name: '固定' }).tap()
        await page.getByRole('menu').waitFor({ state: 'detached' })
        await button(page, '操作').tap()
        await page.getByRole('menu').waitFor()
        await page.locator('h1').first().tap({ force: true })
        await page.getByRole('menu').waitFor({ state: 'detached' })
      },
      { viewport: sizes.narrow, hasTouch: true },
    )
  })
}

/** Names of the running animations and transitions that last longer than a millisecond. */
const runningAnimations = `document.getAnimations().filter((animation) => animation.playState === 'running' && animation.effect.getComputedTiming().duration > 1).map((animation) => animation.animationName ?? animation.transitionProperty)`
/** Texts of elements that clip them, and of buttons whose text overflows. */
const cutTexts = `[...document.querySelectorAll('button, h2, h3, label, p, td, th')].filter((box) => {
  if (!box.checkVisibility() || box.closest('.visually-hidden')) return false
  const { overflowY, textOverflow, webkitLineClamp } = getComputedStyle(box)
  if (overflowY !== 'visible' && textOverflow !== 'ellipsis' && webkitLineClamp === 'none' && box.scrollHeight > box.clientHeight + 2) return true
  if (box.tagName !== 'BUTTON') return false
  const bounds = box.getBoundingClientRect()
  return [...box.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).some((node) => {
    const range = document.createRange()
    range.selectNode(node)
    const text = range.getBoundingClientRect()
    return text.width > 0 && (text.left < bounds.left - 2 || text.right > bounds.right + 2 || text.bottom > bounds.bottom + 2)
  })
}).map((box) => box.textContent.slice(0, 40))`

const mediaTests = () => {
  test('nothing moves with reduced motion while a dialog and a menu open', async () => {
    await onGallery(
      async (page) => {
        await button(page, '480').click()
        expect(await page.evaluate(runningAnimations)).toEqual([])
        await page.keyboard.press('Escape')
        await button(page, '操作').click()
        expect(await page.evaluate(runningAnimations)).toEqual([])
      },
      { reducedMotion: 'reduce' },
    )
  })

  test('text of twice the size is neither cut nor wider than a wide and a narrow window', async () => {
    await onGallery(async (page) => {
      await page.evaluate("document.documentElement.style.fontSize = '200%'")
      for (const size of Object.values(sizes)) {
        await page.setViewportSize(size)
        await expectEventually(() => page.evaluate('document.scrollingElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
        await expectEventually(() => page.evaluate(cutTexts)).toEqual([])
      }
    })
  })
}

export const conditions = () =>
  describe('compositions, pointers, reduced motion and large text', () => {
    imeTests()
    pointerTests()
    mediaTests()
  })
