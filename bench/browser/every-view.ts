import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { Language } from '../../packages/phrases/src/language.ts'
import type { Role } from '../../packages/wire/src/access.ts'
import { openBrowser, openContext, type Size, type State, signInAll, sizes, waitUntilQuiet } from './chromium.ts'
import { type DemoApp, shownAt, withDemoApp } from './demo-app.ts'
import { idsOf } from './demo-ids.ts'
import { prefixOf, type View, viewsOf } from './views.ts'

export const quietMs = 500
export const schemes = ['light', 'dark'] as const

/** `name` consists of role, view, size and language. */
export type ShownView = { page: Page; name: string; view: View; size: Size; language: Language }
type Options = {
  languages: readonly Language[]
  /** Shows only the views whose `role.view` contains one of these comma-separated parts; empty for all. */
  only: string
  /** Runs on the loaded page, in the light scheme, after `view.open` has opened the view’s dialog or pane, if it has one. */
  run: (shown: ShownView) => Promise<void>
}
type Series = { browser: Browser; app: DemoApp; role: Role | undefined; state: State | undefined; size: Size; language: Language }

/** Answers writes, except previews, without the server, so that no view changes the data of later ones: opening a conversation would mark it as read. */
const keepUnchanged = (context: BrowserContext) =>
  context.route(
    ({ pathname }) => pathname.startsWith('/api/') && !/\/preview(_notice)?$/.test(pathname),
    (route) => (route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 204 })),
  )

/** Shows the wanted views of a role in one size and language, each on a page of its own in one context. */
const visitSeries = async ({ browser, app, role, state, size, language }: Series, views: View[], { only, run }: Options, failed: string[]) => {
  const who = role ?? 'anonymous'
  const wanted = views.filter(({ name }) => only.split(',').some((part) => `${who}.${name}`.includes(part)))
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
      await page.goto(prefixOf(language) + view.path)
      await waitUntilQuiet(page, quietMs)
      // also load the cards below the first view
      await page.evaluate(`dispatchEvent(new Event('beforeprint'))`)
      await waitUntilQuiet(page, quietMs)
      await view.open?.(page, language)
      await run({ page, name, view, size, language })
      console.log(name)
    } catch (error) {
      failed.push(`${name}: ${error instanceof Error ? error.message : error}`)
      console.log(failed.at(-1))
    }
    await page.close()
  }
  await context.close()
}

/** Starts the demo and shows the views of `viewsOf` in each window size and language. Returns the views that failed, with the reason. */
export const visitEveryView = async (options: Options): Promise<string[]> => {
  const failed: string[] = []
  await withDemoApp(async (app) => {
    const browser = await openBrowser()
    try {
      const states = await signInAll(browser, app.url, ['doctor', 'patient', 'admin'])
      for (const { role, views } of viewsOf(await idsOf(app, states.get('doctor')!)))
        for (const size of ['wide', 'narrow'] as const)
          for (const language of options.languages)
            await visitSeries({ browser, app, role, state: role && states.get(role), size, language }, views, options, failed)
    } finally {
      await browser.close()
    }
  })
  return failed
}
