import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { maxWaitMs } from '../../apps/server/test/wait-until.ts'
import { visit } from '../app.ts'
import { focused } from './tree.ts'

/** Keys separated by spaces, and the focus after the last one as `focused` describes it. */
type Row = readonly [keys: string, focus: string]
export type Pattern = {
  /** Named as under https://www.w3.org/WAI/ARIA/apg/patterns/ if it is listed there. */
  pattern: string
  title: string
  /** Brings the gallery into the state from which the first row starts. */
  start: (page: Page) => Promise<unknown>
  /** Each row starts from the state after the previous one. */
  rows: readonly Row[]
}

/** Opens the gallery of components. */
export const onGallery = (run: (page: Page) => Promise<void>, options: Parameters<typeof visit>[0] = {}) =>
  visit(options, async (page) => {
    await page.goto('/dev/ui')
    await page.locator('h1').first().waitFor()
    await run(page)
  })

export const press = async (page: Page, keys: string) => {
  for (const key of keys.split(' ')) await page.keyboard.press(key === 'Space' ? ' ' : key)
}

export const expectFocus = (page: Page, focus: string, message?: string) =>
  expect.poll(() => focused(page), { timeout: maxWaitMs, interval: 20, message }).toBe(focus)

/** Walks the tables of a group on one page, each from its start. */
export const testPatterns = (group: string, patterns: readonly Pattern[], options: Parameters<typeof visit>[0] = {}) =>
  test(group, async () => {
    await onGallery(async (page) => {
      for (const { pattern, title, start, rows } of patterns) {
        await start(page)
        const pressed: string[] = []
        for (const [keys, focus] of rows) {
          await press(page, keys)
          pressed.push(keys)
          await expectFocus(page, focus, `${pattern}: ${title}, after ${pressed.join(', ')}`)
        }
      }
    }, options)
  })

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first()
