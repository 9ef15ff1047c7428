import { describe, expect, test } from 'vitest'
import { codeField, expectEventually, mailedCode, mailTo, request, runSql, shownText, violations, visit } from './app.ts'

const password = 'mikan-umi-8ji'
const newPassword = 'yuugata-no-kaze'
const misao = { role: 'patient', last_name: '勅使河原', first_name: '美佐緒' }
/** A new address each time: a retry of the test could not invite the first address again. */
const newEmail = (name: string) => `${name}${Date.now()}@example.com`
const linkIn = (text: string, page: string) => new URL(new RegExp(`https?://\\S+/${page}/\\S+`).exec(text)![0]).pathname

export const registrationTests = () =>
  describe('registration and account', () => {
    test('an invited person registers with the link, signs in with a code, agrees to a new version and resets the password', async () => {
      const email = newEmail('misao')
      await request('concierge', 'POST', '/api/users', { ...misao, email })
      const link = linkIn(await mailTo(email, '/activate/'), 'activate')
      await visit({}, async (page) => {
        await page.goto(link)
        await page.getByRole('heading', { name: 'パスワードを決めてください' }).waitFor()
        expect(await violations(page)).toEqual([])
        await page.getByLabel('新しいパスワード').fill('short')
        await page.getByRole('button', { name: '次へ進む' }).click()
        await page.getByText('10文字以上にしてください。', { exact: true }).waitFor()
        await page.getByLabel('新しいパスワード').fill(password)
        await page.getByRole('button', { name: '次へ進む' }).click()
        await page.getByRole('heading', { name: 'お名前と生年月日を確かめます' }).waitFor()
        await page.getByLabel('せい（ふりがな）').fill('てしがわら')
        await page.getByLabel('めい（ふりがな）').fill('みさお')
        await page.getByLabel('生年月日').fill('昭和33年4月5日')
        await page.getByText(/1958.04.05.*と読み取りました/).waitFor()
        await page.getByRole('button', { name: '次へ進む' }).click()
        await page.getByLabel('郵便番号').fill('２４８−０００５')
        await expectEventually(() => page.getByLabel('市区町村').inputValue()).toBe('鎌倉市')
        await page.getByRole('button', { name: '次へ進む' }).click()
        await page.getByRole('checkbox', { name: /プライバシーポリシーに同意/ }).check({ force: true })
        await page.getByRole('button', { name: '登録を終える' }).click()
        await page.getByText('同意が必要です。').waitFor()
        await page.getByRole('checkbox', { name: /利用規約に同意/ }).check({ force: true })
        await page.getByRole('button', { name: '登録を終える' }).click()
        await page.waitForURL(/\/\d+\/summary$/)
        await page.getByRole('button', { name: 'アカウント' }).click()
        await page.getByRole('button', { name: 'ログアウト' }).click()
        await page.waitForURL('**/sign_in')

        await page.goto(link)
        await page.getByRole('heading', { name: 'この招待は使えません' }).waitFor()
        await page.getByRole('link', { name: 'ログインに戻る' }).click()
        await page.getByLabel('メールアドレス').fill(email)
        await page.getByLabel('パスワード', { exact: true }).fill(password)
        await page.getByRole('button', { name: 'ログイン', exact: true }).click()
        await codeField(page).waitFor()
        // as if the version in force were a new one
        await runSql(
          `delete from policy_agreements where user_id = (select id from users where email = '${email}') and policy_id in (select id from policies where kind = 'usage_policy')`,
        )
        await codeField(page).fill(await mailedCode(email))
        await page.getByRole('heading', { name: '規約が新しくなりました' }).waitFor()
        await page.getByRole('checkbox', { name: /利用規約に同意/ }).check({ force: true })
        expect(await page.getByRole('checkbox').count()).toBe(1)
        expect(await violations(page)).toEqual([])
        await page.getByRole('button', { name: '同意して続ける' }).click()
        // the URL may be the summary's before the consent is sent: a reload would then cancel the request
        await page.getByRole('heading', { name: '規約が新しくなりました' }).waitFor({ state: 'detached' })
        await page.waitForURL(/\/\d+\/summary$/)
        await page.reload()
        await page.getByRole('button', { name: 'アカウント' }).click()
        await page.getByRole('button', { name: 'ログアウト' }).click()

        await page.getByRole('link', { name: 'パスワードをお忘れの方' }).click()
        // the sign-in page, which is shown until this one is loaded, has a field of the same name
        await page.waitForURL('**/reset_password')
        await page.getByRole('button', { name: 'リンクを送る' }).waitFor()
        await page.getByLabel('メールアドレス').fill(email)
        await page.getByRole('button', { name: 'リンクを送る' }).click()
        await page.getByRole('heading', { name: 'メールをご確認ください' }).waitFor()
        await page.goto(linkIn(await mailTo(email, '/reset_password/'), 'reset_password'))
        await page.getByLabel('新しいパスワード').fill(newPassword)
        await page.getByRole('button', { name: 'パスワードを設定する' }).click()
        await page.getByRole('link', { name: 'ログインする' }).click()
        await page.getByLabel('メールアドレス').fill(email)
        await page.getByLabel('パスワード', { exact: true }).fill(newPassword)
        await page.getByRole('button', { name: 'ログイン', exact: true }).click()
        await codeField(page).waitFor()
      })
    })

    test('the code of an invitation opens the registration, and a wrong code does not', async () => {
      const email = newEmail('kaoru')
      await request('concierge', 'POST', '/api/users', { ...misao, email })
      const code = /^\d{6}$/m.exec(await mailTo(email, '/activate/'))![0]
      await visit({}, async (page) => {
        await page.goto('/activate')
        await page.getByLabel('招待を受け取ったメールアドレス').fill(email)
        await page.getByLabel('6桁の番号').fill(code === '000000' ? '000001' : '000000')
        await page.getByRole('button', { name: '登録を始める' }).click()
        await expectEventually(() => shownText(page.getByRole('alert'))).toContain('確認コードが違います。')
        await page.getByLabel('6桁の番号').fill(code)
        await page.getByRole('button', { name: '登録を始める' }).click()
        await page.getByRole('heading', { name: 'パスワードを決めてください' }).waitFor()
      })
    })

    test('a person asks for an invitation; an admin sends it from the list of users and deactivates the person', async () => {
      const email = newEmail('tsuneko')
      await visit({}, async (page) => {
        await page.goto('/sign_in')
        await page.getByRole('link', { name: '招待をお持ちでない方' }).click()
        await page.getByLabel('お名前').fill('髙﨑 恒子')
        await page.getByLabel('メールアドレス').fill(email)
        await page.getByLabel('お伝えになりたいこと').fill('会社の健診で知りました。')
        expect(await violations(page)).toEqual([])
        await page.getByRole('button', { name: '申し込む' }).click()
        await page.getByRole('heading', { name: 'お申し込みを受け付けました' }).waitFor()
      })
      await visit({ role: 'admin' }, async (page) => {
        await page.goto('/admin')
        await page.getByRole('button', { name: '髙﨑 恒子さんを招待する' }).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByLabel('せい（ふりがな）').fill('たかさき')
        await dialog.getByLabel('めい（ふりがな）').fill('つねこ')
        expect(await violations(page)).toEqual([])
        await dialog.getByRole('button', { name: '招待メールを送る' }).click()
        await dialog.waitFor({ state: 'detached' })
        await page.getByRole('button', { name: '髙﨑 恒子さんを招待する' }).waitFor({ state: 'detached' })
        await page.getByLabel('氏名・かな・メールアドレス').fill('タカサキ')
        await page.getByRole('link', { name: '髙﨑 恒子' }).waitFor()
        // wait for the mail before the deactivation: a deactivated person gets none
        await mailTo(email, '/activate/')
        await page.getByRole('button', { name: '髙﨑 恒子さんの操作' }).click()
        await page.getByRole('menuitem', { name: '利用を停止する' }).click()
        await dialog.getByRole('button', { name: '利用を停止する' }).click()
        await page.getByRole('cell', { name: '停止中' }).waitFor()
        expect(await violations(page)).toEqual([])
      })
    })

    test('a patient sees which nurse read which part of the record', async () => {
      await request('nurse', 'GET', '/api/symptoms?user_id=1')
      await visit({ role: 'patient' }, async (page) => {
        await page.goto('/1/summary')
        await page.getByRole('button', { name: 'アカウント' }).click()
        await page.getByRole('link', { name: 'だれが記録を見たか' }).click()
        const access = page
          .getByRole('listitem')
          .filter({ hasText: '小林 美咲' })
          .filter({ hasText: /症状.*を見ました/ })
        await access.first().waitFor()
        expect(await violations(page)).toEqual([])
      })
    })

    test('a person sees the devices on which they are signed in', async () => {
      await visit({ role: 'observer' }, async (page) => {
        await page.goto('/settings/account')
        await page.getByRole('heading', { name: 'ログイン中の端末' }).waitFor()
        await page.getByText('この端末').first().waitFor()
        expect(await violations(page)).toEqual([])
      })
    })
  })
