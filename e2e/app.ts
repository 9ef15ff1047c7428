import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { AxeBuilder } from '@axe-core/playwright'
import pg from 'pg'
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { beforeAll, expect, onTestFailed } from 'vitest'
import { preparePostgresPaths } from '../apps/server/src/database/postgres-paths.ts'
import { openBrowser } from '../apps/server/test/browser.ts'
import { circlebackSecret } from '../apps/server/test/circleback.ts'
import { copyDataDir, type RunningServer, startServer } from '../apps/server/test/process.ts'
import { maxWaitMs } from '../apps/server/test/wait-until.ts'
import { countPending, trackRequests } from '../apps/server/trials/kit/pending-requests.ts'
import type { Role } from '../packages/wire/src/access.ts'

export const password = 'asano-sanpo-30pun'
export const emailOf = (role: Role) => `${role}@example.com`

type State = Awaited<ReturnType<BrowserContext['storageState']>>

let server: RunningServer
let dataDir: string
let browser: Browser
/** Sessions reused by later journeys, because sign-in codes are rate limited. */
const statesByRole = new Map<Role, State>()

/** Starts the demo as `npm start` does, and one browser for all journeys of the file. */
export const setupApp = () => {
  beforeAll(async () => {
    if (!existsSync(join(import.meta.dirname, '../apps/web/dist/index.html'))) throw new Error('the web app is not built: node scripts/build.mjs')
    const { folder } = await copyDataDir('demo')
    dataDir = folder
    server = await startServer(folder, { DEMO: 'on', CIRCLEBACK_SECRET: circlebackSecret })
    browser = await openBrowser()
  })
}

/** Prints what a page shows when its test fails or takes too long, because a retry that passes leaves no other trace. */
const describePage = async (page: Page) => {
  if (page.isClosed()) return
  const state = page.evaluate(() => ({
    focused: document.activeElement?.outerHTML.slice(0, 200),
    dialogs: [...document.querySelectorAll('dialog:modal')].map((dialog) => dialog.textContent?.slice(0, 200)),
    waiting: document.querySelectorAll('[data-waiting], [aria-busy="true"]').length,
    // biome-ignore lint/performance/useDomNodeTextContent: textContent would include hidden text
    text: document.body.innerText.slice(0, 1_000),
  }))
  const noAnswer = sleep(10_000, 'the page does not answer', { ref: false })
  console.error('failed at', page.url(), await Promise.race([state.catch(String), noAnswer]))
}

type Visit = BrowserContextOptions & { role?: Role }
/** Options of a visit with motion. */
export const moving = { reducedMotion: 'no-preference' } satisfies BrowserContextOptions

/** Contexts to reuse, by options. Their storage is replaced for the next user, but the HTTP cache stays. */
const idleContexts = new Map<string, BrowserContext[]>()
const signedOutState: State = { cookies: [], origins: [] }

/** A context whose first page stays open, so that one process serves the pages of all its visits. */
const openContext = async (options: BrowserContextOptions) => {
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 }, locale: 'ja-JP', ...options })
  await (await context.newPage()).goto('/healthz')
  return context.on('page', trackRequests)
}

/**
 * Runs `run` in a browser context, signed in as `role` if given. Motion is reduced by default, because drawing the skeletons of a loading page takes half of
 * the CPU time of the load; `moving` shows a page as most people see it.
 */
export const visit = async ({ role, ...given }: Visit, run: (page: Page, context: BrowserContext) => Promise<void>) => {
  const options: BrowserContextOptions = { reducedMotion: 'reduce', ...given }
  const state = role ? (statesByRole.get(role) ?? (await signInOnce(role))) : signedOutState
  const optionsKey = JSON.stringify(options)
  const context = idleContexts.get(optionsKey)?.pop() ?? (await openContext(options))
  try {
    await context.setStorageState(state)
    const page = await context.newPage()
    onTestFailed(() => describePage(page))
    await run(page, context)
  } catch (error) {
    for (const page of context.pages().slice(1)) await describePage(page)
    await context.close()
    throw error
  }
  const [, ...opened] = context.pages()
  await Promise.all([...opened.map((page) => page.close()), context.unrouteAll({ behavior: 'ignoreErrors' }), context.setOffline(false)])
  idleContexts.set(optionsKey, [...(idleContexts.get(optionsKey) ?? []), context])
}

const signInOnce = async (role: Role): Promise<State> => {
  await visit({}, async (page, context) => {
    await signIn(page, role)
    await page.waitForURL(/\/(\d+\/summary|today|admin)$/)
    await saveSession(role, context)
  })
  return statesByRole.get(role)!
}
export const saveSession = async (role: Role, context: BrowserContext) => statesByRole.set(role, await context.storageState())

/** Base URL of the running server. */
export const serverUrl = () => server.url

