import { describe, expect, test } from 'vitest'
import { expectEventually, request, shownText, violations, visit } from './app.ts'
import { expectToast, open } from './care.ts'

// 早乙女 楓 gets messages from no other journeys than those in rooms.ts
const patient = { id: 146, name: '早乙女 楓', family: '早乙女' }

export const bulkTests = () =>
  describe('bulk messages', () => {
    test('a nurse selects a recipient, previews, sends and cancels within a minute: the recipient gets no message', async () => {
      const newestMessageId = async () => (await request('nurse', 'GET', `/api/messages?patient_id=${patient.id}`)).json.items[0]?.id
      const before = await newestMessageId()
      await visit({ role: 'nurse' }, async (page) => {
        await open(page, '/messages/bulk')
        await page.getByText('一人ずつ選ぶ', { exact: true }).click()
        await page.getByRole('combobox', { name: '患者を追加' }).fill(patient.name)
        await page.getByRole('option', { name: patient.name }).click()
        await page.getByRole('textbox', { name: '本文' }).fill('{姓}様\n年末年始は12月29日から休診です。')
        await page.getByText(`${patient.family}様`).waitFor()
        expect(await violations(page)).toEqual([])
        await page.getByRole('button', { name: '1人に送信' }).click()
        await page.getByRole('dialog').getByRole('button', { name: '1人に送信' }).click()
        const result = page.getByRole('dialog', { name: /一斉送信/ })
        await result.getByText(/\d+秒後に送信を始めます/).waitFor()
        expect(await violations(page)).toEqual([])
        await result.getByRole('button', { name: '停止' }).click()
        await expectToast(page, '停止しました')
        await expectEventually(() => shownText(result)).toContain('送信前に停止しました')
        await result.getByRole('button', { name: '本文と送信先を下書きに戻す' }).click()
        await result.waitFor({ state: 'detached' })
        expect(await page.getByRole('textbox', { name: '本文' }).inputValue()).toContain('年末年始は12月29日から')
        await page.getByRole('button', { name: '1人に送信' }).waitFor()
      })
      expect(await newestMessageId()).toBe(before)
    })
  })
