import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { pdf } from '../apps/server/test/documents.ts'
import { expectEventually, request, shownText, violations, visit } from './app.ts'

const picture = fileURLToPath(new URL('../docs/summary.png', import.meta.url))

const field = (page: Page) => page.getByRole('textbox', { name: 'メッセージを入力' })
const thread = (page: Page) => page.getByRole('log')
const bubbles = (page: Page, text: string) => thread(page).getByRole('article').filter({ hasText: text })
const pictures = (page: Page) => thread(page).getByRole('button', { name: /^画像「summary/ })
// `unknown`: the tsconfig does not include DOM types
const hasSize = (image: unknown) => {
  const { complete, naturalHeight } = image as { complete: boolean; naturalHeight: number }
  return complete && naturalHeight > 0
}
const distanceToEnd = (box: unknown) => {
  const { scrollHeight, scrollTop, clientHeight } = box as { scrollHeight: number; scrollTop: number; clientHeight: number }
  return scrollHeight - scrollTop - clientHeight
}
const send = async (page: Page, text: string) => {
  await field(page).fill(text)
  await page.keyboard.press('Control+Enter')
}
const openRoom = async (page: Page, path: string) => {
  await page.goto(path)
  await field(page).waitFor()
  await thread(page).getByRole('article').last().waitFor()
}

type EventClass = new (type: string, init: object) => Event
/** DOM types that the tsconfig does not include. */
type PageWorld = { DataTransfer: new () => { items: { add: (file: File) => void } }; DragEvent: EventClass; ClipboardEvent: EventClass }
/** Dispatches the event of a dropped or pasted file. */
const dropOrPaste = (page: Page, type: 'drop' | 'paste', name: string, mimeType: string, content: Buffer) =>
  field(page).evaluate(
    (element, { type, name, mimeType, base64 }) => {
      const { DataTransfer, DragEvent, ClipboardEvent } = globalThis as unknown as PageWorld
      const data = new DataTransfer()
      data.items.add(new File([Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))], name, { type: mimeType }))
      const event = { bubbles: true, cancelable: true }
      if (type === 'drop') for (const at of ['dragover', 'drop']) element.dispatchEvent(new DragEvent(at, { ...event, dataTransfer: data }))
      else element.dispatchEvent(new ClipboardEvent(type, { ...event, clipboardData: data }))
    },
    { type, name, mimeType, base64: content.toString('base64') },
  )

/** Opens the same conversation as a patient and as a nurse, in separate contexts. */
const withTwoPages = (run: (patient: Page, nurse: Page) => Promise<void>) =>
  visit({ role: 'patient' }, async (patient) => {
    await visit({ role: 'nurse' }, async (nurse) => {
      const { json } = await request('patient', 'GET', '/api/message_rooms/list')
      const { id } = json.items[0].patient
      await Promise.all([openRoom(patient, `/messages/${id}`), openRoom(nurse, `/messages/${id}`)])
      await run(patient, nurse)
    })
  })

