import { useEffect } from 'react'
import { useStore } from 'react-redux'
import { formDraftOf } from '../api/form-drafts.ts'
import { selectMe } from '../api/session.ts'
import type { Store } from '../api/store.ts'

/**
 * Delay before `live.ts` is imported again after a failed import, such as on a phone without a connection. Chromium remembers a failed import, so there
 * the retries fail too and the window gets no live changes until a reload.
 */
const retryDelayMs = 10_000

/** Subscribes to the event stream while signed in. Imports `live.ts` after the first render, because its parser is a library. */
export function useEventStream(access_token: string | undefined) {
  const store = useStore() as Store
  useEffect(() => {
    if (!access_token) return
    let stop: (() => void) | undefined
    let isUnmounted = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const follow = () =>
      void import('../api/live.ts').then(
        ({ followEvents }) => {
          if (!isUnmounted) stop = followEvents(store)
        },
        () => {
          if (!isUnmounted) timer = setTimeout(follow, retryDelayMs)
        },
      )
    follow()
    // send the messages left in the outbox on every page, not only when a conversation is opened
    // the key is that of `outboxKeyOf` (outbox-message.ts), which is not part of the first load
    const me = selectMe(store.getState())
    const key = `unsent.messages.${me?.id}`
    if (me && (localStorage.getItem(key) || formDraftOf(me.id, key)))
      void import('../domains/message/outbox/outbox.ts').then(({ outboxOf }) => outboxOf(me.id, store).sendWaiting())
    return () => {
      isUnmounted = true
      clearTimeout(timer)
      stop?.()
    }
  }, [access_token, store])
}
