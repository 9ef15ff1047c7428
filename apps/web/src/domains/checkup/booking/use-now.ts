import { useEffect, useState } from 'react'

const every = 15_000

/** The time, told often enough for what is said in minutes. */
export const useNow = () => {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), every)
    return () => clearInterval(timer)
  }, [])
  return now
}
