import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openBrowser } from '../apps/server/test/browser.ts'
import { copyDataDir, serverEnv, startNode, startServer, waitForLine } from '../apps/server/test/process.ts'
import { codeField, expectEventually, readThrough, violations } from './app.ts'
import { expectToast } from './care.ts'

const adminCli = join(import.meta.dirname, '../apps/server/src/app/admin-cli.ts')
const challengePath = '**/api/passkey_challenges'
const adminEmail = 'kanri@kenkou.example.jp'
const patientEmail = 'misao@example.com'
const settings = { NODE_ENV: 'production', DEMO: 'off' }
const activationPath = (text: string) => /\/activate\/\S+/.exec(text)?.[0]

/** Text of the newest mail to an address: without SMTP_URL, mail is stored in the data folder. */
const mailTo = (folder: string, to: string) => {
  const names = readdirSync(join(folder, 'mail')).filter((name) => name.endsWith('.json'))
  const mails = names.sort().map((name) => JSON.parse(readFileSync(join(folder, 'mail', name), 'utf8')) as { to: string; text: string })
  return mails.findLast((mail) => mail.to === to)?.text
}

const register = async (page: Page, link: string, name: { last: string; first: string } | undefined, password: string) => {
  await page.goto(link)
  await page.getByLabel('新しいパスワード').fill(password)
  await page.getByRole('button', { name: '次へ進む' }).click()
  await page.getByRole('heading', { name: 'お名前と生年月日を確かめます' }).waitFor()
  if (name) {
    await page.getByRole('textbox', { name: '姓', exact: true }).fill(name.last)
    await page.getByRole('textbox', { name: '名', exact: true }).fill(name.first)
  }
  await page.getByLabel('せい（ふりがな）').fill('てすと')
  await page.getByLabel('めい（ふりがな）').fill('みさお')
  await page.getByLabel('生年月日').fill('1958.4.5')
  await page.getByRole('button', { name: '次へ進む' }).click()
  await page.getByLabel('郵便番号').waitFor()
  await page.getByRole('button', { name: '次へ進む' }).click()
  await page.getByRole('checkbox', { name: /プライバシーポリシーに同意/ }).check({ force: true })
  await page.getByRole('checkbox', { name: /利用規約に同意/ }).check({ force: true })
  await page.getByRole('button', { name: '登録を終える' }).click()
}

const addEntry = async (form: Locator, list: string) => {
  const entries = form.getByRole('region', { name: list, exact: true })
  await entries.getByRole('button', { name: '追加' }).click()
  return entries.getByRole('listitem').last()
}

/** Adds a facility with a course that can be booked on Mondays. */
const addFacility = async (page: Page) => {
  await page.goto('/admin/facilities')
  await page.getByRole('button', { name: '施設を追加' }).click()
  const form = page.getByRole('complementary', { name: '施設を追加' })
  await form.getByRole('button', { name: '保存' }).click()
  await form.getByText('入力してください。').first().waitFor()
  await form.getByRole('textbox', { name: '名称', exact: true }).fill('新設健診センター')
  await form.getByLabel('ふりがな').fill('シンセツケンシンセンター')
  await form.getByLabel('電話番号').fill('123')
  const course = await addEntry(form, 'コース')
  await course.getByRole('textbox', { name: '名称', exact: true }).fill('半日ドック')
  await course.getByLabel('料金（税込）').fill('４４０００')
  await course.getByRole('textbox', { name: '受診前の注意', exact: true }).fill('朝食をとらないでください。\n水は飲めます。')
  const start = await addEntry(form, '受診の開始時刻')
  await start.getByLabel('時刻').fill('09:00')
  await start.getByLabel('受け入れ人数').fill('2')
  await form.getByRole('button', { name: '保存' }).click()
  await expectEventually(() => form.getByLabel('電話番号').getAttribute('aria-invalid')).toBe('true')
  expect(await violations(page)).toEqual([])
  await form.getByLabel('電話番号').fill('03-0000-0009')
  await form.getByRole('button', { name: '保存' }).click()
  await expectToast(page, '保存しました')
  await page.getByRole('heading', { name: '新設健診センター' }).waitFor()
}

const invitePatient = async (page: Page) => {
  await page.goto('/admin')
  await page.getByRole('button', { name: '招待する', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: '姓', exact: true }).fill('勅使河原')
  await dialog.getByRole('textbox', { name: '名', exact: true }).fill('美佐緒')
  await dialog.getByLabel('メールアドレス').fill(patientEmail)
  await dialog.getByRole('button', { name: '招待メールを送る' }).click()
  await dialog.waitFor({ state: 'detached' })
}

const addContract = async (page: Page) => {
  await page.goto('/admin/contracts')
  await page.getByRole('button', { name: '契約を追加' }).click()
  const form = page.getByRole('complementary', { name: '契約を追加' })
  await form.getByLabel('患者').fill('てすと')
  await form.getByRole('option', { name: /勅使河原 美佐緒/ }).click()
  await form.getByLabel('プラン').selectOption({ label: 'プレミアム 年払い' })
  await form.getByLabel('開始日').fill('今日')
  await form.getByRole('button', { name: '保存' }).click()
  await expectToast(page, '保存しました')
  await page.getByRole('button', { name: '勅使河原 美佐緒を開く' }).waitFor()
}

