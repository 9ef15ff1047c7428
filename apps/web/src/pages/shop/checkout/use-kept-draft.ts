import { useRef, useState } from 'react'
import { readPendingAnswers, savePendingAnswers } from '../../../api/pending-answers.ts'
import { selectMe } from '../../../api/session.ts'
import { useAppSelector } from '../../../api/store.ts'

/** Values that survive a reload of this tab; call `forget` once they are used. */
export const useKeptDraft = <T extends object>(formKey: string, initial: T) => {
  const me = useAppSelector(selectMe)
  // the owner stays the same while mounted, even if the session ends
  const [owner] = useState(me?.id)
  const [value, setValue] = useState<T>(() => ({ ...initial, ...readPendingAnswers<Partial<T>>(formKey, owner) }))
  const latest = useRef(value)
  const put = (change: Partial<T>) => {
    latest.current = { ...latest.current, ...change }
    savePendingAnswers(formKey, owner, latest.current)
    setValue(latest.current)
  }
  return { value, put, forget: () => savePendingAnswers(formKey, owner, undefined) }
}
