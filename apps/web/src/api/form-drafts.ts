import { useRef, useState } from 'react'
import { selectMe } from './session.ts'
import { useAppSelector } from './store.ts'

/** Form drafts by user and form, in memory only. They survive unmounting, so that text is not lost when the session ends. */
let drafts = new Map<string, unknown>()

const draftKeyOf = (user_id: number | undefined, formKey: string) => `${user_id} ${formKey}`

/** Deletes drafts of other users, or all if `user_id` is undefined. */
export const removeOtherUsersDrafts = (user_id: number | undefined) => {
  drafts = new Map([...drafts].filter(([key]) => user_id !== undefined && key.startsWith(`${user_id} `)))
}

/** IndexedDB database of files that are not sent yet. */
export const outboxDatabaseName = 'sukoyaka.unsent'

export const formDraftOf = (user_id: number | undefined, formKey: string) => drafts.get(draftKeyOf(user_id, formKey))
export const saveFormDraft = (user_id: number | undefined, formKey: string, value: unknown) => {
  if (value === undefined) drafts.delete(draftKeyOf(user_id, formKey))
  else drafts.set(draftKeyOf(user_id, formKey), value)
}

/** Draft of a form such as `habit_goals/12`; call `forget` after saving or discarding. Without a key it is not stored. */
export const useFormDraft = <T>(formKey: string | undefined, initial: T) => {
  const me = useAppSelector(selectMe)
  // the owner stays the same while mounted, even if the session ends
  const [key] = useState(() => (formKey === undefined ? undefined : draftKeyOf(me?.id, formKey)))
  const [value, setValue] = useState(() => (key !== undefined && drafts.has(key) ? (drafts.get(key) as T) : initial))
  const latest = useRef(value)
  const set = (next: T) => {
    latest.current = next
    if (key !== undefined) drafts.set(key, next)
    setValue(next)
  }
  const put = (change: Partial<T>) => set({ ...latest.current, ...change })
  const forget = () => void (key !== undefined && drafts.delete(key))
  return { value, set, put, forget }
}
