import type { Browser, Page } from 'playwright-core'
import type { Role } from '../../packages/wire/src/access.ts'
import { openContext, type State, sizes, waitUntilQuiet } from './chromium.ts'
import type { DemoApp } from './demo-app.ts'

type Interaction = { name: string; role: Role; path: string; perform: (page: Page) => Promise<number> }

/** The browser reports only events of at least this duration. */
const reportedMs = 16

/** Script that keeps the longest event of each interaction by its `interactionId`, and the time from each key press to the task after the next frame. */
const observe = `
  globalThis.longestEvents = new Map()
  globalThis.keyDelays = []
  addEventListener('keydown', ({ timeStamp }) => requestAnimationFrame(() => setTimeout(() => keyDelays.push(performance.now() - timeStamp))), true)
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId) longestEvents.set(interactionId, Math.max(duration, longestEvents.get(interactionId) ?? 0))
  }).observe({ type: 'event', durationThreshold: ${reportedMs} })`

const untilPainted = (page: Page) => page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))')

const pressAll = async (page: Page, keys: readonly string[]) => {
  for (const key of keys) {
    await page.keyboard.press(key)
    await untilPainted(page)
  }
  return keys.length
}

const repeated = (count: number, ...keys: string[]) => keys.flatMap((key) => Array<string>(count).fill(key))

export const interactions: readonly Interaction[] = [
  {
    name: 'arrow keys in the grid',
    role: 'doctor',
    path: '/1/database',
    perform: async (page) => {
      await page.locator('[role=grid] [tabindex="0"]').first().focus()
      return pressAll(page, repeated(10, 'ArrowDown', 'ArrowRight', 'ArrowUp', 'ArrowLeft'))
    },
  },
  {
    name: 'typing a message',
    role: 'doctor',
    path: '/messages/1',
    perform: async (page) => {
      const field = page.getByRole('textbox', { name: 'メッセージを入力' })
      await field.focus()
      const typed = await pressAll(page, [...'please keep measuring every morning'.replaceAll(' ', '')])
      await field.clear()
      return typed
    },
  },
  {
    name: 'dialog “add assessment”',
    role: 'doctor',
    path: '/1/summary',
    perform: async (page) => {
      const times = 12
      // the card is below the first view and loads only once the page is scrolled
      await page.mouse.move(sizes.wide.width / 2, sizes.wide.height / 2)
      await page.mouse.wheel(0, sizes.wide.height / 2)
      await page.getByRole('button', { name: '評価を追加' }).waitFor()
      await waitUntilQuiet(page, 1_000)
      for (let time = 0; time < times; time++) {
        await page.getByRole('button', { name: '評価を追加' }).click()
        await page.getByRole('dialog', { name: '評価を追加' }).getByRole('combobox').first().waitFor()
        await untilPainted(page)
        await page.keyboard.press('Escape')
        await page.getByRole('dialog', { name: '評価を追加' }).waitFor({ state: 'detached' })
        await untilPainted(page)
      }
      return 2 * times
    },
  },
]

export type Delays = { count: number; p95: number; max: number; cpu: number }

/**
 * Measures the time from an interaction to the next paint with a throttled CPU. A second pass without throttling measures the CPU time of the main thread,
 * which other load on the machine does not lengthen.
 */
export const measureInteraction = async (
  browser: Browser,
  { url }: DemoApp,
  { path, perform }: Interaction,
  { state, slow }: { state: State; slow: number },
): Promise<Delays> => {
  const context = await openContext(browser, { baseURL: url, storageState: state })
  try {
    await context.addInitScript(observe)
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    await page.goto(path)
    await waitUntilQuiet(page, 1_000)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slow })
    const count = await perform(page)
    await untilPainted(page)
    const numbers = async (expression: string) => JSON.parse(await page.evaluate<string>(`JSON.stringify([...${expression}])`)) as number[]
    const reported = await numbers('longestEvents.values()')
    const slowKeys = (await numbers('keyDelays')).filter((delay) => delay > 4 * reportedMs).length
    if (reported.length < slowKeys / 2) throw new Error('this browser does not time its events: set CHROMIUM_PATH to a chromium-headless-shell')
    const unreported = Array<number>(Math.max(0, count - reported.length)).fill(reportedMs)
    const delays = [...reported, ...unreported].sort((a, b) => a - b)
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    await waitUntilQuiet(page, 1_000)
    const mainThreadMs = async () => {
      const { metrics } = await session.send('Performance.getMetrics')
      return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000
    }
    const before = await mainThreadMs()
    await perform(page)
    const cpu = ((await mainThreadMs()) - before) / count
    return { count, p95: delays[Math.ceil(delays.length * 0.95) - 1]!, max: delays.at(-1)!, cpu }
  } finally {
    await context.close()
  }
}
