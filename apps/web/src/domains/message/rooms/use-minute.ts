import { useEffect, useState } from 'react'

const minuteMs = 60_000

/** Re-renders every minute, so that waiting times stay current. */
export function useMinute(): void {
  const [, tick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => tick((n) => n + 1), minuteMs)
    return () => clearInterval(timer)
  }, [])
}
