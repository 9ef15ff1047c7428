import { fold } from '@sukoyaka/rules/search'

/** At least two characters, because shorter queries match almost everything. */
export const isSearchQuery = (q: string) =>
  fold(q)
    .split(/\s+/)
    .some((word) => [...word].length >= 2)

/** Excerpt range of a long text around its first match. */
export const excerptRange = (text: string, matchIndex: number | undefined, before = 24, length = 160): { from: number; to: number } => {
  const from = matchIndex === undefined || matchIndex <= before ? 0 : matchIndex - before
  return { from, to: Math.min(text.length, from + length) }
}
