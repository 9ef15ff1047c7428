import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectEventually, runSql, shownText, violations, visit } from '../app.ts'
import { expectToast, open } from '../care.ts'

const reason = '家庭での血圧を朝と晩に測ってみましょう。'

/** Confirms the order and pays with a test card of the sandbox. */
const payWith = async (page: Page, number: string) => {
  await page.getByRole('button', { name: '注文を確定する' }).click()
  const dialog = page.getByRole('dialog', { name: 'カードでのお支払い' })
  await dialog.getByLabel('カード番号').fill(number)
  await dialog.getByLabel('有効期限').fill('12/34')
  await dialog.getByLabel('セキュリティコード').fill('123')
  await dialog.getByRole('button', { name: /を支払う$/ }).click()
}

export const shopTests = () =>
  describe('shop', () => {
    test('staff recommend a product, and the patient finds it and buys it with a coupon, a declined card, 3-D Secure and a receipt', async () => {
      await runSql(`update coupons set valid_from = current_date + case name when 'thanks_5' then 30 else -30 end, valid_to = current_date + 60
        where name in ('thanks_5', 'device_2000')`)
      await visit({ role: 'nutritionist' }, async (page) => {
        await open(page, '/1/summary')
        await page.getByRole('button', { name: 'おすすめ商品を追加' }).click()
        const dialog = page.getByRole('dialog', { name: '商品をおすすめする' })
        await dialog.getByText('薬剤アレルギー：', { exact: false }).waitFor()
        await dialog.getByRole('searchbox').fill('血圧計')
        await dialog.getByRole('radio', { name: /上腕式血圧計/ }).check()
        await dialog.getByLabel('理由').fill(reason)
        await expectEventually(() => violations(page)).toEqual([])
        await dialog.getByRole('button', { name: 'おすすめする', exact: true }).click()
        await expectToast(page, '商品をおすすめしました')
      })
      await visit({ role: 'patient', acceptDownloads: true }, async (page) => {
        await page.goto('/shop')
        await page.getByRole('searchbox', { name: '商品を検索' }).fill('けつあつけい')
        await page.getByRole('link', { name: '上腕式血圧計' }).click()
        await page.getByRole('heading', { name: '上腕式血圧計' }).waitFor()
        await page.getByText(reason).waitFor()
        await page.goto('/messages/1')
        const card = page.getByRole('article').filter({ hasText: reason }).last()
        await card.getByRole('button', { name: 'カートに入れる' }).click()
        await page.getByRole('button', { name: 'カートに入っています' }).click()
        const cart = page.getByRole('dialog', { name: 'カート' })
        await cart.getByRole('link', { name: '上腕式血圧計' }).waitFor()
        await cart.getByLabel('クーポンコード').fill('thanks_5')
        await cart.getByRole('button', { name: '使う' }).click()
        await cart.getByText('から使えます。', { exact: false }).waitFor()
        await cart.getByLabel('クーポンコード').fill('device_2000')
        await cart.getByRole('button', { name: '使う' }).click()
        await cart.getByText('−¥2,000').waitFor()
        await cart.getByRole('link', { name: 'レジに進む' }).click()
        await page.getByRole('heading', { name: 'ご注文の確認' }).waitFor()
        await page.getByText('−¥2,000').waitFor()
        await page.getByRole('radio', { name: '別のカードを使う' }).check({ force: true })
        await expectEventually(() => violations(page)).toEqual([])
        await payWith(page, '4000000000009995')
        const summary = page.getByRole('complementary', { name: 'ご注文内容' })
        await summary.getByRole('alert').waitFor()
        expect(await shownText(summary.getByRole('alert'))).toContain('不足')
        await summary.getByText('上腕式血圧計').waitFor()
        await payWith(page, '4000002500003155')
        await page.getByRole('button', { name: '認証する', exact: true }).click()
        await page.getByRole('heading', { name: 'ご注文ありがとうございます' }).waitFor()
        expect(new URL(page.url()).pathname).toMatch(/^\/shop\/orders\/\d+$/)
        await page.getByRole('button', { name: /^領収書/ }).click()
        const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'ダウンロード' }).click()])
        expect(download.suggestedFilename()).toMatch(/^領収書_SK-\d{8}-\d+\.pdf$/)
        expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-')
        await page.getByRole('link', { name: '注文履歴に戻る' }).click()
        await page.getByText('お支払いできませんでした').first().waitFor()
        await page.goto('/shop/cart')
        await page.getByText('カートは空です').waitFor()
      })
    })
  })
