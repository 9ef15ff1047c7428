// node bench/pictures.ts folder [--only doctor.summary]: pictures of all pages and main dialogs. node bench/pictures.ts --compare before after: what differs.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { Language } from '../packages/phrases/src/language.ts'
import type { Role } from '../packages/wire/src/access.ts'
import { openBrowser, openContext, type Size, type State, signInAll, sizes, waitUntilQuiet } from './browser/chromium.ts'
import { type DemoApp, shownAt, withDemoApp } from './browser/demo-app.ts'
import { idsOf } from './browser/demo-ids.ts'
import { dialogs } from './browser/dialogs.ts'
import { comparePictures } from './browser/difference.ts'
import { prefixOf, type View, viewsOf } from './browser/views.ts'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { compare: { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
})
const [folder, otherFolder] = positionals
if (!folder || (options.compare && !otherFolder)) {
  console.error('node bench/pictures.ts folder [--only doctor.summary], or: node bench/pictures.ts --compare before after')
  process.exit(1)
}

const quietMs = 500
const maxHeight = 8_000
const languages: Language[] = ['ja', 'en']
const schemes = ['light', 'dark'] as const

/** Pixels by which the window would have to be higher to show the whole page: not the document scrolls, but `main` or a large box in it. */
const hiddenHeight = `(() => {
  const scrolls = (box) => box.clientHeight > innerHeight / 3 && /auto|scroll/.test(getComputedStyle(box).overflowY)
  const boxes = [document.scrollingElement, ...[...document.querySelectorAll('main, main *')].filter(scrolls)]
  return Math.max(0, ...boxes.map((box) => box.scrollHeight - box.clientHeight))
})()`

const showWholePage = async (page: Page, { width, height }: { width: number; height: number }) => {
  let shown = height
  // content that loads when it comes into view makes the page higher
  for (let tries = 0; tries < 3; tries++) {
    const hidden = await page.evaluate<number>(hiddenHeight)
    if (!hidden || shown === maxHeight) return
    shown = Math.min(maxHeight, shown + hidden)
    await page.setViewportSize({ width, height: shown })
    await waitUntilQuiet(page, quietMs)
  }
}

type Series = { browser: Browser; app: DemoApp; role: Role | undefined; state: State | undefined; size: Size; language: Language }

const takePicture = async (page: Page, { path, open }: View, { size, language }: Series, file: (scheme: string) => string) => {
  const viewport = sizes[size]
  await page.goto(prefixOf(language) + path)
  await waitUntilQuiet(page, quietMs)
  if (open) await open(page, language)
  else await showWholePage(page, viewport)
  for (const scheme of schemes) {
    await page.emulateMedia({ colorScheme: scheme })
    await waitUntilQuiet(page, quietMs)
    await page.screenshot({ path: file(scheme), animations: 'disabled', caret: 'hide' })
  }
}

/** Answers writes in place of the server, so that no picture depends on those before it: opening a conversation marks it as read. */
const keepUnchanged = (context: BrowserContext) =>
  context.route(
    ({ pathname }) => pathname.startsWith('/api/') && !/\/preview(_notice)?$/.test(pathname),
    (route) => (route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 204 })),
  )

/** Pictures of these views, each on a page of its own in one context. */
const takeSeries = async (series: Series, views: View[], failed: string[]) => {
  const { browser, app, role, state, size, language } = series
  const who = role ?? 'anonymous'
  const wanted = views.filter(({ name }) => `${who}.${name}`.includes(options.only))
  if (!wanted.length) return
  const context = await openContext(browser, {
    baseURL: app.url,
    viewport: sizes[size],
    reducedMotion: 'reduce',
    ...(size === 'narrow' && { isMobile: true, hasTouch: true }),
    ...(state && { storageState: state }),
  })
  await context.clock.setFixedTime(shownAt)
  if (role) await keepUnchanged(context)
  for (const view of wanted) {
    const name = `${who}.${view.name}.${size}.${language}`
    const page = await context.newPage()
    try {
      await takePicture(page, view, series, (scheme) => join(folder, `${name}.${scheme}.png`))
      console.log(name)
    } catch (error) {
      failed.push(`${name}: ${error instanceof Error ? error.message : error}`)
      console.log(failed.at(-1))
    }
    await page.close()
  }
  await context.close()
}

const takeAll = async () => {
  mkdirSync(folder, { recursive: true })
  const failed: string[] = []
  await withDemoApp(async (app) => {
    const browser = await openBrowser()
    try {
      const states = await signInAll(browser, app.url, ['doctor', 'patient', 'admin'])
      const views = viewsOf(await idsOf(browser, app, states.get('doctor')!)).map((part) =>
        part.role === 'doctor' ? { ...part, views: [...part.views, ...dialogs] } : part,
      )
      for (const { role, views: ownViews } of views)
        for (const size of ['wide', 'narrow'] as const)
          for (const language of languages) await takeSeries({ browser, app, role, state: role && states.get(role), size, language }, ownViews, failed)
    } finally {
      await browser.close()
    }
  })
  for (const line of failed) console.error(line)
  if (failed.length) process.exitCode = 1
}

if (options.compare) await comparePictures(folder, otherFolder!)
else await takeAll()
