import { get } from 'node:http'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import type { Role } from '../../packages/wire/src/access.ts'
import { openContext, type State, sizes, waitUntilQuiet } from './chromium.ts'
import { type DemoApp, shownAt } from './demo-app.ts'

export type Load = { name: string; role?: Role; path: string; isPhone?: boolean }

export const loads: readonly Load[] = [
  { name: '/sign_in', path: '/sign_in' },
  { name: '/today', role: 'doctor', path: '/today' },
  { name: 'summary', role: 'doctor', path: '/1/summary' },
  { name: 'home on a phone', role: 'patient', path: '/1/summary', isPhone: true },
  { name: 'conversation', role: 'doctor', path: '/messages/1' },
  { name: 'conversation on a phone', role: 'patient', path: '/messages', isPhone: true },
  { name: 'timeline', role: 'doctor', path: '/1/timeline' },
  { name: 'database', role: 'doctor', path: '/1/database' },
  { name: 'interviews', role: 'doctor', path: '/interviews' },
  { name: 'user list', role: 'admin', path: '/admin' },
]

const quietMs = 1_000

/** Size in bytes of a static file as the server sends it with gzip; Chromium itself gets Brotli. */
const gzipBytes = (url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const request = get(url, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => (bytes += chunk.length))
      response.on('end', () => (response.statusCode === 200 ? resolve(bytes) : reject(new Error(`${url}: ${response.statusCode}`))))
    })
    request.on('error', reject)
  })

export type Loaded = { files: Record<string, number>; calls: string[] }

/** Loads a page in a fresh context. Calls that a page repeats, such as polls, count once, so that a slow machine counts the same. */
export const measureLoad = async (browser: Browser, { url }: DemoApp, { path, isPhone }: Load, state: State | undefined): Promise<Loaded> => {
  const phone: BrowserContextOptions = { viewport: sizes.narrow, isMobile: true, hasTouch: true }
  const context = await openContext(browser, { baseURL: url, ...(isPhone && phone), ...(state && { storageState: state }) })
  try {
    await context.clock.setFixedTime(shownAt)
    const page = await context.newPage()
    const paths = new Set<string>()
    const calls = new Set<string>()
    page.on('request', (request) => {
      const { origin, pathname, search } = new URL(request.url())
      if (origin !== url) return
      if (/^\/(assets|locales)\//.test(pathname)) paths.add(pathname + search)
      if (/^\/api\/(?!events)/.test(pathname)) calls.add(`${request.method()} ${pathname}${search}`)
    })
    await page.goto(path)
    await waitUntilQuiet(page, quietMs)
    const files: Record<string, number> = {}
    for (const file of [...paths].sort()) files[file] = await gzipBytes(url + file)
    return { files, calls: [...calls].sort() }
  } finally {
    await context.close()
  }
}
