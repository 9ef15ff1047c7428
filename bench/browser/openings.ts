import type { Browser, CDPSession, Page } from 'playwright-core'
import type { Role } from '../../packages/wire/src/access.ts'
import { openContext, type State, sizes, waitUntilQuiet } from './chromium.ts'
import type { DemoApp } from './demo-app.ts'

/** A line of 10 Mbit/s with a round trip of 20 ms. */
const network = { offline: false, latency: 20, downloadThroughput: 10_000_000 / 8, uploadThroughput: 10_000_000 / 8 }

/** Milliseconds between hovering over a row and clicking it. */
const hoverMs = 150
const delayMs = 400
/** Patients opened one after the other. */
const steps = 4

export type Openings = {
  /**
   * `ms`: milliseconds until the summary is painted, which means that it shows the patient's name and nothing in the window is loading any more. `cpu`: CPU
   * milliseconds of the main thread in this time. `cold`: in a fresh context. `switching`: from the summary of another patient.
   */
  painted: Record<'cold' | 'switching', { ms: number[]; cpu: number[] }>
  /** By name of the page: the sum of its layout shifts, and which elements moved from where to where. */
  shifts: Record<string, { sum: number; moved: string[] }>
}

/**
 * Script that collects the layout shifts with the elements that moved, and defines `firstView(before)`, which returns the time at which the page shows another
 * name than `before` and nothing in the window is busy.
 */
const observe = `
  globalThis.layoutShifts = []
  const nameOf = (node) => {
    const element = node instanceof Element ? node : node?.parentElement
    return element ? element.tagName.toLowerCase() + '.' + [...element.classList].join('.') + ' ' + (element.textContent ?? '').trim().slice(0, 20) : 'removed'
  }
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources, startTime } of list.getEntries())
      if (!hadRecentInput)
        layoutShifts.push({ value, at: Math.round(startTime), moved: sources.map(({ node, previousRect: a, currentRect: b }) => nameOf(node) + ' ' + [a.x, a.y, a.width, a.height].map(Math.round) + ' to ' + [b.x, b.y, b.width, b.height].map(Math.round)) })
  }).observe({ type: 'layout-shift', buffered: true })
  globalThis.shownName = () => document.querySelector('main h1')?.textContent
  const isInWindow = (element) => {
    const { top, bottom, width } = element.getBoundingClientRect()
    return width > 0 && bottom > 0 && top < innerHeight
  }
  const isComplete = (before) => {
    const name = shownName()
    return name && name !== before && document.querySelector('main h2') && ![...document.querySelectorAll('main [aria-busy="true"]')].some(isInWindow)
  }
  globalThis.firstView = (before) => new Promise((done) => {
    const look = () => {
      if (!isComplete(before)) return requestAnimationFrame(look)
      const channel = new MessageChannel()
      channel.port1.onmessage = () => done(performance.now())
      requestAnimationFrame(() => channel.port2.postMessage(0))
    }
    look()
  })`

const throttled = async (page: Page, slow: number): Promise<CDPSession> => {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', network)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slow })
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return session
}

const open = async (browser: Browser, { url }: DemoApp, state: State, isPhone = false) => {
  const phone = { viewport: sizes.narrow, isMobile: true, hasTouch: true }
  const context = await openContext(browser, { baseURL: url, storageState: state, ...(isPhone && phone) })
  await context.addInitScript(observe)
  const page = await context.newPage()
  return { context, page }
}

const firstView = (page: Page, before = '') => page.evaluate<number>(`firstView(${JSON.stringify(before)})`)

/** Opens a patient’s summary in a fresh context, then those of other patients of the list. The mouse rests on each row before the click, as people do. */
const measurePainted = async (browser: Browser, app: DemoApp, state: State, slow: number) => {
  const { context, page } = await open(browser, app, state)
  try {
    const session = await throttled(page, slow)
    /** CPU time of the page's main thread, which other load on the machine does not lengthen. */
    const mainThreadMs = async () => {
      const { metrics } = await session.send('Performance.getMetrics')
      return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000
    }
    await page.goto('/1/summary', { waitUntil: 'commit' })
    const coldMs = await firstView(page)
    const cold = { ms: [coldMs], cpu: [await mainThreadMs()] }
    const switching: typeof cold = { ms: [], cpu: [] }
    for (let step = 0; step < steps; step++) {
      await waitUntilQuiet(page, 1_000)
      const before = await page.evaluate<string>('shownName()')
      const row = page.locator('aside ul[aria-label="患者"] a[data-room]:not([aria-current])').nth(step)
      await row.hover()
      await page.waitForTimeout(hoverMs)
      await page.evaluate(`addEventListener('click', ({ timeStamp }) => { globalThis.clickedAt = timeStamp }, { once: true, capture: true })`)
      const cpuBefore = await mainThreadMs()
      await page.mouse.down()
      await page.mouse.up()
      const paintedAt = await firstView(page, before)
      switching.cpu.push((await mainThreadMs()) - cpuBefore)
      switching.ms.push(paintedAt - (await page.evaluate<number>('clickedAt')))
    }
    return { cold, switching }
  } finally {
    await context.close()
  }
}

type Shift = { value: number; at: number; moved: string[] }
const shiftPages: readonly { name: string; role: Role; path: string; isPhone?: boolean; delayed?: string }[] = [
  { name: 'summary, header 400 ms late', role: 'doctor', path: '/1/summary', delayed: '**/api/users/patients?*' },
  { name: 'summary', role: 'doctor', path: '/1/summary' },
  { name: 'home on a phone', role: 'patient', path: '/1/summary', isPhone: true },
]
const measureShift = async (browser: Browser, app: DemoApp, { path, isPhone, delayed }: (typeof shiftPages)[number], state: State, slow: number) => {
  const { context, page } = await open(browser, app, state, isPhone)
  try {
    await throttled(page, slow)
    if (delayed)
      await page.route(delayed, async (route) => {
        await page.waitForTimeout(delayMs)
        await route.continue()
      })
    await page.goto(path)
    await waitUntilQuiet(page, 1_000)
    const shifts = JSON.parse(await page.evaluate<string>('JSON.stringify(layoutShifts)')) as Shift[]
    return {
      sum: shifts.reduce((sum, { value }) => sum + value, 0),
      moved: shifts.flatMap(({ value, at, moved }) => moved.map((words) => `${value.toFixed(4)} at ${at} ms: ${words}`)),
    }
  } finally {
    await context.close()
  }
}

export const measureOpenings = async (
  browser: Browser,
  app: DemoApp,
  states: Map<Role, State>,
  { slow, runs }: { slow: number; runs: number },
): Promise<Openings> => {
  const openings: Openings = { painted: { cold: { ms: [], cpu: [] }, switching: { ms: [], cpu: [] } }, shifts: {} }
  for (let run = 0; run < runs; run++) {
    const painted = await measurePainted(browser, app, states.get('doctor')!, slow)
    for (const how of ['cold', 'switching'] as const) for (const figure of ['ms', 'cpu'] as const) openings.painted[how][figure].push(...painted[how][figure])
  }
  for (const page of shiftPages) openings.shifts[page.name] = await measureShift(browser, app, page, states.get(page.role)!, slow)
  return openings
}