const book = async (page: Page) => {
  await page.goto('/admin')
  await page.getByRole('link', { name: '勅使河原 美佐緒' }).click()
  await page.getByRole('button', { name: '検査を作成' }).click()
  const dialog = page.getByRole('dialog', { name: '検査を作成' })
  await dialog.getByRole('radio', { name: '精密' }).check()
  await dialog.getByRole('combobox', { name: '施設' }).fill('しんせつ')
  await dialog.getByRole('option', { name: '新設健診センター' }).click()
  await dialog.getByRole('radio', { name: '半日ドック' }).check()
  await dialog.getByText('水は飲めます。').first().waitFor()
  await dialog.getByRole('radio', { name: '日時を確定' }).check()
  await dialog.getByRole('button', { name: '次の月' }).click()
  await dialog.locator('[data-day]:not([aria-disabled])').first().click()
  await dialog.getByRole('button', { name: '検査を作成' }).click()
  await expectToast(page, '検査を作成しました')
}

const freePort = async () => {
  const probe = createServer().listen(0)
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

/** Adds a virtual authenticator to the page. It confirms every request at once, until `confirms(false)`. */
const addAuthenticator = async (page: Page) => {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true } as const
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', { options: { ...options, automaticPresenceSimulation: true } })
  return { confirms: (enabled: boolean) => session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }) }
}

const signOut = async (page: Page) => {
  await page.getByRole('button', { name: 'アカウント' }).click()
  await page.getByRole('button', { name: 'ログアウト' }).click()
  await page.waitForURL('**/sign_in')
}

/** Adds a passkey on the settings page, signs out, and signs in with it alone: first by the suggestion of the e-mail field, then by the button. */
const usePasskey = async (page: Page, password: string) => {
  const authenticator = await addAuthenticator(page)
  await page.goto('/settings/account')
  await page.getByRole('button', { name: 'パスキーを登録する' }).click()
  const dialog = page.getByRole('dialog', { name: 'パスキーを登録する' })
  await dialog.getByLabel('現在のパスワード').fill('chigau-password')
  await dialog.getByRole('button', { name: '端末で確認する' }).click()
  await dialog.getByText('現在のパスワードが違います。').waitFor()
  await dialog.getByLabel('現在のパスワード').fill(password)
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: '端末で確認する' }).click()
  await expectToast(page, 'パスキーを登録しました')
  await page.getByText('まだ使っていません').waitFor()
  expect(await violations(page)).toEqual([])
  await signOut(page)
  await page.waitForURL(/\/\d+\/summary$/)
  await authenticator.confirms(false)
  const suggestion = page.waitForResponse(challengePath)
  await signOut(page)
  await suggestion
  // the authenticator never confirms a request that came before `confirms(true)`: confirm once the click has ended the suggestion, but before its own request
  await page.route(challengePath, async (route) => {
    await authenticator.confirms(true)
    await route.continue()
  })
  await page.getByRole('button', { name: 'パスキーでログイン' }).click()
  await page.waitForURL(/\/\d+\/summary$/)
  await page.unroute(challengePath)
}

/** Signs in twice with the mailed code. Accepts the offer to add a passkey, which appears after the second time. */
const acceptOffer = async (page: Page, folder: string, password: string) => {
  await addAuthenticator(page)
  for (const at of [1, 2]) {
    await signOut(page)
    const before = mailTo(folder, adminEmail)
    await page.getByLabel('メールアドレス').fill(adminEmail)
    await page.getByLabel('パスワード', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'ログイン', exact: true }).click()
    await codeField(page).waitFor()
    await expectEventually(() => mailTo(folder, adminEmail)).not.toBe(before)
    await codeField(page).fill(/^\d{6}$/m.exec(mailTo(folder, adminEmail)!)![0])
    await page.waitForURL('**/admin')
    if (at === 1) expect(await page.getByRole('dialog').count()).toBe(0)
  }
  const dialog = page.getByRole('dialog', { name: 'パスキーでログインできます' })
  await dialog.getByRole('button', { name: 'あとで' }).waitFor()
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'パスキーを登録する' }).click()
  await expectToast(page, 'パスキーを登録しました')
}

test('the invited administrator of an empty server books the first checkup with nothing but the web app; the patient signs in with a passkey', async () => {
  const { folder } = await copyDataDir('reference')
  const cli = startNode([adminCli, 'create', adminEmail], { env: serverEnv(folder, settings) })
  const link = await waitForLine(cli, activationPath)
  await new Promise((resolve) => (cli.exitCode === null ? cli.once('exit', resolve) : resolve(undefined)))
  const port = await freePort()
  // a passkey belongs to a host name, so an IP address would not do
  const baseURL = `http://localhost:${port}`
  await startServer(folder, { ...settings, PORT: String(port), PUBLIC_URL: baseURL })
  const browser = await openBrowser()
  const open = async () => {
    const context = await browser.newContext({ baseURL, locale: 'ja-JP', viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
    return context.newPage()
  }
  const page = await open()
  await register(page, link, { last: '管理', first: '花子' }, 'ashita-wa-hareru-7ji')
  await page.waitForURL('**/admin')
  await addFacility(page)
  await invitePatient(page)
  await expectEventually(() => activationPath(mailTo(folder, patientEmail) ?? '')).toBeTruthy()
  const patient = await open()
  await register(patient, activationPath(mailTo(folder, patientEmail)!)!, undefined, 'mikan-umi-8ji')
  await patient.waitForURL(/\/\d+\/summary$/)
  await usePasskey(patient, 'mikan-umi-8ji')
  await addContract(page)
  await book(page)
  await patient.reload()
  await readThrough(patient)
  const bookings = patient.getByRole('region', { name: '検査のご予約' })
  await bookings.getByRole('heading', { name: '半日ドック' }).waitFor()
  await bookings
    .getByText(/新設健診センター/)
    .first()
    .waitFor()
  await acceptOffer(page, folder, 'ashita-wa-hareru-7ji')
})
