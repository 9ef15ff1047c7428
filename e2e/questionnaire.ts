import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectEventually, request, shownText, sizes, violations, visit } from './app.ts'
import { open } from './care.ts'

const answerQuestion = async (page: Page, question: string, answer: string) =>
  page.getByRole('group', { name: question }).getByRole('radio', { name: answer, exact: true }).check()
const waitForHeading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name }).waitFor()
const waitForSaved = (page: Page) => page.getByRole('status').filter({ hasText: '自動保存しました' }).waitFor({ state: 'attached' })

export const questionnaireTests = () =>
  describe('questionnaire', () => {
    test('a patient answers on a phone, is interrupted, continues at the same question and submits; the record shows the answers', async () => {
      await visit({ role: 'patient', viewport: sizes.narrow }, async (page, context) => {
        await open(page, '/1/summary')
        await page.getByRole('link', { name: '答える' }).click()
        await waitForHeading(page, '全身')
        const url = page.url()
        await answerQuestion(page, '発熱', 'あり')
        await page.getByRole('button', { name: '残りを「なし」にする' }).click()
        await waitForSaved(page)
        expect(await violations(page)).toEqual([])

        // an answer that cannot be saved is still there after a reload
        await page.getByRole('button', { name: '次へ：頭・神経' }).click()
        await context.route('**/api/questionnaires/*', (route) => (route.request().method() === 'PUT' ? route.abort() : route.continue()))
        await answerQuestion(page, '頭痛', 'あり')
        await page.getByRole('status').filter({ hasText: 'まだ保存できていません' }).waitFor({ state: 'attached' })
        page.on('dialog', (dialog) => void dialog.accept())
        await context.unroute('**/api/questionnaires/*')
        await page.reload()
        await waitForHeading(page, '頭・神経')
        await expectEventually(() => page.getByRole('group', { name: '頭痛' }).getByRole('radio', { name: 'あり' }).isChecked()).toBe(true)
        await waitForSaved(page)
        await page.getByRole('button', { name: '前回と同じ' }).click()
        await waitForSaved(page)

        // another window opens the questionnaire too
        const otherPage = await context.newPage()
        await otherPage.goto(url)
        await otherPage.getByRole('heading', { level: 2 }).first().waitFor()
        await otherPage.close()

        while (!(await page.getByRole('heading', { level: 2, name: '回答の確認' }).count())) {
          const sameAsBefore = page.getByRole('button', { name: '前回と同じ' })
          if (await sameAsBefore.count()) await sameAsBefore.click()
          await page.getByRole('button', { name: /^次へ/ }).click()
        }
        expect(await violations(page)).toEqual([])
        expect(await shownText(page.locator('main'))).toContain('発熱')
        await page.getByRole('button', { name: '送信する' }).dblclick()
        await waitForHeading(page, '問診票を送信しました')
      })
      const { json } = await request('doctor', 'GET', '/api/questionnaires?user_id=1')
      const [newest] = json.items
      expect(newest.answered_at).not.toBeNull()
      expect(newest.new_symptoms).toContain('fever')
      expect(json.items.filter((item: { answered_at: string | null }) => item.answered_at === newest.answered_at)).toHaveLength(1)
      const { json: lifestyles } = await request('doctor', 'GET', '/api/lifestyles?user_id=1&limit=1')
      expect(lifestyles.items[0].questionnaire_id).toBe(newest.id)
      expect((await request('doctor', 'GET', '/api/data_entry_requests?patient_id=1')).json.items[0].state).toBe('answered')
    })

    test('staff read the answers in the patient’s record and open the previous questionnaire from there', async () => {
      const [newest, before] = (await request('nurse', 'GET', '/api/questionnaires?user_id=1')).json.items.filter(
        (item: { answered_at: string | null }) => item.answered_at,
      )
      await visit({ role: 'nurse', viewport: sizes.wide }, async (page) => {
        await open(page, `/1/questionnaires/${newest.id}`)
        await page.getByRole('heading', { level: 1, name: /佐伯 恵子/ }).waitFor()
        await page.getByText('薬剤アレルギー', { exact: false }).first().waitFor()
        await page.getByRole('table', { name: '症状', exact: true }).waitFor()
        expect(await violations(page)).toEqual([])
        await page
          .getByRole('link', { name: /の問診票を開く/ })
          .first()
          .click()
        await page.waitForURL(`**/1/questionnaires/${before.id}`)
      })
    })
  })
