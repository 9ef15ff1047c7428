import type { Role } from '@sukoyaka/wire/access'
import { allFormDrafts, type FormDraft, isUnsentOf } from '../form-drafts.ts'
import { pendingPrefixOf } from '../pending-answers.ts'
import { storedAnswers, storedInput } from './stored.ts'

/** `kind`: the first word of the form's key, such as `tasks`. `page`: where the form is, if that is known. */
export type UnsavedForm = { kind: string; page: string | undefined }
/** Counts, the forms, and the ids of the patients in whose conversations messages are unsent or begun. */
export type Unsent = { messages: number; drafts: number; forms: UnsavedForm[]; rooms: { messages: number[]; drafts: number[] } }

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

/** The drafts of this user in memory. */
export const draftsOf = (user_id: number): ReadonlyMap<string, FormDraft> => {
  const prefix = `${user_id} `
  return new Map([...allFormDrafts()].flatMap(([key, draft]) => (key.startsWith(prefix) ? [[key.slice(prefix.length), draft]] : [])))
}

/** The key in memory of the form whose answers are in sessionStorage under `form`. */
const keyOfAnswers = (form: string) => form.replace('questionnaire.', 'questionnaires/')

/** Whether this user has unsaved forms, answers or messages that a reload deletes, because they are only in memory. */
export const hasUnstoredInput = (user_id: number): boolean => {
  const pending = pendingPrefixOf(user_id)
  const answers = [...storedAnswers(user_id).keys()]
  const stored = new Set([...answers, ...answers.map((key) => keyOfAnswers(key.slice(pending.length))), ...storedInput(user_id).keys()])
  const inputsIn = (key: string, value: unknown) => (key.startsWith(pending) || (isUnsentOf(user_id, key) && isFilled(value)) ? [key] : unsavedIn(key, value))
  return [...draftsOf(user_id)].some(([key, { value }]) => inputsIn(key, value).some((input) => !stored.has(input)))
}

/** The page of notes and answers in sessionStorage, which are stored without one. Staff answer on the page of a patient, whom the key does not tell. */
const pageOfAnswers = (form: string, { id: own_id, role }: Owner) => {
  const [kind, id = '', place = ''] = form.split('.')
  if (kind === 'karte') return place.startsWith('interview:') ? `/interviews/${place.slice('interview:'.length)}` : `/${id}/summary`
  if (kind === 'questionnaire') return role === 'patient' ? `/${own_id}/questionnaires/${id}` : undefined
  if (kind === 'stress_check') return `/${own_id}/stress_check/answer`
  return kind === 'shop' ? '/shop/checkout' : undefined
}

type Owner = { id: number; role: Role }

/**
 * Counts what signing out deletes: messages that wait to be sent, begun messages (text or files), and forms and answers that are not saved. Undefined if there
 * is nothing. The forms of other windows are not known here.
 */
export const countUnsent = (owner: Owner): Unsent | undefined => {
  const pending = pendingPrefixOf(owner.id)
  const inMemory = draftsOf(owner.id)
  const values = [...inMemory].map(([key, { value }]): [string, unknown] => [key, value])
  const begun = new Set<number>()
  let messages: { patient_id: number }[] = []
  const pages = new Map<string, string | undefined>()
  const addForm = (form: string, page: string | undefined) => pages.set(form, page ?? pages.get(form) ?? pageOfAnswers(form, owner))
  for (const [key, value] of new Map([...values, ...storedInput(owner.id), ...storedAnswers(owner.id)])) {
    if (key.startsWith(pending)) {
      const form = key.slice(pending.length)
      addForm(form, inMemory.get(keyOfAnswers(form))?.page)
      continue
    }
    const [, kind, patient_id = ''] = /^unsent\.(\w+)\.\d+\.?(\d*)$/.exec(key) ?? []
    if (kind === 'messages') messages = Array.isArray(value) ? value : []
    else if (kind !== undefined && isFilled(value)) begun.add(Number(patient_id))
    else for (const form of unsavedIn(key, value)) addForm(form, inMemory.get(key)?.page)
  }
  if (!messages.length && !begun.size && !pages.size) return undefined
  const rooms = { messages: [...new Set(messages.map(({ patient_id }) => patient_id))], drafts: [...begun] }
  const forms = [...pages].map(([form, page]) => ({ kind: form.split(/[./]/, 1)[0]!, page }))
  return { messages: messages.length, drafts: begun.size, forms, rooms }
}
