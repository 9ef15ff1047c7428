import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => vi.resetModules())
afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
  history.replaceState(null, '', '/')
})

test.each([
  ['/en/settings/line', '/settings/line?code=c&state=s', '/en/settings/line?code=c&state=s'],
  ['/kr/settings/devices', '/settings/devices?error=access_denied&state=s', '/kr/settings/devices?error=access_denied&state=s'],
  ['/settings/line', '/settings/line?code=c&state=s', undefined],
  ['/en/settings/line', '/settings/line', undefined],
])('who leaves %s for another service and comes back to %s loads %j', async (left, returned, loaded) => {
  const { leaveAndReturn, reloadInLanguage } = await import('./return-language.ts')
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  const replace = vi.spyOn(window.location, 'replace').mockImplementation(() => undefined)
  history.replaceState(null, '', left)
  leaveAndReturn('https://access.line.me/oauth2/v2.1/authorize')
  expect(assign).toHaveBeenCalledWith('https://access.line.me/oauth2/v2.1/authorize')
  history.replaceState(null, '', returned)
  // also while the other page is loading
  expect([reloadInLanguage(), reloadInLanguage()]).toEqual(Array.from({ length: 2 }, () => loaded !== undefined))
  expect(replace.mock.calls).toEqual(loaded ? [[loaded]] : [])
})
