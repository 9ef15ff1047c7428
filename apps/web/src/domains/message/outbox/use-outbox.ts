import { useEffect, useState, useSyncExternalStore } from 'react'
import { useStore } from 'react-redux'
import type { Store } from '../../../api/store.ts'
import { outboxOf } from './outbox.ts'

/** What I wrote into a room and the server does not have yet. */
export function useOutbox(user_id: number, patient_id: number) {
  const store = useStore() as Store
  const [outbox] = useState(() => outboxOf(user_id, store))
  // whoever comes back after their session ended does not wait for its clock
  useEffect(() => {
    if (outbox.read().length) void outbox.pump()
  }, [outbox])
  const all = useSyncExternalStore(outbox.subscribe, outbox.read)
  return { outbox, waiting: all.filter((one) => one.patient_id === patient_id) }
}
