import { describe, expect, test } from 'vitest'
import { expectEventually, shownText, sizes, violations, visit } from './app.ts'
import { open } from './care.ts'

export const timelineTests = () =>
  describe('timeline', () => {
    test('a doctor filters, searches and jumps to a month; a reload keeps filter and search, and back returns to the month', async () => {
      await visit({ role: 'doctor' }, async (page) => {
        await open(page, '/1/timeline')
        const stream = page.getByRole('region', { name: '記録の一覧' })
        const items = stream.getByRole('article')
        await items.first().waitFor()
        expect(await violations(page)).toEqual([])
        await page.getByRole('button', { name: /^面談 \d/ }).click()
        await expectEventually(() => page.url()).toContain('kinds=interview')
        await expectEventually(() => shownText(stream)).not.toContain('カルテ')
        await items.first().getByRole('button', { name: '詳しく見る' }).click()
        await items.first().getByText('議事録').waitFor()
        expect(await violations(page)).toEqual([])
        await page.getByRole('button', { name: /^カルテ \d/ }).click()
        const search = page.getByRole('searchbox', { name: '記録を検索' })
        await search.fill('ｶﾃｲ血圧')
        await expectEventually(() => page.url()).toContain('q=')
        await expectEventually(() => shownText(stream)).toContain('条件に合う記録はありません')
        await search.fill('家庭血圧')
        await expectEventually(() => shownText(stream)).toContain('家庭血圧')
        await page.reload()
        await items.first().waitFor()
        expect(await search.inputValue()).toBe('家庭血圧')
        expect(await page.getByRole('button', { name: /^カルテ \d/ }).getAttribute('aria-pressed')).toBe('true')

        await open(page, '/1/timeline')
        const months = page.getByRole('navigation', { name: '月へ移動' }).getByRole('button')
        await months.nth(6).click()
        await expectEventually(() => page.url()).toContain('month=')
        await items.nth(2).waitFor()
        const first = await shownText(items.first())
        await stream.getByRole('button', { name: '新しい記録を表示' }).click()
        await expectEventually(() => shownText(items.first())).not.toBe(first)
        // sent together: the two keys are one shortcut only within a second
        await Promise.all(['g', 's'].map((key) => page.keyboard.press(key)))
        await page.waitForURL(/summary/)
        await page.goBack()
        await expectEventually(() => page.url()).toContain('month=')
        // the scroll position is kept, so the first item may be above the screen
        await expectEventually(() => items.count()).toBeGreaterThan(2)
      })
    })

    test('a link to a record opens the timeline with this record first', async () => {
      await visit({ role: 'doctor' }, async (page) => {
        await open(page, '/1/timeline?kinds=interview')
        const thirdItem = page.locator('[data-item]').nth(2)
        await thirdItem.waitFor()
        const itemId = await thirdItem.getAttribute('id')
        await open(page, '/')
        await open(page, `/1/timeline#${itemId}`)
        await expectEventually(() => page.locator('[data-item]').first().getAttribute('id')).toBe(itemId)
      })
    })

    test('a patient reads their timeline on a phone, without internal notes', async () => {
      await visit({ role: 'patient', viewport: sizes.narrow }, async (page) => {
        await open(page, '/1/timeline')
        const stream = page.getByRole('region', { name: '記録の一覧' })
        await stream.getByRole('article').first().waitFor()
        expect(await violations(page)).toEqual([])
        for (const text of ['カルテ', '評価']) expect(await page.getByRole('button', { name: text }).count()).toBe(0)
        expect(await shownText(stream)).not.toMatch(/異常|カルテ/)
        await page.getByRole('combobox', { name: '月へ移動' }).selectOption({ index: 2 })
        await expectEventually(() => page.url()).toContain('month=')
        expect(await page.evaluate('document.scrollingElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
      })
    })
  })
