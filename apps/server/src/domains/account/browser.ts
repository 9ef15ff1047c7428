import { isIPv6 } from 'node:net'

// the first match counts: the user agent of most browsers also names the browsers they derive from
const browsers: [string, RegExp][] = [
  ['Edge', /Edg(e|A|iOS)?\//],
  ['Opera', /OPR\/|OPiOS\//],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Firefox', /Firefox\/|FxiOS\//],
  ['Chrome', /Chrome\/|CriOS\//],
  ['Safari', /Safari\//],
]
const systems: [string, RegExp][] = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows NT/],
  ['Mac', /Macintosh/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
]
const nameIn = (names: [string, RegExp][], text: string) => names.find(([, pattern]) => pattern.test(text))?.[0]

/** The browser and its system, such as `Chrome, Windows`; empty if neither is known. Without versions, which change often. */
export const browserName = (user_agent: string): string => [nameIn(browsers, user_agent), nameIn(systems, user_agent)].filter(Boolean).join(', ')

/** The columns by which people recognise their own browser in a list. Only the family of `ip` is stored. */
export const clientColumns = ({ ip, user_agent }: { ip: string; user_agent: string }) => ({
  browser: browserName(user_agent),
  // `::ffff:` begins an IPv4 address that arrives over IPv6
  address_family: !ip ? null : isIPv6(ip) && !ip.startsWith('::ffff:') ? 6 : 4,
})