/** Calls the API as a user of this role. */
export const request = async (role: Role, method: string, path: string, body?: object) => {
  const { cookies } = statesByRole.get(role) ?? (await signInOnce(role))
  const value = (name: string) => decodeURIComponent(cookies.find((cookie) => cookie.name === name)?.value ?? '')
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: { authorization: `Token token="${value('accessToken')}", email="${value('email')}"`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  // biome-ignore lint/suspicious/noExplicitAny: each journey knows the shape of its response
  return { status: response.status, json: (response.status === 204 ? null : await response.json()) as any }
}

/** Runs a statement in the database of the server, for what no call can do. */
export const runSql = async (statement: string) => {
  const { socket } = preparePostgresPaths(join(dataDir, 'postgres'), () => {})
  const client = new pg.Client({ host: socket, user: 'sukoyaka', database: 'postgres' })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** Posts a webhook delivery. */
export const postWebhook = (path: string, rawBody: string, headers: Record<string, string>) =>
  fetch(`${server.url}${path}`, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: rawBody })

type Mail = { to: string; text: string }

/** The code of the newest mail to an address in the demo mailbox. */
export const mailedCode = async (to: string): Promise<string> => {
  const { items } = (await (await fetch(`${server.url}/dev/mailbox.json`)).json()) as { items: Mail[] }
  const code = items.find((mail) => mail.to === to)?.text.match(/^\d{6}$/m)?.[0]
  if (!code) throw new Error(`no code was mailed to ${to}`)
  return code
}

/** The newest mail to an address whose text contains `part`; the job that sends it may still have to run. */
export const mailTo = async (to: string, part: string): Promise<string> => {
  const find = async () => {
    const { items } = (await (await fetch(`${server.url}/dev/mailbox.json`)).json()) as { items: Mail[] }
    return items.find((mail) => mail.to === to && mail.text.includes(part))?.text ?? ''
  }
  await expectEventually(find).not.toBe('')
  return find()
}

/** Submits the first step on a fresh sign-in page. */
export const enterPassword = async (page: Page, role: Role, secret = password) => {
  await page.goto('/sign_in')
  await fillPassword(page, role, secret)
}

/** Submits the first step on the current page without a reload, so that the app keeps its state in memory. */
const fillPassword = async (page: Page, role: Role, secret = password) => {
  await page.getByLabel('メールアドレス').fill(emailOf(role))
  await page.getByLabel('パスワード', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'ログイン', exact: true }).click()
}

/** Opens the sign-in page and takes both steps, with the mailed code. */
export const signIn = async (page: Page, role: Role) => {
  await enterPassword(page, role)
  await enterCode(page, role)
}

/** Takes both steps of the sign-in on the current page, without a reload. */
export const signInAgain = async (page: Page, role: Role) => {
  await fillPassword(page, role)
  await enterCode(page, role)
}

const enterCode = async (page: Page, role: Role) => {
  await codeField(page).waitFor()
  await codeField(page).fill(await mailedCode(emailOf(role)))
}
export const codeField = (page: Page) => page.getByLabel('6桁の確認コード')

/** Polls until the expectation holds. */
export const expectEventually = <T>(read: () => T) => expect.poll(read, { timeout: maxWaitMs, interval: 50 })

/** Position and size of an element, once it is shown: a page that still loads may replace it. */
export const boxOf = async (locator: Locator) => {
  let box: Awaited<ReturnType<Locator['boundingBox']>> = null
  await expectEventually(async () => {
    box = await locator.boundingBox()
    return box
  }).not.toBeNull()
  return box!
}

/** The visible text, without hidden elements. */
// biome-ignore lint/performance/useDomNodeTextContent: textContent would include hidden text
export const shownText = (locator: Locator) => locator.innerText()

const openDialog = 'dialog:modal'

export const cookiesOf = async (context: BrowserContext) => (await context.cookies()).map(({ name }) => name)

export const sizes = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } }

export const waitForPage = async (page: Page) => {
  await page.locator('h1').first().waitFor()
  // a loaded component may still request its translations: wait until no request is pending for a while
  let idlePolls = 0
  await expectEventually(async () => {
    idlePolls = (await countPending(page)) === 0 ? idlePolls + 1 : 0
    return idlePolls
  }).toBeGreaterThanOrEqual(3)
}

/** Scrolls down until every card has loaded, and back up: cards below the first view load when they are nearly scrolled into view. */
export const readThrough = async (page: Page) => {
  await waitForPage(page)
  const box = await page.locator('#content').boundingBox()
  await page.mouse.move((box?.x ?? 0) + 4, (box?.y ?? 0) + 300)
  await expectEventually(async () => {
    await page.mouse.wheel(0, 500)
    return page.locator('#content [data-waiting]').count()
  }).toBe(0)
  await page.mouse.wheel(0, -100_000)
  await waitForPage(page)
}

/**
 * Accessibility violations found by axe on the page or, while a modal dialog is open, in the dialog: what is behind it is inert. Legacy mode opens no
 * second page for the results.
 */
export const violations = async (page: Page) => {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  if (await page.locator(openDialog).count()) axe.include(openDialog)
  const { violations: found } = await axe.analyze()
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`)
}
