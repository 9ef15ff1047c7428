import { allFormDrafts } from '../form-drafts.ts'
import { pendingPrefixOf } from '../pending-answers.ts'
import { storedAnswers, storedInput } from './stored.ts'

/** Counts, and the ids of the patients in whose conversations messages are unsent or begun. */
export type Unsent = { messages: number; drafts: number; forms: number; rooms: { messages: number[]; drafts: number[] } }

const isFilled = (draft: unknown) => (Array.isArray(draft) ? draft.length > 0 : Boolean((draft as { body?: string } | undefined)?.body?.trim()))

type Draft = {
  /** A form of `useForm`. */
  values?: unknown
  base?: unknown
  hasInput?: boolean
  /** A text, and the text that the server has. */
  memo?: string
  comment?: string
  saved?: string
  /** Pictures that are not uploaded. */
  pending?: { read?: () => readonly unknown[] }
}

const isUnsaved = (draft: unknown): boolean => {
  const { values, base, hasInput, memo, comment, saved, pending } = (draft ?? {}) as Draft
  if (base !== undefined) return hasInput ?? JSON.stringify(values) !== JSON.stringify(base)
  if (saved !== undefined) return (memo ?? comment) !== saved
  return Boolean(pending?.read?.().length)
}

/** Several drafts by id, such as the comments of the release queue, count each. */
const unsavedIn = (key: string, draft: unknown): string[] => {
  if (key === 'releases') return Object.entries(draft ?? {}).flatMap(([id, each]) => (isUnsaved(each) ? [`${key}.${id}`] : []))
  // the text and the pictures of a note are one input, which may also be in sessionStorage
  return isUnsaved(draft) ? [key.replace(/^karte_(?:drafts|pictures)\/(\d+)\//, 'karte.$1.')] : []
}

/**
 * Counts what signing out deletes: messages that wait to be sent, begun messages (text or files), and forms and answers that are not saved. Undefined if there
 * is nothing. The forms of other windows are not known here.
 */
export const countUnsent = (user_id: number): Unsent | undefined => {
  const prefix = `${user_id} `
  const pending = pendingPrefixOf(user_id)
  const inMemory = [...allFormDrafts()].flatMap(([key, value]): [string, unknown][] => (key.startsWith(prefix) ? [[key.slice(prefix.length), value]] : []))
  const begun = new Set<number>()
  let messages: { patient_id: number }[] = []
  const forms = new Set<string>()
  for (const [key, value] of new Map([...inMemory, ...storedInput(user_id), ...storedAnswers(user_id)])) {
    if (key.startsWith(pending)) {
      forms.add(key.slice(pending.length))
      continue
    }
    const [, kind, patient_id = ''] = /^unsent\.(\w+)\.\d+\.?(\d*)$/.exec(key) ?? []
    if (kind === 'messages') messages = Array.isArray(value) ? value : []
    else if (kind !== undefined && isFilled(value)) begun.add(Number(patient_id))
    else for (const form of unsavedIn(key, value)) forms.add(form)
  }
  if (!messages.length && !begun.size && !forms.size) return undefined
  const rooms = { messages: [...new Set(messages.map(({ patient_id }) => patient_id))], drafts: [...begun] }
  return { messages: messages.length, drafts: begun.size, forms: forms.size, rooms }
}
