import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { boxOf, expectEventually, shownText, visit } from './app.ts'

const listOf = (page: Page) => page.getByRole('complementary', { name: '患者' })
const rowsOf = (page: Page) => listOf(page).getByRole('list', { name: '患者', exact: true }).getByRole('listitem')
const searchOf = (page: Page) => page.getByRole('searchbox', { name: '患者名で検索' })
const gripOf = (page: Page) => page.getByRole('separator', { name: '患者の幅' })
const widthOf = async (page: Page) => Number(await gripOf(page).getAttribute('aria-valuenow'))
/** The total that the patient list displays; throws while it displays none. */
const totalOf = async (page: Page) => {
  const statusText = await shownText(listOf(page).getByRole('status').first())
  const total = /^(\d+)人$/.exec(statusText)?.[1]
  if (total === undefined) throw new Error(`the list shows no total but “${statusText}”`)
  return Number(total)
}
const pathOf = (page: Page) => new URL(page.url()).pathname

const openList = async (page: Page) => {
  await page.goto('/1/summary')
  await rowsOf(page).first().waitFor()
}

export const sidebarTests = () =>
  describe('patient list', () => {
    test('a doctor finds 佐伯 恵子 by 佐伯, さえき, サエキ or saeki and opens her', async () => {
      await visit({ role: 'doctor' }, async (page) => {
        await page.goto('/20/summary')
        await rowsOf(page).first().waitFor()
        const total = await totalOf(page)
        expect(total).toBeGreaterThan(100)
        for (const text of ['佐伯', 'さえき', 'サエキ', 'saeki']) {
          await searchOf(page).pressSequentially(text)
          await expectEventually(() => totalOf(page)).toBe(1)
          await rowsOf(page).getByText('佐伯 恵子').waitFor()
          if (text === 'saeki') continue
          await searchOf(page).clear()
          await expectEventually(() => totalOf(page)).toBe(total)
        }
        await rowsOf(page).getByText('佐伯 恵子').click()
        await page.waitForURL('**/1/summary')
        await page.getByRole('heading', { name: '佐伯 恵子 様' }).waitFor()
      })
    })

    test('an empty search result says so and can be reset with one click', async () => {
      await visit({ role: 'doctor' }, async (page) => {
        await openList(page)
        const total = await totalOf(page)
        await searchOf(page).fill('ぬぬぬ')
        await listOf(page).getByText('該当する患者はいません').waitFor()
        await listOf(page).getByRole('button', { name: '条件を消去' }).click()
        await expectEventually(() => totalOf(page)).toBe(total)
      })
    })

    test('a doctor cannot search by the name of a doctor; a nurse can, and finds the patients of that main doctor', async () => {
      let nakamuraCount = 0
      await visit({ role: 'doctor' }, async (page) => {
        await openList(page)
        expect(await page.getByRole('searchbox', { name: '医師名で検索' }).count()).toBe(0)
        const total = await totalOf(page)
        await listOf(page).getByText('主治医が自分の患者のみ').click()
        await expectEventually(() => totalOf(page)).toBeLessThan(total)
        nakamuraCount = await totalOf(page)
        expect(nakamuraCount).toBeGreaterThan(0)
      })
      await visit({ role: 'nurse' }, async (page) => {
        await openList(page)
        await page.getByRole('searchbox', { name: '医師名で検索' }).fill('なかむら')
        await expectEventually(() => totalOf(page)).toBe(nakamuraCount)
      })
    })

    test('the filters for members and companies exclude each other', async () => {
      await visit({ role: 'concierge' }, async (page) => {
        await openList(page)
        const total = await totalOf(page)
        const kinds = listOf(page).getByRole('radiogroup', { name: '契約の種類' })
        const choose = async (kind: string) => {
          const before = await totalOf(page)
          await kinds.getByText(kind, { exact: true }).click()
          await expectEventually(() => totalOf(page)).not.toBe(before)
          expect(await kinds.getByRole('radio', { checked: true }).count()).toBe(1)
          expect(await kinds.getByRole('radio', { name: kind }).isChecked()).toBe(true)
          await rowsOf(page).first().waitFor()
          return {
            total: await totalOf(page),
            hrefs: await rowsOf(page)
              .getByRole('link')
              .evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
          }
        }
        const members = await choose('メンバー')
        const companies = await choose('法人')
        expect(members.total + companies.total).toBeLessThanOrEqual(total)
        expect(members.hrefs.filter((href) => companies.hrefs.includes(href))).toEqual([])
        expect((await choose('すべて')).total).toBe(total)
      })
    })

    test('keyboard and pointer resize the list, which keeps its width after a reload', async () => {
      await visit({ role: 'doctor' }, async (page) => {
        await openList(page)
        expect(await widthOf(page)).toBe(320)
        await gripOf(page).focus()
        await page.keyboard.press('ArrowRight')
        await expectEventually(() => widthOf(page)).toBe(336)
        await page.keyboard.press('Shift+ArrowLeft')
        await expectEventually(() => widthOf(page)).toBe(272)
        await page.keyboard.press('End')
        await expectEventually(() => widthOf(page)).toBe(600)
        await page.keyboard.press('Home')
        await expectEventually(() => widthOf(page)).toBe(120)
        const grip = await boxOf(gripOf(page))
        const [x, y] = [grip.x + grip.width / 2, grip.y + 400]
        await page.mouse.move(x, y)
        await page.mouse.down()
        await page.mouse.move(x + 100, y)
        await page.mouse.move(x + 260, y)
        await page.mouse.up()
        await expectEventually(() => widthOf(page)).toBe(380)
        await page.reload()
        await rowsOf(page).first().waitFor()
        expect(await widthOf(page)).toBe(380)
        expect((await boxOf(listOf(page))).width).toBe(380)
      })
    })

    test('a closed list stays closed after a reload, opens by click and closes by key', async () => {
      await visit({ role: 'observer' }, async (page) => {
        await openList(page)
        await listOf(page).getByRole('button', { name: '患者一覧を閉じる' }).click()
        const tab = page.getByRole('button', { name: '患者を開く' })
        await tab.waitFor()
        await page.reload()
        await tab.waitFor()
        expect(await listOf(page).count()).toBe(0)
        await tab.click()
        await rowsOf(page).first().waitFor()
        await page.getByRole('heading', { level: 1 }).click()
        await page.keyboard.press('[')
        await tab.waitFor()
      })
    })

    test('scrolling to the end loads the next 25 patients, none of them twice', async () => {
      await visit({ role: 'trainer' }, async (page) => {
        await openList(page)
        await expectEventually(() => rowsOf(page).count()).toBe(25)
        await rowsOf(page).last().scrollIntoViewIfNeeded()
        await expectEventually(() => rowsOf(page).count()).toBe(50)
        const links = await rowsOf(page)
          .getByRole('link')
          .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
        expect(new Set(links).size).toBe(50)
      })
    })

    test('the unread badge and the reminder bell show their label as a tooltip', async () => {
      await visit({ role: 'doctor' }, async (page) => {
        await openList(page)
        await searchOf(page).fill('佐伯')
        await expectEventually(() => totalOf(page)).toBe(1)
        for (const pattern of [/^未読 \d+件$/, /^あとで確認 \S+/]) {
          const highlight = rowsOf(page).getByText(pattern)
          await highlight.locator('xpath=..').hover()
          await page.getByRole('tooltip').waitFor()
          expect(await shownText(page.getByRole('tooltip'))).toMatch(pattern)
          expect(await shownText(page.getByRole('tooltip'))).toBe(await highlight.textContent())
          await page.mouse.move(900, 20)
          await expectEventually(() => page.getByRole('tooltip').count()).toBe(0)
        }
      })
    })

    test('search, navigation and opening work by keyboard', async () => {
      await visit({ role: 'nutritionist' }, async (page) => {
        await page.goto('/patients')
        await rowsOf(page).first().waitFor()
        await page.getByRole('heading', { level: 1 }).waitFor()
        // the order of the rows is locked while the pointer is over the list; otherwise a new message moves its patient to the top
        await rowsOf(page).first().hover()
        const focusedHref = () => page.evaluate('document.activeElement.getAttribute("href")')
        await page.keyboard.press('/')
        await expectEventually(() => page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('患者名で検索')
        await page.keyboard.press('j')
        expect(await searchOf(page).inputValue()).toBe('j')
        await page.keyboard.press('Escape')
        expect(await searchOf(page).inputValue()).toBe('')
        await expectEventually(() => rowsOf(page).count()).toBe(25)
        const hrefs = await rowsOf(page)
          .getByRole('link')
          .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
        await rowsOf(page).getByRole('link').first().focus()
        await page.keyboard.press('ArrowDown')
        await page.keyboard.press('ArrowDown')
        expect(await focusedHref()).toBe(hrefs[2])
        await page.keyboard.press('ArrowUp')
        expect(await focusedHref()).toBe(hrefs[1])
        await page.keyboard.press('Enter')
        const openPatientHref = () => listOf(page).locator('[aria-current="page"]').getAttribute('href')
        await expectEventually(openPatientHref).toBe(hrefs[1])
        await page.keyboard.press('j')
        await expectEventually(openPatientHref).toBe(hrefs[2])
        await page.keyboard.press('k')
        await expectEventually(openPatientHref).toBe(hrefs[1])
        await page.keyboard.press('k')
        await expectEventually(openPatientHref).toBe(hrefs[0])
        expect(pathOf(page)).toBe(hrefs[0])
      })
    })

    test('the list does not search during an IME composition, nor at the Enter key that confirms it; then it searches once', async () => {
      await visit({ role: 'doctor' }, async (page, context) => {
        await page.goto('/20/summary')
        await rowsOf(page).first().waitFor()
        const searches: (string | null)[] = []
        page.on('request', (request) => {
          const name = new URL(request.url()).searchParams.get('q[full_name_cont]')
          if (request.url().includes('/message_rooms/list') && name !== null && !request.headers()['x-background']) searches.push(name)
        })
        const keyboard = await context.newCDPSession(page)
        const pressKey = (key: string, code: string) =>
          keyboard.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', windowsVirtualKeyCode: 229, nativeVirtualKeyCode: 229, key, code })
        await page.evaluate(`globalThis.imeEvents = []; for (const type of ['compositionstart', 'compositionend', 'keydown'])
          addEventListener(type, (event) => imeEvents.push([type, event.keyCode, event.isComposing, event.key].join(' ')), true)`)
        await searchOf(page).focus()
        for (const text of ['s', 'さ', 'さえ', 'さえk', 'さえき', '佐伯']) {
          await pressKey('Process', 'KeyS')
          await keyboard.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
          await page.waitForTimeout(120)
        }
        await page.waitForTimeout(500)
        expect(await searchOf(page).inputValue()).toBe('佐伯')
        expect(searches).toEqual([])
        await pressKey('Enter', 'Enter')
        await page.waitForTimeout(400)
        expect(searches).toEqual([])
        await keyboard.send('Input.insertText', { text: '佐伯' })
        await expectEventually(() => totalOf(page)).toBe(1)
        await page.waitForTimeout(400)
        expect(searches).toEqual(['佐伯'])
        expect(pathOf(page)).toBe('/20/summary')
        const keyEvents = (await page.evaluate('imeEvents')) as string[]
        expect(keyEvents).toContain('keydown 229 true Enter')
        expect(keyEvents.filter((entry) => entry.startsWith('composition')).map((entry) => entry.split(' ')[0])).toEqual(['compositionstart', 'compositionend'])
      })
    })
  })
