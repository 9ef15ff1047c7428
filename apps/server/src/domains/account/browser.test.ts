import { expect, test } from 'vitest'
import { browserName, clientColumns } from './browser.ts'

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36', 'Chrome, Windows'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0', 'Edge, Windows'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1', 'Safari, iPhone'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:144.0) Gecko/20100101 Firefox/144.0', 'Firefox, Mac'],
  ['curl/8.5.0', ''],
])('the user agent %s is named %j', (user_agent, name) => expect(browserName(user_agent)).toBe(name))

test.each([
  ['203.0.113.7', 4],
  ['::ffff:203.0.113.7', 4],
  ['2001:db8::7', 6],
  ['', null],
])('of the IP address %j only the family is stored', (ip, address_family) => expect(clientColumns({ ip, user_agent: '' }).address_family).toBe(address_family))
