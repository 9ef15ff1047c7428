import { describe, expect, test } from 'vitest'
import { careRoles, type Role, roles } from '../packages/wire/src/access.ts'
import { codeField, cookiesOf, emailOf, enterPassword, expectEventually, mailedCode, saveSession, shownText, signIn, visit } from './app.ts'

const startPages: Partial<Record<Role, RegExp>> = { patient: /\/1\/summary$/, admin: /\/admin$/ }

export const signInTests = () =>
  describe('signing in', () => {
    test.each(roles)('a user with the role %s signs in with the mailed code and gets to their start page', async (role) => {
      await visit({}, async (page, context) => {
        await signIn(page, role)
        await page.waitForURL(startPages[role] ?? /\/today$/)
        await page.locator('main h1').waitFor()
        const list = page.getByRole('complementary', { name: '患者' })
        if (careRoles.some((careRole) => careRole === role)) {
          expect(await list.count()).toBe(0)
          await page.getByRole('link', { name: '患者', exact: true }).click()
          await page.waitForURL(/\/\d+\/summary$/)
          await expectEventually(() => list.getByRole('link').first().getAttribute('aria-current')).toBe('page')
          expect(new URL(page.url()).pathname).toBe(await list.getByRole('link').first().getAttribute('href'))
        } else expect(await list.count()).toBe(0)
        if (role === 'patient') expect(await shownText(page.locator('h1'))).toContain('佐伯さん')
        await saveSession(role, context)
      })
    })

    test('a wrong password gives a message that does not reveal which field is wrong', async () => {
      await visit({}, async (page, context) => {
        await enterPassword(page, 'concierge', 'asano-sanpo-31pun')
        const alert = page.getByRole('alert')
        await alert.waitFor()
        expect(await shownText(alert)).toContain('メールアドレスまたはパスワードが違います。')
        expect(new URL(page.url()).pathname).toBe('/sign_in')
        expect(await cookiesOf(context)).not.toContain('accessToken')
      })
    })

    test('after a mistyped code, the remaining attempts are shown and the right code still works', async () => {
      await visit({}, async (page) => {
        await enterPassword(page, 'nutritionist')
        await codeField(page).waitFor()
        const code = await mailedCode(emailOf('nutritionist'))
        const wrongCode = code === '000000' ? '111111' : '000000'
        await codeField(page).fill(wrongCode)
        await expectEventually(() => shownText(page.getByRole('alert'))).toContain('確認コードが違います。')
        expect(await shownText(page.getByRole('alert'))).toContain('あと4回入力できます。')
        await expectEventually(() => codeField(page).inputValue()).toBe('')
        await codeField(page).pressSequentially(code)
        await page.waitForURL(/\/today$/)
      })
    })

    test('the code step shows the seconds until a new code can be requested, and accepts pasted full-width digits', async () => {
      await visit({ permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
        await enterPassword(page, 'trainer')
        await codeField(page).waitFor()
        expect(await shownText(page.getByRole('timer'))).toMatch(/^再送信まで 0:(30|2\d)$/)
        expect(await page.getByRole('button', { name: 'コードを再送信' }).count()).toBe(0)
        const before = await shownText(page.getByRole('timer'))
        await expectEventually(() => shownText(page.getByRole('timer'))).not.toBe(before)
        const code = await mailedCode(emailOf('trainer'))
        const fullWidthCode = [...code].map((digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)).join('')
        await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(` ${fullWidthCode.slice(0, 3)} ${fullWidthCode.slice(3)} `)})`)
        await codeField(page).press('Control+v')
        await page.waitForURL(/\/today$/)
      })
    })

    test('a trusted device skips the code at the next sign-in', async () => {
      await visit({}, async (page, context) => {
        await enterPassword(page, 'observer')
        await page.getByRole('checkbox', { name: /この端末を信頼する/ }).check({ force: true })
        await codeField(page).fill(await mailedCode(emailOf('observer')))
        await page.getByRole('heading', { level: 1, name: /^今日/ }).waitFor()
        await page.getByRole('button', { name: 'アカウント' }).click()
        await page.getByRole('button', { name: 'ログアウト' }).click()
        await page.waitForURL('**/sign_in')
        const mailedOtp = await mailedCode(emailOf('observer'))
        await enterPassword(page, 'observer')
        await page.waitForURL(/\/today$/)
        expect(await mailedCode(emailOf('observer'))).toBe(mailedOtp)
        expect(await cookiesOf(context)).toContain('accessToken')
      })
    })

    test('after signing out, the back button shows no patient data and no session remains', async () => {
      await visit({}, async (page, context) => {
        await signIn(page, 'patient')
        await page.getByText('佐伯さん').waitFor()
        await page.getByRole('button', { name: 'アカウント' }).click()
        await page.getByRole('button', { name: 'ログアウト' }).click()
        await page.waitForURL('**/sign_in')
        const cookies = await cookiesOf(context)
        for (const name of ['accessToken', 'email', 'id']) expect(cookies).not.toContain(name)
        expect(await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })')).not.toMatch(/佐伯|accessToken|patient@/)
        await page.goBack()
        await page.getByRole('heading', { name: 'ログイン' }).waitFor()
        expect(await shownText(page.locator('body'))).not.toContain('佐伯')
      })
    })
  })
