import { useRef, useState } from 'react'
import { formDraftOf, openFormDraft, reserveFormDraft, saveFormDraft } from '../../api/form-drafts.ts'
import { selectMe } from '../../api/session.ts'
import { useAppSelector } from '../../api/store.ts'
import { pageNow } from '../page/page-now.ts'

/** Loaded with the first input, because most pages are only read. */
const askBeforeUnload = async (user_id: number) => (await import('../../api/unsent/ask-before-unload.ts')).askBeforeUnload(user_id)

/**
 * Draft of a form such as `habit_goals/12`; call `forget` after saving or discarding. Without a key it is not stored. `reserveFor`: `reserveFormDraft` until
 * the request of a closed form has settled.
 */
export const useFormDraft = <T>(formKey: string | undefined, initial: T) => {
  const me = useAppSelector(selectMe)
  // the owner stays the same while mounted, even if the session ends
  const [owner] = useState(me?.id)
  const [page] = useState(pageNow)
  const [suffix] = useState(() => (formKey === undefined ? '' : openFormDraft(owner, formKey)))
  const draftKey = formKey && formKey + suffix
  const [value, setValue] = useState(() => (draftKey === undefined ? initial : ((formDraftOf(owner, draftKey) as T | undefined) ?? initial)))
  const latest = useRef(value)
  const store = (next: T | undefined, key = draftKey) => key !== undefined && saveFormDraft(owner, key, next, page)
  const set = (next: T) => {
    latest.current = next
    store(next)
    // without the connection, the browser does not ask
    if (owner !== undefined) void askBeforeUnload(owner).catch(() => {})
    setValue(next)
  }
  /** A function gets the latest value, which may be newer than the rendered one. */
  const put = (change: Partial<T> | ((value: T) => Partial<T>)) =>
    set({ ...latest.current, ...(typeof change === 'function' ? change(latest.current) : change) })
  const reserveFor = async <R extends object>(request: PromiseLike<R> | undefined): Promise<Partial<R>> => {
    const release = draftKey === undefined ? undefined : reserveFormDraft(owner, draftKey)
    try {
      return (await request) ?? {}
    } finally {
      release?.()
    }
  }
  return { value, set, put, store, reserveFor, forget: () => void store(undefined) }
}
