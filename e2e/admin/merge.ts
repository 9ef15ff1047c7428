import { describe, expect, test } from 'vitest'
import { expectEventually, request, violations, visit } from '../app.ts'
import { expectToast, open } from '../care.ts'

const person = { role: 'patient', last_name: '統合', first_name: '花', last_name_kana: 'トウゴウ', first_name_kana: 'ハナ', language: 'ja' }
/** Adds a patient with a task. */
const addPatient = async (email: string, birthday: string, content: string): Promise<number> => {
  const { id } = (await request('admin', 'POST', '/api/users', { ...person, email })).json
  await request('admin', 'PATCH', `/api/users/${id}`, { birthday, sex: 'female' })
  await request('doctor', 'POST', '/api/tasks', { user_id: id, content })
  return id
}
const tasksOf = async (id: number): Promise<string[]> => {
  const { items } = (await request('doctor', 'GET', `/api/tasks?user_id=${id}`)).json
  return items.map(({ content }: { content: string }) => content).sort()
}

export const mergeTests = () =>
  describe('merging patients', () => {
    test('an administrator finds two duplicates, chooses between their differing values, merges them and undoes the merge', async () => {
      const kept = await addPatient('hana1@example.com', '1974-05-04', '電話する')
      const duplicate = await addPatient('hana2@example.com', '1974-04-05', '手紙を送る')
      await visit({ role: 'admin' }, async (page) => {
        await open(page, '/admin/merge')
        await page.getByRole('link', { name: `統合 花 ${kept}さんと統合 花 ${duplicate}さんを比べる` }).click()
        await page.getByRole('heading', { name: '2つの記録を統合' }).waitFor()
        await page.getByRole('button', { name: '2つの記録を統合' }).click()
        await page.getByText('選んでください。年齢と基準範囲が変わります').waitFor()
        expect(await violations(page)).toEqual([])
        await page.getByRole('radiogroup', { name: '生年月日' }).getByRole('radio', { name: '1974.04.05' }).check({ force: true })
        await page.getByRole('radiogroup', { name: 'メール' }).getByRole('radio', { name: 'hana2@example.com' }).check({ force: true })
        await page.getByLabel('閉じる記録の番号').fill(String(duplicate))
        await page.getByLabel('統合の理由').fill('名簿から二重に登録された')
        await page.getByRole('button', { name: '2つの記録を統合' }).click()
        await expectToast(page, '2つの記録を統合しました')
        expect(await tasksOf(kept)).toEqual(['手紙を送る', '電話する'])
        const merge = page.getByRole('listitem').filter({ hasText: `統合 花（${duplicate}）を統合 花（${kept}）に統合` })
        await merge.getByText('名簿から二重に登録された').waitFor()
        await merge.getByRole('button', { name: '元に戻す' }).click()
        await page.getByRole('dialog').getByRole('button', { name: '元に戻す' }).click()
        await expectToast(page, '統合を元に戻しました')
        await expectEventually(() => merge.getByRole('button').count()).toBe(0)
        expect([await tasksOf(kept), await tasksOf(duplicate)]).toEqual([['電話する'], ['手紙を送る']])
        expect((await request('admin', 'GET', `/api/users/${duplicate}`)).json).toMatchObject({ email: 'hana2@example.com', birthday: '1974-04-05' })
      })
    })
  })
