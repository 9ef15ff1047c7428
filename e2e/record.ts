import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { checkupLines, csvOf, type Examinee, shiftJis } from '../apps/server/test/checkup-file.ts'
import { expectEventually, request, shownText, sizes, violations, visit } from './app.ts'
import { expectToast, open } from './care.ts'

const patient = '/1/database'
const emptyPatientId = 146
const picture = fileURLToPath(new URL('../docs/summary.png', import.meta.url))

const findItem = async (page: Page, name: string) => {
  await page.getByRole('searchbox', { name: '項目名で検索' }).fill(name)
  await page.getByRole('rowheader').first().waitFor()
}

export const recordTests = () =>
  describe('record', () => {
    test('a doctor finds an item by an everyday name, opens its chart and downloads it as CSV and PNG', async () => {
      await visit({ role: 'doctor', acceptDownloads: true }, async (page) => {
        await open(page, patient)
        await findItem(page, 'あくだま')
        await expectEventually(() => page.getByRole('rowheader').allInnerTexts()).toEqual(expect.arrayContaining([expect.stringContaining('LDL')]))
        expect(await violations(page)).toEqual([])
        await page.getByRole('rowheader', { name: /^LDL/ }).click()
        const drawer = page.getByRole('region', { name: 'LDLコレステロール' })
        await drawer.getByText('162').first().waitFor()
        await expectEventually(() => drawer.locator('canvas').count()).toBeGreaterThan(0)
        expect(await violations(page)).toEqual([])
        const download = page.waitForEvent('download')
        await drawer.getByRole('button', { name: 'CSVで保存' }).click()
        const file = readFileSync(await (await download).path(), 'utf8')
        expect(file.split('\r\n')[0]).toContain('入手元')
        expect(file).toContain('162')
        const imageDownload = page.waitForEvent('download')
        await drawer.getByRole('button', { name: 'グラフをPNGで保存' }).click()
        expect(
          readFileSync(await (await imageDownload).path())
            .subarray(1, 4)
            .toString(),
        ).toBe('PNG')
        await page.keyboard.press('Escape')
        await drawer.waitFor({ state: 'detached' })
      })
    })

    test('a nurse enters results and gets an error for an impossible value; the window of a doctor shows the results without a reload', async () => {
      await visit({ role: 'doctor' }, async (otherPage) => {
        await open(otherPage, `/${emptyPatientId}/database`)
        await visit({ role: 'nurse' }, async (page) => {
          await open(page, `/${emptyPatientId}/database`)
          await page.getByRole('link', { name: '結果を入力' }).click()
          await page.getByRole('heading', { name: '結果を入力' }).waitFor()
          const field = (name: string) => page.getByRole('textbox', { name: `${name}の値` })
          await field('LDLコレステロール').fill('2000000')
          await field('LDLコレステロール').press('Enter')
          await page.getByText('ありえない値です', { exact: false }).first().waitFor()
          await field('LDLコレステロール').fill('１４２')
          await field('HbA1c（NGSP）').fill('5.4')
          await page.getByRole('radiogroup', { name: '尿潜血（定性）' }).getByText('(1+)', { exact: true }).click()
          expect(await violations(page)).toEqual([])
          await page.getByRole('button', { name: '3項目を登録' }).click()
          await expectToast(page, '3件の結果を登録しました')
          const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'LDLコレステロール', exact: true }) })
          await row.getByText('登録済み').waitFor()
          expect(await shownText(row)).toContain('142')
        })
        await expectEventually(() => shownText(otherPage.locator('main'))).toContain('142')
      })
    })

    test('a doctor compares two checkups in sentences; the print view hides the print button and shows the patient’s name', async () => {
      await visit({ role: 'doctor' }, async (page) => {
        await open(page, patient)
        await page.getByRole('button', { name: '比較' }).click()
        const boxes = page.getByRole('columnheader').getByRole('checkbox')
        await boxes.nth(1).check()
        await boxes.nth(4).check()
        await page.getByRole('button', { name: '比較表を表示' }).click()
        await page.getByRole('heading', { name: '主な変化' }).waitFor()
        await expectEventually(() => shownText(page.locator('main'))).toMatch(/は [\d.,]+ → [\d.,]+/)
        expect(await violations(page)).toEqual([])
        await page.emulateMedia({ media: 'print' })
        expect(await page.getByRole('button', { name: '印刷' }).isVisible()).toBe(false)
        expect(await shownText(page.locator('main'))).toContain('佐伯 恵子')
      })
    })

    test('a patient does not see results before their release, then sees the comment; an observer cannot edit', async () => {
      const values = [{ category_name: 'ldl_cholesterol', value: 171, recorded_at: new Date(Date.now() - 86_400_000).toISOString() }]
      const { json: packages } = await request('doctor', 'GET', '/api/test_packages?user_id=1')
      const { id } = packages.items.find((item: { released_at: string | null; status: number }) => item.released_at && item.status === 0)
      await request('doctor', 'DELETE', `/api/test_packages/${id}/release`)
      await request('doctor', 'POST', '/api/test_results/bulk', { user_id: 1, test_package_id: id, results: values })
      await visit({ role: 'patient' }, async (page) => {
        await open(page, '/1/summary')
        await page.getByText('結果を確認中', { exact: false }).first().waitFor()
        expect(await shownText(page.locator('main'))).not.toContain('171')
        await visit({ role: 'doctor' }, async (doctor) => {
          await open(doctor, '/1/summary')
          await doctor.getByRole('button', { name: /公開/ }).first().click()
          const dialog = doctor.getByRole('dialog')
          await dialog.getByRole('textbox').first().fill('お薬の効き目をみて、次の面談でご相談しましょう。')
          expect(await violations(doctor)).toEqual([])
          await dialog.getByRole('button', { name: /公開/ }).last().click()
          await dialog.waitFor({ state: 'detached' })
        })
        await expectEventually(() => shownText(page.locator('main'))).toContain('お薬の効き目をみて')
      })
      await visit({ role: 'observer' }, async (page) => {
        await open(page, patient)
        await findItem(page, 'LDL')
        expect(await page.getByRole('link', { name: '結果を入力' }).count()).toBe(0)
        await open(page, '/1/summary')
        expect(await page.getByRole('button', { name: /公開する|追加|編集/ }).count()).toBe(0)
      })
    })

    test('a doctor adds an image and enlarges it', async () => {
      await visit({ role: 'doctor' }, async (page) => {
        await open(page, `/${emptyPatientId}/database?tab=images`)
        await page.getByRole('button', { name: '追加' }).first().click()
        const dialog = page.getByRole('dialog')
        await dialog.locator('input[type="file"]').setInputFiles(picture)
        await dialog.getByLabel('検査の種類').selectOption({ label: '胸部X線' })
        await dialog.getByRole('textbox', { name: '所見' }).fill('異常なし')
        await dialog
          .getByRole('button', { name: /登録|追加|保存/ })
          .last()
          .click()
        await dialog.waitFor({ state: 'detached' })
        await page
          .getByRole('button', { name: /^胸部X線/ })
          .first()
          .click()
        await page.getByRole('button', { name: '拡大' }).click()
        expect(await violations(page)).toEqual([])
      })
    })

    test('a patient sees steps and sleep as charts on a phone, and the steps also as numbers', async () => {
      await visit({ role: 'patient', viewport: sizes.narrow }, async (page) => {
        await open(page, `${patient}?tab=activity`)
        await page.getByRole('heading', { name: /歩数/ }).first().waitFor()
        await expectEventually(() => page.locator('canvas').count()).toBeGreaterThan(0)
        await expectEventually(() => shownText(page.locator('main'))).toContain('6,842')
        expect(await violations(page)).toEqual([])
        await open(page, `${patient}?tab=sleep`)
        await expectEventually(() => page.locator('canvas').count()).toBeGreaterThan(0)
        expect(await violations(page)).toEqual([])
      })
    })

    test('a doctor copies a summary for another hospital as text', async () => {
      await visit({ role: 'doctor', permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
        await open(page, '/1/summary')
        await page
          .getByRole('button', { name: /テキスト|コピー/ })
          .first()
          .click()
        const dialog = page.getByRole('dialog')
        await dialog.getByText('佐伯 恵子', { exact: false }).first().waitFor()
        await dialog
          .getByRole('button', { name: /コピー/ })
          .first()
          .click()
        await expectToast(page, 'サマリーをコピーしました')
        const text = await page.evaluate<string>('navigator.clipboard.readText()')
        for (const part of ['佐伯 恵子', 'さえき', '昭和43年', 'セフェム系', 'ロスバスタチン', 'LDLコレステロール']) expect(text).toContain(part)
      })
    })

    test('a nurse imports a facility’s Shift_JIS file of 500 rows and undoes the import', async () => {
      const { json } = await request('doctor', 'GET', '/api/users/patients?page=1')
      const people: Examinee[] = []
      for (let page = 1; page && people.length < 500; ) {
        const { json: result } = page === 1 ? { json } : await request('doctor', 'GET', `/api/users/patients?page=${page}`)
        people.push(...result.items.filter((item: Examinee & { last_name_kana: string }) => item.birthday && item.last_name_kana))
        page = result.next_page ?? 0
      }
      const lines = checkupLines(people, { day: '2026-09-15', times: Math.ceil(500 / people.length) }).slice(0, 503)
      await visit({ role: 'nurse' }, async (page) => {
        await open(page, '/imports')
        await page
          .locator('input[type="file"]')
          .setInputFiles({ name: '健診結果_2026年9月.csv', mimeType: 'text/csv', buffer: Buffer.from(shiftJis(csvOf(lines))) })
        // one column of the file can mean two items
        await page.getByText('要確認の列が1つあります', { exact: false }).waitFor()
        await page.getByText('Shift_JIS', { exact: false }).first().waitFor()
        expect(await violations(page)).toEqual([])
        await page.getByRole('button', { name: '行の確認へ' }).click()
        await page.getByRole('heading', { name: '取込の内容' }).waitFor()
        expect(await violations(page)).toEqual([])
        await page.getByRole('button', { name: /人分を取り込む/ }).click()
        await page.getByRole('heading', { name: '取り込みました' }).waitFor()
        await page.getByRole('button', { name: '取込を取り消す' }).click()
        await page.getByRole('dialog').getByRole('button', { name: '取込を取り消す' }).click()
        await page.getByRole('heading', { name: '取込を取り消しました' }).waitFor()
      })
    })
  })
