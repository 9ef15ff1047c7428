import { allFormDrafts } from '../form-drafts.ts'
import { storedInput } from './stored.ts'

export type Unsent = { messages: number; drafts: number; forms: number }

const isFilled = (draft: unknown) => (Array.isArray(draft) ? draft.length > 0 : Boolean((draft as { body?: string } | undefined)?.body?.trim()))

const isEdited = (form: unknown) => {
  const { values, base } = (form ?? {}) as { values?: unknown; base?: unknown }
  return base !== undefined && JSON.stringify(values) !== JSON.stringify(base)
}

/**
 * Counts what signing out deletes: messages that wait to be sent, begun messages (text or files), and forms and answers that are not saved. Undefined if there
 * is nothing. The forms of other windows are not known here.
 */
export const countUnsent = (user_id: number): Unsent | undefined => {
  const prefix = `${user_id} `
  const inMemory = [...allFormDrafts()].flatMap(([key, value]): [string, unknown][] => (key.startsWith(prefix) ? [[key.slice(prefix.length), value]] : []))
  const begun = new Set<string>()
  let messages = 0
  let forms = Object.keys(sessionStorage).filter((key) => key.startsWith(`unsent.${user_id}.`)).length
  for (const [key, value] of new Map([...inMemory, ...storedInput(user_id)])) {
    const [, kind, patient_id = ''] = /^unsent\.(\w+)\.\d+\.?(\d*)$/.exec(key) ?? []
    if (kind === 'messages') messages = Array.isArray(value) ? value.length : 0
    else if (kind !== undefined && isFilled(value)) begun.add(patient_id)
    else if (isEdited(value)) forms += 1
  }
  return messages || begun.size || forms ? { messages, drafts: begun.size, forms } : undefined
}
