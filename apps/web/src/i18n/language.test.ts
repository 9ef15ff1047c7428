import { expect, test } from 'vitest'
import { pagePattern } from '../ui/page/page-pattern.ts'
import { parsePath, pathInLanguage } from './language.ts'

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
])('parses %s as language %s', (pathname, language, prefix, path) => expect(parsePath(pathname)).toEqual({ language, prefix, path }))

test.each([
  ['en', '/12/summary', '/en/12/summary'],
  ['ja', '/en/12/summary', '/12/summary'],
  ['kr', '/en', '/kr'],
  ['ja', '/kr', '/'],
] as const)('in the language %s, the path %s becomes %s', (language, from, to) => expect(pathInLanguage(language, from)).toBe(to))

test.each([
  ['/12/summary', '/:user_id/summary'],
  ['/en/12/summary', '/:user_id/summary'],
  ['/kr/sign_in', '/sign_in'],
  ['/en/interviews/7', '/interviews/:id'],
  ['/share/1a2b', '/share/:token'],
  ['/佐伯恵子', '/unknown'],
  ['/today/saeki', '/unknown'],
  ['/12/34', '/unknown'],
])('reports contain %s as %s, without ids or typed text', (pathname, pattern) => expect(pagePattern(pathname)).toBe(pattern))
