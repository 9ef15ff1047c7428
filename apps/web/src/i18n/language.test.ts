import { expect, test } from 'vitest'
import { pagePattern } from '../ui/page/page-pattern.ts'
import { inLanguage, readPath } from './language.ts'

test.each([
  ['/', 'ja', '', '/'],
  ['/12/summary', 'ja', '', '/12/summary'],
  ['/ja/12/summary', 'ja', '/ja', '/12/summary'],
  ['/en', 'en', '/en', '/'],
  ['/en/12/summary', 'en', '/en', '/12/summary'],
  ['/kr/admin', 'kr', '/kr', '/admin'],
  ['/ko/admin', 'ja', '', '/ko/admin'],
  ['/english', 'ja', '', '/english'],
  ['/constructor', 'ja', '', '/constructor'],
])('%s is read as %s', (pathname, language, prefix, path) => expect(readPath(pathname)).toEqual({ language, prefix, path }))

test.each([
  ['en', '/12/summary', '/en/12/summary'],
  ['ja', '/en/12/summary', '/12/summary'],
  ['kr', '/en', '/kr'],
  ['ja', '/kr', '/'],
] as const)('in %s, %s is %s', (language, from, to) => expect(inLanguage(language, from)).toBe(to))

test.each([
  ['/12/summary', '/:user_id/summary'],
  ['/en/12/summary', '/:user_id/summary'],
  ['/kr/sign_in', '/sign_in'],
  ['/佐伯恵子', '/unknown'],
  ['/12/34', '/unknown'],
])('%s is told as %s, without ids and typed words', (pathname, pattern) => expect(pagePattern(pathname)).toBe(pattern))
