import type { Page, Request } from 'playwright-core'

const pendingRequests = new WeakMap<Page, Set<Request>>()

/** Tracks the pending requests of a page, except its event stream, which never ends. */
export const trackRequests = (page: Page): void => {
  const open = new Set<Request>()
  pendingRequests.set(page, open)
  const onEnd = (request: Request) => open.delete(request)
  page.on('request', (request) => {
    // requests of the previous page no longer count
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) open.clear()
    if (!new URL(request.url()).pathname.startsWith('/api/events')) open.add(request)
  })
  page.on('requestfinished', onEnd)
  page.on('requestfailed', onEnd)
}

/** Waits until the page has run the scripts it received; a busy machine runs them late. */
const waitUntilIdle = 'new Promise((resolve) => requestIdleCallback(() => resolve(0), { timeout: 5_000 }))'

/** Number of pending requests and of elements with aria-busy, plus one for a page that is being replaced. */
export const countPending = async (page: Page): Promise<number> => {
  const replaced = await page.evaluate<number>(waitUntilIdle).catch(() => 1)
  return replaced + (pendingRequests.get(page)?.size ?? 0) + (await page.locator('[aria-busy="true"]').count())
}
