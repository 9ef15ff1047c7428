import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { countPending, trackRequests } from '../../apps/server/trials/kit/pending-requests.ts'
import type { Role } from '../../packages/wire/src/access.ts'

export const sizes = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } }
export type Size = keyof typeof sizes

const password = 'asano-sanpo-30pun'
const maxWaitMs = 60_000
const flags = ['--no-sandbox', '--disable-background-networking', '--disable-quic', '--disable-component-update', '--disable-sync', '--no-first-run']

/** Prefers the headless shell: in the headless mode of the full Chromium, a `PerformanceObserver` gets event timings of a page's first input only. */
const executablePath = process.env.CHROMIUM_PATH ?? ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path))

/** Playwright does not handle signals, because it would exit before the server has ended; Chromium ends with this process. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ ...(executablePath && { executablePath }), args: flags, handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false })

export type State = Awaited<ReturnType<BrowserContext['storageState']>>

const codeField = (page: Page) => page.locator('[autocomplete=one-time-code]')

/** First step of the sign-in, which mails a code. `prefix`: of the paths in the language, such as `/en`. */
export const enterPassword = async (page: Page, role: Role, prefix = '') => {
  await page.goto(`${prefix}/sign_in`)
  await page.locator('[name=email]').fill(`${role}@example.com`)
  await page.locator('[name=password]').fill(password)
  await page.locator('form button[type=submit]').click()
  await codeField(page).waitFor()
}

/** Signs a demo account in. The code is read from the demo mailbox. */
export const signIn = async (context: BrowserContext, url: string, role: Role) => {
  const page = await context.newPage()
  await enterPassword(page, role)
  const { items } = (await (await fetch(`${url}/dev/mailbox.json`)).json()) as { items: { to: string; text: string }[] }
  const code = items.find(({ to }) => to === `${role}@example.com`)?.text.match(/^\d{6}$/m)?.[0]
  await codeField(page).fill(code ?? '')
  await page.waitForURL(/\/(\d+\/summary|today|admin)$/)
  await page.close()
}

/** The session of each role. Each role signs in only once, because sign-in codes are rate limited. */
export const signInAll = async (browser: Browser, url: string, roles: readonly Role[]): Promise<Map<Role, State>> => {
  const states = new Map<Role, State>()
  for (const role of roles) {
    const context = await browser.newContext({ baseURL: url, locale: 'ja-JP' })
    await signIn(context, url, role)
    states.set(role, await context.storageState())
    await context.close()
  }
  return states
}

export const openContext = async (browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> => {
  const context = await browser.newContext({ locale: 'ja-JP', timezoneId: 'Asia/Tokyo', viewport: sizes.wide, ...options })
  context.setDefaultTimeout(maxWaitMs)
  return context.on('page', trackRequests)
}

/**
 * Waits until the page has a heading, and then until for `quietMs` no request was pending and no element was busy, because a component that has just loaded
 * may still request its phrases. Throws after `maxWaitMs`.
 */
export const waitUntilQuiet = async (page: Page, quietMs: number) => {
  await page.locator('h1').first().waitFor({ state: 'attached' })
  // the component gallery shows busy components
  if (new URL(page.url()).pathname.endsWith('/dev/ui')) return page.waitForLoadState('networkidle')
  const deadline = performance.now() + maxWaitMs
  for (let quietSince = performance.now(); performance.now() - quietSince < quietMs; await sleep(50)) {
    if ((await countPending(page)) > 0) quietSince = performance.now()
    if (performance.now() > deadline) throw new Error(`${page.url()} is still loading after ${maxWaitMs / 1000} s`)
  }
}
