import { afterEach, expect, test, vi } from 'vitest'
import { leaveAndReturn, restoreLanguage } from './return-language.ts'

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
  history.replaceState(null, '', '/')
})

test.each([
  ['/en/settings/line', '/settings/line?code=c&state=s', '/en/settings/line?code=c&state=s'],
  ['/kr/settings/devices', '/settings/devices?error=access_denied&state=s', '/kr/settings/devices?error=access_denied&state=s'],
  ['/settings/line', '/settings/line?code=c&state=s', '/settings/line?code=c&state=s'],
  ['/en/settings/line', '/settings/line', '/settings/line'],
])('who leaves %s for another service and comes back to %s is on %s', (left, returned, shown) => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  history.replaceState(null, '', left)
  leaveAndReturn('https://access.line.me/oauth2/v2.1/authorize')
  expect(assign).toHaveBeenCalledWith('https://access.line.me/oauth2/v2.1/authorize')
  history.replaceState(null, '', returned)
  restoreLanguage()
  expect(location.pathname + location.search).toBe(shown)
})
