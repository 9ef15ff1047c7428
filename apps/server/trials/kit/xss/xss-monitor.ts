import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { openBrowser } from '../../../test/browser.ts'
import type { Member } from '../../../test/test-app.ts'
import { maxWaitMs } from '../../../test/wait-until.ts'
import { countPending, trackRequests } from '../pending-requests.ts'
import { markOf } from './xss-payloads.ts'

/** No external host resolves, so requests are recorded but never leave the machine. */
export const openIsolatedBrowser = () => openBrowser('--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1')

export type XssMonitor = { context: BrowserContext; failures: string[]; html: () => string }
/** A step on a page. Afterwards these fields must be visible in the elements of `locate`; elsewhere on the page they may be visible without the step. */
export type Step = { name: string; act: (page: Page) => Promise<unknown>; locate: (page: Page) => Locator; fields: string[] }
/** `hasLog`: the page has a virtualised log that must be scrolled. */
export type Visit = { path: string; hasLog?: boolean; actions?: (RegExp | typeof closeDialog | Step)[] }
/** The action that closes all open dialogs. */
export const closeDialog = 'close the dialogs'

/** Elements that only a stored text can have inserted: the app has no inline handlers, frames or foreign scripts, and other origins only in HTTPS links. */
const findInserted = `(() => {
  const found = []
  for (const one of document.querySelectorAll('*')) {
    if (/^(iframe|frame|object|embed|base|math|animate|form-x)$/i.test(one.tagName)) found.push(one.outerHTML.slice(0, 90))
    if (one.tagName === 'SCRIPT' && !(one.src.startsWith(location.origin + '/'))) found.push(one.outerHTML.slice(0, 90))
    for (const { name, value } of one.attributes) {
      if (/^on/i.test(name)) found.push(one.outerHTML.slice(0, 90))
      if (!/^(href|src|action|formaction|xlink:href|data|poster|srcset)$/i.test(name) || !value) continue
      let to
      try { to = new URL(value, location.href) } catch { found.push(name + '=' + value.slice(0, 80)); continue }
      const isOurs = to.origin === location.origin || ['blob:', 'tel:', 'mailto:'].includes(to.protocol)
      const isPicture = one.tagName === 'IMG' && /^data:image\\/(png|jpeg|webp)/.test(value)
      const isLink = one.tagName === 'A' && to.protocol === 'https:'
      if (!isOurs && !isPicture && !isLink) found.push(name + '=' + value.slice(0, 80))
      if (one.tagName === 'IMG' && /\\/x$/.test(to.pathname)) found.push(one.outerHTML.slice(0, 90))
    }
  }
  return found
})()`

const listenScript = `document.addEventListener('securitypolicyviolation', (event) => window.reported(event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sample))`

/** Opens a browser context for this person and records violations. */
export const monitorPage = async (browser: Browser, url: string, { id, token, email }: Member): Promise<XssMonitor> => {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 1000 }, locale: 'ja-JP' })
  const cookies = { id: String(id), accessToken: token, email: encodeURIComponent(email) }
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, domain: '127.0.0.1', path: '/' })))
  const failures: string[] = []
  await context.exposeBinding('canary', ({ page }, i) => void failures.push(`${new URL(page.url()).pathname}: executed ${i}`))
  await context.exposeBinding('reported', ({ page }, problem) => void failures.push(`${new URL(page.url()).pathname}: reported ${problem}`))
  await context.addInitScript(listenScript)
  // start with the docked window closed on each page
  await context.addInitScript("localStorage.removeItem('sukoyaka.ui.chat')")
  context.on('request', (request) => {
    const to = new URL(request.url())
    if (/^(https?|wss?):$/.test(to.protocol) && to.hostname !== '127.0.0.1') failures.push(`requested ${to.href}`)
  })
  context.on('dialog', (dialog) => {
    // the browser asks before unsaved forms are lost
    if (dialog.type() === 'beforeunload') return void dialog.accept().catch(() => undefined)
    failures.push(`${new URL(dialog.page()?.url() ?? url).pathname}: dialog ${dialog.message()}`)
    void dialog.dismiss().catch(() => undefined)
  })
  let html = ''
  const inspectPage = async (page: Page, path: string) => {
    for (const inserted of (await page.evaluate(findInserted)) as string[]) failures.push(`${path}: inserted ${inserted}`)
    const shown = await page.evaluate(
      `document.body.innerText + document.body.innerHTML + [...document.querySelectorAll('input,textarea')].map(({ value }) => value).join(' ')`,
    )
    // not `html += await`: two windows are inspected at once, and one would overwrite what the other added
    html += shown
  }
  inspectors.set(context, inspectPage)
  return { context, failures, html: () => html }
}
const inspectors = new WeakMap<BrowserContext, (page: Page, path: string) => Promise<void>>()

