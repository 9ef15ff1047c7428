import type { Message } from '@sukoyaka/wire/care/message'
import { useEffect, useState } from 'react'
import { useStore } from 'react-redux'
import type { Store } from '../../../api/store.ts'
import { useObservable } from '../../../ui/page/observable.ts'
import { type Outbox, outboxOf } from './outbox.ts'
import type { OutboxMessage } from './outbox-message.ts'

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

/** Removes stopped uploads that are among the messages, because the server had saved them before it could be told. */
export const useDelivered = (outbox: Pick<Outbox, 'discard'>, unsent: readonly OutboxMessage[], messages: readonly Pick<Message, 'client_id'>[]) => {
  useEffect(() => {
    for (const { client_id, state } of unsent)
      if (state === 'cancelled' && messages.some((message) => message.client_id === client_id)) outbox.discard(client_id)
  }, [outbox, unsent, messages])
}
