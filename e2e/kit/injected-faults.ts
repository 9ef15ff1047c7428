import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { moving, type visit } from '../app.ts'
import { expectFocus, onGallery, type Pattern, press } from './pattern.ts'
import { pieces } from './state-tables.ts'
import { movingPatterns, patterns } from './tables.ts'
import { controlsIn } from './tree.ts'

/**
 * The row whose key the fault disables: the last row with a single key that moves the focus or changes the state of the focused control. Escape is left out,
 * because the browser handles it for native dialogs and popovers.
 */
const faultyRow = ({ rows }: Pattern): number =>
  rows.findLastIndex(([keys, focus], at) => !keys.includes(' ') && keys !== 'Escape' && at > 0 && focus !== rows[at - 1]![1])

/** Until `heedKeys` is called, key events reach no component and have no default action. */
const ignoreKeys = (page: Page) =>
  page.evaluate(`(() => {
    const types = ['keydown', 'keypress', 'keyup']
    window.ignoredKeys = 0
    const ignore = (event) => {
      if (event.type === 'keydown') window.ignoredKeys += 1
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    for (const type of types) addEventListener(type, ignore, { capture: true })
    window.heedKeys = () => {
      for (const type of types) removeEventListener(type, ignore, { capture: true })
    }
  })()`)

/** Presses the keys of this row while they are ignored: the focus must be as in the row before. Then keys work again, so that the table can continue. */
const injectFault = async (page: Page, { rows, pattern, title }: Pattern, at: number) => {
  const [keys, focus] = rows[at]!
  const before = rows[at - 1]![1]
  await ignoreKeys(page)
  await press(page, keys)
  expect(await page.evaluate('window.ignoredKeys')).toBeGreaterThan(0)
  await expectFocus(page, before, `${pattern}: ${title}, ${keys} ignored`)
  expect(before).not.toBe(focus)
  await page.evaluate('window.heedKeys()')
}

const keyFaultTest = (group: string, patternsOfGroup: readonly Pattern[], options?: Parameters<typeof visit>[0]) =>
  test(`a key that a component ignores fails its table: ${group}`, async () => {
    await onGallery(async (page) => {
      for (const pattern of patternsOfGroup) {
        const at = faultyRow(pattern)
        expect(at, `a row for the fault of ${pattern.title}`).toBeGreaterThan(0)
        await pattern.start(page)
        for (const [row, [keys, focus]] of pattern.rows.entries()) {
          if (row === at) await injectFault(page, pattern, at)
          await press(page, keys)
          await expectFocus(page, focus, `${pattern.pattern}: ${pattern.title}, ${keys}`)
        }
      }
    }, options)
  })

const cardOf = (title: string) => `[...document.querySelectorAll('[data-card]')].find((card) => card.querySelector('h2').textContent === '${title}')`

/** Removes the role and the `aria-label` of the first control of a card. */
const removeRole = (page: Page, title: string) =>
  page.evaluate(`(() => {
    const control = ${cardOf(title)}.querySelector('button, input:not([type="hidden"]), textarea, select, nav, aside, a, [role]')
    control.setAttribute('role', 'generic')
    control.removeAttribute('aria-label')
  })()`)

const stateFaultTest = () =>
  test('a control without its role fails the tree of its card', async () => {
    await onGallery(async (page) => {
      for (const { title, nodes } of pieces) {
        await removeRole(page, title)
        expect((await controlsIn(page, cardOf(title))).slice(1), title).not.toEqual(nodes)
      }
    })
  })

/** One fault per keyboard table and per card: the table or the list of nodes must detect it. */
export const injectedFaults = () =>
  describe('injected faults', () => {
    keyFaultTest('dialogs, menus and disclosures', movingPatterns, moving)
    keyFaultTest('calendars, choices, splitter, lightbox, reordering and tabs', patterns)
    stateFaultTest()
  })
