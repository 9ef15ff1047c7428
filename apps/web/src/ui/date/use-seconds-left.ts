import { useEffect, useState } from 'react'

/** Counts down locally between polls, starting from the server's number of seconds. */
export const useSecondsLeft = (seconds: number, isCounting: boolean) => {
  const [since, setSince] = useState({ left: seconds, at: Date.now() })
  const [now, setNow] = useState(Date.now())
  if (since.left !== seconds) setSince({ left: seconds, at: Date.now() })
  useEffect(() => {
    if (!isCounting) return
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [isCounting])
  return Math.max(0, since.left - Math.floor(Math.max(0, now - since.at) / 1000))
}
