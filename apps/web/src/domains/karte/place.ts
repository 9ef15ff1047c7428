import type { KarteDraft } from '@sukoyaka/wire/care/karte'

/** What a draft belongs to: a patient, optionally an interview or an existing note. */
export type Place = { user_id: number; interview_id?: number; karte_id?: number }

export const placeKey = ({ interview_id, karte_id }: Place) => (karte_id ? `karte:${karte_id}` : interview_id ? `interview:${interview_id}` : 'free')

/** The draft for this place that was saved last: a free one beside that of an interview that was deleted, which is free too. */
export const draftAt = (drafts: readonly KarteDraft[], place: Place) =>
  drafts
    .filter(({ interview_id, karte_id }) => karte_id === (place.karte_id ?? null) && interview_id === (place.interview_id ?? null))
    .sort((a, b) => b.version - a.version)[0]

/** A conflict: the draft as saved elsewhere, a newer version of the note, or `gone` if the draft was submitted or discarded. */
export type Conflict = { kind: 'draft' | 'gone'; theirs: string; at?: string; draft?: KarteDraft } | { kind: 'karte'; theirs: string; at: string }

export const conflictOf = (saved: KarteDraft | null): Conflict =>
  saved ? { kind: 'draft', theirs: saved.memo, at: saved.updated_at, draft: saved } : { kind: 'gone', theirs: '' }

/** Concatenates both texts, or returns the longer one if it contains the other. */
export const joined = (mine: string, theirs: string): string => {
  const [a, b] = [mine.trimEnd(), theirs.trim()]
  if (a.includes(b)) return a
  if (b.includes(a)) return b
  return `${a}\n\n${b}`
}

/** Replaces the selection with `piece`; a block starts on a new line. Returns the new text, what was inserted, and `at`, the new caret position. */
export const inserted = (text: string, from: number, to: number, piece: string, isBlock: boolean): { text: string; insertion: string; at: number } => {
  const head = text.slice(0, from)
  const gap = isBlock && head && !head.endsWith('\n') ? '\n' : ''
  const insertion = gap + piece
  return { text: head + insertion + text.slice(to), insertion, at: from + insertion.length }
}

/** Where writing in a template begins: the first empty line after its first line, otherwise the end of the template. */
export const firstEmptyLine = (template: string): number => {
  const lineBreak = template.search(/\n(?=\n|$)/)
  return lineBreak < 0 ? template.length : lineBreak + 1
}
