// node_modules/.bin/node bench/page.ts [--url http://localhost:3000] [--slow 4] [--runs 5]: measures the results grid in Chromium with a throttled CPU.
import { parseArgs } from 'node:util'
import type { BrowserContext, Page } from 'playwright-core'
import { makeDataDir, startServer } from '../apps/server/test/process.ts'
import { openBrowser, signIn, sizes as windows } from './browser/chromium.ts'
import { median } from './kit/percentile.ts'

const { values: options } = parseArgs({
  options: { url: { type: 'string' }, slow: { type: 'string', default: '4' }, runs: { type: 'string', default: '5' } },
})
const slow = Number(options.slow)
const runs = Number(options.runs)

/** The demo's first patient, and patients with this many items × checkups. */
const sizes = [{ name: 'demo patient' }, { name: '30 × 40', items: 30, checkups: 40 }, { name: '130 × 40', items: 130, checkups: 40 }]
/** Milliseconds between hovering over a link and clicking it. */
const inputDelayMs = 120
const limits = { painted: 400, fps: 55 }

type ListBody = { items: Record<string, unknown>[]; ranges?: unknown[] }

/** Enlarges the server’s responses to the requested number of values. */
const enlarge = async (page: Page, { items, checkups }: { items?: number; checkups?: number }) => {
  if (!items || !checkups) return
  const days = Array.from({ length: checkups }, (_, at) => new Date(Date.UTC(2026, 9, 1) - at * 91 * 86_400_000).toISOString())
  let categories: number[] = []
  await page.route('**/api/numeric_test_result_categories*', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { items: { id: number }[] }
    categories = body.items.map(({ id }) => id)
    await route.fulfill({ response, json: body })
  })
  await page.route('**/api/test_packages?*', async (route) => {
    const response = await route.fetch()
    const [first] = ((await response.json()) as ListBody).items
    await route.fulfill({
      response,
      json: { items: days.map((tested_at, at) => ({ ...first, id: at + 1, tested_at, status: 0, released_at: tested_at })) },
    })
  })
  await page.route('**/api/test_results?*', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as ListBody
    const [first] = body.items
    const ids = [...new Set([...body.items.map(({ category_id }) => category_id as number), ...categories])].slice(0, items)
    const rows = ids.flatMap((category_id, row) =>
      days.map((recorded_at, at) => ({
        ...first,
        id: row * checkups + at + 1,
        category_id,
        test_package_id: at + 1,
        recorded_at,
        value: 80 + ((row * 7 + at * 13) % 60),
        status: [0, 0, 0, 2, 1, null][(row + at) % 6],
        range_id: null,
      })),
    )
    await route.fulfill({ response, json: { items: rows, ranges: body.ranges } })
  })
}

const untilPainted = `new Promise((done) => {
  const grid = () => document.querySelector('[role=grid] tr[data-line] td[data-column]')
  const painted = () => requestAnimationFrame(() => { const c = new MessageChannel(); c.port1.onmessage = () => done(performance.now() - began); c.port2.postMessage(0) })
  let began
  document.addEventListener('click', (event) => { began = event.timeStamp }, { once: true, capture: true })
  const watch = new MutationObserver(() => { if (grid()) { watch.disconnect(); painted() } })
  watch.observe(document.body, { childList: true, subtree: true })
})`

const scrollAndMeasure = (axis: 'top' | 'left') => `new Promise((done) => {
  const box = document.querySelector('[role=grid]').parentElement
  const frames = []
  let way = 1
  const began = performance.now()
  const step = (now) => {
    frames.push(now)
    const most = ${axis === 'top' ? 'box.scrollHeight - box.clientHeight' : 'box.scrollWidth - box.clientWidth'}
    const at = box.scroll${axis === 'top' ? 'Top' : 'Left'}
    if (at >= most - 1) way = -1
    if (at <= 0) way = 1
    box.scroll${axis === 'top' ? 'Top' : 'Left'} = at + way * 24
    if (now - began < 2500) requestAnimationFrame(step)
    else {
      const gaps = frames.slice(1).map((at, i) => at - frames[i])
      done({ fps: 1000 / (gaps.reduce((a, b) => a + b, 0) / gaps.length), longestFrameMs: Math.max(...gaps), frames: frames.length, cells: document.querySelectorAll('[role=grid] td[data-column]').length })
    }
  }
  requestAnimationFrame(step)
})`

