import { useEffect, useRef } from 'react'
import type { CallError } from './call-error.ts'

const retryAfter = 5_000

/** Whether the server rejected the request for good. 401, 408 and 429 can be retried. */
export const isFinal = (error: unknown) => {
  const status = (error as CallError | undefined)?.status
  return typeof status === 'number' && status >= 400 && status < 500 && ![401, 408, 429].includes(status)
}

/** Sends pending changes on mount and when back online; warns before unload while some are pending. */
export const useResend = (send: () => Promise<unknown>, waiting: { readonly current: ReadonlyMap<string, unknown> }) => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(send)
  latest.current = send
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    const again = () => void latest.current()
    const warn = (event: BeforeUnloadEvent) => {
      if (waiting.current.size) event.preventDefault()
    }
    addEventListener('online', again)
    addEventListener('beforeunload', warn)
    // send what a reload or the end of a session left unsent
    again()
    return () => {
      isShown.current = false
      removeEventListener('online', again)
      removeEventListener('beforeunload', warn)
      clearTimeout(timer.current)
    }
  }, [waiting])
  return {
    cancel: () => clearTimeout(timer.current),
    later: () => {
      // not after unmount: the next mount sends pending changes, and a late retry could overwrite newer ones
      if (isShown.current) timer.current = setTimeout(() => void latest.current(), retryAfter)
    },
  }
}
