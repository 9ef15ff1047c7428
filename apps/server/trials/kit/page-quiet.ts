import type { Page, Request } from 'playwright-core'

const waiting = new WeakMap<Page, Set<Request>>()

/** Follows what a page asks for; its event stream is open for good. */
export const followPage = (page: Page): void => {
  const open = new Set<Request>()
  waiting.set(page, open)
  const answered = (request: Request) => open.delete(request)
  page.on('request', (request) => {
    // what the page before asked for is nobody's any more
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) open.clear()
    if (!new URL(request.url()).pathname.startsWith('/api/events')) open.add(request)
  })
  page.on('requestfinished', answered)
  page.on('requestfailed', answered)
}

/** How much a page that is followed has asked for and not got yet, and how many of its parts say that they wait. */
export const waitsOf = async (page: Page): Promise<number> => (waiting.get(page)?.size ?? 0) + (await page.locator('[aria-busy="true"]').count())
