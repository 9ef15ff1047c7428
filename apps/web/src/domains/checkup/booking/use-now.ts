import { useEffect, useState } from 'react'

const intervalMs = 15_000

/** Current time, refreshed every 15 seconds; precise enough for displays in minutes. */
export const useNow = () => {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), intervalMs)
    return () => clearInterval(timer)
  }, [])
  return now
}
