import type { KarteDraft } from '@sukoyaka/wire/care/karte'

/** What a text is of: a patient, perhaps an interview, perhaps a note that is rewritten. */
export type Place = { user_id: number; interview_id?: number; karte_id?: number }

export const placeKey = ({ interview_id, karte_id }: Place) => (karte_id ? `karte:${karte_id}` : interview_id ? `interview:${interview_id}` : 'free')

/** The draft of a place. */
export const draftAt = (drafts: readonly KarteDraft[], place: Place) =>
  drafts.find(({ interview_id, karte_id }) => karte_id === (place.karte_id ?? null) && interview_id === (place.interview_id ?? null))

/** Two texts of one thing: another window’s draft, the note as somebody rewrote it, or nothing any more where it was saved or given up. */
export type Clash = { kind: 'draft' | 'gone'; theirs: string; at?: string; draft?: KarteDraft } | { kind: 'karte'; theirs: string; at: string }

export const clashOf = (saved: KarteDraft | null): Clash =>
  saved ? { kind: 'draft', theirs: saved.memo, at: saved.updated_at, draft: saved } : { kind: 'gone', theirs: '' }

/** Nothing of either is lost; what one holds already stands there once. */
export const joined = (mine: string, theirs: string): string => {
  const [a, b] = [mine.trimEnd(), theirs.trim()]
  if (a.includes(b)) return a
  if (b.includes(a)) return b
  return `${a}\n\n${b}`
}

/** Text put in where the caret is, on a line of its own where it is `isBlock`. Answers where the caret goes. */
export const inserted = (text: string, from: number, to: number, piece: string, isBlock: boolean): { text: string; before: string; at: number } => {
  const head = text.slice(0, from)
  const gap = isBlock && head && !head.endsWith('\n') ? '\n' : ''
  const before = gap + piece
  return { text: head + before + text.slice(to), before, at: from + before.length }
}
