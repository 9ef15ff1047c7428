import type { Browser, CDPSession, Page } from 'playwright-core'
import { openContext, type State, waitUntilQuiet } from './chromium.ts'
import { type DemoApp, shownAt } from './demo-app.ts'

const bitsPerSecond = 10_000_000
const coldLoads = 5
const switches = 10

/** Waits for the frame that shows the patient’s name and abnormal results, and the name is not that of the patient before. */
const painted = `
  globalThis.shownName = () => document.querySelector('h1')?.getAttribute('aria-label') ?? ''
  globalThis.untilPainted = (before) => new Promise((resolve) => {
    const look = () => {
      const isShown = shownName() && shownName() !== before && document.querySelector('#content [data-card] tbody th')?.checkVisibility({ visibilityProperty: true })
      requestAnimationFrame(isShown ? () => setTimeout(() => resolve(performance.now())) : look)
    }
    look()
  })
  addEventListener('click', ({ timeStamp }) => {
    const before = shownName()
    globalThis.switched = untilPainted(before).then((at) => at - timeStamp)
  }, true)`

const throttle = async (session: CDPSession, slow: number) => {
  await session.send('Network.enable')
  const throughput = bitsPerSecond / 8
  await session.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: throughput, uploadThroughput: throughput })
  await session.send('Emulation.setCPUThrottlingRate', { rate: slow })
}

export type Paints = { count: number; median: number; max: number }

const paintsOf = (all: readonly number[]): Paints => {
  const sorted = all.map(Math.round).sort((a, b) => a - b)
  return { count: sorted.length, median: sorted[Math.floor(sorted.length / 2)]!, max: sorted.at(-1)! }
}

const slowPage = async (browser: Browser, { url }: DemoApp, state: State, slow: number): Promise<Page> => {
  const context = await openContext(browser, { baseURL: url, storageState: state })
  await context.addInitScript(painted)
  await context.clock.setFixedTime(shownAt)
  const page = await context.newPage()
  await throttle(await context.newCDPSession(page), slow)
  return page
}

/** From the navigation in a browser without cache. */
const measureCold = async (...[browser, app, state, slow]: Parameters<typeof slowPage>): Promise<Paints> => {
  const times: number[] = []
  for (let time = 0; time < coldLoads; time++) {
    const page = await slowPage(browser, app, state, slow)
    await page.goto('/1/summary', { waitUntil: 'commit' })
    times.push(await page.evaluate<number>(`untilPainted('')`))
    await page.context().close()
  }
  return paintsOf(times)
}

/** From the click on the next patient of the list. */
const measureSwitches = async (...[browser, app, state, slow]: Parameters<typeof slowPage>): Promise<Paints> => {
  const page = await slowPage(browser, app, state, slow)
  await page.goto('/1/summary')
  await waitUntilQuiet(page, 1_000)
  const times: number[] = []
  const rows = page.locator('a[href$="/summary"]:not([aria-current]):visible')
  for (let at = 0; at < switches; at++) {
    await rows.nth(at + 1).click()
    times.push(await page.evaluate<number>('switched'))
    await waitUntilQuiet(page, 500)
  }
  await page.context().close()
  return paintsOf(times)
}

export const measurePaints = async (...of: Parameters<typeof slowPage>): Promise<Record<string, Paints>> => ({
  'summary, cold': await measureCold(...of),
  'next patient': await measureSwitches(...of),
})
