import { useEffect } from 'react'
import { useStore } from 'react-redux'
import { selectMe } from '../api/session.ts'
import type { Store } from '../api/store.ts'

/** While somebody is signed in, what others change is read again. Loaded after the page itself, which does not wait for it. */
export function useLive(access_token: string | undefined) {
  const store = useStore() as Store
  useEffect(() => {
    if (!access_token) return
    let stop: (() => void) | undefined
    let isGone = false
    void import('../api/live.ts').then(({ followEvents }) => {
      if (!isGone) stop = followEvents(store)
    })
    // what a window that was closed had still to send goes from whichever page comes next
    const me = selectMe(store.getState())
    if (me && localStorage.getItem(`unsent.messages.${me.id}`))
      void import('../domains/message/outbox/outbox.ts').then(({ outboxOf }) => outboxOf(me.id, store).pump())
    return () => {
      isGone = true
      stop?.()
    }
  }, [access_token, store])
}
