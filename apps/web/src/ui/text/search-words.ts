import { fold } from '@sukoyaka/rules/search'

/** Two characters are a word; fewer are everywhere. */
export const isSearch = (q: string) =>
  fold(q)
    .split(/\s+/)
    .some((word) => [...word].length >= 2)

/** What of a long text is shown around its first hit, and from where. */
export const aroundHit = (text: string, first: number | undefined, before = 24, length = 160): { from: number; to: number } => {
  const from = first === undefined || first <= before ? 0 : first - before
  return { from, to: Math.min(text.length, from + length) }
}
