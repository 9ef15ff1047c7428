import { useEffect, useState } from 'react'

const minute = 60_000

/** Draws anew each minute: how long somebody waits goes on though nothing happens. */
export function useMinute(): void {
  const [, tick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => tick((n) => n + 1), minute)
    return () => clearInterval(timer)
  }, [])
}
