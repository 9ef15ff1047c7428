import { describe, expect, test } from 'vitest'
import { open, toasted } from './care.ts'
import { ask, eventually, shownText, violations, visit } from './house.ts'

// 早乙女 楓: no other journey here expects her messages
const quiet = { id: 146, name: '早乙女 楓', family: '早乙女' }

export const bulkJourneys = () =>
  describe('bulk messages', () => {
    test('a nurse selects recipients, previews, sends and cancels within a minute: no one receives the message', async () => {
      const said = async () => (await ask('nurse', 'GET', `/api/messages?patient_id=${quiet.id}`)).json.items[0]?.id
      const before = await said()
      await visit({ role: 'nurse' }, async (page) => {
        await open(page, '/messages/bulk')
        await page.getByText('一人ずつ選ぶ', { exact: true }).click()
        await page.getByRole('combobox', { name: '患者を追加' }).fill(quiet.name)
        await page.getByRole('option', { name: quiet.name }).click()
        await page.getByRole('textbox', { name: '本文' }).fill('{姓}様\n年末年始は12月29日から休診です。')
        await page.getByText(`${quiet.family}様`).waitFor()
        expect(await violations(page)).toEqual([])
        await page.getByRole('button', { name: '1人に送信' }).click()
        await page.getByRole('dialog').getByRole('button', { name: '1人に送信' }).click()
        const result = page.getByRole('dialog', { name: '一斉送信の詳細' })
        await result.getByText(/\d+秒後に送信を始めます/).waitFor()
        expect(await violations(page)).toEqual([])
        await result.getByRole('button', { name: '停止' }).click()
        await toasted(page, '停止しました')
        await eventually(() => shownText(result)).toContain('1人には送っていません')
      })
      expect(await said()).toBe(before)
    })
  })
