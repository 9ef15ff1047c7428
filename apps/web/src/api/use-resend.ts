import { useEffect, useRef } from 'react'
import type { CallError } from './call-error.ts'

const retryAfter = 5_000

/** What was sent is wrong or comes too late; whoever has no session, or asks too often, sends it again. */
export const isFinal = (error: unknown) => {
  const status = (error as CallError | undefined)?.status
  return typeof status === 'number' && status >= 400 && status < 500 && ![401, 408, 429].includes(status)
}

/** Sends what waits when the page opens and when the line is back; leaving is warned of while something waits. */
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
    // what a session that ended, or a reload, left behind
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
      // whoever comes back has it; sent from here as well it would overtake what they answer then
      if (isShown.current) timer.current = setTimeout(() => void latest.current(), retryAfter)
    },
  }
}
