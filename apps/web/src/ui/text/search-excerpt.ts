import { fold, isMessageWord } from '@sukoyaka/rules/fold'

const wordsOf = (q: string) => fold(q).split(/\s+/)
/** Whether a word has at least two characters, because shorter ones match almost everything. */
export const isSearchQuery = (q: string) => wordsOf(q).some((word) => [...word].length >= 2)
/** In messages, a single kanji or kana is a query too. */
export const isMessageQuery = (q: string) => wordsOf(q).some(isMessageWord)

const graphemes = new Intl.Segmenter('ja', { granularity: 'grapheme' })
/** Moves an index from the middle of a character as people see it, such as a flag, to its start. */
const characterStart = (text: string, at: number) => graphemes.segment(text).containing(at)?.index ?? at

/** Excerpt range of a long text around its first match. */
export const excerptRange = (text: string, matchIndex: number | undefined, before = 24, length = 160): { from: number; to: number } => {
  const from = matchIndex === undefined || matchIndex <= before ? 0 : characterStart(text, matchIndex - before)
  return { from, to: characterStart(text, Math.min(text.length, from + length)) }
}