export const chatTests = () =>
  describe('chat', () => {
    test('messages, read marks, a reaction and a deletion appear on the page of the other person without a reload', async () => {
      await withTwoPages(async (patient, nurse) => {
        await send(patient, '今朝の血圧は131/82でした。')
        await bubbles(nurse, '今朝の血圧は131/82でした。').waitFor()
        // the nurse's page is open, so the message counts as read; she replies to it
        const question = bubbles(nurse, '今朝の血圧は131/82でした。')
        await question.hover()
        await question.getByRole('button', { name: '返信', exact: true }).click()
        await field(nurse).pressSequentially('落ち着いていますね。')
        await nurse.keyboard.press('Control+Enter')
        const answer = bubbles(patient, '落ち着いていますね。')
        await answer.getByRole('button', { name: /今朝の血圧は131/ }).waitFor()
        await expectEventually(() => shownText(bubbles(patient, '今朝の血圧は131/82でした。').first())).toContain('既読')
        // the nurse sees who has read her message
        await bubbles(nurse, '落ち着いていますね。')
          .getByRole('button', { name: /^既読 1/ })
          .click()
        await nurse.getByRole('dialog', { name: '既読' }).getByText('佐伯 恵子').waitFor()
        await nurse.keyboard.press('Escape')
        await answer.hover()
        await answer.getByRole('button', { name: 'リアクション' }).click()
        await patient.getByRole('dialog', { name: 'リアクション' }).getByRole('button').first().click()
        await bubbles(nurse, '落ち着いていますね。')
          .getByRole('button', { name: / 1：佐伯 恵子$/ })
          .waitFor()
        expect(await violations(nurse)).toEqual([])
        const reply = bubbles(nurse, '落ち着いていますね。')
        await reply.hover()
        await reply.getByRole('button', { name: 'その他' }).click()
        await nurse.getByRole('menuitem', { name: '削除' }).click()
        await nurse.getByRole('dialog', { name: 'メッセージを削除' }).getByRole('button', { name: '削除する' }).click()
        await thread(patient).getByText('メッセージは削除されました').last().waitFor()
        expect(await bubbles(patient, '落ち着いていますね。').count()).toBe(0)
      })
    })

    test('sends messages written offline after reconnecting, does not duplicate a message whose response was lost, and ignores Enter during IME composition; a sent picture stays in sight', async () => {
      await withTwoPages(async (patient, nurse) => {
        await nurse.context().setOffline(true)
        await send(nurse, '圏外の一通目')
        await send(nurse, '圏外の二通目')
        await thread(nurse).getByText('オフライン・つながると送信します').first().waitFor()
        await nurse.context().setOffline(false)
        await bubbles(patient, '圏外の二通目').waitFor()
        let lostResponses = 0
        await nurse.route('**/api/messages', async (route) => {
          if (route.request().method() !== 'POST' || lostResponses) return route.continue()
          lostResponses += 1
          await route.fetch()
          await route.abort()
        })
        await send(nurse, '返事が失われた一通')
        await bubbles(patient, '返事が失われた一通').waitFor()
        await expectEventually(() => thread(nurse).getByText('送信中').count()).toBe(0)
        for (const page of [patient, nurse]) {
          for (const text of ['圏外の一通目', '圏外の二通目', '返事が失われた一通']) expect(await bubbles(page, text).count()).toBe(1)
          expect((await shownText(thread(page))).replace(/[^一二]通目/g, '')).toMatch(/圏外の一通目[\s\S]*圏外の二通目/)
        }
        expect(lostResponses).toBe(1)

        await patient.getByRole('button', { name: 'その他' }).last().click()
        await patient.getByRole('menuitem', { name: 'Enterで送信' }).click()
        await field(patient).focus()
        const devtools = await patient.context().newCDPSession(patient)
        const compose = (text: string) => devtools.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
        for (const text of ['k', 'か', 'かい', '会議']) await compose(text)
        await patient.keyboard.press('Enter')
        await devtools.send('Input.insertText', { text: '会議' })
        expect(await field(patient).inputValue()).toBe('会議')
        expect(await bubbles(patient, '会議').count()).toBe(0)
        // the draft survives a reload
        await patient.reload()
        await expectEventually(() => field(patient).inputValue()).toBe('会議')
        await field(patient).press('End')
        await field(patient).press('Enter')
        await bubbles(nurse, '会議').waitFor()
        expect(await field(patient).inputValue()).toBe('')

        const chooser = nurse.waitForEvent('filechooser')
        await nurse.getByRole('button', { name: '画像を添付' }).click()
        await (await chooser).setFiles([picture, picture])
        await nurse.getByRole('button', { name: '送信', exact: true }).click()
        await expectEventually(() => pictures(patient).count()).toBe(2)
        await pictures(patient).first().click()
        await patient.keyboard.press('ArrowRight')
        await patient.keyboard.press('Escape')

        // on a phone a sent picture, whose size is known only after sending, stays visible
        await patient.setViewportSize({ width: 390, height: 844 })
        await patient.reload()
        await pictures(patient).nth(1).waitFor()
        const phoneChooser = patient.waitForEvent('filechooser')
        await patient.getByRole('button', { name: '画像を添付' }).click()
        // a tall picture: a screenshot of the page
        await (await phoneChooser).setFiles({ name: 'summary.png', mimeType: 'image/png', buffer: await patient.screenshot() })
        await patient.getByRole('button', { name: '送信', exact: true }).click()
        await expectEventually(() => pictures(patient).count()).toBe(3)
        await expectEventually(() => thread(patient).getByText('送信中').count()).toBe(0)
        await expectEventually(() => pictures(patient).last().locator('img').evaluate(hasSize)).toBe(true)
        await expectEventually(() => thread(patient).evaluate(distanceToEnd)).toBeLessThan(60)
      })
    })

    test('dropped and pasted files stay attached over a reload; removed or cancelled ones are not sent', async () => {
      await withTwoPages(async (patient, nurse) => {
        const attachments = patient.getByRole('list', { name: '添付するファイル' }).getByRole('listitem')
        const image = readFileSync(picture)
        await dropOrPaste(patient, 'drop', '紹介状.pdf', 'application/pdf', pdf)
        await dropOrPaste(patient, 'drop', '献立.pdf', 'application/pdf', pdf)
        await dropOrPaste(patient, 'paste', 'image.png', 'image/png', image)
        await dropOrPaste(patient, 'drop', 'a.exe', '', pdf)
        await patient.getByText(/「a\.exe」/).waitFor()
        await expectEventually(() => attachments.count()).toBe(3)
        // reloads twice: what the clean-up at startup removes is missing only after the second load
        for (let i = 0; i < 2; i++) {
          await patient.reload()
          await expectEventually(() => attachments.allInnerTexts()).toEqual([/紹介状/, /献立/, /image/].map((name) => expect.stringMatching(name)))
        }
        await patient.getByRole('button', { name: '献立.pdfを外す' }).click()

        // stall the image upload, then cancel it
        await patient.route('**/api/messages/image', () => undefined)
        const sendAndCancel = async () => {
          await patient.getByRole('button', { name: '送信', exact: true }).click()
          await expectEventually(() => attachments.count()).toBe(0)
          await thread(patient).getByRole('button', { name: '送信をやめる' }).click()
        }
        const cancelled = thread(patient).getByRole('article', { name: '送信をやめました' })
        await sendAndCancel()
        // the message stays until the user edits or discards it
        await cancelled.getByRole('button', { name: '編集に戻す' }).click()
        await expectEventually(() => attachments.allInnerTexts()).toEqual([expect.stringMatching('image')])
        await expectEventually(() => field(patient).evaluate((element) => element === document.activeElement)).toBe(true)
        expect(await cancelled.count()).toBe(0)
        await sendAndCancel()
        await cancelled.getByRole('button', { name: '破棄' }).click()
        await patient.getByRole('dialog').getByRole('button', { name: '破棄する' }).click()
        // not by its role: the message has none while the dialog is open
        await expectEventually(() => thread(patient).getByText('image.png').count()).toBe(0)
        await thread(nurse).getByText('紹介状.pdf').waitFor()
        await patient.reload()
        await thread(patient).getByText('紹介状.pdf').waitFor()
        expect(await attachments.count()).toBe(0)
        for (const page of [patient, nurse]) {
          expect(await thread(page).getByText('献立.pdf').count()).toBe(0)
          expect(
            await thread(page)
              .getByRole('button', { name: /^画像「image/ })
              .count(),
          ).toBe(0)
        }
      })
    })
  })
