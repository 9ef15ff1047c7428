import { diffArrays } from 'diff'

export type Piece = { kind: 'same' | 'added' | 'removed'; text: string }

const segmenter = new Intl.Segmenter('ja', { granularity: 'word' })
/**
 * So that a diff does not block the page: above one of these limits it compares lines instead of words, and if the lines have too many changes or take too
 * long, it replaces the whole text.
 */
const maxCharacters = 40_000
const maxChanges = 4_000
const timeoutMs = 300

const wordsOf = (text: string) => [...segmenter.segment(text)].map(({ segment }) => segment)
const linesOf = (text: string) => text.match(/[^\n]*\n|[^\n]+$/g) ?? []

/** Diff in reading order. Japanese has no spaces, so words come from Intl.Segmenter. */
export const changesOf = (before: string, after: string): Piece[] => {
  const toPieces = (parts: { value: string[]; added?: boolean; removed?: boolean }[]) =>
    parts.map(({ value, added, removed }): Piece => ({ kind: added ? 'added' : removed ? 'removed' : 'same', text: value.join('') }))
  if (before.length + after.length <= maxCharacters) {
    const byWords = diffArrays(wordsOf(before), wordsOf(after), { maxEditLength: maxChanges, timeout: timeoutMs })
    if (byWords) return toPieces(byWords)
  }
  const byLines = diffArrays(linesOf(before), linesOf(after), { maxEditLength: maxChanges, timeout: timeoutMs })
  return byLines
    ? toPieces(byLines)
    : ([
        { kind: 'removed', text: before },
        { kind: 'added', text: after },
      ] satisfies Piece[])
}
