import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, Page, Route } from 'playwright-core'

/** A person at a page, the requests sent, and the failures found. */
export type PageTest = {
  name: string
  context: BrowserContext
  page: Page
  /** URLs that save or submit. */
  writePattern: RegExp
  calls: { request: string; at: number }[]
  failures: string[]
  steps: number
  signIn: (page: Page) => Promise<void>
  /** Timeout in ms before something counts as lost. */
  timeoutMs: number
}

// biome-ignore lint/performance/useDomNodeTextContent: textContent includes hidden text
export const textOf = (page: Page) => page.locator('body').innerText({ timeout: 2_000 })

export const waitUntil = async (isTrue: () => Promise<boolean>, ms: number) => {
  const end = Date.now() + ms
  for (;;) {
    if (await isTrue().catch(() => false)) return true
    if (Date.now() > end) return false
    await sleep(50)
  }
}

export const addFailure = (pageTest: PageTest, problem: string) => void pageTest.failures.push(`${pageTest.name}: ${problem}`)

export const recordRequests = (pageTest: PageTest, page: Page) => {
  page.on('pageerror', (error) => addFailure(pageTest, `the page threw ${error.name}`))
  page.on('dialog', (dialog) => void dialog.accept().catch(() => {}))
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() !== 'GET' && pageTest.writePattern.test(pathname))
      pageTest.calls.push({ request: `${request.method()} ${pathname} ${request.postData() ?? ''}`, at: performance.now() })
  })
}

export const isBlank = async ({ timeoutMs }: PageTest, page: Page) => !(await waitUntil(async () => (await textOf(page)).trim().length >= 20, timeoutMs))

export const expectText = async (pageTest: PageTest, text: string, step: string) => {
  if (!(await waitUntil(async () => (await textOf(pageTest.page)).includes(text), pageTest.timeoutMs))) addFailure(pageTest, `${step}: “${text}” is not shown`)
}

type RouteHandler = (route: Route) => Promise<unknown>
/** Intercepts matching write requests while `act` runs. */
export const interceptWrites = async (pageTest: PageTest, pattern: RegExp, handle: RouteHandler, act: () => Promise<unknown>) => {
  const matches = (url: URL) => pattern.test(url.pathname)
  const handler = (route: Route) => (route.request().method() === 'GET' ? route.continue() : handle(route)).catch(() => {})
  await pageTest.context.route(matches, handler as never)
  try {
    await act()
  } finally {
    // a failed step must not affect the next one
    await pageTest.context.unroute(matches, handler as never)
  }
}

export const errorResponse = (status: number, code: string) => (route: Route) =>
  route.fulfill({ status, contentType: 'application/json', body: JSON.stringify({ error: `${code} ${status}`, code, fields: {} }) })

/** Fires the `online` event, to skip the page's retry delay. */
export const fireOnline = (page: Page) => page.evaluate('dispatchEvent(new Event("online"))')

/** How often the most frequent request was sent. On a slow machine, typing may trigger saves of intermediate states, which are other requests. */
export const countTries = ({ calls }: PageTest) => Math.max(0, ...calls.map(({ request }) => calls.filter((call) => call.request === request).length))

/** The page pauses at most one second between retries. A request that repeats after a longer gap than this counts as a new save. */
const maxRetryGapMs = 2_500
/** Expects one attempt and two retries. Later saves count separately. */
export const expectThreeTries = (pageTest: PageTest, step: string) => {
  const requestRuns = Map.groupBy(pageTest.calls, ({ request }) => request)
  const maxTriesPerRun = [...requestRuns.values()].map((run) => {
    let [max, now] = [0, 0]
    for (const [i, { at }] of run.entries()) {
      now = i && at - run[i - 1]!.at < maxRetryGapMs ? now + 1 : 1
      max = Math.max(max, now)
    }
    return max
  })
  if (Math.max(0, ...maxTriesPerRun) > 3 || countTries(pageTest) < 3)
    addFailure(pageTest, `${step}: ${countTries(pageTest)} tries, ${Math.max(0, ...maxTriesPerRun)} at once`)
}

/** Answers writes during `act` with 401, as after the end of a session; after sign-in the person must return to the same page. */
export const endSessionDuring = async (pageTest: PageTest, act: () => Promise<unknown>, onSignInPage: () => Promise<unknown> = async () => {}) => {
  const { page } = pageTest
  const path = new URL(page.url()).pathname
  await interceptWrites(pageTest, pageTest.writePattern, errorResponse(401, 'unauthenticated'), async () => {
    pageTest.calls.length = 0
    await act()
    await page.waitForURL(/sign_in/, { timeout: pageTest.timeoutMs }).catch(() => addFailure(pageTest, '401: no sign-in page'))
    await onSignInPage()
    if (await isBlank(pageTest, page)) addFailure(pageTest, '401: the page is blank')
    if (countTries(pageTest) !== 1) addFailure(pageTest, `401: ${countTries(pageTest)} tries`)
  })
  await pageTest.signIn(page)
  await page.waitForURL((url) => url.pathname === path, { timeout: pageTest.timeoutMs }).catch(() => addFailure(pageTest, '401: no return to the page'))
}
