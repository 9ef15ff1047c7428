import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { circlebackSecret } from '../apps/server/test/circleback.ts'
import { followPage, waitsOf } from '../apps/server/trials/kit/page-quiet.ts'
import { makeDataDir, type RunningServer, startServer } from '../apps/server/trials/server.ts'
import type { Role } from '../packages/wire/src/access.ts'

export const password = 'asano-sanpo-30pun'
export const emailOf = (role: Role) => `${role}@example.com`

type State = Awaited<ReturnType<BrowserContext['storageState']>>

let server: RunningServer
let browser: Browser
/** Once somebody of a role has signed in, later journeys go on from there: codes are mailed only so often. */
const signedIn = new Map<Role, State>()

const flags = ['--no-sandbox', '--disable-background-networking', '--disable-quic', '--disable-component-update', '--disable-sync', '--no-first-run']

/** The demo as `npm start` runs it and one browser, for all journeys of this file. */
export const createContext = () => {
  let data: ReturnType<typeof makeDataDir> | undefined
  beforeAll(async () => {
    data = makeDataDir()
    server = await startServer(data.folder, { DEMO: 'on', CIRCLEBACK_SECRET: circlebackSecret })
    browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args: flags })
  })
  afterAll(async () => {
    await browser?.close()
    await server?.end()
    data?.remove()
  })
}

type Visit = BrowserContextOptions & { role?: Role }

/** Windows that were left, by what they are like. What they kept is forgotten before somebody else comes; what they loaded they need not load again. */
const left = new Map<string, BrowserContext[]>()
const nobody: State = { cookies: [], origins: [] }

/** A person with a window of their own, who stays until `act` is through. */
export const visit = async ({ role, ...options }: Visit, act: (page: Page, context: BrowserContext) => Promise<void>) => {
  const state = role ? (signedIn.get(role) ?? (await signInOnce(role))) : nobody
  const like = JSON.stringify(options)
  const context =
    left.get(like)?.pop() ??
    (await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 }, locale: 'ja-JP', ...options })).on('page', followPage)
  context.setDefaultTimeout(20_000)
  try {
    await context.setStorageState(state)
    await act(await context.newPage(), context)
  } catch (error) {
    await context.close()
    throw error
  }
  await Promise.all([...context.pages().map((page) => page.close()), context.unrouteAll({ behavior: 'ignoreErrors' }), context.setOffline(false)])
  left.set(like, [...(left.get(like) ?? []), context])
}

const signInOnce = async (role: Role): Promise<State> => {
  await visit({}, async (page, context) => {
    await signIn(page, role)
    await page.waitForURL(/\/(\d+\/summary|today|admin)$/)
    await keep(role, context)
  })
  return signedIn.get(role)!
}
export const keep = async (role: Role, context: BrowserContext) => signedIn.set(role, await context.storageState())

/** A call of the API as somebody of this role makes it. */
export const ask = async (role: Role, method: string, path: string, body?: object) => {
  const { cookies } = signedIn.get(role) ?? (await signInOnce(role))
  const value = (name: string) => decodeURIComponent(cookies.find((cookie) => cookie.name === name)?.value ?? '')
  const answer = await fetch(`${server.url}${path}`, {
    method,
    headers: { authorization: `Token token="${value('accessToken')}", email="${value('email')}"`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  // biome-ignore lint/suspicious/noExplicitAny: what a journey reads of an answer it says by using it
  return { status: answer.status, json: (answer.status === 204 ? null : await answer.json()) as any }
}

/** What comes from outside, as its sender brings it. */
export const deliver = (path: string, raw: string, headers: Record<string, string>) =>
  fetch(`${server.url}${path}`, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: raw })

type Mail = { to: string; text: string }

/** The code in the newest mail to somebody, as the demo's mailbox shows it. */
export const mailedCode = async (to: string): Promise<string> => {
  const { items } = (await (await fetch(`${server.url}/dev/mailbox.json`)).json()) as { items: Mail[] }
  const code = items.find((mail) => mail.to === to)?.text.match(/^\d{6}$/m)?.[0]
  if (!code) throw new Error(`no code was mailed to ${to}`)
  return code
}

/** Fills in the first step and sends it. */
export const enterPassword = async (page: Page, role: Role, secret = password) => {
  await page.goto('/sign_in')
  await fillPassword(page, role, secret)
}

/** The same on the page that is open, which keeps what it has in memory. */
const fillPassword = async (page: Page, role: Role, secret = password) => {
  await page.getByLabel('メールアドレス').fill(emailOf(role))
  await page.getByLabel('パスワード', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'ログイン', exact: true }).click()
}

/** Both steps, with the code from the mail. */
export const signIn = async (page: Page, role: Role) => {
  await enterPassword(page, role)
  await enterCode(page, role)
}

export const signInAgain = async (page: Page, role: Role) => {
  await fillPassword(page, role)
  await enterCode(page, role)
}

const enterCode = async (page: Page, role: Role) => {
  await codeField(page).waitFor()
  await codeField(page).fill(await mailedCode(emailOf(role)))
}
export const codeField = (page: Page) => page.getByLabel('6桁の確認コード')

/** Asks until the answer holds, for what the page does in its own time. */
export const eventually = <T>(ask: () => T) => expect.poll(ask, { timeout: 15_000, interval: 50 })

/** What can be read on the page: hidden words are not in it. */
// biome-ignore lint/performance/useDomNodeTextContent: textContent would give hidden words too
export const shownText = (place: Locator) => place.innerText()

export const cookiesOf = async (context: BrowserContext) => (await context.cookies()).map(({ name }) => name)

export const sizes = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } }

export const settled = async (page: Page) => {
  await page.locator('h1').first().waitFor()
  // a part that has come may still ask for its own words: only a page that stays quiet has all of them
  let quiet = 0
  await eventually(async () => {
    quiet = (await waitsOf(page)) === 0 ? quiet + 1 : 0
    return quiet
  }).toBeGreaterThanOrEqual(3)
}

/** What people who use aids would stumble over. */
export const violations = async (page: Page) => {
  const { violations: found } = await new AxeBuilder({ page }).analyze()
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`)
}