const waitForPage = async (page: Page) => {
  await page.locator('h1').first().waitFor()
  // polls from outside: Playwright's `waitForFunction` needs `unsafe-eval`, which the Content-Security-Policy of the pages forbids
  const end = performance.now() + maxWaitMs
  for (let idlePolls = 0; idlePolls < 3 && performance.now() < end; ) {
    idlePolls = (await countPending(page)) === 0 ? idlePolls + 1 : 0
    await page.waitForTimeout(80)
  }
}

/** Number of open dialogs and menus. Closed panels are in the DOM but hidden. */
const countDialogs = (page: Page) => page.locator('dialog[open], [role="dialog"], [role="menu"]').filter({ visible: true }).count()

/** Opens a dialog or menu by its button and waits for it, since its code may have to load. */
export const open = async (page: Page, name: RegExp) => {
  const before = await countDialogs(page)
  await page.getByRole('button', { name }).first().click()
  for (const end = performance.now() + maxWaitMs; performance.now() < end && (await countDialogs(page)) <= before; ) await page.waitForTimeout(100)
}

const close = async (page: Page) => {
  for (let tries = 0; tries < 200 && (await countDialogs(page)); tries++) {
    await page.keyboard.press('Escape')
    await page.waitForTimeout(150)
  }
}

/** Scrolls to a share from 0 to 1. */
export const scrollTo = (log: Locator, share: number) =>
  log.evaluate((element, share) => {
    // the server's tsconfig has no DOM types
    const scrollElement = element as unknown as { scrollTop: number; scrollHeight: number; clientHeight: number }
    scrollElement.scrollTop = (scrollElement.scrollHeight - scrollElement.clientHeight) * share
  }, share)

/** Runs a step and returns the fields that are not visible afterwards. */
const runStep = async (page: Page, { name, act, locate, fields }: Step) => {
  const unseenFields: string[] = []
  await act(page)
  for (const field of fields) {
    const found = locate(page)
      .filter({ hasText: markOf(field), visible: true })
      .first()
    await found.waitFor().catch(() => unseenFields.push(`${name}: ${field} is not seen`))
  }
  return unseenFields
}

/** Opens each page and its dialogs and collects violations. Returns how often it inspected a page. */
export const runVisits = async ({ context, failures }: XssMonitor, visits: Visit[]) => {
  const inspectPage = inspectors.get(context)!
  const page = await context.newPage()
  trackRequests(page)
  let inspectedCount = 0
  for (const { path, hasLog, actions = [] } of visits) {
    await page.goto(path, { waitUntil: 'commit' })
    await waitForPage(page)
    // as for printing, cards below the first view load too
    await page.evaluate(`dispatchEvent(new Event('beforeprint'))`)
    await waitForPage(page)
    await inspectPage(page, path)
    inspectedCount++
    if (hasLog) {
      const log = page.getByRole('log')
      await log.locator('[data-message]').first().waitFor()
      for (const share of [1, 0.8, 0.6, 0.4, 0.2, 0]) {
        await scrollTo(log, share)
        await page.waitForTimeout(250)
        await waitForPage(page)
        await inspectPage(page, `${path} at ${share}`)
        inspectedCount++
      }
    }
    for (const name of actions) {
      if (name === closeDialog) await close(page)
      else if (name instanceof RegExp) await open(page, name)
      else {
        failures.push(...(await runStep(page, name)))
        // inspects at once: a menu closes when the page below it is rendered again
        await inspectPage(page, `${path} ${name.name}`)
      }
      await page.waitForTimeout(200)
      await waitForPage(page)
      await inspectPage(page, `${path} ${typeof name === 'object' && 'name' in name ? name.name : name}`)
      inspectedCount++
    }
  }
  await page.close()
  return inspectedCount
}
