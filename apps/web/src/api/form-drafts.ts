/**
 * Unsaved input by user and key: forms, message drafts and the outbox with its files. In memory, and (except files) in sessionStorage while a Stripe page is
 * loaded (`pages/stripe-page-loader.ts`). It survives unmounting, so that text is not lost when the session expires; signing out deletes it. Messages are also
 * in localStorage while their author is signed in, some notes and answers in sessionStorage (`pending-answers.ts`). When the session ends, they are taken into
 * memory, so that only the same person gets them back, and stored again after that person has signed in (`api/unsent/keep.ts`).
 */
let drafts = new Map<string, FormDraft>()

/** `page`: where the input is found again, without the language; undefined if the key says it. */
export type FormDraft = { value: unknown; page?: string | undefined }

/** All drafts by key, for `stripePageLoader`, which stores them before a full page load and restores them afterwards. */
export const allFormDrafts = () => drafts

let isStored = false
/** Whether all drafts are stored for the next document, so that nothing is lost by leaving this one. */
export const areDraftsStored = () => isStored
export const setDraftsStored = (value: boolean) => {
  isStored = value
}

const draftKeyOf = (user_id: number | undefined, formKey: string) => `${user_id} ${formKey}`

/** Deletes drafts of other users, or all if `user_id` is undefined. */
export const removeOtherUsersDrafts = (user_id: number | undefined) => {
  drafts = new Map([...drafts].filter(([key]) => user_id !== undefined && key.startsWith(`${user_id} `)))
}

/** Name of the IndexedDB database of files that are not sent yet. */
export const outboxDatabaseName = 'sukoyaka.unsent'

/** Whether a key of the storage of the browser holds unsent input of this user, such as `unsent.draft.2.8` or `unsent.2.questionnaire.4`. */
export const isUnsentOf = (user_id: number | undefined, key: string) => /^unsent\.(?:[a-z]+\.)?(\d+)(?:\.|$)/.exec(key)?.[1] === String(user_id)

export const formDraftOf = (user_id: number | undefined, formKey: string) => drafts.get(draftKeyOf(user_id, formKey))?.value
export const saveFormDraft = (user_id: number | undefined, formKey: string, value: unknown, page?: string) => {
  isStored = false
  if (value === undefined) drafts.delete(draftKeyOf(user_id, formKey))
  else drafts.set(draftKeyOf(user_id, formKey), { value, page })
}

const maxDraftsPerForm = 9
/** Drafts of closed forms whose save is under way. */
const savingKeys = new Set<string>()

/** Keeps other forms from using this draft, which gets its input back if the save of its closed form fails. Returns a function that ends this. */
export const reserveFormDraft = (user_id: number | undefined, formKey: string) => {
  const key = draftKeyOf(user_id, formKey)
  savingKeys.add(key)
  return () => void savingKeys.delete(key)
}

/**
 * What a form adds to its key from its opening on: nothing, or a number if a closed form of this key may still need the draft. A form gets earlier input back
 * first.
 */
export const openFormDraft = (user_id: number | undefined, formKey: string) => {
  const suffixes = Array.from({ length: maxDraftsPerForm }, (_, i) => (i === 0 ? '' : ` ${i + 1}`))
  const free = suffixes.filter((suffix) => !savingKeys.has(draftKeyOf(user_id, formKey + suffix)))
  return free.find((suffix) => formDraftOf(user_id, formKey + suffix) !== undefined) ?? free[0] ?? ''
}
