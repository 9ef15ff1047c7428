import { describe, expect, test } from 'vitest'
import { meeting, signedHeaders } from '../apps/server/test/circleback.ts'
import { expectEventually, postWebhook, request, shownText, violations, visit, waitForPage } from './app.ts'
import { expectToast, open } from './care.ts'

const meeting_url = 'https://meet.example.com/minutes-of-the-journey'
const summary = '夕食を早めに。次回は食事の写真を見ます。'

const hourAfter = (at: string) => new Date(Date.parse(at) + 3_600_000).toISOString()

export const minutesTests = () =>
  describe('minutes', () => {
    test('minutes arrive by a signed webhook, staff edit and approve them, and only then does the patient see the summary', async () => {
      const at = new Date(Date.now() - 20 * 3_600_000).toISOString()
      const { json: overlaps } = await request('nurse', 'GET', `/api/interviews/conflicts?interviewee_id=1&from=${at}&to=${hourAfter(at)}`)
      const { json: interview } = await request('nurse', 'POST', '/api/interviews', {
        interviewee_id: 1,
        kind: 'follow',
        conducted_at: at,
        meeting_type: 'online',
        meeting_url,
        accept_conflicts: overlaps.items.map(({ id }: { id: number }) => id),
      })
      const path = `/interviews/${interview.id}`
      const rawBody = JSON.stringify(meeting({ id: 'journey', createdAt: at, url: meeting_url }))

      await visit({ role: 'nurse' }, async (page) => {
        await open(page, path)
        await page.getByText('議事録はまだありません').waitFor()
        expect((await postWebhook('/webhooks/circleback', rawBody, signedHeaders(rawBody, 'not-the-secret-of-this-server'))).status).toBe(401)
        expect((await postWebhook('/webhooks/circleback', rawBody, signedHeaders(rawBody))).status).toBe(200)
        // the open page updates by itself
        const panel = page.getByRole('region', { name: /議事録/ })
        await expectEventually(() => shownText(panel)).toContain('夕食が21時を過ぎる日が週4日ある。')
        expect(await shownText(panel)).toContain('未確認')
        expect(await violations(page)).toEqual([])
        await panel.getByRole('button', { name: '編集' }).click()
        await panel.getByLabel(/^決まったこと/).fill('夕食を2回に分ける')
        await panel.getByRole('button', { name: '保存' }).click()
        await expectToast(page, '議事録を保存しました')
      })

      await visit({ role: 'patient' }, async (patient) => {
        await open(patient, path)
        expect(await shownText(patient.locator('main'))).not.toMatch(/夕食|議事録|21時/)

        await visit({ role: 'nurse' }, async (page) => {
          await open(page, path)
          await expectEventually(() => shownText(page.getByRole('region', { name: /議事録/ }))).toContain('夕食を2回に分ける')
          await page.getByRole('button', { name: '確認済みにする' }).click()
          const dialog = page.getByRole('dialog', { name: '議事録を確認済みにする' })
          await dialog.getByLabel(/^患者に公開する要約/).fill(summary)
          await expectEventually(() => shownText(dialog.getByRole('region', { name: '患者の画面' }))).toContain(summary)
          expect(await violations(page)).toEqual([])
          await dialog.getByRole('button', { name: '確認して公開' }).click()
          await expectToast(page, '議事録を確認済みにしました')
        })

        await patient.reload()
        await waitForPage(patient)
        const visibleText = await shownText(patient.locator('main'))
        expect(visibleText).toContain(summary)
        expect(visibleText).not.toMatch(/2回に分ける|議事録|21時/)
        expect(await violations(patient)).toEqual([])
      })
    })
  })