const throttle = async (page: Page, rate: number) => {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
}

/** CPU milliseconds of the page's main thread, independent of other load. */
const workTimer = async (page: Page) => {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
  }
}

const open = async (context: BrowserContext, size: (typeof sizes)[number]) => {
  const page = await context.newPage()
  await enlarge(page, size)
  await page.goto('/1/summary')
  await page.locator('main h1').waitFor()
  // wait for prefetching to finish
  await page.waitForTimeout(3000)
  return page
}

/** Hovers over the link and clicks after a short delay, like a user. */
const press = async (page: Page) => {
  const link = page.getByRole('link', { name: 'データベース' }).first()
  await link.hover()
  await page.waitForTimeout(inputDelayMs)
  await page.mouse.down()
  await page.mouse.up()
}

const measureWork = async (context: BrowserContext, size: (typeof sizes)[number]) => {
  const page = await open(context, size)
  const mainThreadTime = await workTimer(page)
  const before = await mainThreadTime()
  const paintedAfter = page.evaluate<number>(untilPainted)
  await press(page)
  await paintedAfter
  const opened = (await mainThreadTime()) - before
  const perFrame: number[] = []
  for (const axis of ['top', 'left'] as const) {
    const workBefore = await mainThreadTime()
    const { frames } = await page.evaluate<Frames>(scrollAndMeasure(axis))
    perFrame.push(((await mainThreadTime()) - workBefore) / frames)
  }
  await page.close()
  return { opened, perFrame }
}

type Frames = { fps: number; longestFrameMs: number; cells: number; frames: number }

const measure = async (context: BrowserContext, size: (typeof sizes)[number]) => {
  const painted: number[] = []
  const frames: Record<'top' | 'left', Frames[]> = { top: [], left: [] }
  for (let run = 0; run <= runs; run += 1) {
    const page = await open(context, size)
    await throttle(page, slow)
    const paintedAfter = page.evaluate<number>(untilPainted)
    await press(page)
    const ms = await paintedAfter
    // the first run fills the browser cache
    if (run > 0) painted.push(ms)
    if (run > 0 && run <= 2) for (const axis of ['top', 'left'] as const) frames[axis].push(await page.evaluate<Frames>(scrollAndMeasure(axis)))
    await page.close()
  }
  const { opened, perFrame } = await measureWork(context, size)
  return {
    what: size.name,
    'click to painted (ms)': Math.round(median(painted)),
    'of 400 ms': (median(painted) / limits.painted).toFixed(2),
    'down (fps)': median(frames.top.map(({ fps }) => fps)).toFixed(1),
    'across (fps)': median(frames.left.map(({ fps }) => fps)).toFixed(1),
    'longest frame (ms)': Math.round(Math.max(...[...frames.top, ...frames.left].map(({ longestFrameMs }) => longestFrameMs))),
    'CPU to open (ms)': Math.round(opened),
    'CPU per frame, down / across (ms)': perFrame.map((ms) => ms.toFixed(1)).join(' / '),
    'cells drawn': frames.left[0]?.cells ?? 0,
  }
}

const data = options.url ? undefined : makeDataDir()
const server = data && (await startServer(data.folder, { DEMO: 'on' }))
const url = options.url ?? server?.url ?? ''
const browser = await openBrowser()
try {
  const context = await browser.newContext({ baseURL: url, viewport: windows.wide, locale: 'ja-JP' })
  await signIn(context, url, 'doctor')
  const rows = []
  for (const size of sizes) rows.push(await measure(context, size))
  console.log(
    `Chromium. Click to painted: median of ${runs}, CPU throttled ${slow}×. Frames: two runs, throttled. CPU times: one run, not throttled. Limits: ${limits.painted} ms and ${limits.fps} fps`,
  )
  console.table(rows)
} finally {
  await browser.close()
  await server?.end()
  data?.remove()
}
