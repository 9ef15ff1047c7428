import type { Page, Request } from 'playwright-core'

const waiting = new WeakMap<Page, Set<Request>>()

/** Tracks the pending requests of a page; its event stream never ends. */
export const followPage = (page: Page): void => {
  const open = new Set<Request>()
  waiting.set(page, open)
  const answered = (request: Request) => open.delete(request)
  page.on('request', (request) => {
    // requests of the previous page no longer count
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) open.clear()
    if (!new URL(request.url()).pathname.startsWith('/api/events')) open.add(request)
  })
  page.on('requestfinished', answered)
  page.on('requestfailed', answered)
}

/** Number of pending requests and of elements with aria-busy. */
export const waitsOf = async (page: Page): Promise<number> => (waiting.get(page)?.size ?? 0) + (await page.locator('[aria-busy="true"]').count())
