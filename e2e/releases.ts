import { describe, expect, test } from 'vitest'
import { expectEventually, request, shownText, violations, visit } from './app.ts'
import { expectToast, open } from './care.ts'

type Person = { id: number; last_name: string; first_name: string; last_name_kana: string; first_name_kana: string; birthday: string }

const nameOf = ({ last_name, first_name }: Person) => `${last_name} ${first_name}`
const header = '氏名,カナ,生年月日,受診日,LDL-C(mg/dL),HbA1c(%),カリウム(mEq/L)'
const rowOf = (person: Person, values: string) =>
  [nameOf(person), `${person.last_name_kana} ${person.first_name_kana}`, person.birthday, '2026-09-16', values].join(',')

export const releaseTests = () =>
  describe('releases', () => {
    test('a nurse imports a file, releases its results by severity, and stops one release in time', async () => {
      const { json: patient } = await request('doctor', 'GET', '/api/users/1')
      const { json } = await request('doctor', 'GET', '/api/users/patients?page=1')
      const [abnormal, urgent] = json.items.filter(({ id, birthday, last_name_kana }: Person) => id !== 1 && birthday && last_name_kana) as [Person, Person]
      const csv = [header, rowOf(patient, '100,5.2,4.1'), rowOf(abnormal, '188,5.2,4.1'), rowOf(urgent, '100,5.2,6.6'), ''].join('\r\n')
      await visit({ role: 'nurse' }, async (page) => {
        await open(page, '/imports')
        await page.locator('input[type="file"]').setInputFiles({ name: '健診結果_2026年9月16日.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
        await page.getByRole('button', { name: /を取り込む/ }).click()
        await page.getByRole('link', { name: '3人を確認して公開' }).click()
        await page.getByRole('heading', { name: '至急 1件' }).waitFor()
        expect(await violations(page)).toEqual([])

        // the urgent results can be released only after a call
        const urgentPane = page.getByRole('complementary', { name: `${nameOf(urgent)}の結果` })
        await expectEventually(() => urgentPane.getByRole('button', { name: '公開して次へ' }).isDisabled()).toBe(true)
        await urgentPane.getByRole('button', { name: '連絡を記録' }).click()
        const contact = page.getByRole('dialog', { name: '至急連絡の記録' })
        await contact.getByRole('radio', { name: /電話した・つながった/ }).check({ force: true })
        await contact.getByRole('button', { name: '記録する' }).click()
        await urgentPane.getByText('患者に伝えたことを記録すると、公開できます').waitFor({ state: 'detached' })
        await urgentPane.getByRole('button', { name: '公開して次へ' }).click()
        await expectToast(page, `60秒後に${nameOf(urgent)}さんへ公開します`)
        // the row of a held release pushes the page down when it appears, and a click during this is lost
        const waitUntilHeld = (person: Person) => page.getByRole('button', { name: `${nameOf(person)}への公開を止める` }).waitFor()
        await waitUntilHeld(urgent)

        // the abnormal results are reviewed with a comment, and then all reviewed results are released
        const abnormalPane = page.getByRole('complementary', { name: `${nameOf(abnormal)}の結果` })
        await abnormalPane.getByRole('textbox', { name: '患者へのコメント' }).fill('LDLコレステロールは次の面談でお話しします。')
        await page.keyboard.press('Control+Enter')
        await page.getByRole('button', { name: '確認した1件を公開' }).click()
        await page.getByRole('dialog').getByRole('button', { name: '1件を公開' }).click()
        await expectToast(page, `60秒後に${nameOf(abnormal)}さんへ公開します`)
        await waitUntilHeld(abnormal)

        // a release can be stopped within a minute
        await page.getByRole('textbox', { name: '1件に共通のコメント' }).fill('すべて基準内でした。')
        await page.getByRole('button', { name: '1件を公開', exact: true }).click()
        await page.getByRole('dialog').getByRole('button', { name: '1件を公開' }).click()
        await page.getByRole('button', { name: `${nameOf(patient)}への公開を止める` }).click()
        await expectToast(page, '1件の公開を止めました')
        await expectEventually(() => page.getByRole('textbox', { name: '1件に共通のコメント' }).inputValue()).toBe('すべて基準内でした。')
      })
      await visit({ role: 'patient' }, async (page) => {
        await open(page, '/1/summary')
        expect(await shownText(page.locator('main'))).not.toContain('すべて基準内でした。')
      })
    })
  })
