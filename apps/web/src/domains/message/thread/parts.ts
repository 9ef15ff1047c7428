type Named = { id: number; last_name: string; first_name: string }
export type Part = { text: string; href?: string; person_id?: number }

/** Punctuation after a URL that is not part of it. */
const trailing = new Set('.,!?:;\'"*_~')
const opening: Record<string, string> = { ')': '(', ']': '[', '}': '{' }

/** The URL without the punctuation and closing brackets that follow it. In linear time, because a URL can be as long as a message. */
const addressIn = (raw: string): string => {
  const count: Record<string, number> = {}
  for (const sign of raw) count[sign] = (count[sign] ?? 0) + 1
  for (let end = raw.length; end; end -= 1) {
    const sign = raw[end - 1]!
    const open = opening[sign]
    // a closing bracket that was opened before the URL
    const isOutside = open !== undefined && count[sign]! > (count[open] ?? 0)
    if (isOutside) count[sign]! -= 1
    else if (!trailing.has(sign)) return raw.slice(0, end)
  }
  return ''
}

/**
 * Only http and https; http, because some hospitals still have no certificate. ASCII only, because Japanese text follows a URL
 * without a space.
 */
const urlPattern = /https?:\/\/[\x21\x23-\x3b\x3d\x3f-\x7e]+/gi
/** A URL needs a host of at least three characters. */
const withHost = /^https?:\/\/[^/?#]{3}/i

const withLinks = (text: string): Part[] => {
  const parts: Part[] = []
  let at = 0
  for (const match of text.matchAll(urlPattern)) {
    const href = addressIn(match[0])
    if (!withHost.test(href)) continue
    if (match.index > at) parts.push({ text: text.slice(at, match.index) })
    parts.push({ text: href, href })
    at = match.index + href.length
  }
  if (at < text.length) parts.push({ text: text.slice(at) })
  return parts
}

/** Text of a mention, with the @. */
export const mentionOf = ({ last_name, first_name }: Omit<Named, 'id'>) => `@${[last_name, first_name].filter(Boolean).join(' ')}`

/** Splits text into links, mentions and plain text. */
export const partsOf = (body: string, mentions: readonly Named[] = []): Part[] => {
  // longer names first, so that @森田 is not matched as @森
  const named = mentions.map((person) => ({ id: person.id, text: mentionOf(person) })).sort((a, b) => b.text.length - a.text.length)
  if (!named.some(({ text }) => body.includes(text))) return withLinks(body)
  const parts: Part[] = []
  let plain = ''
  for (let at = 0; at < body.length; ) {
    const hit = body[at] === '@' ? named.find(({ text }) => body.startsWith(text, at)) : undefined
    if (!hit) {
      plain += body[at]
      at += 1
      continue
    }
    parts.push(...withLinks(plain), { text: hit.text, person_id: hit.id })
    plain = ''
    at += hit.text.length
  }
  return [...parts, ...withLinks(plain)]
}
