import { useRef, useState } from 'react'
import { selectMe } from './session.ts'
import { useAppSelector } from './store.ts'

/**
 * What is being written, by person and place. It lives in the memory of this page only, and there it outlives what shows it: a session
 * that ends under somebody takes the form away, not the text.
 */
let kept = new Map<string, unknown>()

const keyOf = (user_id: number | undefined, place: string) => `${user_id} ${place}`

/** Of everybody else nothing stays; of nobody, nothing at all. */
export const saveFormDraftOf = (user_id: number | undefined) => {
  kept = new Map([...kept].filter(([key]) => user_id !== undefined && key.startsWith(`${user_id} `)))
}

/** The database of this browser for files on their way. */
export const unsentFiles = 'sukoyaka.unsent'

export const formDraftOf = (user_id: number | undefined, place: string) => kept.get(keyOf(user_id, place))
export const saveFormDraft = (user_id: number | undefined, place: string, value: unknown) => {
  if (value === undefined) kept.delete(keyOf(user_id, place))
  else kept.set(keyOf(user_id, place), value)
}

/** What a form holds at a place such as `habit_goals/12`, as its writer left it; `forget` it once it is saved or given up. */
export const useFormDraft = <T>(place: string, initial: T) => {
  const me = useAppSelector(selectMe)
  // whose it is does not change while it is shown, though the session may end
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
