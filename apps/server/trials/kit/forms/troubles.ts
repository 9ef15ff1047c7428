import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, Page, Route } from 'playwright-core'

/** A person at a page, the requests sent, and the failures found. */
export type Place = {
  name: string
  context: BrowserContext
  page: Page
  /** URLs that save or submit. */
  asks: RegExp
  calls: { what: string; at: number }[]
  failures: string[]
  steps: number
  signIn: (page: Page) => Promise<void>
  /** Timeout in ms before something counts as lost. */
  patience: number
}

// biome-ignore lint/performance/useDomNodeTextContent: textContent includes hidden text
export const textOf = (page: Page) => page.locator('body').innerText({ timeout: 2_000 })

export const until = async (isSo: () => Promise<boolean>, ms: number) => {
  const end = Date.now() + ms
  for (;;) {
    if (await isSo().catch(() => false)) return true
    if (Date.now() > end) return false
    await sleep(50)
  }
}

export const say = (place: Place, what: string) => void place.failures.push(`${place.name}: ${what}`)

export const watch = (place: Place, page: Page) => {
  page.on('pageerror', (error) => say(place, `the page threw ${error.name}`))
  page.on('dialog', (dialog) => void dialog.accept().catch(() => {}))
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() !== 'GET' && place.asks.test(pathname))
      place.calls.push({ what: `${request.method()} ${pathname} ${request.postData() ?? ''}`, at: performance.now() })
  })
}

export const isWhite = async ({ patience }: Place, page: Page) => !(await until(async () => (await textOf(page)).trim().length >= 20, patience))

export const said = async (place: Place, words: string, when: string) => {
  if (!(await until(async () => (await textOf(place.page)).includes(words), place.patience))) say(place, `${when}: “${words}” is not shown`)
}

type Judge = (route: Route) => Promise<unknown>
/** Intercepts matching write requests while `act` runs. */
export const meeting = async (place: Place, which: RegExp, judge: Judge, act: () => Promise<unknown>) => {
  const isIt = (url: URL) => which.test(url.pathname)
  const handler = (route: Route) => (route.request().method() === 'GET' ? route.continue() : judge(route)).catch(() => {})
  await place.context.route(isIt, handler as never)
  try {
    await act()
  } finally {
    // a failed step must not affect the next one
    await place.context.unroute(isIt, handler as never)
  }
}

export const refusal = (status: number, code: string) => (route: Route) =>
  route.fulfill({ status, contentType: 'application/json', body: JSON.stringify({ error: `${code} ${status}`, code, fields: {} }) })

/** Fires the `online` event, to skip the page's retry delay. */
export const back = (page: Page) => page.evaluate('dispatchEvent(new Event("online"))')

/** Repetitions of the same request. On a slow machine, typing may trigger saves of intermediate states. */
export const triesOf = ({ calls }: Place) => Math.max(0, ...calls.map(({ what }) => calls.filter((call) => call.what === what).length))

/** Pauses between retries are at most one second; a later repetition counts as a new save. */
const aBreath = 2_500
/** Expects one attempt and two retries. Later saves count separately. */
export const mustTryThrice = (place: Place, when: string) => {
  const runs = Map.groupBy(place.calls, ({ what }) => what)
  const longest = [...runs.values()].map((run) => {
    let [max, now] = [0, 0]
    for (const [i, { at }] of run.entries()) {
      now = i && at - run[i - 1]!.at < aBreath ? now + 1 : 1
      max = Math.max(max, now)
    }
    return max
  })
  if (Math.max(0, ...longest) > 3 || triesOf(place) < 3) say(place, `${when}: ${triesOf(place)} tries, ${Math.max(0, ...longest)} at once`)
}

/** Ends the session; after sign-in the person must return to the same page. */
export const endedUnder = async (place: Place, act: () => Promise<unknown>, meanwhile: () => Promise<unknown> = async () => {}) => {
  const { page } = place
  const address = new URL(page.url()).pathname
  await meeting(place, place.asks, refusal(401, 'unauthenticated'), async () => {
    place.calls.length = 0
    await act()
    await page.waitForURL(/sign_in/, { timeout: place.patience }).catch(() => say(place, '401: no sign-in page'))
    await meanwhile()
    if (await isWhite(place, page)) say(place, '401: the page is blank')
    if (triesOf(place) !== 1) say(place, `401: ${triesOf(place)} tries`)
  })
  await place.signIn(page)
  await page.waitForURL((url) => url.pathname === address, { timeout: place.patience }).catch(() => say(place, '401: no return to the page'))
}
