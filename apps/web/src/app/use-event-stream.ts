import { useEffect } from 'react'
import { useStore } from 'react-redux'
import { selectMe } from '../api/session.ts'
import type { Store } from '../api/store.ts'

/** Subscribes to the event stream while signed in. Loaded after the page, so that it does not delay rendering. */
export function useEventStream(access_token: string | undefined) {
  const store = useStore() as Store
  useEffect(() => {
    if (!access_token) return
    let stop: (() => void) | undefined
    let isUnmounted = false
    void import('../api/live.ts').then(({ followEvents }) => {
      if (!isUnmounted) stop = followEvents(store)
    })
    // also send messages left unsent earlier, on every page: otherwise only a conversation would send them
    const me = selectMe(store.getState())
    if (me && localStorage.getItem(`unsent.messages.${me.id}`))
      void import('../domains/message/outbox/outbox.ts').then(({ outboxOf }) => outboxOf(me.id, store).pump())
    return () => {
      isUnmounted = true
      stop?.()
    }
  }, [access_token, store])
}
