import { useRef, useState } from 'react'
import { selectMe } from './session.ts'
import { useAppSelector } from './store.ts'

/** Form drafts by user and form, in memory only. They survive unmounting, so that text is not lost when the session ends. */
let kept = new Map<string, unknown>()

const keyOf = (user_id: number | undefined, place: string) => `${user_id} ${place}`

/** Deletes drafts of other users, or all if `user_id` is undefined. */
export const saveFormDraftOf = (user_id: number | undefined) => {
  kept = new Map([...kept].filter(([key]) => user_id !== undefined && key.startsWith(`${user_id} `)))
}

/** IndexedDB database of files that are not sent yet. */
export const unsentFiles = 'sukoyaka.unsent'

export const formDraftOf = (user_id: number | undefined, place: string) => kept.get(keyOf(user_id, place))
export const saveFormDraft = (user_id: number | undefined, place: string, value: unknown) => {
  if (value === undefined) kept.delete(keyOf(user_id, place))
  else kept.set(keyOf(user_id, place), value)
}

/** Draft of a form such as `habit_goals/12`; call `forget` after saving or discarding. */
export const useFormDraft = <T>(place: string, initial: T) => {
  const me = useAppSelector(selectMe)
  // the owner stays the same while mounted, even if the session ends
  const [key] = useState(() => keyOf(me?.id, place))
  const [value, setValue] = useState(() => (kept.has(key) ? (kept.get(key) as T) : initial))
  const latest = useRef(value)
  const set = (next: T) => {
    latest.current = next
    kept.set(key, next)
    setValue(next)
  }
  const put = (change: Partial<T>) => set({ ...latest.current, ...change })
  const forget = () => void kept.delete(key)
  return { value, set, put, forget }
}
