import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { maxWaitMs } from '../apps/server/test/wait-until.ts'
import { boxOf, expectEventually, moving, request, shownText, sizes, violations, visit, waitForPage } from './app.ts'
import { expectToast, open } from './care.ts'

// 早乙女 楓 has no messages in the demo: those in her conversation are from this file
const quietPatientId = 146
const sendMessage = async (patient_id: number, body: string) => (await request('nurse', 'POST', '/api/messages', { patient_id, body })).json.id as number
const rows = (page: Page) => page.getByRole('region', { name: '会話' }).locator('a[data-room]')

export const roomTests = () =>
  describe('conversations', () => {
    test('a nurse finds an old message by a variant spelling and opens it in its context', async () => {
      const messageId = await sendMessage(quietPatientId, 'ｶﾞﾝﾏGTPの次の採血は12月です。')
      for (let i = 0; i < 30; i++) await sendMessage(quietPatientId, `そのあとの連絡 ${i}`)
      await visit({ role: 'nurse' }, async (page) => {
        await open(page, '/messages')
        await page.getByRole('searchbox', { name: '患者名・本文で検索' }).fill('がんまgtp')
        const searchHit = page.getByRole('link', { name: /次の採血は12月です/ })
        await searchHit.waitFor()
        expect(await searchHit.locator('mark').allInnerTexts()).toEqual(['ｶﾞﾝﾏGTP'])
        expect(await violations(page)).toEqual([])
        await searchHit.click()
        await page.waitForURL(`**/messages/${quietPatientId}?message=${messageId}`)
        await expectEventually(() => shownText(page.getByRole('log'))).toContain('次の採血は12月です')
        await page.getByRole('button', { name: 'この会話を検索' }).click()
        await page.getByRole('searchbox', { name: 'この会話を検索' }).fill('連絡 29')
        await page.getByRole('link', { name: /そのあとの連絡 29/ }).click()
        await expectEventually(() => shownText(page.getByRole('log'))).toContain('そのあとの連絡 29')
      })
    })

    test('the patient who waits longest is first; reading does not end the wait, “no reply needed” does, and undo restores it', async () => {
      await visit({ role: 'nurse' }, async (page) => {
        await open(page, '/messages')
        await page.locator('label', { hasText: '要返信' }).click()
        await rows(page).first().waitFor()
        const waiting = async () => (await request('nurse', 'GET', '/api/message_rooms/list?unresponded_only=true')).json.items
        const items = await waiting()
        const since = items.map((room: { unresponded_since: string }) => room.unresponded_since)
        expect(since).toEqual([...since].sort())
        const first = items[0].patient
        await rows(page).first().click()
        await page.waitForURL(`**/messages/${first.id}`)
        await waitForPage(page)
        const noReplyButton = page.getByRole('button', { name: '返信不要' })
        await noReplyButton.click()
        await expectToast(page, '返信不要にしました')
        await noReplyButton.waitFor({ state: 'detached' })
        await page.mouse.move(900, 500)
        // the open conversation stays visible; the next one follows it
        expect((await waiting())[0].patient.id).toBe(items[1].patient.id)
        await expectEventually(() => rows(page).nth(1).getAttribute('href')).toBe(`/messages/${items[1].patient.id}`)
        await page.getByRole('button', { name: '元に戻す' }).click()
        await noReplyButton.waitFor()
        await expectEventually(async () => (await waiting())[0].patient.id).toBe(first.id)
      })
    })

    test('the pin of a colleague appears above the conversation, links to its message and can be removed', async () => {
      const message_id = await sendMessage(quietPatientId, '水分は1日1.5リットルまで。')
      await visit({ role: 'nurse' }, async (page) => {
        await open(page, `/messages/${quietPatientId}`)
        await request('doctor', 'POST', '/api/message_pins', { message_id })
        await page.getByRole('button', { name: /ピン留めをすべて表示/ }).click()
        const pins = page.getByRole('list', { name: 'ピン留め' }).first()
        await pins.getByRole('button', { name: /1\.5リットル/ }).click()
        await page.waitForURL(`**/messages/${quietPatientId}?message=${message_id}`)
        await page.getByRole('button', { name: 'ピン留めを外す' }).first().click()
        await expectToast(page, 'ピン留めを外しました')
        await expectEventually(() => page.getByRole('button', { name: /ピン留めをすべて表示/ }).count()).toBe(0)
      })
    })

    test('a conversation with a reminder shows its time and is unread again when the time comes', async () => {
      await visit({ role: 'nurse' }, async (page) => {
        await open(page, `/messages/${quietPatientId}`)
        await page.getByRole('button', { name: 'あとで確認', exact: true }).click()
        const dialog = page.getByRole('dialog', { name: 'あとで確認' })
        await dialog.getByLabel('日時を入力').fill('明後日 9時')
        await dialog.getByText(/09:00 に未読として戻ります/).waitFor()
        await dialog.getByLabel('理由（任意）').fill('採血の予約を確認')
        expect(await violations(page)).toEqual([])
        await dialog.getByRole('button', { name: '設定' }).click()
        await expectToast(page, 'お知らせします')
        await page.getByText('採血の予約を確認').first().waitFor()
        await page.getByRole('button', { name: /^あとで確認 \d\d\.\d\d 09:00$/ }).waitFor()
        await page.goto('/messages')
        await request('nurse', 'POST', '/api/message_reminders', { patient_id: quietPatientId, remind_at: new Date(Date.now() + 2_000).toISOString() })
        await page.getByText('未読のみ').first().click()
        await page.mouse.move(900, 500)
        await expect.poll(() => page.locator(`a[href="/messages/${quietPatientId}"]`).count(), { timeout: maxWaitMs }).toBe(1)
        await page.locator(`a[href="/messages/${quietPatientId}"]`, { hasText: '未読 1件' }).waitFor()
      })
    })

    test("the chat panel opens with the page's patient, survives a reload and links to the full page; the error page has no panel", async () => {
      await visit({ role: 'nurse', ...moving }, async (page) => {
        await open(page, '/1/summary')
        await page.getByRole('button', { name: 'チャットを開く' }).click()
        const chat = page.getByRole('dialog', { name: 'チャット' })
        await chat.getByRole('heading', { name: '佐伯 恵子 様' }).waitFor()
        expect(await violations(page)).toEqual([])
        // messages have menus of the same name, and the composer may load after them
        await chat.getByRole('textbox', { name: 'メッセージを入力' }).waitFor()
        // by keyboard, the panel's menu opens the canned replies; search results open in the panel
        await chat.getByRole('button', { name: 'その他' }).last().press('Enter')
        const cannedReplies = page.getByRole('menuitem', { name: '定型文' })
        await cannedReplies.waitFor()
        for (let presses = 0; presses < 12 && !(await cannedReplies.evaluate((item) => item.matches(':focus'))); presses++)
          await page.keyboard.press('ArrowDown')
        await page.keyboard.press('Enter')
        await page.getByRole('dialog', { name: '定型文' }).waitFor()
        await page.keyboard.insertText('お薬')
        await page
          .getByRole('dialog', { name: '定型文' })
          .getByRole('button', { name: /^お薬の確認/ })
          .click()
        await expectEventually(() => chat.getByRole('textbox', { name: 'メッセージを入力' }).inputValue()).toMatch(/^佐伯様/)
        await chat.getByRole('button', { name: 'この会話を検索' }).click()
        await chat.getByRole('searchbox', { name: 'この会話を検索' }).fill('アムロジピン')
        await chat.getByRole('link', { name: /翌朝から/ }).click()
        await chat.getByRole('article').filter({ hasText: '翌朝から' }).first().waitFor()
        expect(page.url()).toMatch(/summary$/)
        await page.reload()
        await chat.waitFor()
        // the panel is beside the page, and also beside the drawer with the details of a value
        await page.getByRole('navigation', { name: '患者のページ' }).getByRole('link', { name: 'データベース' }).click()
        await page.getByRole('rowheader', { name: /^身長/ }).click()
        const overlap = async () => {
          const drawer = await boxOf(page.locator('[data-drawer]'))
          return drawer.x + drawer.width - (await boxOf(chat)).x
        }
        // the drawer slides in
        await expectEventually(overlap).toBeLessThanOrEqual(0)
        await chat.getByRole('button', { name: '大きく表示' }).click()
        await page.waitForURL('**/messages/1')
        await page.getByRole('heading', { level: 1, name: '佐伯 恵子 様' }).waitFor()
        // on a phone the send button and the menu fit
        await page.setViewportSize(sizes.narrow)
        const send = await boxOf(page.getByRole('button', { name: '送信', exact: true }))
        expect(send.x + send.width).toBeLessThanOrEqual(sizes.narrow.width)
        await page.getByRole('button', { name: 'その他' }).last().click()
        expect((await boxOf(page.getByRole('menuitem', { name: '定型文' }))).width).toBeGreaterThan(120)
        await page.goto('/999999/summary')
        await page.getByRole('heading', { name: 'ページを表示できません' }).waitFor()
        expect(await page.getByRole('button', { name: 'チャットを開く' }).or(chat).count()).toBe(0)
      })
    })

    test('a patient on a phone gets to their own conversation, sees no staff actions and cannot open another conversation', async () => {
      await visit({ role: 'patient', viewport: sizes.narrow }, async (page) => {
        await open(page, '/messages')
        await page.waitForURL('**/messages/1')
        await page.getByRole('heading', { level: 1, name: 'あなたの担当チーム' }).waitFor()
        expect(await violations(page)).toEqual([])
        expect(await page.getByRole('button', { name: /ピン留め|あとで確認|返信不要/ }).count()).toBe(0)
        expect(await page.evaluate('document.scrollingElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
        await page.goto('/messages/2')
        await page.getByRole('heading', { name: 'ページを表示できません' }).waitFor()
      })
    })
  })
