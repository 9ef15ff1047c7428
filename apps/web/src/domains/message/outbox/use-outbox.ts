import { useEffect, useState } from 'react'
import { useStore } from 'react-redux'
import type { Store } from '../../../api/store.ts'
import { useObservable } from '../../../ui/page/observable.ts'
import { outboxOf } from './outbox.ts'

/** Own messages in a conversation that the server has not confirmed. */
export function useOutbox(user_id: number, patient_id: number) {
  const store = useStore() as Store
  const [outbox] = useState(() => outboxOf(user_id, store))
  // after sign-in send immediately instead of waiting for the retry timer
  useEffect(() => {
    if (outbox.read().length) void outbox.sendWaiting()
  }, [outbox])
  const all = useObservable(outbox)
  return { outbox, unsent: all.filter((message) => message.patient_id === patient_id) }
}
