import { useEffect, useRef } from 'react'
import type { CallError } from './call-error.ts'

const retryDelayMs = 5_000

/** Whether the server rejected the request for good. 401, 408 and 429 can be retried. */
export const isFinal = (error: unknown) => {
  const status = (error as CallError | undefined)?.status
  return typeof status === 'number' && status >= 400 && status < 500 && ![401, 408, 429].includes(status)
}

/** Sends pending changes on mount and when back online; warns before unload while some are pending. */
export const useResend = (send: () => Promise<unknown>, pending: { readonly current: ReadonlyMap<string, unknown> }) => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(send)
  latest.current = send
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    const sendLatest = () => void latest.current()
    const warn = (event: BeforeUnloadEvent) => {
      if (pending.current.size) event.preventDefault()
    }
    addEventListener('online', sendLatest)
    addEventListener('beforeunload', warn)
    // send what a reload or the end of a session left unsent
    sendLatest()
    return () => {
      isMounted.current = false
      removeEventListener('online', sendLatest)
      removeEventListener('beforeunload', warn)
      clearTimeout(timer.current)
    }
  }, [pending])
  return {
    cancel: () => clearTimeout(timer.current),
    retryLater: () => {
      // not after unmount: the next mount sends pending changes, and a late retry could overwrite newer ones
      if (isMounted.current) timer.current = setTimeout(() => void latest.current(), retryDelayMs)
    },
  }
}
