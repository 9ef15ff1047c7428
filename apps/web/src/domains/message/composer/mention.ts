import type { listMentionTargets } from '@sukoyaka/wire/care/message-mark'
import type { Reply } from '@sukoyaka/wire/endpoint'
import { mentionOf } from '../thread/parts.ts'

export type Target = Reply<typeof listMentionTargets>['items'][number]

const maxNameLength = 20

/** Text after @ up to the caret; undefined if no mention is being typed. An email address such as a@b is not a mention. */
export const mentionQueryAt = (text: string, cursor: number): { from: number; q: string } | undefined => {
  const from = text.slice(0, cursor).lastIndexOf('@')
  if (from < 0 || cursor - from > maxNameLength) return undefined
  if (from > 0 && /[\w.+-]/.test(text[from - 1]!)) return undefined
  const q = text.slice(from + 1, cursor)
  return /[\s@、。]/.test(q) ? undefined : { from, q }
}

export const withMention = (text: string, from: number, cursor: number, person: Target) => {
  const name = `${mentionOf(person)} `
  return { text: text.slice(0, from) + name + text.slice(cursor), cursor: from + name.length }
}

/** People whose mention is still in the text. */
export const mentionedIn = <T extends { last_name: string; first_name: string }>(text: string, people: readonly T[]): T[] =>
  people.filter((person) => text.includes(mentionOf(person)))
